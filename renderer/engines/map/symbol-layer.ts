// Why it is so: docs/decisions/0067-own-map-layers.md
import type { CustomLayerInterface, CustomRenderMethodInput, Map as BaseMap } from 'maplibre-gl';
import type { VisibleSet } from '#engines/fleet';
import { worldPixels } from '#shared/domain/mercator';
import { densityOf } from './base-map';
import { deviceStates } from '#shared/domain/device-state';
import { deviceStateLooks, rgb, type ColourScheme } from '#lib/device-state-look';
import { atlasColumns, atlasRows, cells, drawAtlas, estimateCells, inks } from './atlas';
import { drawOver, InstanceBuffer, linkProgram, movedTo, uniformsOf } from './gl';
import { composeScene, looksAlike, type Fan, type Scene } from './scene';
import type { Redraws } from './software-rendering';
import { worldsOnScreen } from './viewport';

/** What the map shows. */
interface Contents {
  visible: VisibleSet;
  fan: Fan | null;
}

/**
 * Draws the devices on the map's own canvas: one call for all discs, one for all sprites. It belongs to one map, and is added
 * again to each of its styles.
 */
export class SymbolLayer implements CustomLayerInterface {
  readonly id = 'fleet';
  readonly type = 'custom';
  readonly renderingMode = '2d';
  #resources: Resources | null = null;
  #contents: Contents | null = null;
  #scene: Scene | null = null;
  #isSceneSent = false;
  #atlas;
  #isAtlasSent = false;

  constructor(
    private readonly map: BaseMap,
    private readonly redraws: Redraws,
    private theme: ColourScheme,
    /** Called whenever the devices were drawn. */
    private readonly onDrawn: (visible: VisibleSet) => void,
  ) {
    this.#atlas = drawAtlas(theme, densityOf(map));
  }

  show(visible: VisibleSet, fan: Fan | null): void {
    const before = this.#contents;
    this.#contents = { visible, fan };
    this.#compose(!before || fan !== before.fan || isOther(visible, before.visible));
  }

  setTheme(theme: ColourScheme): void {
    this.theme = theme;
    this.redraw();
  }

  /** Draws the symbols again, for another theme or pixel ratio. */
  redraw(pixelRatio = densityOf(this.map)): void {
    this.#atlas = drawAtlas(this.theme, pixelRatio);
    this.#isAtlasSent = false;
    this.#compose(true);
  }

  /** `isAnswer`: to what the user did; otherwise devices have moved by themselves. */
  #compose(isAnswer: boolean): void {
    if (!this.#contents) return;
    const { visible, fan } = this.#contents;
    const scene = composeScene(visible, fan, this.#atlas.advances);
    const pixels = worldPixels(this.map.getZoom());
    // A frame that looks as the last one would cost the battery, and much more without a graphics card.
    if (!isAnswer && this.#scene && looksAlike(scene, this.#scene, pixels)) return;
    this.#scene = scene;
    this.#isSceneSent = false;
    if (this.#resources) this.redraws.request(isAnswer);
  }

  onAdd(_map: BaseMap, gl: WebGL2RenderingContext): void {
    this.#resources = createResources(gl);
    this.#isSceneSent = false;
    this.#isAtlasSent = false;
  }

  onRemove(): void {
    const resources = this.#resources;
    this.#resources = null;
    if (!resources) return;
    const { gl, sprites, discs, texture } = resources;
    for (const { program, buffer } of [sprites, discs]) {
      buffer.free();
      gl.deleteProgram(program);
    }
    gl.deleteTexture(texture);
  }

  render(gl: WebGL2RenderingContext, input: CustomRenderMethodInput): void {
    const { map } = this;
    const resources = this.#resources;
    const scene = this.#scene;
    if (!resources || !scene) return;
    this.#sendAtlas(resources);
    this.#sendScene(resources, scene);
    drawOver(gl);
    const { mainMatrix } = input.defaultProjectionData;
    const { clientWidth, clientHeight } = map.getCanvas();
    const viewport = [clientWidth, clientHeight] as const;
    const bearing = (map.getBearing() * Math.PI) / 180;
    const bounds = map.getBounds();
    const [first, last] = worldsOnScreen(bounds.getWest(), bounds.getEast(), map.getZoom());
    for (let world = first; world <= last; world++) {
      const matrix = movedTo(mainMatrix, scene.origin.x + world, scene.origin.y);
      this.#drawDiscs(resources, { matrix, viewport, bearing });
      this.#drawSprites(resources, { matrix, viewport, bearing });
    }
    this.onDrawn(this.#contents!.visible);
  }

  #drawDiscs({ gl, discs }: Resources, { matrix, viewport }: Camera): void {
    const { program, at, buffer } = discs;
    const ink = inks[this.theme];
    gl.useProgram(program);
    gl.uniformMatrix4fv(at.matrix, false, matrix);
    gl.uniform2f(at.viewport, ...viewport);
    const colours = deviceStates.map((state) => deviceStateLooks[state].colour[this.theme]);
    gl.uniform3fv(at.states, colours.flatMap(rgb));
    gl.uniform3fv(at.disc, rgb(ink.disc));
    gl.uniform3fv(at.halo, rgb(ink.halo));
    buffer.draw();
  }

  #drawSprites({ gl, sprites, texture }: Resources, { matrix, viewport, bearing }: Camera): void {
    const { program, at, buffer } = sprites;
    gl.useProgram(program);
    gl.uniformMatrix4fv(at.matrix, false, matrix);
    gl.uniform2f(at.viewport, ...viewport);
    gl.uniform1f(at.bearing, bearing);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.uniform1i(at.atlas, 0);
    buffer.draw();
  }

  #sendScene({ sprites, discs }: Resources, scene: Scene): void {
    if (this.#isSceneSent) return;
    sprites.buffer.set(scene.sprites);
    discs.buffer.set(scene.discs);
    this.#isSceneSent = true;
  }

  #sendAtlas({ gl, texture }: Resources): void {
    if (this.#isAtlasSent) return;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, this.#atlas.picture);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    for (const [name, value] of [
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
      [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
    ] as const) {
      gl.texParameteri(gl.TEXTURE_2D, name, value);
    }
    this.#isAtlasSent = true;
  }
}

/** Whether the map shows another place or fleet, or another device is selected. */
function isOther(now: VisibleSet, before: VisibleSet): boolean {
  return (
    now.generation !== before.generation ||
    now.selected?.id !== before.selected?.id ||
    JSON.stringify(now.viewport) !== JSON.stringify(before.viewport)
  );
}

const discUniforms = ['matrix', 'viewport', 'states', 'disc', 'halo'] as const;
const spriteUniforms = ['matrix', 'viewport', 'bearing', 'atlas'] as const;

interface Part<Name extends string> {
  program: WebGLProgram;
  at: Record<Name, WebGLUniformLocation | null>;
  buffer: InstanceBuffer;
}

interface Resources {
  gl: WebGL2RenderingContext;
  sprites: Part<(typeof spriteUniforms)[number]>;
  discs: Part<(typeof discUniforms)[number]>;
  texture: WebGLTexture;
}

/** Uniforms that both programs share. */
interface Camera {
  matrix: Float32Array;
  viewport: readonly [width: number, height: number];
  /** Radians. */
  bearing: number;
}

function createResources(gl: WebGL2RenderingContext): Resources {
  const spriteProgram = linkProgram(gl, spriteVertex, spriteFragment);
  const discProgram = linkProgram(gl, discVertex, discFragment);
  return {
    gl,
    sprites: {
      program: spriteProgram,
      at: uniformsOf(gl, spriteProgram, spriteUniforms),
      buffer: new InstanceBuffer(gl, [2, 2, 4]),
    },
    discs: {
      program: discProgram,
      at: uniformsOf(gl, discProgram, discUniforms),
      buffer: new InstanceBuffer(gl, [2, 1, ...ringEnds]),
    },
    texture: gl.createTexture(),
  };
}

const corner = 'vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) - 0.5;';

/** Projects a point of the world to the screen and offsets it by pixels. */
const project = `
  vec4 clip = u_matrix * vec4(a_place, 0.0, 1.0);
  clip.xy += pixels * vec2(2.0, -2.0) / u_viewport * clip.w;
  gl_Position = clip;`;

const head = `#version 300 es
precision highp float;
uniform mat4 u_matrix;
uniform vec2 u_viewport;
layout(location = 0) in vec2 a_place;`;

const spriteVertex = `${head}
uniform float u_bearing;
layout(location = 1) in vec2 a_offset;
layout(location = 2) in vec4 a_look;
out vec2 v_texture;
void main() {
  ${corner}
  float cell = a_look.w;
  bool turns = cell == ${cells.movingArrow}.0 || cell >= ${estimateCells.arrow}.0;
  float angle = a_look.x - (turns ? u_bearing : 0.0);
  vec2 size = a_look.yz;
  vec2 turned = mat2(cos(angle), sin(angle), -sin(angle), cos(angle)) * (corner * size);
  vec2 pixels = turned + a_offset;
  ${project}
  vec2 place = vec2(mod(cell, ${atlasColumns}.0), floor(cell / ${atlasColumns}.0));
  v_texture = (place + corner + 0.5) / vec2(${atlasColumns}.0, ${atlasRows}.0);
}`;

const spriteFragment = `#version 300 es
precision mediump float;
uniform sampler2D u_atlas;
in vec2 v_texture;
out vec4 colour;
void main() {
  colour = texture(u_atlas, v_texture);
}`;

const states = deviceStates.length;
/** Numbers of each attribute with the ends of the states' parts of a ring. */
const ringEnds = [4, 4, 4] as const;

/** The colour of a part of the ring, as one expression of the shader. */
const ringColour = ringEnds
  .flatMap((size, i) => ['x', 'y', 'z', 'w'].slice(0, size).map((part) => `v_ends${i}.${part}`))
  .map((end, state) => `turn < ${end} ? u_states[${state}] : `)
  .concat(`u_states[${states - 1}]`)
  .join('');

const discVertex = `${head}
layout(location = 1) in float a_radius;
layout(location = 2) in vec4 a_ends0;
layout(location = 3) in vec4 a_ends1;
layout(location = 4) in vec4 a_ends2;
out vec2 v_pixels;
flat out float v_radius;
flat out vec4 v_ends0;
flat out vec4 v_ends1;
flat out vec4 v_ends2;
void main() {
  ${corner}
  vec2 pixels = corner * 2.0 * (a_radius + 3.0);
  v_pixels = pixels;
  v_radius = a_radius;
  v_ends0 = a_ends0;
  v_ends1 = a_ends1;
  v_ends2 = a_ends2;
  ${project}
}`;

/** A disc with a ring whose parts, clockwise from the top, show the shares of the states. */
const discFragment = `#version 300 es
precision highp float;
uniform vec3 u_states[${states}];
uniform vec3 u_disc;
uniform vec3 u_halo;
in vec2 v_pixels;
flat in float v_radius;
flat in vec4 v_ends0;
flat in vec4 v_ends1;
flat in vec4 v_ends2;
out vec4 colour;
const float ringWidth = 4.0;
const float haloWidth = 1.5;
void main() {
  float r = length(v_pixels);
  float turn = fract(atan(v_pixels.x, -v_pixels.y) / 6.283185307 + 1.0);
  vec3 ring = ${ringColour};
  vec3 inside = mix(u_disc, ring, smoothstep(-0.6, 0.6, r - (v_radius - ringWidth)));
  vec3 rgb = mix(inside, u_halo, smoothstep(-0.6, 0.6, r - v_radius));
  float alpha = 1.0 - smoothstep(-0.6, 0.6, r - v_radius - haloWidth);
  colour = vec4(rgb * alpha, alpha);
}`;
