/**
 * A framebuffer that takes the place of the canvas in a context: what is drawn to the canvas goes there,
 * until `show` copies it to the canvas.
 */
export class OwnFramebuffer {
  readonly #bind: WebGL2RenderingContext['bindFramebuffer'];
  #framebuffer: WebGLFramebuffer | null = null;
  #colour: WebGLRenderbuffer | null = null;
  #depth: WebGLRenderbuffer | null = null;
  #width = 0;
  #height = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.#bind = gl.bindFramebuffer.bind(gl);
    gl.bindFramebuffer = (target, framebuffer) =>
      this.#bind(target, framebuffer ?? this.#framebuffer);
    this.restore();
  }

  /** The context is new: what it had is gone. */
  restore(): void {
    const { gl } = this;
    gl.deleteFramebuffer(this.#framebuffer);
    gl.deleteRenderbuffer(this.#colour);
    gl.deleteRenderbuffer(this.#depth);
    this.#framebuffer = gl.createFramebuffer();
    this.#colour = gl.createRenderbuffer();
    this.#depth = gl.createRenderbuffer();
    this.#width = 0;
    this.#bind(gl.FRAMEBUFFER, this.#framebuffer);
    this.resize();
  }

  /** The canvas may have another size. */
  resize(): void {
    const { gl } = this;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    if (width === this.#width && height === this.#height) return;
    this.#width = width;
    this.#height = height;
    const bound = this.#bound();
    this.#bind(gl.FRAMEBUFFER, this.#framebuffer);
    this.#attach(gl.COLOR_ATTACHMENT0, this.#colour, gl.RGBA8);
    this.#attach(gl.DEPTH_STENCIL_ATTACHMENT, this.#depth, gl.DEPTH24_STENCIL8);
    gl.bindRenderbuffer(gl.RENDERBUFFER, null);
    this.#bind(gl.FRAMEBUFFER, bound);
  }

  /** Copies the picture to the canvas. */
  show(): void {
    const { gl } = this;
    const size = [0, 0, this.#width, this.#height] as const;
    const bound = this.#bound();
    const isCut = gl.isEnabled(gl.SCISSOR_TEST);
    gl.disable(gl.SCISSOR_TEST);
    this.#bind(gl.READ_FRAMEBUFFER, this.#framebuffer);
    this.#bind(gl.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(...size, ...size, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    this.#bind(gl.FRAMEBUFFER, bound);
    if (isCut) gl.enable(gl.SCISSOR_TEST);
  }

  #bound(): WebGLFramebuffer | null {
    const bound: unknown = this.gl.getParameter(this.gl.DRAW_FRAMEBUFFER_BINDING);
    return bound as WebGLFramebuffer | null;
  }

  #attach(point: number, buffer: WebGLRenderbuffer | null, format: number): void {
    const { gl } = this;
    gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
    gl.renderbufferStorage(gl.RENDERBUFFER, format, this.#width, this.#height);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, point, gl.RENDERBUFFER, buffer);
  }
}
