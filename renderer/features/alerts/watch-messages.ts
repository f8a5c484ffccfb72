import type { AlertOverview, AlertWatchOff, AlertWatchState } from '#shared/domain/alert';
import { age, type Format } from '#lib/format';

type Counting = Pick<Format, 'count' | 'counted'>;

/** The number of alerts of the last 24 hours; never 0 where none was asked for. */
export function overviewText(
  total: number,
  { unacknowledged, watch }: AlertOverview,
  format: Counting,
): string {
  const { loaded, devices } = watch;
  if (total > 0) {
    const counts = `${format.counted(total, 'alert')}, ${format.count(unacknowledged)} not acknowledged`;
    return loaded < devices ? `${counts}, ${loadedText(watch, format)}` : counts;
  }
  if (loaded === 0) return 'Not loaded yet';
  return loaded < devices
    ? `No alerts so far, ${loadedText(watch, format)}`
    : 'No alerts in the last 24 hours';
}

/** What the number beside the name of the page counts. */
export function badgeText({ unacknowledged, watch }: AlertOverview, format: Counting): string {
  const counts = `${format.count(unacknowledged)} not acknowledged`;
  return watch.loaded < watch.devices ? `${counts}, ${loadedText(watch, format)}` : counts;
}

const loadedText = ({ loaded, devices }: AlertWatchState, { count, counted }: Counting): string =>
  `${count(loaded)} of ${counted(devices, 'device')} loaded`;

/** The same in the status bar. */
export function shortText({ unacknowledged, watch }: AlertOverview, format: Counting): string {
  if (watch.loaded === 0 && unacknowledged === 0) return 'Alerts not loaded';
  const alerts = unacknowledged > 0 ? format.counted(unacknowledged, 'alert') : 'No alerts';
  return watch.loaded < watch.devices ? `${alerts}, ${loadedText(watch, format)}` : alerts;
}

const offTexts: Record<AlertWatchOff, string> = {
  budget:
    'Loading in the background is off, because the calls are used up or have to last the day.',
  paused: 'Loading in the background is paused together with the refresh.',
  fault: 'Loading in the background waits until the service answers again.',
};

/** How far the alerts of the last 24 hours are loaded, and why no more are. */
export function watchText(
  { devices, loaded, oldestAt, off }: AlertWatchState,
  now: number,
  format: Counting,
): string {
  const why = off === null ? '' : ` ${offTexts[off]}`;
  if (devices === 0) return `There are no devices.${why}`;
  if (loaded === 0) {
    const wait = off === null ? ' They are being loaded in the background.' : why;
    return `The alerts of the last 24 hours are not loaded yet.${wait}`;
  }
  if (loaded < devices) {
    return `Loaded for ${format.count(loaded)} of ${format.counted(devices, 'device')}.${why}`;
  }
  const oldest = oldestAt === null ? '' : `, the oldest ${age(oldestAt, now)}`;
  return `Loaded for ${format.counted(devices, 'device')}${oldest}.${why}`;
}
