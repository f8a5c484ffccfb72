import { expect, test } from 'vitest';
import { boundsOn, isAboutAt } from './window-places';

/** With a bar of 40 at the top. */
const display = (id: number, x: number, width: number, height: number) => ({
  id,
  bounds: { x, y: 0, width, height },
  workArea: { x, y: 40, width, height: height - 40 },
});
const laptop = display(1, 0, 1440, 900);
const monitor = display(2, 1440, 2560, 1440);
const onMonitor = {
  bounds: { x: 1540, y: 140, width: 1200, height: 800 },
  display: { id: 2, bounds: monitor.bounds },
};

test('a window is where it was, on the display that it was on', () => {
  expect(boundsOn(onMonitor, [laptop, monitor])).toEqual(onMonitor.bounds);
});

test('the window goes with its display to the other side of the desk', () => {
  const left = display(2, -2560, 2560, 1440);
  expect(boundsOn(onMonitor, [laptop, left])).toEqual({ ...onMonitor.bounds, x: -2460 });
});

test('a system that gives the display another id leaves the window on it', () => {
  expect(boundsOn(onMonitor, [laptop, { ...monitor, id: 7 }])).toEqual(onMonitor.bounds);
});

test('on a display of another scale the window keeps its size as far as there is room', () => {
  // 200 % instead of 100 %.
  const scaled = display(2, 1440, 1280, 720);
  expect(boundsOn(onMonitor, [laptop, scaled])).toEqual({
    x: 1520,
    y: 40,
    width: 1200,
    height: 680,
  });
});

test('without its display the window is in the middle of the primary one, whole', () => {
  expect(boundsOn(onMonitor, [laptop])).toEqual({ x: 120, y: 70, width: 1200, height: 800 });
  const large = { ...onMonitor, bounds: { ...onMonitor.bounds, width: 2400, height: 1300 } };
  expect(boundsOn(large, [laptop])).toEqual(laptop.workArea);
});

test('what reached over the edge, below the bar or was too small is moved into view', () => {
  const display = { id: 1, bounds: laptop.bounds };
  expect(
    boundsOn({ bounds: { x: 1300, y: -50, width: 900, height: 100 }, display }, [laptop]),
  ).toEqual({
    x: 540,
    y: 40,
    width: 900,
    height: 480,
  });
});

test('a place that names no display is on the one with most of the window', () => {
  expect(boundsOn({ ...onMonitor, display: null }, [laptop, monitor])).toEqual(onMonitor.bounds);
});

test('without a display there is no place', () => {
  expect(boundsOn(onMonitor, [])).toBeNull();
});

test('a frame that the desktop adds does not move a window, and a user does', () => {
  const put = { x: 510, y: 240, width: 900, height: 600 };
  expect(isAboutAt(put, { ...put, x: 509, y: 265 })).toBe(true);
  expect(isAboutAt(put, { ...put, x: 200 })).toBe(false);
});
