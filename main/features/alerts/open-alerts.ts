import type { CachedAlert, DayStore } from '#main/features/history/day-store';
import { watchedMs } from '#shared/domain/alert-log';
import { clockToleranceMs } from '#shared/domain/device-state';

/** The number of alerts of the last 24 hours that are not acknowledged. */
export interface OpenAlerts {
  /** Zero until the index of the stored days is read. */
  count(): number;
  /** The alerts of these devices changed; null: of any. */
  changed(deviceIds: readonly string[] | null): void;
}

/** Reads the alerts of a device again only after they changed. */
export function createOpenAlerts(options: {
  store: Pick<DayStore, 'devices' | 'alerts' | 'isReady'>;
  now: () => number;
  isAcknowledged: (id: string) => boolean;
}): OpenAlerts {
  const { store, now } = options;
  /** By device, those that had any. */
  const alerts = new Map<string, Pick<CachedAlert, 'id' | 'at'>[]>();
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
      const found = store.alerts(deviceId, range).map(({ id, at }) => ({ id, at }));
      if (found.length > 0) alerts.set(deviceId, found);
      else alerts.delete(deviceId);
    }
    unread.clear();
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
        for (const { id } of recent) if (!options.isAcknowledged(id)) count++;
      }
      return count;
    },
    changed: (deviceIds) => {
      if (deviceIds === null) isRead = false;
      else for (const id of deviceIds) unread.add(id);
    },
  };
}
