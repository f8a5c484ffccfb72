import { Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { StatusItem } from '#ui/status-item';
import { texts } from './alerts-texts';
import { useAlertOverview } from './store';
import { shortText, watchText } from './watch-messages';

/** The alerts of the last 24 hours in the status bar. */
export function AlertsStatus() {
  const overview = useAlertOverview();
  const format = useFormat();
  const now = useNow();
  if (!overview) return null;
  return (
    <StatusItem
      name={texts.alertsLast24H}
      text={shortText(overview, format)}
      icon={overview.unacknowledged > 0 && <IconAlertTriangle size={13} aria-hidden />}
    >
      {(close) => (
        <>
          <p>{watchText(overview.watch, now, format)}</p>
          <Anchor href="#/alerts" size="sm" draggable={false} onClick={close}>
            {texts.openTheListOfAlerts}
          </Anchor>
        </>
      )}
    </StatusItem>
  );
}
