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
