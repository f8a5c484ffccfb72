import type { Records } from '#main/cache/cache';
import type { AlertEntry } from '#shared/domain/alert-log';
import type { Range } from '#shared/domain/history';
import type { AlertFilter } from '#shared/ipc/alerts';
import type { Clock } from '#main/pace/clock';
import { createThrottle } from '#main/pace/throttle';
import type { DayStore, CachedAlert } from '#main/features/history/day-store';

/** The alerts that were fetched, with what a person noted beside them on this computer. */
export interface AlertLog {
  /** Newest first. */
  entries(filter: AlertFilter): AlertEntry[];
  /** Devices of which a part of the range was never fetched. */
  incompleteDevices(filter: Pick<AlertFilter, 'deviceIds' | 'range'>): number;
  acknowledge(ids: readonly string[], note: string): void;
  unacknowledge(ids: readonly string[]): void;
  /** Of all that is kept. */
  unacknowledged(): number;
  /** Alerts were fetched or cleared. */
  refresh(): void;
}

export interface AlertLogOptions {
  store: Pick<DayStore, 'alerts' | 'devices' | 'coverage'>;
  records: Records;
  clock: Clock;
  onChanged: (news: { unacknowledged: number }) => void;
}

interface Acknowledged {
  at: number;
  note: string;
}

const always: Range = { from: -8.64e15, to: 8.64e15 };
const throttleMs = 500;

export function createAlertLog(options: AlertLogOptions): AlertLog {
  const { store, records, clock } = options;
  let known: Map<string, Acknowledged> | null = null;
  let count: number | null = null;
  const news = createThrottle(clock, throttleMs, () =>
    options.onChanged({ unacknowledged: unacknowledged() }),
  );

  function acknowledged(): Map<string, Acknowledged> {
    known ??= new Map(records.all().map(({ id, value }) => [id, value as Acknowledged]));
    return known;
  }

  function kept(deviceIds: readonly string[] | null, range: Range): CachedAlert[] {
    return (deviceIds ?? store.devices('alerts')).flatMap((id) => store.alerts(id, range));
  }

  function unacknowledged(): number {
    count ??= kept(null, always).filter(({ id }) => !acknowledged().has(id)).length;
    return count;
  }

  function changed(): void {
    count = null;
    news.due();
  }

  return {
    entries: ({ deviceIds, range, names, acknowledged: wanted }) => {
      const wantedNames = names && new Set(names);
      return kept(deviceIds, range)
        .filter(({ alerts }) => !wantedNames || alerts.some((name) => wantedNames.has(name)))
        .map(({ extra: _extra, ...alert }) => ({
          ...alert,
          acknowledged: acknowledged().get(alert.id) ?? null,
        }))
        .filter((entry) => wanted === null || (entry.acknowledged !== null) === wanted)
        .sort((a, b) => b.at - a.at);
    },

    incompleteDevices: ({ deviceIds, range }) => {
      const until = { ...range, to: Math.min(range.to, clock.now()) };
      return (deviceIds ?? store.devices('alerts')).filter(
        (id) => store.coverage('alerts', id, until).missing.length > 0,
      ).length;
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

    unacknowledged,
    refresh: changed,
  };
}
