import { expect, test } from 'vitest';
import { deviceStates } from '#shared/domain/device-state';
import { t } from '../../test/support/english';
import { deviceStateLooks, type ColourScheme } from './device-state-look';

/** The window's backgrounds in each scheme: the body, and a selected row. */
const grounds: Record<ColourScheme, string[]> = {
  light: ['#ffffff', '#dcebf7'],
  dark: ['#1b2129', '#1d3a52'],
};

/** WCAG 2 relative luminance. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

test('every state has enough contrast on every background', () => {
  for (const [state, { colour }] of Object.entries(deviceStateLooks))
    for (const scheme of ['light', 'dark'] as const)
      for (const ground of grounds[scheme])
        expect(contrast(colour[scheme], ground), `${state} on ${ground}`).toBeGreaterThan(4.5);
});

test('no two states share a shape or a label', () => {
  const looks = Object.values(deviceStateLooks);
  expect(new Set(looks.map(({ shape }) => shape)).size).toBe(looks.length);
  const words = deviceStates.map((state) => t(`common.deviceState.${state}`));
  expect(new Set(words).size).toBe(looks.length);
});
