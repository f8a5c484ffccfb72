import type { FixUpdate } from '#main/cache/cache';
import type { Clock } from '#main/pace/clock';

export type TimedAnswer = Omit<FixUpdate, 'slot'>;

/**
 * Collects answers about last locations: the first one after a pause is posted at once, those that follow
 * together after a moment too short to notice. They are stored together a few times a second, because a transaction
 * costs more than its rows.
 */
export interface CollectedAnswers {
  add(id: string, answer: TimedAnswer): void;
  /** Posts and stores everything now. */
  flush(): void;
  /** The same for the last time; later answers stay in memory. */
  close(): void;
}

export interface CollectedAnswersOptions {
  clock: Clock;
  /** The shortest time between two posts. */
  postMs: number;
  storeMs: number;
  /** By device, each in the order of arrival: an answer is judged against those before. */
  post: (answers: ReadonlyMap<string, readonly TimedAnswer[]>) => void;
  store: () => void;
}

export function createCollectedAnswers(options: CollectedAnswersOptions): CollectedAnswers {
  const { clock } = options;
  let collected = new Map<string, TimedAnswer[]>();
  let cancelPost: (() => void) | null = null;
  let cancelStore: (() => void) | null = null;
  let nextPostAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  function post(): void {
    cancelPost?.();
    cancelPost = null;
    if (collected.size === 0) return;
    nextPostAt = clock.now() + options.postMs;
    const answers = collected;
    collected = new Map();
    options.post(answers);
    if (!isClosed) cancelStore ??= clock.after(options.storeMs, store);
  }

  function store(): void {
    cancelStore?.();
    cancelStore = null;
    options.store();
  }

  function flush(): void {
    post();
    if (cancelStore) store();
  }

  return {
    add: (id, answer) => {
      const answers = collected.get(id);
      if (answers) answers.push(answer);
      else collected.set(id, [answer]);
      if (isClosed || cancelPost) return;
      // Also against a clock that was set back.
      const waitMs = Math.min(options.postMs, Math.max(0, nextPostAt - clock.now()));
      cancelPost = clock.after(waitMs, post);
    },
    flush,
    close: () => {
      flush();
      isClosed = true;
    },
  };
}
