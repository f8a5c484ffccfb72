import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferFrames } from './frames';

let runFrames: () => void;
/** What MapLibre does when it redraws on request. */
let redrawing = () => {};

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
  redrawing = () => {};
});

/** A context that records what becomes of the canvas, and a fence that is passed on request. */
function fakeContext() {
  const state = { isDrawn: false, bound: null as unknown, copies: [] as unknown[], elements: 0 };
  let names = 0;
  let texture: unknown = null;
  const made = () => ({ name: (names += 1) });
  const methods = {
    DRAW_FRAMEBUFFER_BINDING: 2,
    TIMEOUT_EXPIRED: 1,
    drawingBufferWidth: 300,
    drawingBufferHeight: 200,
    bindFramebuffer: (_target: number, framebuffer: unknown) => (state.bound = framebuffer),
    bindTexture: (_target: number, next: unknown) => (texture = next),
    getParameter: (name: number) => (name === 2 ? state.bound : texture),
    getProgramParameter: () => true,
    createFramebuffer: made,
    createTexture: made,
    texImage2D: vi.fn<(...args: unknown[]) => void>(),
    // The only drawing is that of a picture to the canvas.
    drawArrays: () => state.bound === null && state.copies.push(texture),
    drawElements: () => void (state.elements += 1),
    linkProgram: () => undefined,
    fenceSync: () => ({}),
    clientWaitSync: () => (state.isDrawn ? 0 : 1),
  };
  const gl = new Proxy(methods, {
    get: (known, name) => Reflect.get(known, name) ?? (() => ({})),
  });
  return { gl, state };
}

function setup() {
  const { gl, state } = fakeContext();
  const listeners = new Map<string, () => void>();
  const repaint = vi.fn<() => void>();
  const binding = { set: vi.fn<(framebuffer: null) => void>() };
  const painter = {
    context: { setDirty: vi.fn<() => void>(), bindFramebuffer: binding },
    setBaseState: vi.fn<() => void>(),
  };
  const map = {
    on: (type: string, listener: () => void) => listeners.set(type, listener),
    triggerRepaint: repaint,
    redraw: () => {
      redrawing();
      listeners.get('render')?.();
    },
    painter,
  } as unknown as Parameters<typeof deferFrames>[0];
  const typing = { waitMs: () => 0, stop: () => undefined };
  const frames = deferFrames(map, gl as unknown as WebGL2RenderingContext, typing);
  return {
    gl,
    state,
    map,
    frames,
    painter,
    typing,
    repaint,
    fire: (type: string) => listeners.get(type)?.(),
  };
}

test('what is drawn to the canvas goes to a framebuffer of its own', () => {
  const { gl, state } = setup();
  const own = state.bound;
  expect(own).not.toBeNull();
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
  expect(state.copies).toEqual([]);
  state.isDrawn = true;
  await expect.poll(() => state.copies.length).toBe(1);
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
  await expect.poll(() => state.copies.length).toBe(1);
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
  await expect.poll(() => state.copies.length).toBe(1);
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
  expect(state.copies).toHaveLength(1);
});

test('the framebuffer follows the size of the canvas, and is made again for a new context', () => {
  const { gl, fire } = setup();
  const sizes = () => gl.texImage2D.mock.calls.map((call) => call.slice(3, 5));
  expect(sizes()).toEqual([[300, 200]]);
  fire('resize');
  expect(sizes()).toHaveLength(1);
  gl.drawingBufferWidth = 640;
  fire('resize');
  expect(sizes().slice(1)).toEqual([[640, 200]]);
  fire('webglcontextrestored');
  expect(sizes()).toHaveLength(3);
});

/** A map whose last frame showed a layer, and is on screen. */
async function withLayer({ isTopmost }: { isTopmost: boolean }) {
  const parts = setup();
  const { state, frames, fire } = parts;
  const draw = vi.fn<() => void>();
  const shown = vi.fn<() => void>();
  frames.drawLayer(draw, isTopmost);
  fire('render');
  frames.afterShown(shown);
  state.isDrawn = true;
  await expect.poll(() => state.copies.length).toBe(isTopmost ? 1 : 2);
  expect(draw).toHaveBeenCalledOnce();
  runFrames();
  await expect.poll(() => shown.mock.calls.length).toBe(1);
  return { ...parts, draw };
}

test('a layer that changed alone is drawn again on the picture that is kept', async () => {
  const { state, frames, draw, painter, repaint } = await withLayer({ isTopmost: true });
  const [below] = state.copies;
  frames.redrawLayer();
  frames.redrawLayer();
  expect(draw).toHaveBeenCalledOnce();
  runFrames();
  expect(draw).toHaveBeenCalledTimes(2);
  expect(state.copies).toEqual([below, below]);
  expect(repaint).not.toHaveBeenCalled();
  // MapLibre sets all of its state again: after the first frame and after both pictures.
  expect(painter.context.setDirty).toHaveBeenCalledTimes(3);
  const shown = vi.fn<() => void>();
  frames.afterShown(shown);
  expect(shown).not.toHaveBeenCalled();
  runFrames();
  await expect.poll(() => shown.mock.calls.length).toBe(1);
});

test('what is drawn above the layer stays above it', async () => {
  const { gl, state, frames, draw } = await withLayer({ isTopmost: false });
  const [below, above] = state.copies;
  expect(above).not.toBe(below);
  draw.mockImplementation(() => gl.bindTexture(0, 'layer'));
  frames.redrawLayer();
  runFrames();
  expect(state.copies.slice(2)).toEqual([below, above]);
});

test('the parts of a picture are drawn to framebuffers of their own', () => {
  const { gl, state, frames, fire } = setup();
  const below = state.bound;
  frames.drawLayer(() => {}, false);
  const above = state.bound;
  expect(above).not.toBe(below);
  gl.bindFramebuffer(0, null);
  expect(state.bound).toBe(above);
  fire('render');
  expect(state.bound).toBe(below);
});

test('a layer waits for the frame that is under way, and for one that was requested', async () => {
  const { state, map, frames, draw, repaint, fire } = await withLayer({ isTopmost: true });
  map.triggerRepaint();
  frames.redrawLayer();
  runFrames();
  expect(draw).toHaveBeenCalledOnce();
  frames.drawLayer(draw, true);
  fire('render');
  frames.redrawLayer();
  await expect.poll(() => draw.mock.calls.length).toBe(2);
  // That frame showed it.
  expect(state.copies).toHaveLength(2);
  runFrames();
  const shown = vi.fn<() => void>();
  frames.afterShown(shown);
  await expect.poll(() => shown.mock.calls.length).toBe(1);
  runFrames();
  expect(draw).toHaveBeenCalledTimes(2);
  expect(repaint).toHaveBeenCalledOnce();
});

test('after the size has changed the whole map is drawn, not the layer alone', async () => {
  const { gl, frames, draw, repaint, fire } = await withLayer({ isTopmost: true });
  gl.drawingBufferWidth = 640;
  fire('resize');
  frames.redrawLayer();
  runFrames();
  expect(draw).toHaveBeenCalledOnce();
  expect(repaint).toHaveBeenCalledOnce();
});

test('tells how long the whole map took to be drawn', async () => {
  const { frames, state, fire } = setup();
  expect(frames.drawMs).toBe(0);
  fire('render');
  state.isDrawn = true;
  await expect.poll(() => frames.drawMs).toBeGreaterThan(0);
});

test('while the user types, a frame is begun later and only once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { map, typing, repaint, fire, frames } = setup();
    typing.waitMs = () => 200;
    map.triggerRepaint();
    map.triggerRepaint();
    frames.redrawLayer();
    vi.advanceTimersByTime(199);
    expect(repaint).not.toHaveBeenCalled();
    typing.waitMs = () => 0;
    vi.advanceTimersByTime(1);
    expect(repaint).toHaveBeenCalledOnce();
    // One that was removed begins no frame any more.
    runFrames();
    typing.waitMs = () => 200;
    fire('remove');
    vi.advanceTimersByTime(1_000);
    expect(repaint).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

test('a frame that links programs is not shown, and the next one begins at once', async () => {
  const { gl, state, map, frames, typing, repaint, fire } = setup();
  state.isDrawn = true;
  const shown = vi.fn<() => void>();
  map.triggerRepaint();
  runFrames();
  typing.waitMs = () => 200;
  gl.linkProgram();
  frames.drawLayer(() => undefined, true);
  frames.afterShown(shown);
  fire('render');
  await expect.poll(() => repaint.mock.calls.length).toBe(2);
  expect(state.copies).toEqual([]);
  expect(shown).not.toHaveBeenCalled();
  // Nothing is there that the layer could be drawn over.
  frames.redrawLayer();
  runFrames();
  expect(state.copies).toEqual([]);
  fire('render');
  await expect.poll(() => state.copies.length).toBe(1);
  runFrames();
  await expect.poll(() => shown.mock.calls.length).toBe(1);
});

test('a map that is redrawn on request is complete, also if that links programs', () => {
  const { gl, state, map } = setup();
  // A frame without a style has begun, and ended without an event.
  map.triggerRepaint();
  runFrames();
  redrawing = () => {
    gl.linkProgram();
    gl.drawElements();
  };
  map.redraw();
  expect(state.elements).toBe(1);
  expect(state.copies).toHaveLength(1);
});
