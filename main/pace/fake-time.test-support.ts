/** For tests: a clock that moves on request and lets promises settle in between. */
export interface FakeTime {
  now(): number;
  after(delayMs: number, run: () => void): () => void;
  /** Runs every timer that becomes due, in order. */
  pass(ms: number): Promise<void>;
  /** Sets the clock without running anything. */
  jump(ms: number): void;
  /** Timers that have not run yet. */
  pending(): number;
}

export function createFakeTime(start = 1_700_000_000_000): FakeTime {
  let now = start;
  const timers = new Set<{ at: number; run: () => void }>();
  const settle = async () => {
    for (let i = 0; i < 500; i++) await Promise.resolve();
  };
  return {
    now: () => now,
    after: (delayMs, run) => {
      const timer = { at: now + delayMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass: async (ms) => {
      const end = now + ms;
      await settle();
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers.delete(due);
        now = Math.max(now, due.at);
        due.run();
        await settle();
      }
      now = end;
    },
    jump: (ms) => {
      now += ms;
    },
    pending: () => timers.size,
  };
}
