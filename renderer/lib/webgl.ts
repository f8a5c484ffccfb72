// What layers of ours need to draw with the graphics card.

/** Compiles and links a program; throws if the driver refuses it. */
export function linkProgram(
  gl: WebGL2RenderingContext,
  vertexSource: string,
  fragmentSource: string,
): WebGLProgram {
  const program = gl.createProgram();
  const sources = [
    [gl.VERTEX_SHADER, vertexSource],
    [gl.FRAGMENT_SHADER, fragmentSource],
  ] as const;
  for (const [type, source] of sources) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`the map's shader was refused: ${gl.getProgramInfoLog(program) ?? ''}`);
  }
  return program;
}

/** What is drawn covers what is there, as far as it is opaque; colours are premultiplied. */
export function drawOver(gl: WebGL2RenderingContext): void {
  for (const test of [gl.DEPTH_TEST, gl.STENCIL_TEST, gl.CULL_FACE]) gl.disable(test);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
}

/** The locations of a program's uniforms. */
export function uniformsOf<Name extends string>(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  names: readonly Name[],
): Record<Name, WebGLUniformLocation | null> {
  return Object.fromEntries(
    names.map((name) => [name, gl.getUniformLocation(program, `u_${name}`)]),
  ) as Record<Name, WebGLUniformLocation | null>;
}

/** How many numbers of an instance each of the attributes 0, 1, 2 … takes. */
type Layout = readonly number[];

/** An instance buffer on the graphics card. */
export class InstanceBuffer {
  readonly #array: WebGLVertexArrayObject;
  readonly #buffer: WebGLBuffer;
  readonly #numbers: number;
  #capacity = 0;
  count = 0;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    layout: Layout,
  ) {
    this.#array = gl.createVertexArray();
    this.#buffer = gl.createBuffer();
    this.#numbers = layout.reduce((sum, size) => sum + size, 0);
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    let offset = 0;
    layout.forEach((size, attribute) => {
      gl.enableVertexAttribArray(attribute);
      gl.vertexAttribPointer(attribute, size, gl.FLOAT, false, this.#numbers * 4, offset);
      gl.vertexAttribDivisor(attribute, 1);
      offset += size * 4;
    });
    gl.bindVertexArray(null);
  }

  set(contents: Float32Array<ArrayBuffer>): void {
    const { gl } = this;
    this.count = contents.length / this.#numbers;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    if (contents.length > this.#capacity) {
      this.#capacity = Math.ceil(contents.length * 1.5);
      gl.bufferData(gl.ARRAY_BUFFER, this.#capacity * 4, gl.DYNAMIC_DRAW);
    }
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, contents);
  }

  draw(): void {
    if (this.count === 0) return;
    const { gl } = this;
    gl.bindVertexArray(this.#array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.count);
    gl.bindVertexArray(null);
  }

  free(): void {
    this.gl.deleteBuffer(this.#buffer);
    this.gl.deleteVertexArray(this.#array);
  }
}

/** A matrix translated to an origin, in full precision until the last step. */
export function movedTo(matrix: ArrayLike<number>, x: number, y: number): Float32Array {
  const moved = Float64Array.from(matrix);
  for (let row = 0; row < 4; row++) {
    moved[12 + row] = matrix[row]! * x + matrix[4 + row]! * y + matrix[12 + row]!;
  }
  return Float32Array.from(moved);
}

/** Texels in a row of the texture; every graphics card supports this width. */
const rowTexels = 2048;
const texelNumbers = 4;

/**
 * Numbers that a vertex shader fetches by `gl_VertexID` from `sampler2D`, four to a texel, row after
 * row. Faster than instancing for many small shapes: software renderers have a cost for each instance.
 */
export class TexelBuffer {
  readonly #texture: WebGLTexture;
  /** Has no attributes, but a draw call needs one of its own. */
  readonly #array: WebGLVertexArrayObject;
  #rows = 0;
  #texels = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.#texture = gl.createTexture();
    this.#array = gl.createVertexArray();
  }

  get texels(): number {
    return this.#texels;
  }

  set(contents: Float32Array): void {
    const { gl } = this;
    this.#texels = contents.length / texelNumbers;
    this.#bind();
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
    const full = Math.floor(this.#texels / rowTexels);
    const rest = this.#texels % rowTexels;
    const rows = full + (rest > 0 ? 1 : 0);
    if (rows > this.#rows) this.#grow(rows);
    if (full > 0) this.#send(contents, 0, rowTexels, full);
    if (rest > 0) this.#send(contents, full, rest, 1);
  }

  /** Draws a number of vertices as triangles, with the texture at unit 0. */
  draw(vertices: number): void {
    if (vertices === 0) return;
    const { gl } = this;
    this.#bind();
    gl.bindVertexArray(this.#array);
    gl.drawArrays(gl.TRIANGLES, 0, vertices);
    gl.bindVertexArray(null);
  }

  free(): void {
    this.gl.deleteTexture(this.#texture);
    this.gl.deleteVertexArray(this.#array);
  }

  #bind(): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
  }

  /** Allocates more than needed: a track grows while it is fetched. */
  #grow(rows: number): void {
    const { gl } = this;
    this.#rows = Math.ceil(rows * 1.5);
    const size = [rowTexels, this.#rows, 0] as const;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, ...size, gl.RGBA, gl.FLOAT, null);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    }
  }

  #send(contents: Float32Array, row: number, width: number, height: number): void {
    const { gl } = this;
    const area = [0, row, width, height] as const;
    const from = row * rowTexels * texelNumbers;
    gl.texSubImage2D(gl.TEXTURE_2D, 0, ...area, gl.RGBA, gl.FLOAT, contents, from);
  }
}

/** GLSL: `vec4 texel(int)` reads from `u_texels`. */
export const fetchTexel = `
uniform highp sampler2D u_texels;
vec4 texel(int at) {
  return texelFetch(u_texels, ivec2(at % ${rowTexels}, at / ${rowTexels}), 0);
}`;

/** Whether a software renderer draws a canvas: it copes with a few thousand shapes. */
export function isDrawnBySoftware(canvas: HTMLCanvasElement): boolean {
  const gl = canvas.getContext('webgl2');
  if (!gl) return false;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(String(name));
}
