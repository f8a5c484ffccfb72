import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOpenSession } from '#features/session';
import { RenewDialog } from '#features/expiry';
import { ChooseGroups } from '#features/groups';
import { BulkLimits } from '#features/limits';
import { useAccountZone } from '#features/settings';

/** What can be done with the devices picked out of the fleet, where the service takes it. */
export function DeviceActions({ ids }: { ids: ReadonlySet<string> }) {
  const session = useOpenSession();
  const { zone } = useAccountZone();
  const [asked, setAsked] = useState<'limits' | 'renewal' | 'add' | 'remove' | null>(null);
  const canLimit = session?.capabilities.writesLimits ?? false;
  const canActivate = session?.capabilities.activates ?? false;
  const chosen = [...ids];
  const close = () => setAsked(null);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsked('add')}>
        Add to groups…
      </Button>
      <Button size="xs" variant="default" onClick={() => setAsked('remove')}>
        Remove from groups…
      </Button>
      {canLimit && (
        <Button size="xs" variant="default" onClick={() => setAsked('limits')}>
          Set limits…
        </Button>
      )}
      {(canLimit || canActivate) && (
        <Button size="xs" variant="default" onClick={() => setAsked('renewal')}>
          Renew…
        </Button>
      )}
      {(asked === 'add' || asked === 'remove') && (
        <ChooseGroups how={asked} deviceIds={chosen} onClose={close} />
      )}
      {asked === 'limits' && <BulkLimits ids={chosen} onClose={close} />}
      {asked === 'renewal' && (
        <RenewDialog ids={chosen} label={null} zone={zone} takesDates={canLimit} onClose={close} />
      )}
    </>
  );
}
