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
export type Layout = readonly number[];

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
