import type { Acknowledgement } from '#shared/domain/take-along';
import { z } from 'zod';
import type { Records } from '#main/cache/cache';
import { type CachedAlert, type DayStore, alertId } from '#main/features/history/day-store';
import type { Clock } from '#main/pace/clock';
import { createThrottle } from '#main/pace/throttle';
import {
  type AlertEntry,
  type AlertOverview,
  type AlertWatchState,
  type UrgentAlert,
  severities,
  alertOfReport,
  severityOf,
  urgencyOf,
  watchedMs,
  withSosFirst,
} from '#shared/domain/alert';
import { clockToleranceMs } from '#shared/domain/device-state';
import type { Range } from '#shared/domain/history';
import type { TypedAlert } from '#shared/domain/submission';
import type { HandlersOf } from '#shared/ipc/contract';
import type { AlertFilter, AlertPlaces } from '#shared/ipc/history';
import type { LiveAlerts } from './live-alerts';

/** The downloaded alerts with the acknowledgements made on this computer. */
export type AlertLog = ReturnType<typeof createAlertLog>;

interface AlertLogOptions {
  store: Pick<DayStore, 'alerts' | 'devices' | 'coverage' | 'isReady'>;
  /** Acknowledgements. */
  records: Records;
  submitted: Records;
  clock: Clock;
  /** How far the alerts of all devices are loaded. */
  watch: () => AlertWatchState;
  onChanged: (overview: AlertOverview) => void;
}

/** Record ids; the prefix is stored. */
const submittedId = (id: string) => `submittedAlert:${id}`;
const channelsSchema = z.array(z.string());

interface Acknowledged {
  at: number;
  note: string;
}

const throttleMs = 500;

export function createAlertLog(options: AlertLogOptions) {
  const { store, records, clock } = options;
  let loaded: Map<string, Acknowledged> | null = null;
  let asked: Map<string, string[]> | null = null;
  let revision = 0;
  const notifying = createThrottle(clock, throttleMs, () => options.onChanged(overview()));

  const open = createOpenAlerts({
    store,
    now: clock.now,
    acknowledgedAt: (id) => acknowledged().get(id)?.at ?? null,
  });

  function acknowledged(): Map<string, Acknowledged> {
    loaded ??= new Map(records.all().map(({ id, value }) => [id, value as Acknowledged]));
    return loaded;
  }

  function askedChannels(): Map<string, string[]> {
    asked ??= new Map(
      options.submitted.all().flatMap(({ id, value }) => {
        const channels = channelsSchema.safeParse(value).data;
        return id.startsWith(submittedId('')) && channels ? [[id, channels] as const] : [];
      }),
    );
    return asked;
  }

  function cachedAlerts(deviceIds: readonly string[] | null, range: Range): CachedAlert[] {
    return (deviceIds ?? store.devices('alerts')).flatMap((id) => store.alerts(id, range));
  }

  function overview(): AlertOverview {
    return {
      unacknowledged: open.count(),
      acknowledgedUntil: open.acknowledgedUntil(),
      urgent: open.urgent(),
      revision,
      watch: options.watch(),
    };
  }

  function changed(): void {
    revision += 1;
    notifying.due();
  }

  function acknowledge(ids: readonly string[], note: string): void {
    const at = clock.now();
    records.putMany(ids.map((id) => [id, { at, note }] as const));
    for (const id of ids) acknowledged().set(id, { at, note });
    changed();
  }

  return {
    /** Newest first. What was acknowledged since `workingSince` counts as open for the filter. */
    entries: (
      { deviceIds, range, names, severity, ...filter }: AlertFilter,
      workingSince?: number,
    ): AlertEntry[] => {
      const chosenNames = names && new Set(names);
      const isOpen = ({ acknowledged: seen }: Pick<AlertEntry, 'acknowledged'>) =>
        seen === null || (workingSince !== undefined && seen.at >= workingSince);
      return cachedAlerts(deviceIds, range)
        .filter(({ alerts }) => !chosenNames || alerts.some((name) => chosenNames.has(name)))
        .filter(({ alerts }) => severity === null || severityOf(alerts) === severity)
        .map(({ extra: _extra, ...alert }) => ({
          ...alert,
          asked: askedChannels().get(submittedId(alert.id)) ?? null,
          acknowledged: acknowledged().get(alert.id) ?? null,
        }))
        .filter((entry) => filter.acknowledged === null || isOpen(entry) !== filter.acknowledged)
        .sort((a, b) => b.at - a.at);
    },

    /** The number of devices of which a part of the range was never fetched, or not completely. */
    incompleteDevices: ({ deviceIds, range }: Pick<AlertFilter, 'deviceIds' | 'range'>): number => {
      const until = { ...range, to: Math.min(range.to, clock.now()) };
      return (deviceIds ?? store.devices('alerts')).filter((id) => {
        const { missing, incomplete } = store.coverage('alerts', id, until);
        return missing.length + incomplete.length > 0;
      }).length;
    },

    acknowledge,

    /** Acknowledges what a device raised with its report of this time; false if that is not loaded yet. */
    acknowledgeReport: (deviceId: string, at: number): boolean => {
      const before = { from: at - watchedMs, to: at };
      const entries = store
        .alerts(deviceId, before)
        .map((alert) => ({ ...alert, acknowledged: acknowledged().get(alert.id) ?? null }));
      const found = alertOfReport(entries, at);
      // While it is not known what the device raised since, an earlier call for help may not be the one that is meant.
      const isKnown =
        found?.at === at || store.coverage('alerts', deviceId, before).missing.length === 0;
      if (!found || !isKnown) return false;
      if (!found.acknowledged) acknowledge([found.id], '');
      return true;
    },

    /** Every acknowledgement, also of alerts that are not downloaded. */
    acknowledgements: (): Acknowledgement[] =>
      Array.from(acknowledged(), ([id, { at, note }]) => ({ id, at, note })),

    /** Takes over acknowledgements with their times. */
    restore: (all: readonly Acknowledgement[]): void => {
      records.putMany(all.map(({ id, at, note }) => [id, { at, note }] as const));
      for (const { id, at, note } of all) acknowledged().set(id, { at, note });
      changed();
    },

    unacknowledge: (ids: readonly string[]): void => {
      records.removeMany(ids);
      for (const id of ids) acknowledged().delete(id);
      changed();
    },

    /** Remembers the channels that submitted alerts were asked to be sent over. */
    noteSubmitted: (deviceId: string, alerts: readonly TypedAlert[]): void => {
      const known = askedChannels();
      const added = alerts
        .map((alert) => [submittedId(alertId(deviceId, alert)), alert.channels] as const)
        .filter(([id]) => !known.has(id));
      if (added.length === 0) return;
      options.submitted.putMany(added);
      for (const [id, channels] of added) known.set(id, channels);
    },

    /** The alerts of the last 24 hours of all devices: what the navigation and the page show. */
    overview,
    /** Alerts of these devices were fetched or cleared; null: of any. */
    refresh: (deviceIds: readonly string[] | null): void => {
      open.changed(deviceIds);
      changed();
    },
    /** More or less of them is loaded, or time has passed. */
    watchChanged: notifying.due,
    /** Reports pending changes; later ones are not reported. */
    close: notifying.close,
  };
}

/** The calls about alerts, without the one that writes a file. */
export function alertsHandlers(
  account: () => { alertLog: AlertLog; liveAlerts: LiveAlerts },
): Omit<HandlersOf<'alerts'>, 'exportAlerts'> {
  const log = () => account().alertLog;
  return {
    list: ({ from, limit, workingSince, ...filter }) => {
      const ofAll = log().entries({ ...filter, severity: null }, workingSince);
      const counts = { sos: 0, critical: 0, warning: 0, info: 0 };
      for (const { alerts } of ofAll) counts[severityOf(alerts)] += 1;
      const { severity } = filter;
      const all =
        severity === null ? ofAll : ofAll.filter(({ alerts }) => severityOf(alerts) === severity);
      return {
        total: all.length,
        unacknowledged: all.filter(({ acknowledged }) => acknowledged === null).length,
        severities: counts,
        entries: withSosFirst(all, workingSince).slice(from, from + limit),
        incompleteDevices: log().incompleteDevices(filter),
      };
    },
    places: ({ range }) => {
      const filter = { deviceIds: null, range, names: null, acknowledged: null, severity: null };
      return {
        ...alertPlaces(log().entries(filter)),
        incompleteDevices: log().incompleteDevices(filter),
      };
    },
    acknowledge: ({ ids, note }) => log().acknowledge(ids, note),
    unacknowledge: ({ ids }) => log().unacknowledge(ids),
    overview: () => log().overview(),
    snoozes: () => account().liveAlerts.snoozes(),
    snooze: ({ deviceId, until, withCallsForHelp }) =>
      account().liveAlerts.snooze(deviceId, until, withCallsForHelp),
  };
}

/** Reads the alerts of a device again only after they changed. */
export function createOpenAlerts(options: {
  store: Pick<DayStore, 'devices' | 'alerts' | 'isReady' | 'coverage'>;
  now: () => number;
  /** When the user acknowledged an alert; null: it is open. */
  acknowledgedAt: (id: string) => number | null;
}) {
  const { store, now } = options;
  /** By device, those that had any. */
  const alerts = new Map<string, { id: string; at: number; urgency: number }[]>();
  const unread = new Set<string>();
  let isRead = false;

  function read(): void {
    if (!isRead) {
      alerts.clear();
      for (const id of store.devices('alerts')) unread.add(id);
      isRead = true;
    }
    const range = { from: now() - watchedMs, to: now() + clockToleranceMs };
    for (const deviceId of unread) {
      const found = store
        .alerts(deviceId, range)
        .map(({ id, at, alerts: names }) => ({ id, at, urgency: urgencyOf(names) }));
      if (found.length > 0) alerts.set(deviceId, found);
      else alerts.delete(deviceId);
    }
    unread.clear();
  }

  function untilOf(
    deviceId: string,
    known: readonly { id: string; urgency: number }[],
  ): number | null {
    const seen = known.flatMap(({ id, urgency }) => {
      const at = options.acknowledgedAt(id);
      return at === null ? [] : [{ at, urgency }];
    });
    if (seen.length === 0) return null;
    const mostUrgent = Math.min(...seen.map(({ urgency }) => urgency));
    const isOpen = known.some(
      ({ id, urgency }) => urgency <= mostUrgent && options.acknowledgedAt(id) === null,
    );
    if (isOpen) return null;
    // The user saw what was loaded when they acknowledged it; later alerts have to be loaded first.
    const from = Math.max(...seen.map(({ at }) => at));
    const { missing, incomplete } = store.coverage('alerts', deviceId, { from, to: now() });
    return Math.min(now(), ...[...missing, ...incomplete].map((gap) => Math.max(from, gap.from)));
  }

  return {
    /** Zero until the index of the stored days is read. */
    count: (): number => {
      if (!store.isReady()) return 0;
      read();
      const from = now() - watchedMs;
      let count = 0;
      for (const [deviceId, known] of alerts) {
        const recent = known.filter(({ at }) => at >= from);
        if (recent.length === 0) alerts.delete(deviceId);
        else if (recent.length < known.length) alerts.set(deviceId, recent);
        for (const { id } of recent) if (options.acknowledgedAt(id) === null) count++;
      }
      return count;
    },
    /**
     * Devices of which no alert as severe as an acknowledged one is open, and until when that is known. After it
     * there may be alerts that are not loaded yet.
     */
    acknowledgedUntil: (): [deviceId: string, until: number][] => {
      if (!store.isReady()) return [];
      read();
      return [...alerts].flatMap(([deviceId, known]) => {
        const since = untilOf(deviceId, known);
        return since === null ? [] : [[deviceId, since] as [string, number]];
      });
    },
    /** The most urgent open alert of each device that has a critical one, of several the newest. */
    urgent: (): UrgentAlert[] => {
      if (!store.isReady()) return [];
      read();
      const from = now() - watchedMs;
      return [...alerts].flatMap(([deviceId, known]): UrgentAlert[] => {
        const [first] = known
          .filter(({ id, at }) => at >= from && options.acknowledgedAt(id) === null)
          .toSorted((a, b) => a.urgency - b.urgency || b.at - a.at);
        const severity = first && severities[first.urgency];
        if (severity !== 'sos' && severity !== 'critical') return [];
        return [{ deviceId, severity, at: first!.at }];
      });
    },
    /** The alerts of these devices changed; null: of any. */
    changed: (deviceIds: readonly string[] | null): void => {
      if (deviceIds === null) isRead = false;
      else for (const id of deviceIds) unread.add(id);
    },
  };
}

/** The most places; above it neighbouring ones are counted as one. */
const mostPlaces = 5_000;
/** About 100 m. */
const finestDegrees = 0.001;
const coarser = 4;

/** How many alerts there were where, for a map of them. Every alert with a position is counted. */
export function alertPlaces(
  entries: readonly Pick<AlertEntry, 'latitude' | 'longitude'>[],
  most = mostPlaces,
): Omit<AlertPlaces, 'incompleteDevices'> {
  const placed = entries.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  );
  let degrees = finestDegrees;
  let cells = cellsOf(placed, degrees);
  while (cells.size > most) {
    degrees *= coarser;
    cells = cellsOf(placed, degrees);
  }
  const places = [...cells.values()];
  return {
    latitude: places.map(({ latitude, count }) => latitude / count),
    longitude: places.map(({ longitude, count }) => longitude / count),
    count: places.map(({ count }) => count),
    alerts: placed.length,
    withoutPosition: entries.length - placed.length,
  };
}

/** The sums of the alerts in each cell of a grid. */
function cellsOf(
  placed: readonly { latitude: number; longitude: number }[],
  degrees: number,
): Map<string, { latitude: number; longitude: number; count: number }> {
  const cells = new Map<string, { latitude: number; longitude: number; count: number }>();
  for (const { latitude, longitude } of placed) {
    const key = `${Math.floor(latitude / degrees)} ${Math.floor(longitude / degrees)}`;
    const cell = cells.get(key) ?? { latitude: 0, longitude: 0, count: 0 };
    cell.latitude += latitude;
    cell.longitude += longitude;
    cell.count += 1;
    cells.set(key, cell);
  }
  return cells;
}
