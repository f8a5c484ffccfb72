/** Until when the alerts of each device on the list were asked for without a gap. */
export interface AskedDevices {
  /** null: they were not asked for. */
  until(id: string): number | null;
  set(id: string, until: number | null): void;
  counts(): AskedCounts;
  /** The list changed: otherwise the next of the other calls does this, which takes as long as the list. */
  follow(): void;
  /** Devices never asked first, then those asked until `before` or earlier, the longest ago first. */
  due(before: number): string[];
}

export interface AskedCounts {
  /** Devices on the list. */
  devices: number;
  /** Of them, those that were asked. */
  loaded: number;
  /** Of the one that was asked the longest ago; null: none was asked. */
  oldestAt: number | null;
}

/** `ids` returns the devices on the list: the same array until the list changes. */
export function createAskedDevices(ids: () => readonly string[]): AskedDevices {
  /** Of devices on the list, the longest ago first, as long as time goes on. */
  let asked = new Map<string, number>();
  let never = new Set<string>();
  let listed: readonly string[] = [];
  let isOrdered = true;
  let latest = Number.NEGATIVE_INFINITY;

  function follow(): void {
    if (ids() === listed) return;
    listed = ids();
    never = new Set(listed);
    for (const id of asked.keys()) if (!never.delete(id)) asked.delete(id);
  }

  /** Times come in order but for those that were read from the disk. */
  function ordered(): Map<string, number> {
    follow();
    if (isOrdered) return asked;
    asked = new Map([...asked].toSorted(([, a], [, b]) => a - b));
    isOrdered = true;
    return asked;
  }

  return {
    until: (id) => asked.get(id) ?? null,
    set: (id, until) => {
      follow();
      const isListed = asked.delete(id) || never.delete(id);
      if (!isListed) return;
      if (until === null) {
        never.add(id);
        return;
      }
      if (until < latest) isOrdered = false;
      latest = Math.max(latest, until);
      asked.set(id, until);
    },
    follow,
    counts: () => {
      const [oldestAt] = ordered().values();
      return { devices: listed.length, loaded: asked.size, oldestAt: oldestAt ?? null };
    },
    due: (before) => {
      const due: string[] = [];
      for (const [id, until] of ordered()) {
        if (until > before) break;
        due.push(id);
      }
      return [...never, ...due];
    },
  };
}
