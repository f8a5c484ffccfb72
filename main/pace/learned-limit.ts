import { z } from 'zod';

export const learnedStateSchema = z.object({
  /** The rate after the last refusal. */
  rate: z.number().positive(),
  /** When that was, epoch milliseconds. */
  at: z.number(),
  /** The calls of the minute before a refusal: of one, and of two that agree. */
  suspected: z.number().positive().nullable(),
  refusedAt: z.number().positive().nullable(),
});
export type LearnedState = z.infer<typeof learnedStateSchema>;

const minuteMs = 60_000;
/** The rate once a limit is known, as a part of it. */
const decrease = 0.9;
/** The rate after another refusal, as a part of the rate before. */
const blindDecrease = 0.5;
/** Fewer calls in a minute are no limit: other programs used up the account. */
const fewestCalls = 5;
/** Two refusals agree if the calls before them differ by no more than this part. */
const agreement = 0.25;
/** Growth per minute, as a part of the known limit, or of that of the user and the service. */
const growth = 0.1;
/** Growth per minute close to it and above, where every refusal means a pause: 5 % an hour. */
const slowGrowth = 0.05 / 60;
/** Where slow growth begins. */
const near = 0.95;
/** However often calls are refused, this part of the known limit remains. */
const leastShare = 1 / 16;

/**
 * The calls per minute that a service accepts, learned from its refusals (429), because no service
 * publishes the number. A refusal lowers the rate at once; without one it grows by a fixed step per
 * minute, and slowly from just below the number of calls that was refused twice.
 */
export function createLearnedLimit(options: {
  now: () => number;
  /** The limit of the user and of the service. */
  limit: () => number;
  stored?: LearnedState | null | undefined;
}) {
  const { now, limit } = options;
  let state = options.stored ?? null;

  function rate(): number {
    if (!state) return limit();
    const { refusedAt } = state;
    const minutes = Math.max(0, now() - state.at) / minuteMs;
    const known = refusedAt ?? limit();
    const step = Math.max(1, known * growth);
    const grown = state.rate + minutes * step;
    const knee = refusedAt === null ? Number.POSITIVE_INFINITY : refusedAt * near;
    if (grown <= knee) return Math.min(limit(), grown);
    const minutesFast = Math.max(0, (knee - state.rate) / step);
    const from = Math.max(knee, state.rate);
    return Math.min(limit(), from + (minutes - minutesFast) * known * slowGrowth);
  }

  return {
    /** The present rate, not above the limit of the user and the service. */
    callsPerMinute: rate,
    /** The rate is below that limit, because the service refused calls. */
    isSlowed: () => Math.floor(rate()) < Math.floor(limit()),
    /** The calls in a minute that were refused repeatedly; null: not known. */
    refusedAt: () => state?.refusedAt ?? null,
    /** The service refused a call with 429. `callsSince`: the calls it accepted since a moment. */
    refused: (callsSince: (at: number) => number) => {
      const present = rate();
      const { suspected = null, refusedAt = null, at = 0 } = state ?? {};
      const minuteAgo = now() - minuteMs;
      const callsInMinute = callsSince(minuteAgo);
      // Calls from before the last refusal were counted then.
      const newCalls = callsSince(Math.max(at, minuteAgo));
      const isEvidence = callsInMinute >= fewestCalls && newCalls >= callsInMinute / 2;
      const before = suspected ?? refusedAt;
      const agrees =
        isEvidence && before !== null && Math.abs(callsInMinute - before) <= before * agreement;
      const least =
        refusedAt !== null
          ? refusedAt * leastShare
          : (suspected ?? limit() * leastShare) * decrease;
      const halved = Math.max(least, present * blindDecrease);
      const next = agrees ? callsInMinute * decrease : halved;
      state = {
        rate: Math.max(1, Math.min(present, next)),
        at: now(),
        suspected: isEvidence ? callsInMinute : suspected,
        refusedAt: agrees ? callsInMinute : refusedAt,
      };
    },
    /** What to store. */
    state: () => state,
    /** Forgets what was learned. */
    forget: () => {
      state = null;
    },
  };
}
