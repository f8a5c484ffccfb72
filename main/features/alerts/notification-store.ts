import type { Records } from '#main/cache/cache';
import type { NotificationMemory } from '#shared/domain/alert-rules';

/** The last notifications by device and the snoozes, stored in the cache of the account. */
export interface NotificationStore {
  memoryOf(deviceId: string): NotificationMemory;
  /** In memory only, until `save`. */
  setMemory(deviceId: string, memory: NotificationMemory): void;
  /**
   * Writes up to `most` changed memories in one transaction that waits for the disk; returns whether
   * there are none left.
   */
  save(most: number): boolean;
  /** Until when notifications are off, by device, and by `allDevices` and `callsForHelp`. */
  snoozes(): Record<string, number>;
  /** `until` null: ends the snoozes. */
  snooze(ids: readonly string[], until: number | null): void;
}

const snoozeRecordId = 'snoozes';
const recordId = (deviceId: string) => `device:${deviceId}`;

export function createNotificationStore(records: Records, now: () => number): NotificationStore {
  let memories: Map<string, NotificationMemory> | null = null;
  let stored: Record<string, number> | null = null;
  /** Records that differ from what is stored; undefined: to be removed. */
  const changed = new Map<string, NotificationMemory | undefined>();

  function allMemories(): Map<string, NotificationMemory> {
    memories ??= new Map(
      records
        .all()
        .flatMap(({ id, value }) =>
          id === snoozeRecordId ? [] : [[id, value as NotificationMemory]],
        ),
    );
    return memories;
  }

  function snoozes(): Record<string, number> {
    stored ??= (records.get(snoozeRecordId) ?? {}) as Record<string, number>;
    return Object.fromEntries(Object.entries(stored).filter(([, until]) => until > now()));
  }

  return {
    memoryOf: (deviceId) => allMemories().get(recordId(deviceId)) ?? {},
    setMemory: (deviceId, memory) => {
      const id = recordId(deviceId);
      allMemories().set(id, memory);
      changed.set(id, Object.keys(memory).length === 0 ? undefined : memory);
    },
    save: (most) => {
      const entries: [string, NotificationMemory | undefined][] = [];
      for (const entry of changed) {
        if (entries.length >= most) break;
        entries.push(entry);
        changed.delete(entry[0]);
      }
      records.putMany(entries);
      return changed.size === 0;
    },
    snoozes,
    snooze: (ids, until) => {
      const entries = Object.entries(snoozes()).filter(([id]) => !ids.includes(id));
      const added = until === null ? [] : ids.map((id) => [id, until] as const);
      stored = Object.fromEntries([...entries, ...added]);
      records.put(snoozeRecordId, stored);
    },
  };
}
