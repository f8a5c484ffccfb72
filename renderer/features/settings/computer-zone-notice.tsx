import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { zoneLabel } from '#shared/domain/time-zone';
import { useAppInfo } from '#lib/app-info';
import { Notice } from '#ui/notice';
import { messages } from './settings-messages';
import { texts } from './settings-texts';
import { useAccountZone, useSettings } from './store';

/** Says that this computer names no time zone, while times are shown by its clock. */
export function ComputerZoneNotice() {
  const computer = useAppInfo()?.computerZone;
  const { timeZone } = useSettings();
  const isOfAccount = useAccountZone().isProvided && timeZone === 'account';
  const [isSeen, setSeen] = useState(false);
  const isUsed = timeZone === 'computer' || (timeZone === 'account' && !isOfAccount);
  if (!computer || computer.isNamed || !isUsed || isSeen) return null;
  return (
    <Notice
      tone="info"
      title={texts.theTimeZoneOfThis}
      onDismiss={() => setSeen(true)}
      actions={
        <Anchor href="#/settings" size="sm" draggable={false}>
          {texts.chooseATimeZone}
        </Anchor>
      }
    >
      <div>{messages.timesAreIn(zoneLabel(computer.zone))}</div>
    </Notice>
  );
}
