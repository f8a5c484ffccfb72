import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { deviceStates } from '#shared/domain/device-state';
import { flagCritical } from '#shared/fleet/columns';
import type { MapDevice, VisibleSet } from '#engines/fleet';
import { cells, estimateCells, pointerCell } from './atlas';
import {
  composeScene,
  countText,
  discNumbers,
  fanOut,
  glyphCell,
  kindCell,
  looksAlike,
  mostInFan,
  plateCell,
  Redraws,
  symbolCell,
} from './symbol-layer';
import { singlesAt, visibleOf as visibleSet } from './visible.test-support';

const spriteNumbers = 8;

const advances = new Map('0123456789.kM'.split('').map((glyph) => [glyph, 8]));

const viewport = { west: 0.4, east: 0.6, north: 0.2, south: 0.4, zoom: 5 };
const visibleOf = (parts: Partial<VisibleSet> = {}) => visibleSet({ viewport, ...parts });
const single = (state: number, course: number, flags = 0) =>
  singlesAt([[0.5, 0.25]], { first: 3, state, course, flags });

/** Sprites as the shader reads them. */
function spritesOf(visible: VisibleSet) {
  const { sprites } = composeScene(visible, null, advances);
  return Array.from({ length: sprites.length / spriteNumbers }, (_, i) => {
    const [x, y, dx, dy, angle, , height, cell] = sprites.subarray(i * spriteNumbers);
    return { x, y, dx, dy, angle, height, cell };
  });
}

describe('composeScene', () => {
  it('rotates an arrow to the course, also to the north', () => {
    expect(spritesOf(visibleOf({ singles: single(0, 90) }))[0]).toMatchObject({
      cell: cells.movingArrow,
      angle: Math.fround(Math.PI / 2),
    });
    expect(spritesOf(visibleOf({ singles: single(0, 0) }))[0]).toMatchObject({
      cell: cells.movingArrow,
      angle: 0,
    });
  });

  it('draws a moving device on an unknown course as a circle, and rotates nothing else', () => {
    expect(symbolCell(0, Number.NaN)).toBe(cells.movingRound);
    expect(spritesOf(visibleOf({ singles: single(1, 45) }))[0]).toMatchObject({
      cell: cells.stopped,
      angle: 0,
    });
  });

  it('draws a known vehicle kind on a plate in the look of its state, and points to its course', () => {
    const [van, boat] = [1, 7];
    const singles = (state: number, course: number, kind: number) =>
      singlesAt([[0.5, 0.25]], { state, course, kind });
    const moving = spritesOf(visibleOf({ singles: singles(0, 90, van) }));
    expect(moving.map(({ cell }) => cell)).toEqual([pointerCell, plateCell(0, 90), kindCell(van)]);
    expect(moving.map(({ angle }) => angle)).toEqual([Math.fround(Math.PI / 2), 0, 0]);
    const stopped = spritesOf(visibleOf({ singles: singles(1, 90, boat) }));
    expect(stopped.map(({ cell }) => cell)).toEqual([plateCell(1, 90), kindCell(boat)]);
    const noPosition = deviceStates.indexOf('noPosition');
    for (const [state, course] of [
      [0, Number.NaN],
      [noPosition, 0],
    ] as const) {
      const [only, ...others] = spritesOf(visibleOf({ singles: singles(state, course, van) }));
      expect(only!.cell).toBe(symbolCell(state, course));
      expect(others).toEqual([]);
    }
  });

  it('marks a critical alert', () => {
    const sprites = spritesOf(visibleOf({ singles: single(1, 0, flagCritical) }));
    expect(sprites.map(({ cell }) => cell)).toEqual([cells.stopped, cells.critical]);
  });

  it('is relative to the centre of the viewport, so that it stays exact', () => {
    const visible = visibleOf({
      viewport: { west: 0.5, east: 0.5 + 2e-7, north: 0.25, south: 0.25 + 2e-7, zoom: 20 },
      singles: { ...single(1, 0), x: Float64Array.of(0.5 + 1.5e-7), y: Float64Array.of(0.25) },
    });
    const [sprite] = spritesOf(visible);
    const pixels = 512 * 2 ** 20;
    expect(sprite!.x! * pixels).toBeCloseTo(0.5e-7 * pixels, 4);
  });

  it('draws a cluster with a ring in proportion to its states, and its count', () => {
    const clusters = {
      ref: [{ cell: { level: 8, cellX: 1, cellY: 1 }, slots: [] }],
      x: Float64Array.of(0.5),
      y: Float64Array.of(0.3),
      count: Uint32Array.of(40),
      byState: Uint32Array.of(10, 20, 0, 0, 5, ...Array(7).fill(0), 5),
    };
    const { discs } = composeScene(visibleOf({ clusters }), null, advances);
    expect(discs).toHaveLength(discNumbers);
    expect([...discs.subarray(3)]).toEqual([0.25, 0.75, 0.75, 0.75, ...Array(8).fill(0.875)]);
    const glyphs = spritesOf(visibleOf({ clusters }));
    expect(glyphs.map(({ cell, dx }) => [cell, dx])).toEqual([
      [glyphCell('4'), -4],
      [glyphCell('0'), 4],
    ]);
  });

  it('draws the selected device last, in a ring', () => {
    const selected: MapDevice = {
      slot: 9,
      id: 'nine',
      label: 'Nine',
      state: 'stale',
      x: 0.5,
      y: 0.25,
      course: Number.NaN,
      flags: 0,
      kind: 0,
    };
    const sprites = spritesOf(visibleOf({ singles: single(1, 0), selected }));
    expect(sprites.map(({ cell }) => cell)).toEqual([cells.stopped, cells.selection, cells.stale]);
  });
});

test('the estimate of the selected device is an outline on top, with a thin line from its place below', () => {
  const selected = {
    slot: 3,
    state: 'moving',
    x: 0.5,
    y: 0.5,
    course: 90,
    flags: 0,
    kind: 0,
  } as MapDevice;
  const estimate = { x: 0.501, y: 0.5, course: 90 };
  const visible = visibleOf({ selected, estimate });
  const sprites = spritesOf(visible);
  expect(sprites.map(({ cell }) => cell)).toEqual([
    estimateCells.line,
    estimateCells.arrow,
    cells.selection,
    cells.movingArrow,
  ]);
  const [line] = sprites;
  expect(line!.height).toBeCloseTo(0.001 * 512 * 2 ** visible.viewport.zoom, 2);
  expect(line!.angle).toBeCloseTo(Math.PI / 2);
});

describe('countText', () => {
  it('needs at most four characters, and never rounds up', () => {
    expect([7, 412, 999, 1000, 1990, 12_999, 999_499, 1_250_000].map(countText)).toEqual([
      '7',
      '412',
      '999',
      '1k',
      '1.9k',
      '12k',
      '999k',
      '1.2M',
    ]);
  });
});

describe('fanOut', () => {
  const device = (slot: number) => ({ slot }) as MapDevice;

  it('spreads devices so that each can be clicked', () => {
    const { members } = fanOut(
      0.5,
      0.5,
      Array.from({ length: 16 }, (_, i) => device(i)),
    );
    for (const [i, a] of members.entries()) {
      for (const b of members.slice(i + 1)) {
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(28);
      }
    }
  });

  it('leaves too many devices to the list', () => {
    const many = Array.from({ length: 99 }, (_, i) => device(i));
    expect(fanOut(0, 0, many).members).toHaveLength(mostInFan);
  });
});

test('a scene is drawn again once something has moved, turned or changed by half a pixel', () => {
  const pixels = 1000;
  const scene = (x: number, course: number, stopped: number) => {
    const clusters = {
      count: Uint32Array.of(100),
      x: Float64Array.of(0.45),
      y: Float64Array.of(0.25),
      byState: Uint32Array.from(deviceStates, (_, state) => [100 - stopped, stopped][state] ?? 0),
    } as VisibleSet['clusters'];
    const singles = singlesAt([[x, 0.25]], { course });
    return composeScene(visibleOf({ singles, clusters }), null, advances);
  };
  const isSeen = (...changed: Parameters<typeof scene>) =>
    !looksAlike(scene(...changed), scene(0.5, 90, 20), pixels);
  expect([isSeen(0.5004, 91, 20), isSeen(0.5006, 90, 20)]).toEqual([false, true]);
  expect([isSeen(0.5, 93, 20), isSeen(0.5, 90, 21)]).toEqual([true, true]);
  const other = composeScene(visibleOf({ singles: single(0, 90) }), null, advances);
  expect(looksAlike(other, composeScene(visibleOf(), null, advances), pixels)).toBe(false);
});

describe('frames for what moves by itself', () => {
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

  it('a graphics card draws each movement at once', () => {
    const { redraws, frames } = drawnBy('NVIDIA');
    for (let i = 0; i < 3; i++) redraws.request(false);
    expect(frames).toEqual([0, 0, 0]);
  });

  it('the processor draws movements once a second, the last one too', () => {
    const { redraws, frames } = drawnBy('SwiftShader');
    for (let i = 0; i < 15; i++) {
      redraws.request(false);
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(5_000);
    expect(frames).toEqual([0, 1_000, 2_000]);
  });

  it('an answer waits for a pause of the keys only, even if devices move meanwhile', () => {
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

  it('nothing is drawn after the map was removed', () => {
    const { redraws, frames, remove } = drawnBy('SwiftShader');
    redraws.request(false);
    redraws.request(false);
    remove();
    type();
    vi.advanceTimersByTime(5_000);
    expect(frames).toEqual([0]);
  });
});
