import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOpenSession } from '#features/session';
import { RenewDialog } from '#features/expiry';
import { ChooseGroups, groupMessages, NewGroupDialog } from '#features/groups';
import { BulkLimits } from '#features/limits';
import { reportMessages, reportStore } from '#features/reports';
import { useAccountZone } from '#features/settings';
import { texts } from './app-texts';

/** The actions for the selected devices, as far as the service accepts them. */
export function DeviceActions({ ids }: { ids: ReadonlySet<string> }) {
  const session = useOpenSession();
  const { zone } = useAccountZone();
  const [open, setOpen] = useState<'limits' | 'renewal' | 'add' | 'remove' | 'new' | null>(null);
  const canLimit = session?.capabilities.writesLimits ?? false;
  const canActivate = session?.capabilities.activates ?? false;
  const chosen = [...ids];
  const close = () => setOpen(null);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen('add')}>
        {texts.addToGroups}
      </Button>
      <Button size="xs" variant="default" onClick={() => setOpen('remove')}>
        {texts.removeFromGroups}
      </Button>
      <Button size="xs" variant="default" onClick={() => setOpen('new')}>
        {groupMessages.newGroup}
      </Button>
      {canLimit && (
        <Button size="xs" variant="default" onClick={() => setOpen('limits')}>
          {texts.setLimits}
        </Button>
      )}
      {(canLimit || canActivate) && (
        <Button size="xs" variant="default" onClick={() => setOpen('renewal')}>
          {texts.renew}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        onClick={() => reportStore.open({ deviceIds: chosen, label: null })}
      >
        {reportMessages.open}
      </Button>
      {(open === 'add' || open === 'remove') && (
        <ChooseGroups how={open} deviceIds={chosen} onClose={close} />
      )}
      {open === 'new' && <NewGroupDialog deviceIds={chosen} onClose={close} />}
      {open === 'limits' && <BulkLimits ids={chosen} onClose={close} />}
      {open === 'renewal' && (
        <RenewDialog ids={chosen} label={null} zone={zone} takesDates={canLimit} onClose={close} />
      )}
    </>
  );
}
