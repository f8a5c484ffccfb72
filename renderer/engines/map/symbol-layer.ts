// Why it is so: docs/decisions/0067-own-map-layers.md
import type { CustomLayerInterface, CustomRenderMethodInput, Map as BaseMap } from 'maplibre-gl';
import { type DeviceState, deviceStates } from '#shared/domain/device-state';
import { worldPixels } from '#shared/domain/mercator';
import { flagUrgent } from '#shared/fleet/columns';
import { discRadius, type MapDevice, type VisibleSet } from '#engines/fleet';
import { deviceStateLooks, rgb, type ColourScheme } from '#lib/device-state-look';
import {
  drawOver,
  InstanceBuffer,
  isDrawnBySoftware,
  linkProgram,
  movedTo,
  uniformsOf,
} from '#lib/webgl';
import {
  atlasColumns,
  atlasRows,
  cellPx,
  cells,
  drawAtlas,
  estimateCells,
  firstKind,
  firstPlate,
  glyphs,
  inks,
  plateStates,
  pointerCell,
} from './atlas';
import { densityOf } from './base-map';
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

// Without a graphics card, as on most virtual desktops, the processor draws the map: 40 to 300 ms for a frame, in
// which the window shows nothing else. Such a map is as dense as CSS pixels, and what moves by itself asks for a frame
// seldom: positions once a second, and never while the user types or scrolls elsewhere. Where the user moves the map
// or chooses something, it is drawn as it comes.

/** The least time between two frames for devices that moved. */
const everyMs = 1_000;
/** Input outside of the map is followed by more input within this time. */
const restMs = 300;

/** Asks a map for frames when its own layers have changed. */
export class Redraws {
  readonly #isSlow: boolean;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #inputAt = Number.NEGATIVE_INFINITY;
  /** The next frame is an answer: devices that move meanwhile do not put it off. */
  #isAnswer = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #prepare = () => {};

  constructor(private readonly map: BaseMap) {
    this.#isSlow = isDrawnBySoftware(map.getCanvas());
    if (!this.#isSlow) return;
    map.on('render', () => {
      this.#drawnAt = performance.now();
      this.#isAnswer = false;
    });
    for (const type of inputs) window.addEventListener(type, this.#noteInput, listening);
    map.on('remove', () => {
      for (const type of inputs) window.removeEventListener(type, this.#noteInput, listening);
      clearTimeout(this.#timer);
    });
  }

  /** How often what takes several frames may change, milliseconds: as names, which MapLibre lays out. */
  get layoutMs(): number {
    return this.#isSlow ? 3 * everyMs : 700;
  }

  /** Milliseconds until the user has paused for so long; 0: now, or there is a graphics card. */
  untilPause(pauseMs: number): number {
    return Math.max(0, this.#inputAt + pauseMs - performance.now());
  }

  /** Called before each frame that is asked for: what else changed with the devices is drawn with it. */
  beforeFrame(prepare: () => void): void {
    this.#prepare = prepare;
  }

  /** `isAnswer`: what changed follows from what the user did with the map, and waits for a pause only. */
  request(isAnswer: boolean): void {
    clearTimeout(this.#timer);
    this.#isAnswer ||= isAnswer;
    const untilDue = this.#isAnswer ? 0 : this.#drawnAt + everyMs - performance.now();
    const wait = this.#isSlow ? Math.max(untilDue, this.untilPause(restMs)) : 0;
    if (wait <= 0) {
      this.#prepare();
      this.map.triggerRepaint();
    } else this.#timer = setTimeout(() => this.request(false), wait);
  }

  readonly #noteInput = ({ target }: Event) => {
    const isOnMap = target instanceof Node && this.map.getContainer().contains(target);
    if (!isOnMap) this.#inputAt = performance.now();
  };
}

const inputs = ['keydown', 'wheel', 'scroll'] as const;
const listening = { capture: true, passive: true };

/** Numbers per disc: position x, y · radius · the end of each state's part of the ring except the last. */
export const discNumbers = 3 + deviceStates.length - 1;

/**
 * What the graphics card draws. Positions are relative to `origin`, so that 32-bit numbers are exact
 * enough at street level; with whole-world coordinates, symbols would tremble.
 */
export interface Scene {
  origin: { x: number; y: number };
  discs: Float32Array<ArrayBuffer>;
  /** Eight numbers each: position x, y · offset x, y · angle · width · height · cell. */
  sprites: Float32Array<ArrayBuffer>;
}

/** A count in at most four characters: 412, 1.2k, 12k, 1.2M. */
export function countText(count: number): string {
  if (count < 1000) return String(count);
  const [unit, size] = count < 999_500 ? ['k', 1000] : ['M', 1_000_000];
  const value = count / (size as number);
  // Truncated, not rounded: a cluster never shows more than its count.
  const shown = value < 10 ? Math.floor(value * 10) / 10 : Math.floor(value);
  return `${shown}${unit}`;
}

type Place = readonly [x: number, y: number];

class Sprites {
  readonly numbers: number[] = [];

  constructor(private readonly origin: { x: number; y: number }) {}

  add(place: Place, cell: number, offset: Place = [0, 0], angle = 0, size: Place = full): void {
    const x = place[0] - this.origin.x;
    const y = place[1] - this.origin.y;
    this.numbers.push(x, y, offset[0], offset[1], angle, size[0], size[1], cell);
  }

  device(place: Place, look: DeviceLook, offset: Place = [0, 0]): void {
    const { state, course, flags, kind } = look;
    const turned = (course * Math.PI) / 180;
    const plate = kind > 0 ? plateCell(state, course) : null;
    if (plate === null) {
      const cell = symbolCell(state, course);
      // Only an arrow is rotated: a rotated square would look like another state.
      this.add(place, cell, offset, cell === cells.movingArrow ? turned : 0);
    } else {
      if (deviceStates[state] === 'moving') this.add(place, pointerCell, offset, turned);
      this.add(place, plate, offset);
      this.add(place, kindCell(kind), offset, 0, kindSize);
    }
    if (flags & flagUrgent) {
      this.add(place, cells.critical, [offset[0] + 9, offset[1] - 9]);
    }
  }
}

/** What the symbol of a device shows; the numbers are those of `VisibleSingles`. */
interface DeviceLook {
  state: number;
  course: number;
  flags: number;
  kind: number;
}

const lookOf = ({ state, course, flags, kind }: MapDevice): DeviceLook => ({
  state: deviceStates.indexOf(state),
  course,
  flags,
  kind,
});

const full: Place = [cellPx, cellPx];
/** A silhouette of 16 pixels is drawn with 13. */
const kindSize: Place = [cellPx * 0.8, cellPx * 0.8];

function addCount(
  sprites: Sprites,
  place: Place,
  count: number,
  advances: ReadonlyMap<string, number>,
): void {
  const characters = countText(count).split('');
  const widths = characters.map((character) => advances.get(character) ?? 0);
  let x = -widths.reduce((sum, width) => sum + width, 0) / 2;
  characters.forEach((character, i) => {
    const middle = x + widths[i]! / 2;
    // On a whole pixel, otherwise the text is blurred.
    sprites.add(place, glyphCell(character), [Math.round(middle * 2) / 2, 0]);
    x += widths[i]!;
  });
}

/** Devices at one spot, spread out so that each can be clicked. Offsets in CSS pixels. */
export interface Fan {
  /** Their common position, Mercator. */
  x: number;
  y: number;
  members: { device: MapDevice; x: number; y: number }[];
}

/** More devices than these are in the list only. */
export const mostInFan = 24;
const apartPx = 34;
const leastRadiusPx = 38;

/** Arranges devices on a circle, clockwise from the top; its size grows with their number. */
export function fanOut(x: number, y: number, devices: readonly MapDevice[]): Fan {
  const shown = devices.slice(0, mostInFan);
  const radius = Math.max(leastRadiusPx, (shown.length * apartPx) / (2 * Math.PI));
  return {
    x,
    y,
    members: shown.map((device, i) => {
      const angle = (2 * Math.PI * i) / shown.length;
      return { device, x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
    }),
  };
}

const legStartPx = 18;
const legEndPx = 10;

function addFan(sprites: Sprites, fan: Fan): void {
  const place: Place = [fan.x, fan.y];
  for (const { x, y } of fan.members) {
    const distance = Math.hypot(x, y);
    // From the edge of the disc to the edge of the symbol.
    const length = distance - legStartPx - legEndPx;
    const middle = (legStartPx + length / 2) / distance;
    const angle = Math.atan2(x, -y);
    sprites.add(place, cells.leg, [x * middle, y * middle], angle, [1.5, length]);
  }
  for (const { device, x, y } of fan.members) {
    sprites.device(place, lookOf(device), [x, y]);
  }
}

function addSelected(sprites: Sprites, selected: MapDevice): void {
  const place: Place = [selected.x, selected.y];
  sprites.add(place, cells.selection);
  sprites.device(place, lookOf(selected));
}

const lineWidthPx = 1.5;

/** A thin line from the reported place to the estimated one, under all symbols. */
function addEstimateLine(sprites: Sprites, { estimate, selected, viewport }: VisibleSet): void {
  if (!estimate || !selected) return;
  const dx = estimate.x - selected.x;
  const dy = estimate.y - selected.y;
  const middle: Place = [selected.x + dx / 2, selected.y + dy / 2];
  const length = Math.hypot(dx, dy) * worldPixels(viewport.zoom);
  const angle = Math.atan2(dx, -dy);
  sprites.add(middle, estimateCells.line, [0, 0], angle, [lineWidthPx, length]);
}

function addEstimate(sprites: Sprites, { estimate }: VisibleSet): void {
  if (!estimate) return;
  const { x, y, course } = estimate;
  sprites.add([x, y], estimateCells.arrow, [0, 0], (course * Math.PI) / 180);
}

function composeDiscs(
  { clusters }: VisibleSet,
  origin: Scene['origin'],
): Float32Array<ArrayBuffer> {
  const states = deviceStates.length;
  const discs = new Float32Array(clusters.count.length * discNumbers);
  for (let i = 0; i < clusters.count.length; i++) {
    const at = i * discNumbers;
    const count = clusters.count[i]!;
    discs[at] = clusters.x[i]! - origin.x;
    discs[at + 1] = clusters.y[i]! - origin.y;
    discs[at + 2] = discRadius(count);
    let sum = 0;
    for (let state = 0; state < states - 1; state++) {
      sum += clusters.byState[i * states + state]!;
      discs[at + 3 + state] = sum / count;
    }
  }
  return discs;
}

/** A visible set as numbers for the graphics card; later sprites are drawn on top of earlier ones. */
export function composeScene(
  visible: VisibleSet,
  fan: Fan | null,
  advances: ReadonlyMap<string, number>,
): Scene {
  const { viewport, clusters, singles, selected } = visible;
  const origin = {
    x: (viewport.west + viewport.east) / 2,
    y: (viewport.north + viewport.south) / 2,
  };
  const sprites = new Sprites(origin);
  addEstimateLine(sprites, visible);
  for (let i = 0; i < clusters.count.length; i++) {
    addCount(sprites, [clusters.x[i]!, clusters.y[i]!], clusters.count[i]!, advances);
  }
  for (let i = 0; i < singles.slot.length; i++) {
    const place: Place = [singles.x[i]!, singles.y[i]!];
    sprites.device(place, {
      state: singles.state[i]!,
      course: singles.course[i]!,
      flags: singles.flags[i]!,
      kind: singles.kind[i]!,
    });
  }
  addEstimate(sprites, visible);
  if (selected) addSelected(sprites, selected);
  if (fan) addFan(sprites, fan);
  return {
    origin,
    discs: composeDiscs(visible, origin),
    sprites: Float32Array.from(sprites.numbers),
  };
}

/** What moves or turns by less cannot be seen. */
const leastPx = 0.5;
/** From the middle of a symbol to its edge. */
const reachPx = 12;

/** Whether two scenes cannot be told apart; `pixels`: the width of the world. */
export function looksAlike(a: Scene, b: Scene, pixels: number): boolean {
  if (a.origin.x !== b.origin.x || a.origin.y !== b.origin.y) return false;
  const radiusOfDisc = (i: number) => a.discs[i - (i % discNumbers) + 2]!;
  const discScale = (i: number, part: number) => {
    if (part < 2) return pixels;
    return part === 2 ? Infinity : 2 * Math.PI * radiusOfDisc(i);
  };
  const spriteScales = [pixels, pixels, Infinity, Infinity, reachPx, 1, 1, Infinity];
  return (
    areNear(a.discs, b.discs, (i) => discScale(i, i % discNumbers)) &&
    areNear(a.sprites, b.sprites, (i) => spriteScales[i % spriteScales.length]!)
  );
}

/** `scaleOf`: how many pixels a difference of 1 makes; infinite: any difference is seen. */
function areNear(a: Float32Array, b: Float32Array, scaleOf: (index: number) => number): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i] && Math.abs(a[i]! - b[i]!) * scaleOf(i) >= leastPx) return false;
  }
  return true;
}

/** The plate of a device; null: its symbol leaves no room for a vehicle kind. */
export function plateCell(stateCode: number, course: number): number | null {
  const index = (plateStates as readonly DeviceState[]).indexOf(deviceStates[stateCode]!);
  // A moving device on an unknown course has its own symbol.
  return index < 0 || (index === 0 && Number.isNaN(course)) ? null : firstPlate + index;
}

/** The silhouette of a kind, by its place in `vehicleKinds` from 1. */
export const kindCell = (kind: number): number => firstKind + kind - 1;

/** The cell of a device: an arrow only where the course is known; 0 is north and known. */
export function symbolCell(stateCode: number, course: number): number {
  const state = deviceStates[stateCode]!;
  if (state !== 'moving') return cells[state];
  return Number.isNaN(course) ? cells.movingRound : cells.movingArrow;
}

/** The cell of a character of a count; -1 if there is none. */
export function glyphCell(character: string): number {
  const index = glyphs.indexOf(character);
  return index < 0 ? -1 : cells.firstGlyph + index;
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
