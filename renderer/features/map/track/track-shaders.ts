import { fetchTexel } from './texel-buffer';

const corner = 'vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));';

/** Vertices of a piece: two triangles. */
export const pieceVertices = 6;
/** Texels of a piece: from x, y, to x, y; red, green, blue, whether it is dashed. */
export const pieceTexels = 2;

/** Pieces of a track: a rectangle along each, with the given width and round ends. */
export const pieceVertex = `#version 300 es
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

export const pieceFragment = `#version 300 es
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
export const markVertex = `#version 300 es
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

export const markFragment = `#version 300 es
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
