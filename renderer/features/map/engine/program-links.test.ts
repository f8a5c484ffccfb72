import { expect, test, vi } from 'vitest';
import { watchProgramLinks } from './program-links';

function setup() {
  const drawn = vi.fn<(...args: number[]) => void>();
  const linked = vi.fn<(program: unknown) => void>();
  const gl = {
    linkProgram: linked,
    drawArrays: drawn,
    drawArraysInstanced: drawn,
    drawElements: drawn,
    drawElementsInstanced: drawn,
  } as unknown as WebGL2RenderingContext;
  return { gl, drawn, linked, links: watchProgramLinks(gl) };
}

const draw = (gl: WebGL2RenderingContext) => gl.drawElements(4, 6, 5123, 0);
const link = (gl: WebGL2RenderingContext) => gl.linkProgram({});

test('a frame that links no program draws everything', () => {
  const { gl, drawn, links } = setup();
  links.watch();
  draw(gl);
  gl.drawArraysInstanced(5, 0, 4, 9);
  expect(links.end()).toBe(false);
  expect(drawn.mock.calls).toEqual([
    [4, 6, 5123, 0],
    [5, 0, 4, 9],
  ]);
});

test('nothing is drawn once a frame has linked a program, and the next frame draws all', () => {
  const { gl, drawn, linked, links } = setup();
  links.watch();
  draw(gl);
  link(gl);
  draw(gl);
  gl.drawArrays(4, 0, 3);
  link(gl);
  expect(drawn).toHaveBeenCalledOnce();
  expect(linked).toHaveBeenCalledTimes(2);
  expect(links.end()).toBe(true);
  links.watch();
  draw(gl);
  expect(links.end()).toBe(false);
  expect(drawn).toHaveBeenCalledTimes(2);
});

test('of two frames in a row that link programs the second is drawn', () => {
  const { gl, drawn, links } = setup();
  links.watch();
  link(gl);
  expect(links.end()).toBe(true);
  links.watch();
  link(gl);
  draw(gl);
  expect(links.end()).toBe(false);
  expect(drawn).toHaveBeenCalledOnce();
});

test('outside of frames everything is drawn', () => {
  const { gl, drawn, links } = setup();
  link(gl);
  draw(gl);
  expect(links.end()).toBe(false);
  expect(drawn).toHaveBeenCalledOnce();
});
