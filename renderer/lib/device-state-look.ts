import type { DeviceState } from '#shared/domain/device-state';

/** The outline of a state on the map and beside its label; each state has its own. */
export const stateShapes = ['arrow', 'square', 'circle', 'diamond', 'ring', 'cross'] as const;
export type StateShape = (typeof stateShapes)[number];

export type ColourScheme = 'light' | 'dark';

/** The look of a state. Colour is never the only difference. */
export interface DeviceStateLook {
  word: string;
  /** What the state means, as one sentence for a tooltip. */
  meaning: string;
  shape: StateShape;
  /** Six-digit hex; at least 4.5 : 1 against the window's background of that scheme. */
  colour: Record<ColourScheme, string>;
}

export const deviceStateLooks: Record<DeviceState, DeviceStateLook> = {
  moving: {
    word: 'Moving',
    meaning: 'The last fix is recent and its speed is above the threshold.',
    shape: 'arrow',
    colour: { light: '#00734f', dark: '#3ecf97' },
  },
  stopped: {
    word: 'Stopped',
    meaning: 'The last fix is recent and the device stands still.',
    shape: 'square',
    colour: { light: '#1d5fbf', dark: '#78b0ff' },
  },
  unknownMotion: {
    word: 'Motion unknown',
    meaning: 'The last fix is recent, but says nothing about speed.',
    shape: 'circle',
    colour: { light: '#6f42ab', dark: '#c7a6f5' },
  },
  stale: {
    word: 'Stale',
    meaning: 'The last fix is old: where the device was, not what it does now.',
    shape: 'diamond',
    colour: { light: '#945600', dark: '#f0b13c' },
  },
  silent: {
    word: 'No recent fix',
    meaning: 'No fix at all, or none for so long that it says little.',
    shape: 'ring',
    colour: { light: '#5b6472', dark: '#a7afba' },
  },
  expired: {
    word: 'Expired',
    meaning: 'The expiry date has passed: the service no longer reports this device.',
    shape: 'cross',
    colour: { light: '#b3261e', dark: '#ff8a80' },
  },
};
