import type { Reservation } from '#main/pace/budget';
import type { Clock } from '#main/pace/clock';

/** Lets background requests wait for the budget, until one of them becomes urgent. */
export interface BudgetWait {
  /** Resolves when a call is available; at once while requests are urgent. */
  wait(): Promise<void>;
  /** Later requests wait. */
  relax(): void;
  /** Requests do not wait; the one that waits now continues. */
  hurry(): void;
}

/** Requests are urgent at first. Without `reserve` nothing waits. */
export function createBudgetWait(
  clock: Clock,
  reserve: (() => Reservation) | undefined,
): BudgetWait {
  let isUrgent = true;
  let endWait: (() => void) | null = null;
  return {
    wait: async () => {
      const reservation = isUrgent ? undefined : reserve?.();
      if (!reservation) return;
      let waitMs = reservation.waitMs();
      while (waitMs > 0 && !isUrgent) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const cancel = clock.after(waitMs, resolve);
        endWait = resolve;
        await promise;
        cancel();
        waitMs = reservation.waitMs();
      }
      endWait = null;
      reservation.end();
    },
    relax: () => {
      isUrgent = false;
    },
    hurry: () => {
      isUrgent = true;
      endWait?.();
    },
  };
}
