/** Longest and shortest times between two checks of one device, in milliseconds. */
export interface CheckIntervals {
  /** No device waits longer for its check. */
  longestMs: number;
  /** The user's limit is shorter, but the calls do not suffice for it. */
  isBeyondSetting: boolean;
  /** The selected device is checked this often. */
  selectedMs: number;
}

/** A device that moves rarely is checked at least once in so many rounds over all devices. */
const roundsPerCheck = 4;
/** If the user's limit cannot be kept, so many rounds: devices that move are still checked more often. */
const roundsBeyondSetting = 2;
/** A limit this close to one round can be kept, but leaves little for devices that move. */
const shortestRounds = 1.25;
const shortestLimitMs = 120_000;

/** The times between checks that a rate of calls allows. */
export function checkIntervals(situation: {
  devices: number;
  callsPerMinute: number;
  /** The oldest check that the user accepts. */
  settingMs: number;
  hasSelection: boolean;
  shortestMs: number;
}): CheckIntervals {
  const { devices, callsPerMinute, settingMs, hasSelection, shortestMs } = situation;
  const callMs = 60_000 / callsPerMinute;
  // The selected device has at most half of the calls.
  const selectedMs = Math.max(shortestMs, 2 * callMs);
  const left = 1 / callMs - (hasSelection ? 1 / selectedMs : 0);
  const roundMs = devices / left;
  const isBeyondSetting = roundMs * shortestRounds > settingMs;
  const longestMs = isBeyondSetting
    ? roundsBeyondSetting * roundMs
    : Math.min(settingMs, Math.max(shortestLimitMs, roundsPerCheck * roundMs));
  return { longestMs, isBeyondSetting, selectedMs };
}
