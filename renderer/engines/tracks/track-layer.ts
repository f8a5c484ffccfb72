import type { CustomLayerInterface, CustomRenderMethodInput, Map as BaseMap } from 'maplibre-gl';
import { worldsOnScreen } from '#engines/map';
import { rgb, type ColourScheme } from '#lib/device-state-look';
import {
  drawOver,
  fetchTexel,
  InstanceBuffer,
  linkProgram,
  movedTo,
  TexelBuffer,
  uniformsOf,
} from '#lib/webgl';
import type { TrackPicture } from './types';

const pieceUniforms = ['matrix', 'viewport', 'width', 'casing', 'texels'] as const;
const markUniforms = ['matrix', 'viewport', 'bearing', 'ink', 'halo'] as const;

/** A performance mark, so that drawing can be measured from outside. */
const drawnMark = 'waypost tracks drawn';

const linePx = 3.4;
const casingPx = 6;

const inks: Record<ColourScheme, { casing: string; ink: string; halo: string }> = {
  light: { casing: '#ffffff', ink: '#1b2129', halo: '#ffffff' },
  dark: { casing: '#0b0f14', ink: '#f2f5f8', halo: '#0b0f14' },
};

interface Resources {
  gl: WebGL2RenderingContext;
  pieces: WebGLProgram;
  atPieces: Record<(typeof pieceUniforms)[number], WebGLUniformLocation | null>;
  pieceBuffer: TexelBuffer;
  marks: WebGLProgram;
  atMarks: Record<(typeof markUniforms)[number], WebGLUniformLocation | null>;
  markBuffer: InstanceBuffer;
}

/** Draws tracks on the map's canvas: a casing, the pieces over it, the direction marks on top. */
export class TrackLayer implements CustomLayerInterface {
  readonly id = 'tracks';
  readonly type = 'custom';
  readonly renderingMode = '2d';
  #map: BaseMap | null = null;
  #resources: Resources | null = null;
  #picture: TrackPicture | null = null;
  #isSent = false;
  #theme: ColourScheme = 'light';

  setPicture(picture: TrackPicture): void {
    this.#picture = picture;
    this.#isSent = false;
    this.#map?.triggerRepaint();
  }

  setTheme(theme: ColourScheme): void {
    this.#theme = theme;
    this.#map?.triggerRepaint();
  }

  /** How many pieces are drawn. */
  get pieces(): number {
    return (this.#resources?.pieceBuffer.texels ?? 0) / pieceTexels;
  }

  onAdd(map: BaseMap, gl: WebGL2RenderingContext): void {
    this.#map = map;
    const pieces = linkProgram(gl, pieceVertex, pieceFragment);
    const marks = linkProgram(gl, markVertex, markFragment);
    this.#resources = {
      gl,
      pieces,
      atPieces: uniformsOf(gl, pieces, pieceUniforms),
      pieceBuffer: new TexelBuffer(gl),
      marks,
      atMarks: uniformsOf(gl, marks, markUniforms),
      markBuffer: new InstanceBuffer(gl, [2, 1]),
    };
    this.#isSent = false;
  }

  onRemove(): void {
    const resources = this.#resources;
    this.#resources = null;
    this.#map = null;
    if (!resources) return;
    resources.pieceBuffer.free();
    resources.markBuffer.free();
    resources.gl.deleteProgram(resources.pieces);
    resources.gl.deleteProgram(resources.marks);
  }

  render(gl: WebGL2RenderingContext, input: CustomRenderMethodInput): void {
    const resources = this.#resources;
    const picture = this.#picture;
    const map = this.#map;
    if (!resources || !picture || !map) return;
    if (!this.#isSent) {
      resources.pieceBuffer.set(picture.pieces);
      resources.markBuffer.set(picture.marks);
      this.#isSent = true;
      performance.clearMarks(drawnMark);
      performance.mark(drawnMark, { detail: { pieces: this.pieces } });
    }
    drawOver(gl);
    const { mainMatrix } = input.defaultProjectionData;
    const canvas = map.getCanvas();
    const size = [canvas.clientWidth, canvas.clientHeight] as const;
    const bounds = map.getBounds();
    const [first, last] = worldsOnScreen(bounds.getWest(), bounds.getEast(), map.getZoom());
    const home = Math.floor(picture.origin.x);
    for (let world = first; world <= last; world++) {
      const matrix = movedTo(mainMatrix, picture.origin.x - home + world, picture.origin.y);
      this.#drawPieces(resources, matrix, size);
      this.#drawMarks(resources, matrix, size, (map.getBearing() * Math.PI) / 180);
    }
  }

  #drawPieces(resources: Resources, matrix: Float32Array, size: readonly [number, number]): void {
    const { gl, pieces, atPieces, pieceBuffer } = resources;
    gl.useProgram(pieces);
    gl.uniformMatrix4fv(atPieces.matrix, false, matrix);
    gl.uniform2f(atPieces.viewport, ...size);
    gl.uniform4f(atPieces.casing, ...rgb(inks[this.#theme].casing), 1);
    gl.uniform1i(atPieces.texels, 0);
    gl.uniform1f(atPieces.width, casingPx);
    pieceBuffer.draw(this.pieces * pieceVertices);
    gl.uniform4f(atPieces.casing, 0, 0, 0, 0);
    gl.uniform1f(atPieces.width, linePx);
    pieceBuffer.draw(this.pieces * pieceVertices);
  }

  #drawMarks(
    resources: Resources,
    matrix: Float32Array,
    size: readonly [number, number],
    bearing: number,
  ): void {
    const { gl, marks, atMarks, markBuffer } = resources;
    gl.useProgram(marks);
    gl.uniformMatrix4fv(atMarks.matrix, false, matrix);
    gl.uniform2f(atMarks.viewport, ...size);
    gl.uniform1f(atMarks.bearing, bearing);
    gl.uniform3f(atMarks.ink, ...rgb(inks[this.#theme].ink));
    gl.uniform3f(atMarks.halo, ...rgb(inks[this.#theme].halo));
    markBuffer.draw();
  }
}

const corner = 'vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));';

/** Vertices of a piece: two triangles. */
const pieceVertices = 6;
/** Texels of a piece: from x, y, to x, y; red, green, blue, whether it is dashed. */
const pieceTexels = 2;

/** Pieces of a track: a rectangle along each, with the given width and round ends. */
const pieceVertex = `#version 300 es
precision highp float;
precision highp int;
uniform mat4 u_matrix;
uniform vec2 u_viewport;
uniform float u_width;
${fetchTexel}
const vec2 corners[${pieceVertices}] = vec2[](
  vec2(0, 0), vec2(1, 0), vec2(0, 1), vec2(0, 1), vec2(1, 0), vec2(1, 1)
);
out vec2 v_pixels;
flat out float v_length;
flat out vec3 v_colour;
flat out float v_dashed;
void main() {
  int piece = gl_VertexID / ${pieceVertices};
  vec2 corner = corners[gl_VertexID % ${pieceVertices}];
  vec4 ends = texel(piece * ${pieceTexels});
  vec4 look = texel(piece * ${pieceTexels} + 1);
  vec4 from = u_matrix * vec4(ends.xy, 0.0, 1.0);
  vec4 to = u_matrix * vec4(ends.zw, 0.0, 1.0);
  vec2 way = (to.xy / to.w - from.xy / from.w) * u_viewport * 0.5;
  float size = length(way);
  vec2 along = size > 0.0001 ? way / size : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  float radius = u_width * 0.5 + 1.0;
  float forward = corner.x * size + (corner.x * 2.0 - 1.0) * radius;
  float aside = (corner.y * 2.0 - 1.0) * radius;
  v_pixels = vec2(forward, aside);
  v_length = size;
  v_colour = look.rgb;
  v_dashed = look.a;
  vec4 clip = from;
  clip.xy += (along * forward + across * aside) * 2.0 / u_viewport * clip.w;
  gl_Position = clip;
}`;

const pieceFragment = `#version 300 es
precision highp float;
uniform float u_width;
uniform vec4 u_casing;
in vec2 v_pixels;
flat in float v_length;
flat in vec3 v_colour;
flat in float v_dashed;
out vec4 colour;
void main() {
  float beyond = max(max(-v_pixels.x, v_pixels.x - v_length), 0.0);
  float edge = length(vec2(beyond, v_pixels.y));
  float alpha = 1.0 - smoothstep(u_width * 0.5 - 0.6, u_width * 0.5 + 0.6, edge);
  if (v_dashed > 0.5 && fract(v_pixels.x / 10.0) > 0.5) discard;
  vec3 rgb = mix(v_colour, u_casing.rgb, u_casing.a);
  if (v_dashed > 0.5) alpha *= 0.8;
  if (alpha < 0.01) discard;
  colour = vec4(rgb * alpha, alpha);
}`;

/** Direction marks: a chevron in the direction of travel. */
const markVertex = `#version 300 es
precision highp float;
uniform mat4 u_matrix;
uniform vec2 u_viewport;
uniform float u_bearing;
layout(location = 0) in vec2 a_place;
layout(location = 1) in float a_angle;
out vec2 v_pixels;
const float size = 14.0;
void main() {
  ${corner}
  v_pixels = (corner - 0.5) * size;
  float angle = a_angle - u_bearing;
  vec2 turned = mat2(cos(angle), sin(angle), -sin(angle), cos(angle)) * v_pixels;
  vec4 clip = u_matrix * vec4(a_place, 0.0, 1.0);
  clip.xy += turned * vec2(2.0, -2.0) / u_viewport * clip.w;
  gl_Position = clip;
}`;

const markFragment = `#version 300 es
precision highp float;
uniform vec3 u_ink;
uniform vec3 u_halo;
in vec2 v_pixels;
out vec4 colour;
float away(vec2 p, vec2 a, vec2 b) {
  vec2 way = b - a;
  return length(p - a - way * clamp(dot(p - a, way) / dot(way, way), 0.0, 1.0));
}
void main() {
  vec2 tip = vec2(0.0, -3.2);
  float d = min(away(v_pixels, tip, vec2(-3.4, 2.2)), away(v_pixels, tip, vec2(3.4, 2.2)));
  float ink = 1.0 - smoothstep(0.5, 1.5, d);
  float halo = 1.0 - smoothstep(1.9, 2.9, d);
  if (halo < 0.01) discard;
  colour = vec4(mix(u_halo, u_ink, ink) * halo, halo);
}`;
