import { createHash } from 'node:crypto';
import type { Days } from '#main/cache/cache';
import { packTrack, unpackTrack } from '#main/cache/track-bytes';
import type { Alert } from '#shared/domain/alert';
import type { CachedHistory, Coverage, LogKind, Range } from '#shared/domain/history';
import type { TrackColumns } from '#shared/history/columns';
import { cutTrack, firstRowAt, mergeTracks } from '#shared/history/track';
import { common, joined, without } from './ranges';

interface Asked extends Range {
  at: number;
}

/** What is known about a kept day without reading its records. */
interface Day {
  deviceId: string;
  log: LogKind;
  from: number;
  to: number;
  /** Parts that were asked for. */
  fetched: Range[];
  /** Parts asked for so late that nothing can come any more. */
  settled: Range[];
  /** When it was last asked for. */
  askedAt: number;
  /** When which part was last asked for; what an earlier version kept does not tell. */
  asked?: Asked[];
  records: number;
  bytes: number;
}

/** An answer of the service: what was asked, when, and what came. */
export interface Answer<T> {
  range: Range;
  askedAt: number;
  /** Up to when nothing can come any more. */
  settledTo: number;
  records: T;
}

/** Logs of devices, as far as they were fetched: kept by device and day, joined again by time. */
export interface DayStore {
  putTrack(deviceId: string, day: Range, answer: Answer<TrackColumns>): void;
  putAlerts(deviceId: string, day: Range, answer: Answer<readonly Alert[]>): void;
  /** Every fix from one end of the range to the other, both included. */
  track(deviceId: string, range: Range): TrackColumns;
  alerts(deviceId: string, range: Range): CachedAlert[];
  coverage(log: LogKind, deviceId: string, range: Range): Coverage;
  settled(log: LogKind, deviceId: string): Range[];
  /** Forgets that this time was asked for; what came stays until it is asked for again. */
  reopen(log: LogKind, deviceId: string, range: Range): void;
  /** Parts that were asked for, settled or not. */
  fetched(log: LogKind, deviceId: string): Range[];
  /** Parts last asked for from a moment on, as they were asked for: adjoining ones are not joined. */
  askedSince(log: LogKind, deviceId: string, since: number): Range[];
  /** Whether anything was ever asked for. */
  holds(log: LogKind, deviceId: string): boolean;
  /** Devices of which anything of a log is kept. */
  devices(log: LogKind): string[];
  cached(): CachedHistory[];
  /** null: of every device. */
  clear(deviceIds: readonly string[] | null): void;
}

/** An alert with what names it, because the service gives it no id. */
export interface CachedAlert extends Alert {
  id: string;
  deviceId: string;
  at: number;
}

/** The same for the same alert, whenever it is fetched. */
export function alertId(deviceId: string, alert: Pick<Alert, 'at' | 'alerts' | 'text'>): string {
  const parts = [deviceId, alert.at, alert.alerts.toSorted(), alert.text];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27);
}

/** What is left of earlier askings beside a new one. */
function untouchedBy(range: Range, asked: readonly Asked[]): Asked[] {
  return asked.flatMap(({ at, ...part }) =>
    without(part, [range]).map((left) => ({ ...left, at })),
  );
}

const idOf = (log: LogKind, deviceId: string, from: number) =>
  JSON.stringify([log, deviceId, from]);

export function createDayStore(days: Days): DayStore {
  let index: Map<string, Map<string, Day>> | null = null;

  const keyOf = (log: LogKind, deviceId: string) => `${log} ${deviceId}`;

  function indexed(): Map<string, Map<string, Day>> {
    if (index) return index;
    index = new Map();
    for (const { id, value } of days.all()) add(index, id, value as Day);
    return index;
  }

  function add(to: Map<string, Map<string, Day>>, id: string, day: Day): void {
    const key = keyOf(day.log, day.deviceId);
    const known = to.get(key);
    if (known) known.set(id, day);
    else to.set(key, new Map([[id, day]]));
  }

  function daysOf(log: LogKind, deviceId: string): [string, Day][] {
    const known = indexed().get(keyOf(log, deviceId));
    return known ? [...known].sort(([, a], [, b]) => a.from - b.from) : [];
  }

  function overlapping(log: LogKind, deviceId: string, range: Range): [string, Day][] {
    return daysOf(log, deviceId).filter(([, day]) => day.from <= range.to && day.to >= range.from);
  }

  function put<T>(
    log: LogKind,
    deviceId: string,
    day: Range,
    answer: Answer<T>,
    pack: (before: Buffer | null) => { bytes: Uint8Array; records: number },
  ): void {
    const id = idOf(log, deviceId, day.from);
    const before = indexed().get(keyOf(log, deviceId))?.get(id);
    const { bytes, records } = pack(before ? days.bytes(id) : null);
    const settled = common(answer.range, { from: 0, to: answer.settledTo });
    const next: Day = {
      deviceId,
      log,
      from: day.from,
      to: Math.max(day.to, before?.to ?? 0),
      fetched: joined([...(before?.fetched ?? []), answer.range]),
      settled: joined([...(before?.settled ?? []), ...(settled ? [settled] : [])]),
      askedAt: answer.askedAt,
      asked: [
        ...untouchedBy(answer.range, before?.asked ?? []),
        { ...answer.range, at: answer.askedAt },
      ],
      records,
      bytes: bytes.length,
    };
    days.put(id, next, bytes);
    add(indexed(), id, next);
  }

  function keptAlerts(id: string): Alert[] {
    const bytes = days.bytes(id);
    return bytes ? (JSON.parse(bytes.toString()) as Alert[]) : [];
  }

  return {
    putTrack: (deviceId, day, answer) =>
      put('locations', deviceId, day, answer, (before) => {
        const track = mergeTracks([...(before ? [unpackTrack(before)] : []), answer.records]);
        // What lies on the rim is counted with the next day.
        return { bytes: packTrack(track), records: firstRowAt(track, day.to) };
      }),

    putAlerts: (deviceId, day, answer) =>
      put('alerts', deviceId, day, answer, (before) => {
        const known = before ? (JSON.parse(before.toString()) as Alert[]) : [];
        const byId = new Map(known.map((alert) => [alertId(deviceId, alert), alert]));
        for (const alert of answer.records) byId.set(alertId(deviceId, alert), alert);
        const alerts = [...byId.values()].sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
        const records = alerts.filter(({ at }) => (at ?? 0) < day.to).length;
        return { bytes: Buffer.from(JSON.stringify(alerts)), records };
      }),

    track: (deviceId, range) => {
      const parts = overlapping('locations', deviceId, range).flatMap(([id]) => {
        const bytes = days.bytes(id);
        return bytes ? [unpackTrack(bytes)] : [];
      });
      return cutTrack(mergeTracks(parts), range);
    },

    alerts: (deviceId, range) => {
      const byId = new Map<string, CachedAlert>();
      for (const [id] of overlapping('alerts', deviceId, range)) {
        for (const alert of keptAlerts(id)) {
          const { at } = alert;
          if (at === null || at < range.from || at > range.to) continue;
          const named = alertId(deviceId, alert);
          byId.set(named, { ...alert, at, id: named, deviceId });
        }
      }
      return [...byId.values()].sort((a, b) => a.at - b.at);
    },

    coverage: (log, deviceId, range) => {
      const known = overlapping(log, deviceId, range).map(([, day]) => day);
      const fetched = known.flatMap((day) => day.fetched);
      const settled = known.flatMap((day) => day.settled);
      const asked = joined(fetched).flatMap((part) => common(part, range) ?? []);
      return {
        missing: without(range, fetched),
        unsettled: asked.flatMap((part) => without(part, settled)),
        asOf: known.length === 0 ? null : Math.min(...known.map(({ askedAt }) => askedAt)),
      };
    },

    settled: (log, deviceId) => joined(daysOf(log, deviceId).flatMap(([, day]) => day.settled)),

    fetched: (log, deviceId) => joined(daysOf(log, deviceId).flatMap(([, day]) => day.fetched)),

    askedSince: (log, deviceId, since) =>
      since === Number.POSITIVE_INFINITY
        ? []
        : daysOf(log, deviceId).flatMap(([, day]) =>
            (day.asked ?? []).flatMap(({ at, from, to }) => (at >= since ? [{ from, to }] : [])),
          ),

    holds: (log, deviceId) => indexed().has(keyOf(log, deviceId)),

    reopen: (log, deviceId, range) => {
      for (const [id, day] of overlapping(log, deviceId, range)) {
        const asked = day.fetched.some((part) => common(part, range));
        const bytes = asked ? days.bytes(id) : null;
        if (!bytes) continue;
        const open = (parts: readonly Range[]) => parts.flatMap((part) => without(part, [range]));
        const next = {
          ...day,
          fetched: open(day.fetched),
          settled: open(day.settled),
          asked: untouchedBy(range, day.asked ?? []),
        };
        days.put(id, next, bytes);
        add(indexed(), id, next);
      }
    },

    devices: (log) => [
      ...new Set(
        [...indexed().values()].flatMap((known) =>
          [...known.values()].flatMap((day) => (day.log === log ? [day.deviceId] : [])),
        ),
      ),
    ],

    cached: () =>
      [...indexed().values()].flatMap((known) => {
        const kept = [...known.values()];
        const [first] = kept;
        if (!first) return [];
        const isClosed = (day: Day) =>
          without({ from: day.from, to: day.to }, day.settled).length === 0;
        return [
          {
            deviceId: first.deviceId,
            log: first.log,
            days: kept.length,
            closedDays: kept.filter(isClosed).length,
            from: Math.min(...kept.map(({ from }) => from)),
            to: Math.max(...kept.map(({ to }) => to)),
            records: kept.reduce((sum, { records }) => sum + records, 0),
            bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
          },
        ];
      }),

    clear: (deviceIds) => {
      const wanted = deviceIds && new Set(deviceIds);
      const ids = [...indexed().values()].flatMap((known) =>
        [...known].flatMap(([id, day]) => (!wanted || wanted.has(day.deviceId) ? [id] : [])),
      );
      days.removeMany(ids);
      index = null;
    },
  };
}
