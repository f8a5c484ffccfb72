import { expect } from 'vitest';
import { createCallGate, type CallHistory } from './call-gate';
import { createFakeTime } from './fake-time.test-support';
import type { GateCall } from './gated-call';
import type { GateAnswer } from './service-pause';

// For tests: a gate in fake time, and requests that go through it.

export const ok: GateAnswer = { status: 200, retryAfterSeconds: null };
export const limited = (retryAfterSeconds: number | null): GateAnswer => ({
  status: 429,
  retryAfterSeconds,
});

export interface Sent {
  source: GateCall['source'];
  at: number;
  /** When the call began to wait for its turn. */
  since: number;
}

export function openGate(rate = 60, history?: CallHistory, onChanged = () => {}) {
  const time = createFakeTime();
  const start = time.now();
  const gate = createCallGate({
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
    source: GateCall['source'],
    { answer = ok, answerMs = 0, onSent, ...call }: Partial<GateCall> & Request = {},
  ): Promise<void> {
    const gated = gate.begin({ source, path: '/api/users', ...call });
    const entry: Sent = { source, at: 0, since: time.now() - start };
    waiting.add(entry);
    try {
      await gated.turn();
    } catch (error) {
      gated.end();
      throw error;
    } finally {
      waiting.delete(entry);
    }
    entry.at = time.now() - start;
    sent.push(entry);
    onSent?.();
    if (answerMs > 0) await new Promise<void>((resolve) => time.after(answerMs, resolve));
    gated.answered(answer);
    gated.end();
  }
  return { time, gate, request, sent, waiting, elapsed: () => time.now() - start };
}

export interface Request {
  answer?: GateAnswer;
  answerMs?: number;
  onSent?: () => void;
}

/** Fails if any minute has more requests than the limit. */
export function expectWithin(rate: number, sent: readonly Sent[]) {
  for (let i = rate; i < sent.length; i++) {
    expect(sent[i]!.at - sent[i - rate]!.at).toBeGreaterThanOrEqual(60_000);
  }
}
