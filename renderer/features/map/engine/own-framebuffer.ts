import { drawOver, linkProgram } from './gl';

const screenVertex = `#version 300 es
void main() {
  gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}`;

const copyFragment = `#version 300 es
precision mediump float;
uniform sampler2D u_picture;
out vec4 colour;
void main() {
  colour = texelFetch(u_picture, ivec2(gl_FragCoord.xy), 0);
}`;

interface Part {
  framebuffer: WebGLFramebuffer;
  texture: WebGLTexture;
  width: number;
  height: number;
}

/** What belongs to one context. */
interface Resources {
  copy: WebGLProgram;
  /** Has no attributes, but a draw call needs one of its own. */
  array: WebGLVertexArrayObject;
  below: Part;
  above: Part;
  /** Of both parts: what is above tests against what is below. */
  depth: WebGLRenderbuffer;
  /** The program is compiled. */
  isWarm: boolean;
}

const createPart = (gl: WebGL2RenderingContext): Part => ({
  framebuffer: gl.createFramebuffer(),
  texture: gl.createTexture(),
  width: 0,
  height: 0,
});

const createResources = (gl: WebGL2RenderingContext): Resources => ({
  copy: linkProgram(gl, screenVertex, copyFragment),
  array: gl.createVertexArray(),
  below: createPart(gl),
  above: createPart(gl),
  depth: gl.createRenderbuffer(),
  isWarm: false,
});

function freePart(gl: WebGL2RenderingContext, { framebuffer, texture }: Part): void {
  gl.deleteFramebuffer(framebuffer);
  gl.deleteTexture(texture);
}

function freeResources(gl: WebGL2RenderingContext, resources: Resources): void {
  const { copy, array, below, above, depth } = resources;
  gl.deleteProgram(copy);
  gl.deleteVertexArray(array);
  gl.deleteRenderbuffer(depth);
  for (const part of [below, above]) freePart(gl, part);
}

/**
 * Framebuffers that take the place of the canvas in a context: what is drawn to the canvas goes there, until
 * `show`. There are two, so that what is between them can change alone: what is drawn after `beginAbove` goes to the
 * second.
 */
export class OwnFramebuffer {
  readonly #bind: WebGL2RenderingContext['bindFramebuffer'];
  #resources: Resources;
  #isAbove = false;
  /** Whether the last picture has a part above. */
  #hasAbove = false;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.#bind = gl.bindFramebuffer.bind(gl);
    gl.bindFramebuffer = (target, framebuffer) => this.#bind(target, framebuffer ?? this.#current);
    this.#resources = createResources(gl);
    this.end();
    this.resize();
  }

  /** The context is new, or MapLibre begins anew in it. */
  restore(): void {
    freeResources(this.gl, this.#resources);
    this.#resources = createResources(this.gl);
    this.end();
    this.resize();
  }

  /** The canvas may have another size; returns whether it has: then nothing is drawn yet. */
  resize(): boolean {
    return this.#fit(this.#resources.below);
  }

  /** The picture is complete: what is drawn from here on belongs to the next. */
  end(): void {
    this.#hasAbove = this.#isAbove;
    this.#isAbove = false;
    this.#bind(this.gl.FRAMEBUFFER, this.#current);
  }

  /** What is drawn from here on is above what `show` draws between. */
  beginAbove(): void {
    const { gl } = this;
    this.#isAbove = true;
    // Only maps with a part above need the memory.
    this.#fit(this.#resources.above);
    this.#bind(gl.FRAMEBUFFER, this.#current);
    gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 0]);
  }

  /**
   * Copies one pixel of the first picture to nowhere: a program is compiled when it draws first, which takes a
   * software renderer tenths of a second. Returns whether it did, which changes the state of the context.
   */
  warmUp(): boolean {
    const { gl } = this;
    const resources = this.#resources;
    if (resources.isWarm) return false;
    resources.isWarm = true;
    // Of the same kind as the canvas, for which the program is compiled.
    const pixel = { ...createPart(gl), width: 1, height: 1 };
    const depth = gl.createRenderbuffer();
    this.#allocate(pixel, depth, true);
    this.#bind(gl.FRAMEBUFFER, pixel.framebuffer);
    this.#beginCopies(pixel);
    this.#copy(resources.below);
    this.#bind(gl.FRAMEBUFFER, this.#current);
    freePart(gl, pixel);
    gl.deleteRenderbuffer(depth);
    return true;
  }

  /** Draws the picture to the canvas, with what `drawBetween` draws. Changes the state of the context. */
  show(drawBetween: (() => void) | null): void {
    const { gl } = this;
    const { below, above } = this.#resources;
    this.#bind(gl.FRAMEBUFFER, null);
    this.#beginCopies(below);
    this.#copy(below);
    drawBetween?.();
    if (this.#hasAbove) {
      drawOver(gl);
      this.#copy(above);
    }
    this.#bind(gl.FRAMEBUFFER, this.#current);
  }

  /** What stands for the canvas now. */
  get #current(): WebGLFramebuffer {
    const { below, above } = this.#resources;
    return (this.#isAbove ? above : below).framebuffer;
  }

  #beginCopies({ width, height }: Part): void {
    const { gl } = this;
    gl.viewport(0, 0, width, height);
    gl.colorMask(true, true, true, true);
    for (const test of [gl.SCISSOR_TEST, gl.DEPTH_TEST, gl.STENCIL_TEST, gl.CULL_FACE]) {
      gl.disable(test);
    }
    gl.disable(gl.BLEND);
  }

  #copy({ texture }: Part): void {
    const { gl } = this;
    const { copy, array } = this.#resources;
    gl.useProgram(copy);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.bindVertexArray(array);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.bindVertexArray(null);
  }

  /** Gives a part the size of the canvas; returns whether it had another one. */
  #fit(part: Part): boolean {
    const { gl } = this;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    if (width === part.width && height === part.height) return false;
    Object.assign(part, { width, height });
    const { below, depth } = this.#resources;
    this.#allocate(part, depth, part === below);
    return true;
  }

  /** Gives a part its memory, and the depth buffer too if `withDepth`. */
  #allocate(part: Part, depth: WebGLRenderbuffer, withDepth: boolean): void {
    const { gl } = this;
    const { width, height } = part;
    const bound: unknown = gl.getParameter(gl.DRAW_FRAMEBUFFER_BINDING);
    const texture: unknown = gl.getParameter(gl.TEXTURE_BINDING_2D);
    gl.bindTexture(gl.TEXTURE_2D, part.texture);
    const size = [width, height, 0] as const;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, ...size, gl.RGBA, gl.UNSIGNED_BYTE, null);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    }
    const both = gl.DEPTH_STENCIL_ATTACHMENT;
    if (withDepth) {
      gl.bindRenderbuffer(gl.RENDERBUFFER, depth);
      gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH24_STENCIL8, width, height);
      gl.bindRenderbuffer(gl.RENDERBUFFER, null);
    }
    this.#bind(gl.FRAMEBUFFER, part.framebuffer);
    const colour = gl.COLOR_ATTACHMENT0;
    gl.framebufferTexture2D(gl.FRAMEBUFFER, colour, gl.TEXTURE_2D, part.texture, 0);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, both, gl.RENDERBUFFER, depth);
    this.#bind(gl.FRAMEBUFFER, bound as WebGLFramebuffer | null);
    gl.bindTexture(gl.TEXTURE_2D, texture as WebGLTexture | null);
  }
}
