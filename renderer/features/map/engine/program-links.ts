/** Watches the frames of a context for programs that are linked. */
export interface ProgramLinks {
  /** A frame begins: once it links a program, nothing more of it is drawn. */
  watch(): void;
  /** The frame is over; returns whether what it drew is incomplete. */
  end(): boolean;
}

const drawCalls = [
  'drawArrays',
  'drawArraysInstanced',
  'drawElements',
  'drawElementsInstanced',
] as const;

/**
 * Whoever links a program waits until all that was drawn before is drawn, and a software renderer compiles a program
 * when it draws first. So a frame links all of its programs and draws nothing; the next one draws.
 */
export function watchProgramLinks(gl: WebGL2RenderingContext): ProgramLinks {
  let isWatching = false;
  let hasLinked = false;
  /** Two frames in a row must not be incomplete, or a layer that always links would never be seen. */
  let wasIncomplete = false;

  const link = gl.linkProgram.bind(gl);
  gl.linkProgram = (program) => {
    hasLinked ||= isWatching && !wasIncomplete;
    link(program);
  };
  for (const name of drawCalls) {
    const draw = gl[name].bind(gl) as (...args: unknown[]) => void;
    gl[name] = (...args: unknown[]) => {
      if (!hasLinked) draw(...args);
    };
  }

  return {
    watch: () => {
      isWatching = true;
    },
    end: () => {
      if (!isWatching) return false;
      isWatching = false;
      wasIncomplete = hasLinked;
      hasLinked = false;
      return wasIncomplete;
    },
  };
}
