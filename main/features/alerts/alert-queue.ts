import type { AskedDevices } from './asked-devices';

/** Which devices are asked for their alerts next. */
export interface AlertQueue {
  /** The last report of a device has alerts: it is asked next. */
  signal(deviceId: string): void;
  /** Takes the next devices, at most `batchSize`; empty if none is due. */
  next(): string[];
  /** A device was asked, also without success. */
  tried(deviceId: string): void;
}

/** A device is asked again after this time, or at once if it reports an alert. */
const againMs = 30 * 60_000;
/** Looking for due devices visits the whole fleet. */
const searchEveryMs = 60_000;
/** Few, so that a device that reports an alert does not wait long. */
export const batchSize = 8;

export function createAlertQueue(asked: Pick<AskedDevices, 'due'>, now: () => number): AlertQueue {
  const triedAt = new Map<string, number>();
  /** In the order in which they came. */
  const signalled = new Set<string>();
  let queue: string[] = [];
  let searchedAt = Number.NEGATIVE_INFINITY;

  function search(): void {
    searchedAt = now();
    const before = searchedAt - againMs;
    queue = asked.due(before).filter((id) => (triedAt.get(id) ?? 0) <= before);
  }

  return {
    signal: (id) => void signalled.add(id),
    next: () => {
      if (queue.length === 0 && now() - searchedAt >= searchEveryMs) search();
      const first = [...signalled].slice(0, batchSize);
      for (const id of first) signalled.delete(id);
      const others = queue.splice(0, batchSize - first.length).filter((id) => !first.includes(id));
      return [...first, ...others];
    },
    tried: (id) => void triedAt.set(id, now()),
  };
}
