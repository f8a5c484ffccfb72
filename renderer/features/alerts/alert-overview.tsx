import { Anchor, Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconSos } from '@tabler/icons-react';
import { useMemo } from 'react';
import { clock, useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { StatusItem } from '#ui/status-item';
import { useFleet } from '#features/fleet';
import { AgeText } from '#ui/age-text';
import { page } from '#ui/page';
import classes from './alerts.module.css';
import { badgeStatus, deviceStatus, shortStatus, watchStatus } from './overview-status';
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
      <Button size="compact-xs" variant="default" onClick={() => showAlertsOf(device)}>
        {t('alerts.device.show')}
      </Button>
    </>
  );
}

const mostNamed = 3;

/** Who asks for help, on every page until it is acknowledged; each opens the alert. */
export function SosStrip() {
  const calls = useFleet(({ view }) => view?.sos);
  const { t, items } = useFormat();
  if (!calls || calls.length === 0) return null;
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
        {calls.slice(0, mostNamed).map(({ id, label, at }) => (
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
      {calls.length > mostNamed && (
        <UnstyledButton className={classes.sosCall} onClick={showAll}>
          {t('common.more', { count: calls.length - mostNamed })}
        </UnstyledButton>
      )}
    </section>
  );
}
