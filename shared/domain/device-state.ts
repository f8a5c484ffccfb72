// Used by the worker of the fleet: imports nothing.

/** A report dated further in the future than this shows that a clock is wrong. */
export const clockToleranceMs = 5 * 60_000;

/** Whether a report dated `at` is in the future at `now`. */
export const isAhead = (at: number, now: number): boolean => at > now + clockToleranceMs;

const weekMs = 7 * 86_400_000;

/** After so long the week counter of a GPS receiver is 0 again: 1,024 weeks. */
export const weekCounterMs = 1024 * weekMs;

/**
 * Whether a report dated `at` is from a wrong clock at `now`: it is as old as the counter is long, or
 * older. Nothing was tracked then, and a receiver whose counter has wrapped is exactly so late.
 */
export const isBehind = (at: number, now: number): boolean =>
  now - at >= weekCounterMs - clockToleranceMs;

const firstGpsDay = Date.UTC(1980, 0, 6);
/** Where clocks begin that were never set. */
const unsetClocks = [0, firstGpsDay, Date.UTC(2000, 0, 1)];

/**
 * The time of a report from a wrong clock, if its receiver has lost one or more turns of the week counter;
 * null: it is from no such receiver.
 */
export function correctedTime(at: number, now: number): number | null {
  const isUnset = unsetClocks.some((start) => at >= start && at < start + 86_400_000);
  if (!isBehind(at, now) || at < firstGpsDay || isUnset) return null;
  return at + Math.floor((now + clockToleranceMs - at) / weekCounterMs) * weekCounterMs;
}

/**
 * The state of a device, derived from its last report and from when it was last asked for. The order
 * is that of the codes in typed arrays, so it must not change; add new states at the end.
 */
export const deviceStates = [
  'moving',
  'stopped',
  'unknownMotion',
  'stale',
  'silent',
  'expired',
  'unchecked',
  'noPosition',
  'clockAhead',
  'notUnderstood',
  'neverAsked',
  'unlisted',
  'clockBehind',
] as const;
export type DeviceState = (typeof deviceStates)[number];

/** The thresholds of the states; all of them are settings. */
export interface StateRules {
  /** A device above this speed (in the unit of the service) is moving. */
  movingAbove: number;
  /** A report older than this is stale: the current state is not known. */
  staleAfterMs: number;
  /** A report older than this, or no report, makes the device silent. */
  silentAfterMs: number;
}

/** The values that determine a state; NaN is "not provided". Times are epoch milliseconds. */
export interface StateInputs {
  /** When the service stopped listing the device. */
  unlistedAt: number;
  expiresAt: number;
  /** When the service last answered about the device. */
  checkedAt: number;
  /** Time of the last report. */
  fixAt: number;
  /** Whether the last report has a position. */
  hasPosition: boolean;
  /** Of the last report. */
  speed: number;
  inactiveSeconds: number;
  /** The last answer was not understood. */
  isNotUnderstood: boolean;
  /** The last answer was a report dated in the future, which was not taken. */
  isAnswerAhead: boolean;
  /** The last answer was a report of a clock that is far behind, which was not taken. */
  isAnswerBehind: boolean;
}

/**
 * The state of one device at `now`. A device is silent or stale only if it was so when it was last
 * asked for: a report that is old because nothing was requested since is "unchecked".
 */
export function deviceState(d: StateInputs, rules: StateRules, now: number): DeviceState {
  if (!Number.isNaN(d.unlistedAt)) return 'unlisted';
  if (d.expiresAt <= now) return 'expired';
  if (d.isNotUnderstood) return 'notUnderstood';
  if (Number.isNaN(d.fixAt)) return Number.isNaN(d.checkedAt) ? 'neverAsked' : 'silent';
  if (d.isAnswerBehind) return 'clockBehind';
  if (d.isAnswerAhead || isAhead(d.fixAt, now)) return 'clockAhead';
  // A clock that was corrected can leave a check in the future.
  const checkedAt = Math.min(d.checkedAt, now);
  if (isBehind(d.fixAt, checkedAt)) return 'clockBehind';
  const silence = checkedAt - d.fixAt;
  if (silence > rules.silentAfterMs) return 'silent';
  if (silence > rules.staleAfterMs) return 'stale';
  if (now - d.fixAt > rules.staleAfterMs) return 'unchecked';
  if (!d.hasPosition) return 'noPosition';
  if (!Number.isNaN(d.speed)) return d.speed > rules.movingAbove ? 'moving' : 'stopped';
  if (d.inactiveSeconds > 0) return 'stopped';
  return 'unknownMotion';
}

/** Whether the last report describes the present: only then its speed is a current speed. */
export const isPresent = (state: DeviceState): boolean =>
  state === 'moving' || state === 'stopped' || state === 'unknownMotion';

/**
 * The first time after `now` at which the state can change without a new answer; Infinity if there
 * is none.
 */
export function nextStateChangeAt(d: StateInputs, rules: StateRules, now: number): number {
  if (!Number.isNaN(d.unlistedAt)) return Number.POSITIVE_INFINITY;
  let next = d.expiresAt > now ? d.expiresAt : Number.POSITIVE_INFINITY;
  const isFixed = d.expiresAt <= now || d.isNotUnderstood || d.isAnswerAhead || d.isAnswerBehind;
  if (isFixed || Number.isNaN(d.fixAt)) return next;
  // A fix is stale when it is *older* than the threshold: one millisecond after it.
  const staleAt = d.fixAt + rules.staleAfterMs + 1;
  const silentAt = d.fixAt + rules.silentAfterMs + 1;
  for (const moment of [d.fixAt - clockToleranceMs, staleAt]) {
    if (moment > now && moment < next) next = moment;
  }
  // Without a new answer a device can become silent only until the last check.
  for (const moment of [silentAt, d.fixAt + weekCounterMs - clockToleranceMs]) {
    if (moment > now && moment <= d.checkedAt && moment < next) next = moment;
  }
  return next;
}
