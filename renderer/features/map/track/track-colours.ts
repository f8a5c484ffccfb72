import type { ColourScheme } from '#lib/device-state-look';

/**
 * Colours of a track from slow to fast, distinguishable by lightness too and on both base maps, and
 * the colour of an unknown speed.
 */
export const trackColours: Record<ColourScheme, { ramp: readonly string[]; unknown: string }> = {
  light: {
    ramp: ['#3b0f70', '#5b2a9d', '#1f6fb2', '#0e8f7e', '#b07d00', '#d1370a'],
    unknown: '#6b7480',
  },
  dark: {
    ramp: ['#b39ddb', '#8aa8f0', '#4fb8e8', '#3fd0a4', '#e3c53b', '#ff8a4c'],
    unknown: '#8b95a3',
  },
};

/** Eight distinguishable colours for devices, for each theme. */
export const deviceColours: Record<ColourScheme, readonly string[]> = {
  light: ['#0f629b', '#b3410b', '#2d7a2d', '#8a3fa0', '#96690a', '#c2185b', '#00766c', '#5a4a42'],
  dark: ['#6cb4ee', '#ff9b63', '#7fcf7f', '#d19be6', '#e6c04d', '#ff86b0', '#4fd1c5', '#c9b8ae'],
};
