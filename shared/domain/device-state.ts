/**
 * The state of a device, derived from its last fix. The order is that of the codes in typed arrays,
 * so it must not change; add new states at the end.
 */
export const deviceStates = [
  'moving',
  'stopped',
  'unknownMotion',
  'stale',
  'silent',
  'expired',
] as const;
export type DeviceState = (typeof deviceStates)[number];

/** The thresholds of the states; all of them are settings. */
export interface StateRules {
  /** A device above this speed (in the unit of the service) is moving. */
  movingAbove: number;
  /** A fix older than this is stale: the current state is not known. */
  staleAfterMs: number;
  /** A fix older than this, or no fix, is "no recent fix". */
  silentAfterMs: number;
}

/** The values that determine a state; NaN is "not provided". Times are epoch milliseconds. */
export interface StateInputs {
  fixAt: number;
  hasPosition: boolean;
  speed: number;
  inactiveSeconds: number;
  expiresAt: number;
}

/** The state of one device at `now`. Expiry takes precedence, then age, then motion. */
export function deviceState(d: StateInputs, rules: StateRules, now: number): DeviceState {
  if (d.expiresAt <= now) return 'expired';
  if (!d.hasPosition || Number.isNaN(d.fixAt)) return 'silent';
  const age = now - d.fixAt;
  if (age > rules.silentAfterMs) return 'silent';
  if (age > rules.staleAfterMs) return 'stale';
  if (!Number.isNaN(d.speed)) return d.speed > rules.movingAbove ? 'moving' : 'stopped';
  if (d.inactiveSeconds > 0) return 'stopped';
  return 'unknownMotion';
}
