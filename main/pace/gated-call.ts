import type { Reservation } from './budget';
import type { GateAnswer } from './service-pause';
import type { WaitingCall } from './waiting-calls';

/** One operation, as the gate needs to know it. */
export interface GateCall {
  source: WaitingCall['source'];
  /** The path of the interface, without the id of the record. */
  path: string;
  id?: string | undefined;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}

/** An operation on its way through the gate: each of its requests takes a turn. */
export interface GatedCall {
  /**
   * Resolves when one request may be sent, which counts as sent from then on. False: `isReady` no longer
   * held, and nothing was spent. Rejects if the wait was ended.
   */
  turn(isReady?: () => boolean): Promise<boolean>;
  /** Waits for something that the operation needs before its turn. Rejects if the wait was ended. */
  waitFor<T>(work: Promise<T>): Promise<T>;
  /** The request of the last turn ended. */
  answered(answer: GateAnswer): void;
  /** The operation is over. */
  end(): void;
}

/** What an operation needs of its gate. */
export interface Gate {
  now(): number;
  /** Reserves a request: it counts as spent from here on. */
  reserve(): Reservation;
  add(entry: WaitingCall): void;
  remove(entry: WaitingCall): void;
  /** Counts a request as sent; returns what to call with its answer. */
  send(): (answer: GateAnswer) => void;
  over(): void;
}

const noAnswer: GateAnswer = { status: null, retryAfterSeconds: null };

/** The side of an operation that belongs to its gate. */
export interface GatedCallControl {
  gated: GatedCall;
  isWaiting(): boolean;
  /** Ends the present and every later wait; a request that was sent is not affected. */
  refuse(why: unknown): void;
}

export function createGatedCall({ source, signal }: GateCall, gate: Gate): GatedCallControl {
  let reservation: Reservation | null = gate.reserve();
  let refusal: { why: unknown } | null = null;
  let endWait: ((why: unknown) => void) | null = null;
  let receive: ((answer: GateAnswer) => void) | null = null;

  function refuse(why: unknown): void {
    refusal ??= { why };
    endWait?.(refusal.why);
  }
  const onAbort = () => refuse(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();

  /** Settles as `start` says, or rejects when the operation is refused; then it calls `stop`. */
  async function wait<T>(
    start: (resolve: (value: T) => void, reject: (why: unknown) => void) => void,
    stop: () => void,
  ): Promise<T> {
    if (refusal) throw refusal.why;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    endWait = (why) => {
      endWait = null;
      stop();
      reject(why);
    };
    start(resolve, reject);
    try {
      return await promise;
    } finally {
      endWait = null;
    }
  }

  function release(): void {
    reservation?.end();
    reservation = null;
  }

  function turn(isReady: () => boolean): Promise<boolean> {
    reservation ??= gate.reserve();
    const taken = Promise.withResolvers<boolean>();
    const entry: WaitingCall = {
      source,
      since: gate.now(),
      reservation,
      isReady,
      start: () => {
        // Its turn has come: this wait can no longer be ended.
        endWait = null;
        const mayBeSent = isReady();
        if (mayBeSent) {
          release();
          receive = gate.send();
        }
        taken.resolve(mayBeSent);
      },
    };
    return wait(
      (resolve, reject) => {
        taken.promise.then(resolve, reject);
        gate.add(entry);
      },
      () => gate.remove(entry),
    );
  }

  function answered(answer: GateAnswer): void {
    const tell = receive;
    receive = null;
    tell?.(answer);
  }

  const gated: GatedCall = {
    turn: (isReady = () => true) => turn(isReady),
    waitFor: (work) =>
      wait(
        (resolve, reject) => void work.then(resolve, reject),
        () => undefined,
      ),
    answered,
    end: () => {
      answered(noAnswer);
      release();
      signal?.removeEventListener('abort', onAbort);
      gate.over();
    },
  };
  return { gated, isWaiting: () => endWait !== null, refuse };
}
