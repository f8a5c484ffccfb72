import { useState } from 'react';
import type { Device } from '#shared/domain/device';
import { Notice } from '#ui/notice';
import { texts } from './limits-texts';
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
        title={isProvided ? texts.readOnlyThisServiceDoes : texts.limitsAreNotProvidedBy}
        onDismiss={() => setDismissed(true)}
      >
        {isProvided ? texts.changeThemInTheServices : texts.viewAndChangeThemIn}
      </Notice>
    </div>
  );
}
