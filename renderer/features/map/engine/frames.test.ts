import type { Map as BaseMap } from 'maplibre-gl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferFrames } from './frames';

let runFrames: () => void;

beforeEach(() => {
  let callbacks: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => callbacks.push(callback));
  runFrames = () => {
    const due = callbacks;
    callbacks = [];
    for (const callback of due) callback();
  };
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A context that records what becomes of the canvas, and a fence that is passed on request. */
function fakeContext() {
  const state = { isDrawn: false, bound: null as unknown, copies: 0 };
  const gl = {
    TIMEOUT_EXPIRED: 1,
    DRAW_FRAMEBUFFER: 2,
    drawingBufferWidth: 300,
    drawingBufferHeight: 200,
    bindFramebuffer: (_target: number, framebuffer: unknown) => (state.bound = framebuffer),
    getParameter: () => state.bound,
    createFramebuffer: () => ({ name: 'own' }),
    createRenderbuffer: () => ({}),
    deleteFramebuffer: () => undefined,
    deleteRenderbuffer: () => undefined,
    bindRenderbuffer: () => undefined,
    renderbufferStorage: vi.fn<(...args: number[]) => void>(),
    framebufferRenderbuffer: () => undefined,
    isEnabled: () => true,
    enable: () => undefined,
    disable: () => undefined,
    blitFramebuffer: () => (state.copies += 1),
    fenceSync: () => ({}),
    deleteSync: () => undefined,
    flush: () => undefined,
    clientWaitSync: () => (state.isDrawn ? 0 : 1),
  };
  return { gl, state };
}

function setup() {
  const { gl, state } = fakeContext();
  const listeners = new Map<string, () => void>();
  const repaint = vi.fn<() => void>();
  const map = {
    on: (type: string, listener: () => void) => listeners.set(type, listener),
    triggerRepaint: repaint,
    redraw: () => listeners.get('render')?.(),
  } as unknown as Pick<BaseMap, 'on' | 'triggerRepaint' | 'redraw'>;
  const frames = deferFrames(map, gl as unknown as WebGL2RenderingContext);
  return { gl, state, map, frames, repaint, fire: (type: string) => listeners.get(type)?.() };
}

test('what is drawn to the canvas goes to a framebuffer of its own', () => {
  const { gl, state } = setup();
  const own = state.bound;
  expect(own).toEqual({ name: 'own' });
  const other = { name: 'other' };
  gl.bindFramebuffer(0, other);
  expect(state.bound).toBe(other);
  gl.bindFramebuffer(0, null);
  expect(state.bound).toBe(own);
});

test('the canvas receives a picture when it is drawn, and the next frame begins after that', async () => {
  const { state, map, frames, repaint, fire } = setup();
  const shown = vi.fn<() => void>();
  fire('render');
  frames.afterShown(shown);
  map.triggerRepaint();
  expect(state.copies).toBe(0);
  state.isDrawn = true;
  await expect.poll(() => state.copies).toBe(1);
  expect(repaint).not.toHaveBeenCalled();
  expect(shown).not.toHaveBeenCalled();
  runFrames();
  await expect.poll(() => shown.mock.calls.length).toBe(1);
  expect(repaint).toHaveBeenCalledOnce();
});

test('without a frame under way a repaint begins at once', async () => {
  const { state, map, frames, repaint, fire } = setup();
  map.triggerRepaint();
  expect(repaint).toHaveBeenCalledOnce();
  const shown = vi.fn<() => void>();
  fire('render');
  frames.afterShown(shown);
  state.isDrawn = true;
  await expect.poll(() => state.copies).toBe(1);
  runFrames();
  await expect.poll(() => shown.mock.calls.length).toBe(1);
  expect(repaint).toHaveBeenCalledOnce();
  map.triggerRepaint();
  expect(repaint).toHaveBeenCalledTimes(2);
});

test('a repaint that the script of a frame asks for waits until the frame is shown', async () => {
  const { state, map, repaint, fire } = setup();
  map.triggerRepaint();
  map.triggerRepaint();
  runFrames();
  repaint.mockClear();
  map.triggerRepaint();
  fire('render');
  state.isDrawn = true;
  await expect.poll(() => state.copies).toBe(1);
  expect(repaint).not.toHaveBeenCalled();
  runFrames();
  await expect.poll(() => repaint.mock.calls.length).toBe(1);
});

test('a frame that draws nothing does not hold up the next one', async () => {
  const { map, repaint } = setup();
  map.triggerRepaint();
  runFrames();
  map.triggerRepaint();
  await expect.poll(() => repaint.mock.calls.length).toBe(2);
});

test('a map that is redrawn on request is on the canvas at once', () => {
  const { state, map } = setup();
  map.redraw();
  expect(state.copies).toBe(1);
});

test('the framebuffer follows the size of the canvas, and is made again for a new context', () => {
  const { gl, fire } = setup();
  const sizes = () => gl.renderbufferStorage.mock.calls.map(([, , ...size]) => size);
  expect(sizes()).toEqual([
    [300, 200],
    [300, 200],
  ]);
  fire('resize');
  expect(sizes()).toHaveLength(2);
  gl.drawingBufferWidth = 640;
  fire('resize');
  expect(sizes().slice(2)).toEqual([
    [640, 200],
    [640, 200],
  ]);
  fire('webglcontextrestored');
  expect(sizes()).toHaveLength(6);
});
