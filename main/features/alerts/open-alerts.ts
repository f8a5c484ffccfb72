import type { DayStore } from '#main/features/history/day-store';
import { watchedMs, urgencyOf } from '#shared/domain/alert';
import { clockToleranceMs } from '#shared/domain/device-state';

/** The number of alerts of the last 24 hours that are not acknowledged. */
export interface OpenAlerts {
  /** Zero until the index of the stored days is read. */
  count(): number;
  /**
   * Devices of which no alert as severe as an acknowledged one is open, and until when that is known. After it
   * there may be alerts that are not loaded yet.
   */
  acknowledgedUntil(): [deviceId: string, until: number][];
  /** The alerts of these devices changed; null: of any. */
  changed(deviceIds: readonly string[] | null): void;
}

/** Reads the alerts of a device again only after they changed. */
export function createOpenAlerts(options: {
  store: Pick<DayStore, 'devices' | 'alerts' | 'isReady' | 'coverage'>;
  now: () => number;
  /** When the user acknowledged an alert; null: it is open. */
  acknowledgedAt: (id: string) => number | null;
}): OpenAlerts {
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
    count: () => {
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
    acknowledgedUntil: () => {
      if (!store.isReady()) return [];
      read();
      return [...alerts].flatMap(([deviceId, known]) => {
        const since = untilOf(deviceId, known);
        return since === null ? [] : [[deviceId, since] as [string, number]];
      });
    },
    changed: (deviceIds) => {
      if (deviceIds === null) isRead = false;
      else for (const id of deviceIds) unread.add(id);
    },
  };
}
