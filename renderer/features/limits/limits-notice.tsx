import { useState } from 'react';
import type { Device } from '#shared/domain/device';
import { Notice } from '#ui/notice';
import classes from './limits.module.css';

interface LimitsNoticeProps {
  isWritable: boolean;
  devices: readonly Device[] | null;
}

/** Says why the page is read-only, until it is dismissed. */
export function LimitsNotice({ isWritable, devices }: LimitsNoticeProps) {
  const [isDismissed, setDismissed] = useState(false);
  if (isWritable || isDismissed || !devices) return null;
  // Without a device nothing is known about its limits.
  const isProvided = devices.length === 0 || devices.some(({ limits }) => limits !== null);
  return (
    <div className={classes.notices}>
      <Notice
        tone="info"
        title={
          isProvided
            ? 'Read-only: this service does not accept changes to limits'
            : 'Limits are not provided by the service'
        }
        onDismiss={() => setDismissed(true)}
      >
        {isProvided
          ? 'Change them in the service’s own console.'
          : 'View and change them in the service’s own console.'}
      </Notice>
    </div>
  );
}
