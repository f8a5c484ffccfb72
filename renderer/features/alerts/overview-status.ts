import type { AlertOverview, AlertWatchState } from '#shared/domain/alert';
import type { Format } from '#lib/format';

// What is said of the alerts of the last 24 hours: never "none" where none was asked for.

/** The alerts of one device; "None" only if they were requested. `isWatched`: all devices were. */
export function deviceStatus(
  log: { total: number; unacknowledged: number; incompleteDevices: number },
  isWatched: boolean,
  { t }: Format,
): string {
  const isPartly = log.incompleteDevices > 0 && !isWatched;
  if (log.total === 0) return t(isPartly ? 'alerts.device.notLoaded' : 'alerts.device.none');
  const count = { count: log.total, open: log.unacknowledged };
  return t(isPartly ? 'alerts.device.count.partly' : 'alerts.device.count', count);
}

/** The number of alerts. */
export function overviewStatus(
  { total, unacknowledged }: { total: number; unacknowledged: number },
  { watch }: Pick<AlertOverview, 'watch'>,
  format: Format,
): string {
  const { t } = format;
  if (total > 0) {
    return withLoaded(t('alerts.count', { count: total, open: unacknowledged }), watch, format);
  }
  if (watch.loaded === 0) return t('alerts.day.notLoaded');
  return watch.loaded < watch.devices
    ? withLoaded(t('alerts.day.noneSoFar'), watch, format)
    : t('alerts.day.none');
}

/** What the number beside the name of the page counts. */
export function badgeStatus(
  { unacknowledged, urgent, watch }: AlertOverview,
  format: Format,
): string {
  const { t, items } = format;
  const sos = urgent.filter(({ severity }) => severity === 'sos').length;
  const open = t('alerts.badge.open', { count: unacknowledged });
  const counts = sos === 0 ? open : items([t('alerts.badge.sos', { count: sos }), open]);
  return withLoaded(counts, watch, format);
}

/** The same in the status bar. */
export function shortStatus({ unacknowledged, watch }: AlertOverview, format: Format): string {
  const { t } = format;
  if (watch.loaded === 0 && unacknowledged === 0) return t('alerts.day.short.notLoaded');
  const alerts =
    unacknowledged > 0
      ? t('alerts.day.short', { count: unacknowledged })
      : t('alerts.day.short.none');
  return withLoaded(alerts, watch, format);
}

/** With "4 of 10 devices loaded" beside it while not all are. */
function withLoaded(counts: string, { loaded, devices }: AlertWatchState, { t }: Format): string {
  return loaded < devices ? t('alerts.day.loadedOf', { counts, loaded, devices }) : counts;
}

/** How far the alerts are loaded, and why no more are. */
export function watchStatus(watch: AlertWatchState, now: number, format: Format): string {
  const { t } = format;
  const loaded = loadedStatus(watch, now, format);
  return watch.off === null
    ? loaded
    : t('alerts.watch.withReason', { loaded, reason: t(`alerts.watch.off.${watch.off}`) });
}

function loadedStatus(
  { devices, loaded, oldestAt, off }: AlertWatchState,
  now: number,
  { t, age }: Format,
): string {
  if (devices === 0) return t('alerts.watch.noDevices');
  if (loaded === 0) return t(off === null ? 'alerts.watch.loading' : 'alerts.watch.notLoaded');
  if (loaded < devices) return t('alerts.watch.partly', { loaded, devices });
  return oldestAt === null
    ? t('alerts.watch.loaded', { devices })
    : t('alerts.watch.loadedSince', { devices, age: age(oldestAt, now) });
}
