import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  expectWithin,
  limited,
  ok,
  openQueue,
  type Sent,
} from '../../main/pace/request-queue.test-support';
import type { QueueCall, RequestEnd } from '../../main/pace/request-queue';
import { amount } from '../support/test-length';

const dayMs = 86_400_000;

const answers = fc.oneof(
  { weight: 6, arbitrary: fc.constant(ok) },
  fc.constant({ status: null, retryAfterSeconds: null }),
  fc.constantFrom(500, 503, 404).map((status) => ({ status, retryAfterSeconds: null })),
  fc
    .tuple(
      fc.constantFrom(429, 503),
      fc.constantFrom(-5, 0, 0.5, 1, 7, 90, 3_600, 1e9, Number.POSITIVE_INFINITY),
    )
    .map(([status, retryAfterSeconds]) => ({ status, retryAfterSeconds })),
  fc.constant(limited(null)),
);
const calls = fc.record({
  at: fc.nat(300_000),
  source: fc.constantFrom<QueueCall['source'][]>(
    'token',
    'interactive',
    'lists',
    'refresh',
    'job',
    'history',
  ),
  answer: answers,
  answerMs: fc.oneof(fc.constant(0), fc.nat(2_000), fc.nat(40_000)),
  /** Ends the wait so long after the start; null: never. */
  abortMs: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, fc.nat(60_000)),
});

/** The part of a pause that the answer alone states. */
function statedPauseMs({ status, retryAfterSeconds }: RequestEnd): number {
  if (status !== 429 && retryAfterSeconds === null) return 0;
  return Math.min(86_400, Math.max(1, retryAfterSeconds ?? 0)) * 1000;
}

test('any mix of calls and answers: within the limit, never during a pause, in order, to the end', async () => {
  const rates = fc.integer({ min: 1, max: 25 });
  const plans = fc.array(calls, { maxLength: 60, size: 'max' });
  await fc.assert(
    fc.asyncProperty(rates, plans, async (rate, plan) => {
      const { time, queue, request, sent, waiting, elapsed } = openQueue(rate);
      const failures: unknown[] = [];
      let ended = 0;
      let pausedUntil = 0;
      let pausedAt = -1;
      const isUrgent = ({ source }: Sent) => source === 'token' || source === 'interactive';
      /** Checks what was just sent. */
      const check = () => {
        const one = sent.at(-1)!;
        if (one.at > pausedAt && one.at < pausedUntil) failures.push(['sent during a pause', one]);
        const passed = [...waiting].filter((other) => isUrgent(other) && other.since < one.at);
        const waitedLong = one.at - one.since > 60_000;
        if (!isUrgent(one) && !waitedLong && passed.length > 0) failures.push(['order', one]);
      };
      for (const { at, source, answer, answerMs, abortMs } of plan) {
        time.after(at, () => {
          const abort = new AbortController();
          if (abortMs !== null) time.after(abortMs, () => abort.abort('aborted'));
          let sentAt = 0;
          const onSent = () => {
            sentAt = elapsed();
            check();
          };
          const options = { answer, answerMs, signal: abort.signal, onSent };
          void request(source, options)
            .then(
              () => {
                // Of what was sent before a pause, only a stated time is news.
                if (sentAt <= pausedAt && answer.retryAfterSeconds === null) return;
                if (elapsed() >= pausedUntil) pausedAt = elapsed();
                pausedUntil = Math.max(pausedUntil, elapsed() + statedPauseMs(answer));
                if (pausedUntil > elapsed() && !queue.pause()) failures.push('no pause');
              },
              (why: unknown) => why === 'aborted' || failures.push(why),
            )
            .finally(() => ended++);
        });
      }
      await time.pass(400_000 + (plan.length + 1) * (dayMs + 200_000));
      expect(failures).toEqual([]);
      expect([ended, waiting.size, time.pending()]).toEqual([plan.length, 0, 0]);
      expectWithin(rate, sent);
    }),
    { numRuns: amount({ sample: 150, long: 20_000 }) },
  );
}, 900_000);
