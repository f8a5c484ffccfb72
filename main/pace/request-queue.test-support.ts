import { expect } from 'vitest';
import { createFakeTime } from './fake-time.test-support';
import { RequestQueue, type CallHistory, type QueueCall, type RequestEnd } from './request-queue';

// For tests: a queue in fake time, and requests that go through it.

export const ok: RequestEnd = { status: 200, retryAfterSeconds: null };
export const limited = (retryAfterSeconds: number | null): RequestEnd => ({
  status: 429,
  retryAfterSeconds,
});

export interface Sent {
  source: QueueCall['source'];
  at: number;
  /** When the call began to wait for its turn. */
  since: number;
}

export function openQueue(rate = 60, history?: CallHistory, onChanged = () => {}) {
  const time = createFakeTime();
  const start = time.now();
  const queue = new RequestQueue({
    clock: time,
    callsPerMinute: () => rate,
    working: () => ({ jobs: false, downloads: false }),
    onChanged,
    ...(history && { history }),
  });
  const sent: Sent[] = [];
  /** Waits in the order in which they began. */
  const waiting = new Set<Sent>();
  /** Sends one request, which is answered after a while. */
  async function request(
    source: QueueCall['source'],
    { answer = ok, answerMs = 0, onSent, ...call }: Partial<QueueCall> & Request = {},
  ): Promise<void> {
    const queued = queue.begin({ source, path: '/api/users', ...call });
    const entry: Sent = { source, at: 0, since: time.now() - start };
    waiting.add(entry);
    try {
      await queued.turn();
    } catch (error) {
      queued.end();
      throw error;
    } finally {
      waiting.delete(entry);
    }
    entry.at = time.now() - start;
    sent.push(entry);
    onSent?.();
    if (answerMs > 0) await new Promise<void>((resolve) => time.after(answerMs, resolve));
    queued.answered(answer);
    queued.end();
  }
  return { time, queue, request, sent, waiting, elapsed: () => time.now() - start };
}

export interface Request {
  answer?: RequestEnd;
  answerMs?: number;
  onSent?: () => void;
}

/** Fails if any minute has more requests than the limit. */
export function expectWithin(rate: number, sent: readonly Sent[]) {
  for (let i = rate; i < sent.length; i++) {
    expect(sent[i]!.at - sent[i - rate]!.at).toBeGreaterThanOrEqual(60_000);
  }
}
