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
  'wedge',
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
  shape: StateShape;
  /** Six-digit hex; at least 4.5 : 1 against the window's background of that scheme. */
  colour: Record<ColourScheme, string>;
}

const look = (shape: StateShape, light: string, dark: string): DeviceStateLook => ({
  shape,
  colour: { light, dark },
});

export const deviceStateLooks: Record<DeviceState, DeviceStateLook> = {
  moving: look('arrow', '#00734f', '#3ecf97'),
  stopped: look('square', '#1d5fbf', '#78b0ff'),
  unknownMotion: look('circle', '#6f42ab', '#c7a6f5'),
  stale: look('diamond', '#945600', '#f0b13c'),
  silent: look('ring', '#5b6472', '#a7afba'),
  expired: look('cross', '#b3261e', '#ff8a80'),
  unchecked: look('hourglass', '#0a6870', '#6fcbd3'),
  noPosition: look('slashedRing', '#5a5e00', '#cdd35c'),
  clockAhead: look('clock', '#7d4a1e', '#e0a679'),
  notUnderstood: look('question', '#a3175f', '#ff8cc0'),
  neverAsked: look('dots', '#4a6076', '#9fb4c8'),
  unlisted: look('bar', '#5f646b', '#9aa1aa'),
  clockBehind: look('wedge', '#7d4a1e', '#e0a679'),
};

/** A colour like #1a2b3c as red, green, blue between 0 and 1. */
export function rgb(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}
