import { createHash } from 'node:crypto';
import type { Days } from '#main/cache/cache';
import { packTrack, unpackTrack } from '#main/cache/days';
import type { Alert } from '#shared/domain/alert';
import type {
  CachedHistory,
  Coverage,
  IncompletePart,
  LogKind,
  Range,
} from '#shared/domain/history';
import type { TrackColumns } from '#shared/history/columns';
import { cutTrack, firstRowAt, mergeTracks } from '#shared/history/track';
import { intersection, subtract, union } from './ranges';

/** An answer of the service to the request for a range. */
export interface Answer<T> {
  range: Range;
  requestedAt: number;
  /** Until when the records cannot change any more. */
  settledTo: number;
  records: T;
  /** Why these are not all records of the range; absent or null: they are. */
  incomplete?: IncompletePart | null;
  /** The range is requested again in parts, so it does not count as requested yet. */
  isProvisional?: boolean;
}

/** Originals stored with a day. */
const mostOriginals = 3;

/** The downloaded logs of devices, stored by device and day. */
export interface DayStore extends Pick<DayIndex, 'prepare' | 'isReady'> {
  putTrack(deviceId: string, day: Range, answer: Answer<TrackColumns>): void;
  putAlerts(deviceId: string, day: Range, answer: Answer<readonly Alert[]>): void;
  /** The same for many devices: stored with the next `storeAlerts`, and readable at once. */
  collectAlerts(deviceId: string, day: Range, answer: Answer<readonly Alert[]>): void;
  storeAlerts(): void;
  /** The fixes of a range, both ends included. */
  track(deviceId: string, range: Range): TrackColumns;
  alerts(deviceId: string, range: Range): CachedAlert[];
  coverage(log: LogKind, deviceId: string, range: Range): Omit<Coverage, 'days'>;
  settled(log: LogKind, deviceId: string): Range[];
  /** Marks a range as not requested; its records stay until it is requested again. */
  reopen(log: LogKind, deviceId: string, range: Range): void;
  /**
   * The service cuts answers at this number of records: marks days with as many as incomplete and as not
   * requested. Returns whether there are any.
   */
  doubt(log: LogKind, records: number): boolean;
  /** Requested parts, settled or not. */
  fetched(log: LogKind, deviceId: string): Range[];
  /** Requested parts whose last answer is not complete, oldest first. */
  incomplete(log: LogKind, deviceId: string): IncompletePart[];
  /** Parts last requested at or after `since`, as they were requested: adjacent ones stay apart. */
  requestedSince(log: LogKind, deviceId: string, since: number): Range[];
  hasDays(log: LogKind, deviceId: string): boolean;
  /** Another text whenever what is cached of a range changed. */
  versionOf(log: LogKind, deviceId: string, range: Range): string;
  devices(log: LogKind): string[];
  cached(): CachedHistory[];
  /** null: of every device. */
  clear(deviceIds: readonly string[] | null): void;
}

/** An alert with an id of ours, since the service gives it none. */
export interface CachedAlert extends Alert {
  id: string;
  deviceId: string;
  at: number;
}

/** An id that is the same each time the alert is fetched. */
export function alertId(deviceId: string, alert: Pick<Alert, 'at' | 'alerts' | 'text'>): string {
  const parts = [deviceId, alert.at, alert.alerts.toSorted(), alert.text];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27);
}

export function createDayStore(days: Days): DayStore {
  const index = createDayIndex(days);

  function put<T>(
    log: LogKind,
    deviceId: string,
    day: Range,
    answer: Answer<T>,
    pack: (before: Buffer | null) => { bytes: Uint8Array; records: number },
    isCollected = false,
  ): void {
    const [id, before] = index.get(log, deviceId, day.from);
    const { bytes, records } = pack(before ? days.bytes(id) : null);
    const settled = intersection(answer.range, { from: 0, to: answer.settledTo });
    const next: Day = {
      deviceId,
      log,
      from: day.from,
      to: Math.max(day.to, before?.to ?? 0),
      fetched: union([...(before?.fetched ?? []), answer.range]),
      settled: answer.incomplete
        ? (before?.settled ?? []).flatMap((part) => subtract(part, [answer.range]))
        : union([...(before?.settled ?? []), ...(settled ? [settled] : [])]),
      incomplete: withPart(before?.incomplete ?? [], answer),
      askedAt: answer.requestedAt,
      asked: [
        ...subtractRequested(before?.asked ?? [], answer.range),
        ...(answer.isProvisional ? [] : [{ ...answer.range, at: answer.requestedAt }]),
      ],
      records,
      bytes: bytes.length,
    };
    index.put(id, next, bytes, isCollected);
  }

  function putAlerts(
    deviceId: string,
    day: Range,
    answer: Answer<readonly Alert[]>,
    isCollected: boolean,
  ): void {
    const pack = (before: Buffer | null) => {
      const byId = new Map(
        [...(before ? alertsIn(before) : []), ...answer.records].map((alert) => [
          alertId(deviceId, alert),
          alert,
        ]),
      );
      const alerts = [...byId.values()].sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
      const records = alerts.filter(({ at }) => (at ?? 0) < day.to).length;
      return { bytes: Buffer.from(JSON.stringify(alerts)), records };
    };
    put('alerts', deviceId, day, answer, pack, isCollected);
  }

  /** Days without alerts are not read. */
  function bytesOf(log: LogKind, deviceId: string, range: Range): Buffer[] {
    return index.overlapping(log, deviceId, range).flatMap(([id, { bytes }]) => {
      const isEmpty = log === 'alerts' && bytes === noAlertsBytes;
      return isEmpty ? [] : (days.bytes(id) ?? []);
    });
  }

  return {
    prepare: index.prepare,
    isReady: index.isReady,

    putTrack: (deviceId, day, answer) =>
      put('locations', deviceId, day, answer, (before) => {
        const track = mergeTracks([...(before ? [unpackTrack(before)] : []), answer.records]);
        // A fix at the end of the day is counted with the next day.
        return { bytes: packTrack(track), records: firstRowAt(track, day.to) };
      }),

    putAlerts: (deviceId, day, answer) => putAlerts(deviceId, day, answer, false),
    collectAlerts: (deviceId, day, answer) => putAlerts(deviceId, day, answer, true),
    storeAlerts: days.store,

    track: (deviceId, range) =>
      cutTrack(mergeTracks(bytesOf('locations', deviceId, range).map(unpackTrack)), range),

    alerts: (deviceId, range) => {
      const byId = new Map<string, CachedAlert>();
      for (const alert of bytesOf('alerts', deviceId, range).flatMap(alertsIn)) {
        const { at } = alert;
        if (at === null || at < range.from || at > range.to) continue;
        const id = alertId(deviceId, alert);
        byId.set(id, { ...alert, at, id, deviceId });
      }
      return [...byId.values()].sort((a, b) => a.at - b.at);
    },

    coverage: (log, deviceId, range) => {
      const known = index.overlapping(log, deviceId, range).map(([, day]) => day);
      const fetched = known.flatMap((day) => day.fetched);
      const settled = known.flatMap((day) => day.settled);
      const incomplete = incompleteIn(known);
      // Days begin where the ones before end.
      const asked = known.filter((day) => day.fetched.some((part) => intersection(part, range)));
      const requested = union(fetched).flatMap((part) => intersection(part, range) ?? []);
      return {
        missing: subtract(range, fetched),
        unsettled: requested.flatMap((part) => subtract(part, [...settled, ...incomplete])),
        incomplete: incomplete.filter((part) => intersection(part, range) !== null),
        asOf: asked.length === 0 ? null : Math.min(...asked.map(({ askedAt }) => askedAt)),
      };
    },

    settled: (log, deviceId) => union(index.of(log, deviceId).flatMap(([, day]) => day.settled)),
    fetched: (log, deviceId) => union(index.of(log, deviceId).flatMap(([, day]) => day.fetched)),

    incomplete: (log, deviceId) => incompleteIn(index.of(log, deviceId).map(([, day]) => day)),

    requestedSince: (log, deviceId, since) =>
      since === Number.POSITIVE_INFINITY
        ? []
        : index
            .of(log, deviceId)
            .flatMap(([, day]) =>
              day.asked.flatMap(({ at, from, to }) => (at >= since ? [{ from, to }] : [])),
            ),

    hasDays: index.has,
    versionOf: (log, deviceId, range) =>
      JSON.stringify(
        index
          .overlapping(log, deviceId, range)
          .map(([, { from, askedAt, bytes, fetched }]) => [from, askedAt, bytes, fetched]),
      ),

    reopen: (log, deviceId, range) => {
      for (const [id, day] of index.overlapping(log, deviceId, range)) {
        const wasRequested = day.fetched.some((part) => intersection(part, range));
        const bytes = wasRequested ? days.bytes(id) : null;
        if (bytes) index.put(id, reopened(day, range), bytes);
      }
    },

    doubt: (log, records) => {
      const doubted = index
        .groups()
        .flat()
        .filter((day) => day.log === log && day.settled.length > 0 && isOfSize(day, records));
      for (const day of doubted) {
        const [id] = index.get(log, day.deviceId, day.from);
        const bytes = days.bytes(id);
        if (bytes) index.put(id, asIncomplete(day, 'capped'), bytes);
      }
      return doubted.length > 0;
    },

    devices: (log) => [
      ...new Set(
        index
          .groups()
          .flatMap((group) => group.flatMap((day) => (day.log === log ? [day.deviceId] : []))),
      ),
    ],

    cached: () => index.groups().flatMap((group) => summary(group) ?? []),
    clear: index.remove,
  };
}

/** The size of a day without alerts. */
const noAlertsBytes = 2;
const alertsIn = (bytes: Buffer) => JSON.parse(bytes.toString()) as Alert[];

function subtractRequested(requested: readonly RequestedRange[], range: Range): RequestedRange[] {
  return requested.flatMap(({ at, ...part }) =>
    subtract(part, [range]).map((left) => ({ ...left, at })),
  );
}

const incompleteIn = (days: readonly Day[]) => days.flatMap(({ incomplete }) => incomplete);

/**
 * The parts without their time in a range. What is left of a part keeps its counts, because the times of
 * its unreadable records are not known, but no originals: they may be of the time that was removed.
 */
const withoutRange = (parts: readonly IncompletePart[], range: Range) =>
  parts.flatMap((part) => {
    if (!intersection(part, range)) return [part];
    return subtract(part, [range]).map((left) => ({ ...part, ...left, originals: [] }));
  });

/** The incomplete parts of a day after an answer, oldest first. */
function withPart(
  before: readonly IncompletePart[],
  { range, incomplete }: Pick<Answer<unknown>, 'range' | 'incomplete'>,
): IncompletePart[] {
  const others = withoutRange(before, range);
  if (!incomplete) return others;
  const known = others.reduce((sum, { originals }) => sum + originals.length, 0);
  const originals = incomplete.originals.slice(0, Math.max(0, mostOriginals - known));
  return [...others, { ...incomplete, originals }].sort((a, b) => a.from - b.from);
}

function reopened(day: Day, range: Range): Day {
  const open = (parts: readonly Range[]) => parts.flatMap((part) => subtract(part, [range]));
  return {
    ...day,
    fetched: open(day.fetched),
    settled: open(day.settled),
    incomplete: withoutRange(day.incomplete, range),
    asked: subtractRequested(day.asked, range),
  };
}

/** A record at the end of a day may have been one of them: it is counted with the next day. */
const isOfSize = (day: Day, records: number) =>
  day.records === records || day.records === records - 1;

function summary(days: readonly Day[]): CachedHistory | null {
  const [first] = days;
  if (!first) return null;
  const isClosed = (day: Day) => subtract({ from: day.from, to: day.to }, day.settled).length === 0;
  return {
    deviceId: first.deviceId,
    log: first.log,
    days: days.length,
    closedDays: days.filter(isClosed).length,
    incompleteDays: days.filter(({ incomplete }) => incomplete.length > 0).length,
    from: Math.min(...days.map(({ from }) => from)),
    to: Math.max(...days.map(({ to }) => to)),
    records: days.reduce((sum, { records }) => sum + records, 0),
    bytes: days.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** A requested range; `at` is when. */
interface RequestedRange extends Range {
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
type DayIndex = ReturnType<typeof createDayIndex>;

/** A day whose settled parts are in doubt: they are requested again. */
function asIncomplete(day: Day, reason: IncompletePart['reason']): Day {
  const facts = { reason, received: day.records, unreadable: 0, outside: 0, originals: [] };
  const doubted = day.settled.map((part) => ({ ...part, ...facts }));
  return { ...day, settled: [], asked: [], incomplete: [...day.incomplete, ...doubted] };
}

const keyOf = (log: LogKind, deviceId: string) => `${log} ${deviceId}`;
const idOf = (log: LogKind, deviceId: string, from: number) =>
  JSON.stringify([log, deviceId, from]);

export function createDayIndex(days: Days) {
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
    /** Reads the index in small steps; without it, the first use reads all of it. */
    prepare,
    isReady: (): boolean => loaded !== null,
    get: (log: LogKind, deviceId: string, from: number): [id: string, day: Day | undefined] => {
      const id = idOf(log, deviceId, from);
      return [id, index().get(keyOf(log, deviceId))?.get(id)];
    },
    /** Stores a day and its records; collected ones with the next `store`. */
    put: (id: string, day: Day, bytes: Uint8Array, isCollected = false): void => {
      if (isCollected) days.collect(id, day, bytes);
      else days.put(id, day, bytes);
      add(index(), id, day);
    },
    /** Oldest first. */
    of,
    overlapping: (log: LogKind, deviceId: string, range: Range): [id: string, day: Day][] =>
      of(log, deviceId).filter(([, day]) => day.from <= range.to && day.to >= range.from),
    has: (log: LogKind, deviceId: string): boolean => index().has(keyOf(log, deviceId)),
    /** The days of each log and device. */
    groups: (): Day[][] => [...index().values()].map((group) => [...group.values()]),
    /** null: of every device. */
    remove: (deviceIds: readonly string[] | null): void => {
      const chosen = deviceIds && new Set(deviceIds);
      const ids = [...index().values()].flatMap((group) =>
        [...group].flatMap(([id, day]) => (!chosen || chosen.has(day.deviceId) ? [id] : [])),
      );
      days.removeMany(ids);
      loaded = null;
    },
  };
}

/** Sorts days by the worst part of each. `within` is the range that counts. */
export function coveredDays(
  days: readonly Range[],
  within: Range,
  { missing, incomplete, unsettled }: Omit<Coverage, 'days'>,
): Coverage['days'] {
  const counts = { total: 0, complete: 0, canChange: 0, incomplete: 0, notLoaded: 0 };
  for (const day of days) {
    const part = intersection(day, within);
    if (!part) continue;
    const has = (parts: readonly Range[]) => parts.some((each) => intersection(each, part));
    counts.total++;
    if (has(incomplete)) counts.incomplete++;
    else if (has(missing)) counts.notLoaded++;
    else if (has(unsettled)) counts.canChange++;
    else counts.complete++;
  }
  return counts;
}
