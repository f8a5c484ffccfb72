import { useState } from 'react';
import type { Device } from '#shared/domain/device';
import { Notice } from '#ui/notice';
import classes from './limits.module.css';

interface LimitsNoticeProps {
  isWritable: boolean;
  devices: readonly Device[] | null;
}

/** Why nothing can be edited here, said once. */
export function LimitsNotice({ isWritable, devices }: LimitsNoticeProps) {
  const [isSeen, setSeen] = useState(false);
  if (isWritable || isSeen || !devices) return null;
  const isProvided = devices.some(({ limits }) => limits !== null);
  return (
    <div className={classes.notices}>
      <Notice
        tone="info"
        title={
          isProvided
            ? 'Read-only: this service does not take changes of limits'
            : 'This service does not tell the limits of its devices'
        }
        onDismiss={() => setSeen(true)}
      >
        {isProvided
          ? 'They are shown as it sends them; change them in its own console.'
          : 'They can be seen and changed in its own console only.'}
      </Notice>
    </div>
  );
}
