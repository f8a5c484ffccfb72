import { expect, test } from 'vitest';
import { clampToDisplays } from './window-bounds';

const display = { x: 0, y: 0, width: 1920, height: 1080 };

test('a window left on a display that is gone opens at its usual place', () => {
  expect(clampToDisplays({ x: 4000, y: 100, width: 1200, height: 800 }, [display])).toBeNull();
});

test('a window half off the screen, or larger than it, can be seen and grabbed', () => {
  expect(clampToDisplays({ x: 1800, y: -50, width: 1200, height: 800 }, [display])).toEqual({
    x: 720,
    y: 0,
    width: 1200,
    height: 800,
  });
  expect(clampToDisplays({ x: 0, y: 0, width: 9000, height: 100 }, [display])).toEqual({
    x: 0,
    y: 0,
    width: 1920,
    height: 480,
  });
});
