import type { Clock } from '#main/pace/clock';
import type { Condition } from '#shared/domain/alert-rules';

/** Conditions within this time share one notification. */
const groupMs = 2_000;

interface GroupActions {
  /** Stores a part of what has to be stored before notifying; returns whether that was the last. */
  save: () => boolean;
  notify: (conditions: readonly Condition[]) => void;
}

/** Collects conditions for one notification. */
export function createNotificationGroup(clock: Clock, { save, notify }: GroupActions) {
  let waiting: Condition[] = [];
  let cancel: (() => void) | null = null;
  let isStopped = false;

  function flush(): void {
    cancel = null;
    if (isStopped) return;
    if (!save()) {
      cancel = clock.after(1, flush);
      return;
    }
    const conditions = waiting;
    waiting = [];
    if (conditions.length > 0) notify(conditions);
  }

  return {
    /** Also without conditions there is something to save. */
    add(conditions: readonly Condition[]): void {
      for (const condition of conditions) waiting.push(condition);
      if (!isStopped) cancel ??= clock.after(groupMs, flush);
    },
    stop(): void {
      isStopped = true;
      cancel?.();
    },
  };
}
