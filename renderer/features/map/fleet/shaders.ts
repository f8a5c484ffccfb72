import { deviceStates } from '#shared/domain/device-state';
import { atlasColumns, atlasRows, cells, estimateCells } from './atlas';

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

export const spriteVertex = `${head}
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

export const spriteFragment = `#version 300 es
precision mediump float;
uniform sampler2D u_atlas;
in vec2 v_texture;
out vec4 colour;
void main() {
  colour = texture(u_atlas, v_texture);
}`;

const states = deviceStates.length;
/** Numbers of each attribute with the ends of the states' parts of a ring. */
export const ringEnds = [4, 4, 4] as const;

/** The colour of a part of the ring, as one expression of the shader. */
const ringColour = ringEnds
  .flatMap((size, i) => ['x', 'y', 'z', 'w'].slice(0, size).map((part) => `v_ends${i}.${part}`))
  .map((end, state) => `turn < ${end} ? u_states[${state}] : `)
  .concat(`u_states[${states - 1}]`)
  .join('');

export const discVertex = `${head}
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
export const discFragment = `#version 300 es
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
