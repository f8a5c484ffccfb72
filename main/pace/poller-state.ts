import type { Fault } from '#shared/fault';
import type { CheckIntervals } from './check-interval';
import type { OpenCircuit } from './circuit-breaker';
import type { Pause } from './service-pause';

/** The refresh of last locations as the status shows it. */
export interface PollerState {
  /**
   * `idle`: no devices, not started, or paused. `slowed`: running below the full rate. `waiting`: after
   * a fault, until `nextTryAt`. `stopped`: until `wake`, or for good.
   */
  phase: 'idle' | 'running' | 'slowed' | 'waiting' | 'stopped';
  /** Why it does not run as it should; null while all is well. */
  reason: Fault | null;
  /** Epoch milliseconds; null unless it waits. */
  nextTryAt: number | null;
  /** No device waits longer for its next check, at the present rate and speed of the service. */
  longestCheckSeconds: number;
  /** The user's limit for that is shorter, but the calls do not suffice for it. */
  isBeyondSetting: boolean;
  callsPerMinute: number;
  /** Devices that were never requested. */
  notAskedYet: number;
}

export interface PollerSituation {
  isActive: boolean;
  isClosed: boolean;
  isSlowed: boolean;
  open: OpenCircuit | null;
  /** The service asked for a pause. */
  pause: Pause | null;
  reason: Fault | null;
  devices: number;
  intervals: CheckIntervals;
  callsPerMinute: number;
  notAskedYet: number;
}

export function pollerState(situation: PollerSituation): PollerState {
  const { open, pause, reason, devices, intervals, callsPerMinute, notAskedYet } = situation;
  return {
    phase: phaseOf(situation),
    reason: reason ?? pause?.fault ?? null,
    nextTryAt: pause?.until ?? open?.until ?? null,
    longestCheckSeconds: devices === 0 ? 0 : Math.ceil(intervals.longestMs / 1000),
    isBeyondSetting: devices > 0 && intervals.isBeyondSetting,
    callsPerMinute,
    notAskedYet,
  };
}

function phaseOf(situation: PollerSituation): PollerState['phase'] {
  const { isActive, isClosed, isSlowed, open, pause, devices } = situation;
  if (isClosed || open?.why === 'refused') return 'stopped';
  if (!isActive || devices === 0) return 'idle';
  if (open || pause) return 'waiting';
  return isSlowed ? 'slowed' : 'running';
}
