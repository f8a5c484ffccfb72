// Why it is so: docs/decisions/0067-own-map-layers.md
import type { CustomLayerInterface, CustomRenderMethodInput, Map as BaseMap } from 'maplibre-gl';
import { deviceStates } from '#shared/domain/device-state';
import { deviceStateLooks, type ColourScheme } from '#lib/device-state-look';
import { inks, type Atlas } from './atlas';
import { drawOver, InstanceBuffer, linkProgram, movedTo, rgb, uniformsOf } from '../engine/gl';
import type { Redraws } from '../engine/software-rendering';
import type { Scene } from './scene';
import { discFragment, discVertex, ringEnds, spriteFragment, spriteVertex } from './shaders';

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

/** A symbol whose centre is this far outside is still visible, pixels. */
const marginPx = 60;

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

/** The copies of the world that are on screen; 0 is the one between 180° west and east. */
export function worldsOnScreen(west: number, east: number, zoom: number): [number, number] {
  const margin = (marginPx * 360) / (512 * 2 ** zoom);
  return [Math.floor((west - margin + 180) / 360), Math.floor((east + margin + 180) / 360)];
}

/** Draws a scene on the map's own canvas: one call for all discs, one for all sprites. */
export class SymbolLayer implements CustomLayerInterface {
  readonly id = 'fleet';
  readonly type = 'custom';
  readonly renderingMode = '2d';
  #map: BaseMap | null = null;
  #resources: Resources | null = null;
  #scene: Scene | null = null;
  #sceneIsSent = false;
  #atlas: Atlas | null = null;
  #atlasIsSent = false;
  #theme: ColourScheme = 'light';
  /** Called whenever the scene was drawn. */
  onDrawn: (scene: Scene) => void = () => {};

  constructor(private readonly redraws: Redraws) {}

  /** `isAnswer`: to what the user did; otherwise devices have moved by themselves. */
  setScene(scene: Scene, isAnswer: boolean): void {
    this.#scene = scene;
    this.#sceneIsSent = false;
    if (this.#map) this.redraws.request(isAnswer);
  }

  setAtlas(atlas: Atlas, theme: ColourScheme): void {
    this.#atlas = atlas;
    this.#theme = theme;
    this.#atlasIsSent = false;
    this.#map?.triggerRepaint();
  }

  onAdd(map: BaseMap, gl: WebGL2RenderingContext): void {
    this.#map = map;
    this.#resources = createResources(gl);
    this.#sceneIsSent = false;
    this.#atlasIsSent = false;
  }

  onRemove(): void {
    const resources = this.#resources;
    this.#resources = null;
    this.#map = null;
    if (!resources) return;
    const { gl, sprites, discs, texture } = resources;
    for (const { program, buffer } of [sprites, discs]) {
      buffer.free();
      gl.deleteProgram(program);
    }
    gl.deleteTexture(texture);
  }

  render(gl: WebGL2RenderingContext, input: CustomRenderMethodInput): void {
    const resources = this.#resources;
    const scene = this.#scene;
    const map = this.#map;
    if (!resources || !scene || !map || !this.#atlas) return;
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
    this.onDrawn(scene);
  }

  #drawDiscs({ gl, discs }: Resources, { matrix, viewport }: Camera): void {
    const { program, at, buffer } = discs;
    const ink = inks[this.#theme];
    gl.useProgram(program);
    gl.uniformMatrix4fv(at.matrix, false, matrix);
    gl.uniform2f(at.viewport, ...viewport);
    const colours = deviceStates.map((state) => deviceStateLooks[state].colour[this.#theme]);
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
    if (this.#sceneIsSent) return;
    sprites.buffer.set(scene.sprites);
    discs.buffer.set(scene.discs);
    this.#sceneIsSent = true;
  }

  #sendAtlas({ gl, texture }: Resources): void {
    if (this.#atlasIsSent || !this.#atlas) return;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, this.#atlas.canvas);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    for (const [name, value] of [
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
      [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
    ] as const) {
      gl.texParameteri(gl.TEXTURE_2D, name, value);
    }
    this.#atlasIsSent = true;
  }
}
