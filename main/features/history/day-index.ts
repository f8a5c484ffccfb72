import type { Days } from '#main/cache/cache';
import type { IncompletePart, LogKind, Range } from '#shared/domain/history';

/** A requested range; `at` is when. */
export interface RequestedRange extends Range {
  at: number;
}

/** What is known about a cached day without reading its records. Member names are stored. */
export interface Day {
  deviceId: string;
  log: LogKind;
  from: number;
  to: number;
  /** Parts that were requested. */
  fetched: Range[];
  /** Parts requested so late that they cannot change any more, and answered completely. */
  settled: Range[];
  /** Parts whose last answer is not all of their records. */
  incomplete: IncompletePart[];
  /** When it was last requested. */
  askedAt: number;
  /** When each part was last requested. */
  asked: RequestedRange[];
  records: number;
  bytes: number;
}

/** The cached days of all devices and logs, indexed in memory. */
export interface DayIndex {
  /** Reads the index in small steps; without it, the first use reads all of it. */
  prepare(): Iterable<void>;
  isReady(): boolean;
  get(log: LogKind, deviceId: string, from: number): [id: string, day: Day | undefined];
  /** Stores a day and its records; collected ones with the next `store`. */
  put(id: string, day: Day, bytes: Uint8Array, isCollected?: boolean): void;
  /** Oldest first. */
  of(log: LogKind, deviceId: string): [id: string, day: Day][];
  overlapping(log: LogKind, deviceId: string, range: Range): [id: string, day: Day][];
  has(log: LogKind, deviceId: string): boolean;
  /** The days of each log and device. */
  groups(): Day[][];
  /** null: of every device. */
  remove(deviceIds: readonly string[] | null): void;
}

/** A day whose settled parts are in doubt: they are requested again. */
export function asIncomplete(day: Day, reason: IncompletePart['reason']): Day {
  const facts = { reason, received: day.records, unreadable: 0, outside: 0, originals: [] };
  const doubted = day.settled.map((part) => ({ ...part, ...facts }));
  return { ...day, settled: [], asked: [], incomplete: [...day.incomplete, ...doubted] };
}

const keyOf = (log: LogKind, deviceId: string) => `${log} ${deviceId}`;
const idOf = (log: LogKind, deviceId: string, from: number) =>
  JSON.stringify([log, deviceId, from]);

export function createDayIndex(days: Days): DayIndex {
  let loaded: Map<string, Map<string, Day>> | null = null;

  function index(): Map<string, Map<string, Day>> {
    if (loaded) return loaded;
    loaded = new Map();
    for (const { id, value } of days.entries()) add(loaded, id, value as Day);
    return loaded;
  }

  function* prepare(): Iterable<void> {
    const read: Map<string, Map<string, Day>> = new Map();
    try {
      for (const { id, value } of days.entries()) {
        // Somebody needed it meanwhile.
        if (loaded) return;
        add(read, id, value as Day);
        yield;
      }
    } catch {
      // The first use reads it again, and reports a damaged copy to who asked.
      return;
    }
    loaded ??= read;
  }

  function add(to: Map<string, Map<string, Day>>, id: string, day: Day): void {
    const key = keyOf(day.log, day.deviceId);
    const group = to.get(key);
    if (group) group.set(id, day);
    else to.set(key, new Map([[id, day]]));
  }

  function of(log: LogKind, deviceId: string): [string, Day][] {
    const group = index().get(keyOf(log, deviceId));
    return group ? [...group].sort(([, a], [, b]) => a.from - b.from) : [];
  }

  return {
    prepare,
    isReady: () => loaded !== null,
    get: (log, deviceId, from) => {
      const id = idOf(log, deviceId, from);
      return [id, index().get(keyOf(log, deviceId))?.get(id)];
    },
    put: (id, day, bytes, isCollected = false) => {
      if (isCollected) days.collect(id, day, bytes);
      else days.put(id, day, bytes);
      add(index(), id, day);
    },
    of,
    overlapping: (log, deviceId, range) =>
      of(log, deviceId).filter(([, day]) => day.from <= range.to && day.to >= range.from),
    has: (log, deviceId) => index().has(keyOf(log, deviceId)),
    groups: () => [...index().values()].map((group) => [...group.values()]),
    remove: (deviceIds) => {
      const chosen = deviceIds && new Set(deviceIds);
      const ids = [...index().values()].flatMap((group) =>
        [...group].flatMap(([id, day]) => (!chosen || chosen.has(day.deviceId) ? [id] : [])),
      );
      days.removeMany(ids);
      loaded = null;
    },
  };
}
