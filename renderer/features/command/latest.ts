/**
 * Asks one question at a time. A newer question replaces one that waits, and the answer to an older
 * question is dropped.
 */
export function createLatest<Q, A>(
  ask: (question: Q) => Promise<A>,
  onAnswer: (answer: A) => void,
) {
  let next: { question: Q } | null = null;
  let isAsking = false;
  /** Grows with each question and each cancellation. */
  let version = 0;

  async function work(): Promise<void> {
    isAsking = true;
    try {
      while (next) {
        const { question } = next;
        const asked = version;
        next = null;
        const answer = await ask(question);
        if (asked === version) onAnswer(answer);
      }
    } finally {
      isAsking = false;
    }
  }

  return {
    ask(question: Q): void {
      version += 1;
      next = { question };
      if (!isAsking) void work();
    },
    cancel(): void {
      version += 1;
      next = null;
    },
  };
}
