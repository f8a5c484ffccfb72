import type { FixUpdate } from '#main/cache/cache';
import type { Clock } from '#main/pace/clock';

export type TimedAnswer = Omit<FixUpdate, 'slot'>;

/**
 * Collects answers about last locations: they are posted together after a moment too short to notice,
 * and stored together a few times a second, because a transaction costs more than its rows.
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
  let isClosed = false;

  function post(): void {
    cancelPost?.();
    cancelPost = null;
    if (collected.size === 0) return;
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
      if (!isClosed) cancelPost ??= clock.after(options.postMs, post);
    },
    flush,
    close: () => {
      flush();
      isClosed = true;
    },
  };
}
