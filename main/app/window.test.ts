import { expect, test } from 'vitest';
import { clampToDisplays } from './window';

const display = { x: 0, y: 0, width: 1920, height: 1080 };

test('opens at the default place if the display is gone', () => {
  expect(clampToDisplays({ x: 4000, y: 100, width: 1200, height: 800 }, [display])).toBeNull();
});

test('moves a window that is off screen or too large into view', () => {
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
