import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Redraws } from './software-rendering';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('Node', Event);
});
afterEach(() => void vi.useRealTimers());

/** A map drawn by this renderer, in milliseconds since it was made: each frame that was asked for is drawn at once. */
function drawnBy(renderer: string) {
  const listeners = new Map<string, () => void>();
  const began = performance.now();
  const frames: number[] = [];
  const draw = () => {
    frames.push(performance.now() - began);
    listeners.get('render')?.();
  };
  const gl = { RENDERER: 1, getExtension: () => null, getParameter: () => renderer };
  const map = {
    getCanvas: () => ({ getContext: () => gl }),
    getContainer: () => ({ contains: () => false }),
    on: (type: string, listener: () => void) => listeners.set(type, listener),
    triggerRepaint: draw,
  };
  const redraws = new Redraws(map as unknown as ConstructorParameters<typeof Redraws>[0]);
  return { redraws, frames, remove: () => listeners.get('remove')?.() };
}

const type = () => window.dispatchEvent(new Event('keydown'));

test('a graphics card draws each movement at once', () => {
  const { redraws, frames } = drawnBy('NVIDIA');
  for (let i = 0; i < 3; i++) redraws.request(false);
  expect(frames).toEqual([0, 0, 0]);
});

test('the processor draws movements once a second, the last one too', () => {
  const { redraws, frames } = drawnBy('SwiftShader');
  for (let i = 0; i < 15; i++) {
    redraws.request(false);
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(5_000);
  expect(frames).toEqual([0, 1_000, 2_000]);
});

test('an answer waits for a pause of the keys only, even if devices move meanwhile', () => {
  const { redraws, frames } = drawnBy('llvmpipe');
  redraws.request(false);
  type();
  redraws.request(true);
  vi.advanceTimersByTime(100);
  redraws.request(false);
  vi.advanceTimersByTime(5_000);
  expect(frames).toEqual([0, 300]);
  redraws.request(true);
  redraws.request(false);
  vi.advanceTimersByTime(5_000);
  expect(frames).toEqual([0, 300, 5_100, 6_100]);
});

test('nothing is drawn after the map was removed', () => {
  const { redraws, frames, remove } = drawnBy('SwiftShader');
  redraws.request(false);
  redraws.request(false);
  remove();
  type();
  vi.advanceTimersByTime(5_000);
  expect(frames).toEqual([0]);
});
