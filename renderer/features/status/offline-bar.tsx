import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import classes from './offline-bar.module.css';
import { offlineText } from './status-items';
import { texts } from './status-texts';
import { statusMirror } from './store';

/** Whether the service is not reached, so that what is shown gets older. */
export function useIsOffline(): boolean {
  return useStore(statusMirror, ({ value }) => value?.mode === 'offline');
}

/** Under the header while the service is not reached: since when, why, and the next try. */
export function OfflineBar() {
  return useIsOffline() ? <ShownBar /> : null;
}

function ShownBar() {
  const status = useStore(statusMirror, ({ value }) => value);
  const format = useFormat();
  const now = useNow();
  const retry = useAction(api.fleet.refresh);
  if (!status) return null;
  const { since, why } = offlineText(status, now, format);
  return (
    <div className={classes.bar} role="region" aria-label={texts.offline}>
      <IconCloudOff size={16} aria-hidden />
      <span className={classes.text} title={why ?? undefined}>
        <strong>{since}</strong> {why}
      </span>
      <Button
        size="compact-xs"
        variant="default"
        loading={retry.isBusy}
        onClick={() => void retry.run()}
      >
        {texts.retryNow}
      </Button>
    </div>
  );
}
