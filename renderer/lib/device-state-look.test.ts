import { expect, test } from 'vitest';
import { deviceStates } from '#shared/domain/device-state';
import { t } from '../../test/support/english';
import { contrast } from './contrast.test-support';
import { deviceStateLooks, type ColourScheme } from './device-state-look';

/** The window's backgrounds in each scheme: the body, and a selected row. */
const grounds: Record<ColourScheme, string[]> = {
  light: ['#ffffff', '#dcebf7'],
  dark: ['#1b2129', '#1d3a52'],
};

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
