import type { DeviceState } from '#shared/domain/device-state';
import { texts } from './device-state-texts';

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
  word: string;
  /** What the state means, as one sentence for a tooltip. */
  meaning: string;
  shape: StateShape;
  /** Six-digit hex; at least 4.5 : 1 against the window's background of that scheme. */
  colour: Record<ColourScheme, string>;
}

export const deviceStateLooks: Record<DeviceState, DeviceStateLook> = {
  moving: {
    word: texts.moving,
    meaning: texts.theLastReportIsRecent,
    shape: 'arrow',
    colour: { light: '#00734f', dark: '#3ecf97' },
  },
  stopped: {
    word: texts.stopped,
    meaning: texts.theLastReportIsRecentAnd,
    shape: 'square',
    colour: { light: '#1d5fbf', dark: '#78b0ff' },
  },
  unknownMotion: {
    word: texts.motionUnknown,
    meaning: texts.theLastReportIsRecentBut,
    shape: 'circle',
    colour: { light: '#6f42ab', dark: '#c7a6f5' },
  },
  stale: {
    word: texts.stale,
    meaning: texts.theLastReportWasAlready,
    shape: 'diamond',
    colour: { light: '#945600', dark: '#f0b13c' },
  },
  silent: {
    word: texts.noRecentFix,
    meaning: texts.whenTheServiceWasLast,
    shape: 'ring',
    colour: { light: '#5b6472', dark: '#a7afba' },
  },
  expired: {
    word: texts.expired,
    meaning: texts.theServiceSaysThatIt,
    shape: 'cross',
    colour: { light: '#b3261e', dark: '#ff8a80' },
  },
  unchecked: {
    word: texts.notCheckedRecently,
    meaning: texts.theLastReportWasRecent,
    shape: 'hourglass',
    colour: { light: '#0a6870', dark: '#6fcbd3' },
  },
  noPosition: {
    word: texts.noPosition,
    meaning: texts.theDeviceReportsWithoutA,
    shape: 'slashedRing',
    colour: { light: '#5a5e00', dark: '#cdd35c' },
  },
  clockAhead: {
    word: texts.deviceClockAhead,
    meaning: texts.theReportIsDatedIn,
    shape: 'clock',
    colour: { light: '#7d4a1e', dark: '#e0a679' },
  },
  notUnderstood: {
    word: texts.notUnderstood,
    meaning: texts.theLastAnswerHasNo,
    shape: 'question',
    colour: { light: '#a3175f', dark: '#ff8cc0' },
  },
  neverAsked: {
    word: texts.notAskedYet,
    meaning: texts.theLocationOfThisDevice,
    shape: 'dots',
    colour: { light: '#4a6076', dark: '#9fb4c8' },
  },
  unlisted: {
    word: texts.noLongerListed,
    meaning: texts.theServiceNoLongerLists,
    shape: 'bar',
    colour: { light: '#5f646b', dark: '#9aa1aa' },
  },
  clockBehind: {
    word: texts.deviceClockBehind,
    meaning: texts.theReportIsDatedBefore,
    shape: 'wedge',
    colour: { light: '#7d4a1e', dark: '#e0a679' },
  },
};

/** A colour like #1a2b3c as red, green, blue between 0 and 1. */
export function rgb(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}
