import { Anchor, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconSos } from '@tabler/icons-react';
import { useMemo } from 'react';
import { clock, useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { StatusItem } from '#ui/status-item';
import { useFleet } from '#features/fleet';
import { AgeText } from '#ui/age-text';
import { page } from '#ui/page';
import { useIsNarrow } from '#ui/window-width';
import type { AlertOverview, AlertWatchState } from '#shared/domain/alert';
import type { Format } from '#lib/format';
import type { Translate } from '#shared/i18n/translate';
import classes from './alerts.module.css';
import { showAlertsOf, useAlertOverview, useLog, clearFilters, showCallForHelp } from './store';

// The alerts of the last 24 hours outside their page.

const mostCounted = 999;

/** The number of those not acknowledged, next to the name of the page; hidden for 0. */
export function AlertCount() {
  const overview = useAlertOverview();
  const format = useFormat();
  const { t } = format;
  if (!overview || overview.unacknowledged === 0) return null;
  const { unacknowledged: count } = overview;
  const note = badgeStatus(overview, format);
  const hasSos = overview.urgent.some(({ severity }) => severity === 'sos');
  return (
    <span className={classes.badge} data-sos={hasSos || undefined} aria-label={note} title={note}>
      {count > mostCounted ? t('alerts.badge.most', { count: mostCounted }) : format.count(count)}
    </span>
  );
}

/** How many are not acknowledged, as far as they are loaded. */
export function OpenAlerts() {
  const overview = useAlertOverview();
  const format = useFormat();
  return overview && shortStatus(overview, format);
}

/** The item of the status bar. */
export function AlertsStatus() {
  const overview = useAlertOverview();
  const format = useFormat();
  const { t } = format;
  const now = useNow();
  if (!overview) return null;
  return (
    <StatusItem
      name={t('alerts.day')}
      text={shortStatus(overview, format)}
      icon={overview.unacknowledged > 0 && <IconAlertTriangle size={13} aria-hidden />}
    >
      {(close) => (
        <>
          <p>{watchStatus(overview.watch, now, format)}</p>
          <Anchor href="#/alerts" size="sm" draggable={false} onClick={close}>
            {t('alerts.day.open')}
          </Anchor>
        </>
      )}
    </StatusItem>
  );
}

const dayMs = 86_400_000;

/** The alerts of one device, as far as they are loaded. */
export function DeviceAlerts({ device }: { device: { id: string; label: string } }) {
  const format = useFormat();
  const { t } = format;
  const overview = useAlertOverview();
  const filter = useMemo(() => {
    const now = clock.now();
    const range = { from: now - dayMs, to: now };
    return { deviceIds: [device.id], range, names: null, acknowledged: null, severity: null };
  }, [device.id]);
  const { value: log } = useLog(filter, overview?.revision);
  // Then what is not asked for yet is younger than the page says.
  const isWatched = overview !== null && overview.watch.loaded === overview.watch.devices;
  if (!log) return null;
  return (
    <>
      {deviceStatus(log, isWatched, format)}{' '}
      <ActionButton size="compact-xs" onClick={() => showAlertsOf(device)}>
        {t('alerts.device.show')}
      </ActionButton>
    </>
  );
}

/** So many whole names have room. */
const mostNamed = { narrow: 2, wide: 3 };

/** Who asks for help, on every page until it is acknowledged; each opens the alert. */
export function SosStrip() {
  const calls = useFleet(({ view }) => view?.sos);
  const { t, items } = useFormat();
  const isNarrow = useIsNarrow();
  if (!calls || calls.length === 0) return null;
  const named = isNarrow ? mostNamed.narrow : mostNamed.wide;
  const showAll = () => {
    clearFilters();
    window.location.hash = '#/alerts';
  };
  return (
    <section className={classes.sos} aria-label={t('alerts.sos')}>
      <IconSos size={20} aria-hidden className={page.fixed} />
      <VisuallyHidden aria-live="assertive">
        {t('alerts.sos.of', { devices: items(calls.map(({ label }) => label)) })}
      </VisuallyHidden>
      <ul>
        {calls.slice(0, named).map(({ id, label, at }) => (
          <li key={id}>
            <UnstyledButton
              className={classes.sosCall}
              onClick={() => showCallForHelp({ id, label }, at !== null)}
            >
              <bdi className={page.strong} title={label}>
                {label}
              </bdi>
              {at !== null && <AgeText at={at} />}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {calls.length > named && (
        <UnstyledButton className={classes.sosCall} onClick={showAll}>
          {t('common.more', { count: calls.length - named })}
        </UnstyledButton>
      )}
    </section>
  );
}

// What is said of the alerts of the last 24 hours: never "none" where none was asked for.

/** The alerts of one device; "None" only if they were requested. `isWatched`: all devices were. */
export function deviceStatus(
  log: { total: number; unacknowledged: number; incompleteDevices: number },
  isWatched: boolean,
  { t }: Format,
): string {
  const isPartly = log.incompleteDevices > 0 && !isWatched;
  if (log.total === 0) return t(isPartly ? 'alerts.device.notLoaded' : 'alerts.device.none');
  const counts = countText(log, t);
  return isPartly ? t('alerts.device.count.partly', { counts }) : counts;
}

/** How many alerts there are, and how many of them are open. */
export function countText(
  { total, unacknowledged }: { total: number; unacknowledged: number },
  t: Translate,
): string {
  const count = { count: total };
  if (unacknowledged === 0) return t('alerts.count.done', count);
  if (unacknowledged === total) return t('alerts.count.open', count);
  return t('alerts.count', { ...count, open: unacknowledged });
}

/** The number of alerts. */
export function overviewStatus(
  log: { total: number; unacknowledged: number },
  { watch }: Pick<AlertOverview, 'watch'>,
  format: Format,
): string {
  const { t } = format;
  if (log.total > 0) return withLoaded(countText(log, t), watch, format);
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
