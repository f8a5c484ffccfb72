import { systemClock } from '#main/pace/clock';
import type { RequestQueue, QueuedCall } from '#main/pace/request-queue';
import { currentCallSource, type CallSource } from '#main/pace/call-source';
import type { ClockSample } from '#main/pace/service-clock';
import type { Gaps } from '#shared/domain/known';
import { abortable } from './abortable';
import type { Dialect } from './dialect';
import {
  AnswerError,
  send,
  type AnswerHead,
  type Fetch,
  type HttpAnswer,
  type HttpCall,
  type SendOnce,
} from './request';

/** One finished HTTP call, for counters and diagnostics; without bodies and tokens. */
export interface CallReport {
  source: CallSource;
  method: HttpCall['method'];
  /** The shape of the path as the interface names it, without the record's id. */
  path: string;
  /** null: no answer came. */
  status: number | null;
  /** Epoch milliseconds when it ended. */
  at: number;
  apiUsage: number | null;
  apiDailyUsage: number | null;
  /** Of the two counters. */
  gaps?: Gaps;
  /** The clocks of this computer and the service at this call. */
  clock: ClockSample | null;
  /** Records of the answer that could not be read. */
  skippedRecords: number;
}

export interface ApiOptions {
  fetch: Fetch;
  /** For requests that must not be repeated; absent: `fetch` itself never repeats one. */
  sendOnce?: SendOnce | undefined;
  /** Base address without a trailing slash, as `readAddress` gives it. */
  address: string;
  userName: string;
  apiKey: () => Promise<string | null>;
  /** Epoch milliseconds. */
  now?: () => number;
  /** Milliseconds of the monotonic clock. */
  monotonicNow?: () => number;
  /** Runs once after a delay; returns the function that cancels it. */
  after?: (delayMs: number, run: () => void) => () => void;
  /** What was learned about the service; absent: learned for this client alone. */
  dialect?: Dialect;
  /** For one call, including its body. */
  timeoutMs?: number;
  /** Longer answers are refused. */
  maximumBytes?: number;
  /**
   * Decides when each request may be sent, token exchanges and repeats included. An operation is known
   * to it synchronously from its start, so that a caller which checks the budget sees its own calls.
   * Absent: nothing waits.
   */
  queue?: Pick<RequestQueue, 'begin'>;
  /** Reports every HTTP call that was sent, token exchanges included. */
  onCall?: (call: CallReport) => void;
}

/** Reads the value of a successful answer, and counts the records that could not be read. */
export type Read<T> = (answer: HttpAnswer) => Readout<T> | Promise<Readout<T>>;
export interface Readout<T> {
  value: T;
  skippedRecords: number;
}

/** One request of an operation whose turn has come. */
export interface Sending<T> {
  /** As `CallReport` names it. */
  path: string;
  /** Sending it twice changes nothing. */
  mayRepeat: boolean;
  call: HttpCall;
  read: Read<T>;
  /** Sent values that must not appear in the answer. */
  secrets: readonly string[];
  gated: QueuedCall;
  signal?: AbortSignal | undefined;
}

/** Sends one request and reports it, however it ends. Rejects as `send` does. */
export type Sender = <T>(sending: Sending<T>) => Promise<T>;

export function createSender(options: ApiOptions): Sender {
  const now = options.now ?? Date.now;
  const sendOnce: SendOnce = options.sendOnce ?? ((exchange) => exchange(options.fetch));
  const sendOptions = {
    now,
    after: options.after ?? systemClock.after,
    timeoutMs: options.timeoutMs ?? 30_000,
    maximumBytes: options.maximumBytes ?? 64 * 1024 * 1024,
  };

  return async ({ path, mayRepeat, call, read, secrets, gated, signal }) => {
    let head: AnswerHead | null = null;
    let skippedRecords = 0;
    let retryAfterSeconds: number | null = null;
    try {
      const exchange = (fetch: Fetch) =>
        send(call, {
          ...sendOptions,
          fetch,
          signal,
          secrets,
          onHead: (received) => {
            head = received;
          },
        });
      const answer = await (mayRepeat ? exchange(options.fetch) : sendOnce(exchange));
      const result = await read(answer);
      skippedRecords = result.skippedRecords;
      return result.value;
    } catch (error) {
      if (error instanceof AnswerError) retryAfterSeconds = error.answer.retryAfterSeconds;
      throw error;
    } finally {
      const received = head as AnswerHead | null;
      gated.answered({ status: received?.status ?? null, retryAfterSeconds });
      options.onCall?.({
        source: currentCallSource(),
        method: call.method,
        path,
        status: received?.status ?? null,
        at: now(),
        apiUsage: received?.apiUsage ?? null,
        apiDailyUsage: received?.apiDailyUsage ?? null,
        ...(received?.gaps && { gaps: received.gaps }),
        clock: received?.clock ?? null,
        skippedRecords,
      });
    }
  };
}

/** Without a queue every request is sent at once; only the caller's signal ends a wait. */
export const openQueue: Pick<RequestQueue, 'begin'> = {
  begin: ({ signal }) => ({
    turn: () => Promise.resolve(true),
    waitFor: (work) => abortable(work, signal),
    answered: () => undefined,
    end: () => undefined,
  }),
};
