import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { clock } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { deviceAlertsText } from './alert-messages';
import { texts } from './alerts-texts';
import { alertsStore, useAlertOverview, useLogVersion } from './store';
import { useLog } from './use-log';

const dayMs = 86_400_000;

/** The alerts of one device in the last 24 hours, as far as they are loaded. */
export function DeviceAlerts({ device }: { device: { id: string; label: string } }) {
  const format = useFormat();
  const version = useLogVersion();
  const query = useMemo(() => {
    const now = clock.now();
    return {
      deviceIds: [device.id],
      range: { from: now - dayMs, to: now },
      names: null,
      acknowledged: null,
    };
  }, [device.id]);
  const { log } = useLog(query, String(version));
  const watch = useAlertOverview()?.watch;
  // Then what is not asked for yet is younger than the page says.
  const isWatched = watch !== undefined && watch.loaded === watch.devices;
  if (!log) return null;
  const show = () => {
    alertsStore.setState({ devices: [device], groupId: null, choice: { preset: 'hours24' } });
    window.location.hash = '#/alerts';
  };
  return (
    <>
      {deviceAlertsText(log, isWatched, format)}{' '}
      <Button size="compact-xs" variant="default" onClick={show}>
        {texts.show}
      </Button>
    </>
  );
}
