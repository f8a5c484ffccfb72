/**
 * What a device is doing, as far as its last fix can tell. The order is the order of the codes that
 * travel in typed arrays, so it never changes; new states go to the end.
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

/** The thresholds behind a state; all of them are settings. */
export interface StateRules {
  /** Above this speed (in the service's own unit) a device moves. */
  movingAbove: number;
  /** A fix older than this is stale: where the device was, not what it does. */
  staleAfterMs: number;
  /** A fix older than this, or none, is "no recent fix". */
  silentAfterMs: number;
}

/** The few numbers a state depends on; NaN is "not provided". Times are epoch milliseconds. */
export interface StateInputs {
  fixAt: number;
  hasPosition: boolean;
  speed: number;
  inactiveSeconds: number;
  expiresAt: number;
}

/** The state of one device at `now`. Expired wins; age comes before motion. */
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
