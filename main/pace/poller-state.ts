import type { Fault } from '#shared/fault';
import type { OpenCircuit } from './circuit-breaker';

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
  /** How long one round over all devices takes at the present rate and speed of the service. */
  roundSeconds: number;
  /** The same at the present rate alone, as if the service answered immediately. */
  plannedRoundSeconds: number;
  callsPerMinute: number;
  /** Devices that were never requested. */
  notAskedYet: number;
}

export interface PollerSituation {
  isActive: boolean;
  isClosed: boolean;
  isSlowed: boolean;
  open: OpenCircuit | null;
  reason: Fault | null;
  devices: number;
  prioritised: number;
  againMs: number;
  prioritisedAgainMs: number;
  callsPerMinute: number;
  /** How long an answer takes. */
  answerMs: number;
  /** Requests at the same time. */
  concurrency: number;
  notAskedYet: number;
}

export function pollerState(situation: PollerSituation): PollerState {
  const { open, reason, devices, callsPerMinute, notAskedYet } = situation;
  const { againMs, answerMs, concurrency } = situation;
  // A slow service cannot answer as many calls as the budget allows.
  const possible = answerMs === 0 ? Number.POSITIVE_INFINITY : (concurrency * 60_000) / answerMs;
  const round = (rate: number, slowestMs: number) =>
    devices === 0 ? 0 : Math.max(slowestMs / 1000, roundSecondsOf(situation, rate));
  return {
    phase: phaseOf(situation),
    reason,
    nextTryAt: open?.until ?? null,
    roundSeconds: round(Math.min(callsPerMinute, possible), againMs + answerMs),
    plannedRoundSeconds: round(callsPerMinute, againMs),
    callsPerMinute,
    notAskedYet,
  };
}

/** Priority devices are requested more often, which makes the round of the others longer. */
function roundSecondsOf(situation: PollerSituation, rate: number): number {
  const { devices, prioritised, prioritisedAgainMs } = situation;
  const perMinute = (prioritised * 60_000) / prioritisedAgainMs;
  const rateLeft = rate - Math.min(perMinute, (rate * 2) / 3);
  const others = Math.max(0, devices - prioritised);
  return Math.ceil(60 * Math.max(devices / rate, others / rateLeft));
}

function phaseOf(situation: PollerSituation): PollerState['phase'] {
  const { isActive, isClosed, isSlowed, open, devices } = situation;
  if (isClosed || open?.why === 'refused') return 'stopped';
  if (!isActive || devices === 0) return 'idle';
  if (open) return 'waiting';
  return isSlowed ? 'slowed' : 'running';
}
