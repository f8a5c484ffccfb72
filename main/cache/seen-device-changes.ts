import type { DeviceChange } from './fleet';

/** A change of a device, and between which moments it reached the service. */
export interface SeenDeviceChange extends DeviceChange {
  /** When the list was received that did not have it; null: not recorded. */
  knownAt: number | null;
  /** When the list was received that has it; null: it was seen in a single record. */
  seenAt: number | null;
}

/** More changes than this between two calls are not remembered. */
const mostSeenChanges = 1_000;

export interface SeenDeviceChanges {
  add(
    changes: readonly DeviceChange[],
    between: Pick<SeenDeviceChange, 'knownAt' | 'seenAt'>,
  ): void;
  /** The changes since the last call, the newest if there are too many. */
  take(): SeenDeviceChange[];
}

export function createSeenDeviceChanges(): SeenDeviceChanges {
  let waiting: SeenDeviceChange[] = [];
  return {
    add(changes, between) {
      if (changes.length === 0) return;
      const added = changes.slice(-mostSeenChanges).map((change) => ({ ...change, ...between }));
      waiting = [...waiting, ...added].slice(-mostSeenChanges);
    },
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}
