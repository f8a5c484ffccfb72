import type { DeviceState } from '#shared/domain/device-state';

/** The outline of a state on the map and beside its label; each state has its own. */
export const stateShapes = [
  'arrow',
  'square',
  'circle',
  'diamond',
  'ring',
  'cross',
  'hourglass',
  'slashedRing',
  'clock',
  'question',
  'dots',
  'bar',
] as const;
export type StateShape = (typeof stateShapes)[number];

/** Shapes that are drawn as a stroke; all others are filled. */
export const strokedShapes: ReadonlySet<StateShape> = new Set([
  'ring',
  'slashedRing',
  'clock',
  'question',
]);

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
    meaning: 'The last report is recent and its speed is above the threshold.',
    shape: 'arrow',
    colour: { light: '#00734f', dark: '#3ecf97' },
  },
  stopped: {
    word: 'Stopped',
    meaning: 'The last report is recent and the device stands still.',
    shape: 'square',
    colour: { light: '#1d5fbf', dark: '#78b0ff' },
  },
  unknownMotion: {
    word: 'Motion unknown',
    meaning: 'The last report is recent, but says nothing about speed.',
    shape: 'circle',
    colour: { light: '#6f42ab', dark: '#c7a6f5' },
  },
  stale: {
    word: 'Stale',
    meaning:
      'The last report was already old when the service was last asked: where the device was, not what it does now.',
    shape: 'diamond',
    colour: { light: '#945600', dark: '#f0b13c' },
  },
  silent: {
    word: 'No recent fix',
    meaning: 'When the service was last asked, it had no report, or none for a long time.',
    shape: 'ring',
    colour: { light: '#5b6472', dark: '#a7afba' },
  },
  expired: {
    word: 'Expired',
    meaning: 'The service says that it is not active, or its expiry date has passed.',
    shape: 'cross',
    colour: { light: '#b3261e', dark: '#ff8a80' },
  },
  unchecked: {
    word: 'Not checked recently',
    meaning:
      'The last report was recent when the service was last asked, but that is long ago. The device may have reported since.',
    shape: 'hourglass',
    colour: { light: '#0a6870', dark: '#6fcbd3' },
  },
  noPosition: {
    word: 'No position',
    meaning: 'The device reports without a position. The map shows its last known place, if any.',
    shape: 'slashedRing',
    colour: { light: '#5a5e00', dark: '#cdd35c' },
  },
  clockAhead: {
    word: 'Device clock ahead',
    meaning: 'The report is dated in the future, so its age is not known.',
    shape: 'clock',
    colour: { light: '#7d4a1e', dark: '#e0a679' },
  },
  notUnderstood: {
    word: 'Not understood',
    meaning:
      'The last answer has no readable time and place. What is shown is from earlier answers.',
    shape: 'question',
    colour: { light: '#a3175f', dark: '#ff8cc0' },
  },
  neverAsked: {
    word: 'Not asked yet',
    meaning: 'The location of this device has not been requested yet.',
    shape: 'dots',
    colour: { light: '#4a6076', dark: '#9fb4c8' },
  },
  unlisted: {
    word: 'No longer listed',
    meaning: 'The service no longer lists this device. What is shown is the last known copy.',
    shape: 'bar',
    colour: { light: '#5f646b', dark: '#9aa1aa' },
  },
};
