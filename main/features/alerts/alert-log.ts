import { z } from 'zod';
import type { Records } from '#main/cache/cache';
import type { AlertEntry, AlertOverview, AlertWatchState } from '#shared/domain/alert';
import type { Range } from '#shared/domain/history';
import type { TypedAlert } from '#shared/domain/submission';
import type { AlertFilter } from '#shared/ipc/history';
import type { Clock } from '#main/pace/clock';
import { createThrottle } from '#main/pace/throttle';
import { alertId, type CachedAlert, type DayStore } from '#main/features/history/day-store';
import { createOpenAlerts } from './open-alerts';
import type { HandlersOf } from '#shared/ipc/contract';
import { alertPlaces } from './alert-places';
import type { LiveAlerts } from './live-alerts';

/** The downloaded alerts with the acknowledgements made on this computer. */
export interface AlertLog {
  /** Newest first. */
  entries(filter: AlertFilter): AlertEntry[];
  /** The number of devices of which a part of the range was never fetched, or not completely. */
  incompleteDevices(filter: Pick<AlertFilter, 'deviceIds' | 'range'>): number;
  acknowledge(ids: readonly string[], note: string): void;
  unacknowledge(ids: readonly string[]): void;
  /** The alerts of the last 24 hours of all devices: what the navigation and the page show. */
  overview(): AlertOverview;
  /** Remembers the channels that submitted alerts were asked to be sent over. */
  noteSubmitted(deviceId: string, alerts: readonly TypedAlert[]): void;
  /** Alerts of these devices were fetched or cleared; null: of any. */
  refresh(deviceIds: readonly string[] | null): void;
  /** More or less of them is loaded, or time has passed. */
  watchChanged(): void;
  /** Reports pending changes; later ones are not reported. */
  close(): void;
}

export interface AlertLogOptions {
  store: Pick<DayStore, 'alerts' | 'devices' | 'coverage' | 'isReady'>;
  /** Acknowledgements. */
  records: Records;
  /** What was submitted. */
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

export function createAlertLog(options: AlertLogOptions): AlertLog {
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
      revision,
      watch: options.watch(),
    };
  }

  function changed(): void {
    revision += 1;
    notifying.due();
  }

  return {
    entries: ({ deviceIds, range, names, acknowledged: isAcknowledged }) => {
      const chosenNames = names && new Set(names);
      return cachedAlerts(deviceIds, range)
        .filter(({ alerts }) => !chosenNames || alerts.some((name) => chosenNames.has(name)))
        .map(({ extra: _extra, ...alert }) => ({
          ...alert,
          asked: askedChannels().get(submittedId(alert.id)) ?? null,
          acknowledged: acknowledged().get(alert.id) ?? null,
        }))
        .filter(
          (entry) => isAcknowledged === null || (entry.acknowledged !== null) === isAcknowledged,
        )
        .sort((a, b) => b.at - a.at);
    },

    incompleteDevices: ({ deviceIds, range }) => {
      const until = { ...range, to: Math.min(range.to, clock.now()) };
      return (deviceIds ?? store.devices('alerts')).filter((id) => {
        const { missing, incomplete } = store.coverage('alerts', id, until);
        return missing.length + incomplete.length > 0;
      }).length;
    },

    acknowledge: (ids, note) => {
      const at = clock.now();
      records.putMany(ids.map((id) => [id, { at, note }] as const));
      for (const id of ids) acknowledged().set(id, { at, note });
      changed();
    },

    unacknowledge: (ids) => {
      records.removeMany(ids);
      for (const id of ids) acknowledged().delete(id);
      changed();
    },

    noteSubmitted: (deviceId, alerts) => {
      const known = askedChannels();
      const added = alerts
        .map((alert) => [submittedId(alertId(deviceId, alert)), alert.channels] as const)
        .filter(([id]) => !known.has(id));
      if (added.length === 0) return;
      options.submitted.putMany(added);
      for (const [id, channels] of added) known.set(id, channels);
    },

    overview,
    refresh: (deviceIds) => {
      open.changed(deviceIds);
      changed();
    },
    watchChanged: notifying.due,
    close: notifying.close,
  };
}

/** The calls about alerts, without the one that writes a file. */
export function alertsHandlers(
  account: () => { alertLog: AlertLog; liveAlerts: LiveAlerts },
): Omit<HandlersOf<'alerts'>, 'exportAlerts'> {
  const log = () => account().alertLog;
  return {
    list: ({ from, limit, ...filter }) => {
      const all = log().entries(filter);
      return {
        total: all.length,
        unacknowledged: all.filter(({ acknowledged }) => acknowledged === null).length,
        entries: all.slice(from, from + limit),
        incompleteDevices: log().incompleteDevices(filter),
      };
    },
    places: ({ range }) => {
      const filter = { deviceIds: null, range, names: null, acknowledged: null };
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
