import type { RequestSource } from '#main/pace/request-queue';
import type { RequestEnd } from '#main/pace/service-pause';
import type { Clock } from '#main/pace/clock';
import type { Status } from '#shared/domain/session';

/** How long the service takes to answer about the fleet. */
export interface AnswerTimes {
  /** A request is sent; returns what to call with its answer. */
  sent(source: RequestSource): (end: RequestEnd) => void;
  /** Of last locations: a moving average over about the last eight, in milliseconds; 0: unknown. */
  averageMs(): number;
  /** Whether answers are slow now, also while they are only waited for; null: they are not. */
  slow(): Status['slowAnswers'];
  close(): void;
}

/** An answer that takes longer is slow. A whole list may take longer than one location. */
const slowAfterMs = { refresh: 5_000, lists: 10_000 };
/** The clock may be set, or the computer sleep, while a request is in flight. */
const longestMs = 60_000;

interface Request {
  sentAt: number;
  slowAfterMs: number;
}

/** `onSlow`: a request has just become slow. */
export function createAnswerTimes(options: { clock: Clock; onSlow: () => void }): AnswerTimes {
  const { now, after } = options.clock;
  const pending = new Set<Request>();
  let lastSlow: { sentAt: number; ms: number } | null = null;
  /** When the last request was sent that was answered quickly. */
  let quickSentAt = Number.NEGATIVE_INFINITY;
  let averageMs: number | null = null;
  let cancelTimer: (() => void) | null = null;

  const elapsedMs = ({ sentAt }: { sentAt: number }) =>
    Math.max(0, Math.min(longestMs, now() - sentAt));

  /** Reports when the oldest pending request becomes slow. */
  function watchPending(): void {
    cancelTimer?.();
    cancelTimer = null;
    const lefts = [...pending].map((request) => request.slowAfterMs - elapsedMs(request));
    const nextMs = Math.min(...lefts.filter((leftMs) => leftMs > 0));
    if (!Number.isFinite(nextMs)) return;
    cancelTimer = after(nextMs, () => {
      cancelTimer = null;
      options.onSlow();
      watchPending();
    });
  }

  function answered(request: Request, isLocation: boolean): void {
    const ms = elapsedMs(request);
    if (isLocation) {
      averageMs ??= ms;
      averageMs += (ms - averageMs) / 8;
    }
    if (ms >= request.slowAfterMs) lastSlow = { sentAt: request.sentAt, ms };
    else quickSentAt = Math.max(quickSentAt, request.sentAt);
  }

  return {
    sent: (source) => {
      if (source !== 'refresh' && source !== 'lists') return () => undefined;
      const request: Request = { sentAt: now(), slowAfterMs: slowAfterMs[source] };
      pending.add(request);
      watchPending();
      return ({ status }) => {
        pending.delete(request);
        if (status !== null) answered(request, source === 'refresh');
        else lastSlow = null;
      };
    },
    // Rounded, so that a state which shows it does not change with every answer.
    averageMs: () => Math.round((averageMs ?? 0) / 250) * 250,
    slow: () => {
      // A request that was sent later and answered quickly shows that the service is not slow.
      const isLater = ({ sentAt }: { sentAt: number }) => sentAt > quickSentAt;
      const slowest = [...pending]
        .filter((request) => isLater(request) && elapsedMs(request) >= request.slowAfterMs)
        .reduce((ms, request) => Math.max(ms, elapsedMs(request)), 0);
      const known = lastSlow && isLater(lastSlow) ? lastSlow.ms : 0;
      if (slowest === 0 && known === 0) return null;
      const seconds = Math.round(Math.max(slowest, known) / 1000);
      return { seconds, isMeasured: known >= slowest };
    },
    close: () => cancelTimer?.(),
  };
}
