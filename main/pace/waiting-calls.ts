import type { Reservation } from './budget';
import type { CallSource } from './call-source';

/** A request that waits for its turn. */
export interface WaitingCall {
  /** `token`: an exchange, for which other calls wait. */
  source: CallSource | 'token';
  /** Epoch milliseconds. */
  since: number;
  reservation: Reservation;
  /** Whether it may still be sent; otherwise its turn costs nothing. */
  isReady: () => boolean;
  /** Its turn has come. */
  start: () => void;
}

/** The requests that wait for their turn, and which of them is next. */
export interface WaitingCalls {
  add(call: WaitingCall): void;
  remove(call: WaitingCall): void;
  has(call: WaitingCall): boolean;
  /**
   * The next one: exchanges and the user's own calls first, then lists and the selected device, then the
   * others in the order in which they came, then alerts in the background. While others come first, every fourth turn belongs to the call that has waited
   * longest, if that is over a minute. `onlyUser`: background calls do not get a turn at present.
   */
  next(now: number, onlyUser: boolean): WaitingCall | null;
  /** Counts the turn of the call that `next` returned. */
  took(call: WaitingCall, now: number): void;
  /** The user's own calls. */
  ofUser(): number;
  size(): number;
}

const longWaitMs = 60_000;
const turnsBeforeOthers = 3;

const ranks: Record<WaitingCall['source'], number> = {
  token: 0,
  interactive: 1,
  lists: 2,
  selected: 2,
  refresh: 3,
  job: 3,
  history: 3,
  alerts: 4,
};

/** The user waits for it, or everything does. */
export const isUrgent = ({ source }: Pick<WaitingCall, 'source'>) => ranks[source] <= 1;

export function createWaitingCalls(): WaitingCalls {
  /** In the order in which they came. */
  const calls = new Set<WaitingCall>();
  /** Turns in a row that passed over a call that has waited long. */
  let passedOver = 0;

  function longest(now: number): WaitingCall | null {
    const [first] = calls;
    return first && now - first.since > longWaitMs ? first : null;
  }

  return {
    add: (call) => void calls.add(call),
    remove: (call) => void calls.delete(call),
    has: (call) => calls.has(call),
    next: (now, onlyUser) => {
      const waitedLong = longest(now);
      if (waitedLong && passedOver >= turnsBeforeOthers && !onlyUser) return waitedLong;
      let best: WaitingCall | null = null;
      for (const call of calls) {
        if (onlyUser && !isUrgent(call)) continue;
        if (!best || ranks[call.source] < ranks[best.source]) best = call;
      }
      return best;
    },
    took: (call, now) => {
      const waitedLong = longest(now);
      passedOver = waitedLong && waitedLong !== call ? passedOver + 1 : 0;
      calls.delete(call);
    },
    ofUser: () => [...calls].filter(({ source }) => source === 'interactive').length,
    size: () => calls.size,
  };
}
