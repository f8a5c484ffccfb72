import { Button } from '@mantine/core';
import { useFleet, useFleetStore } from '#features/fleet';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';

/** Reports on every page that the fleet's worker failed, and starts another. */
export function FleetFaultBanner() {
  const { client } = useFleetStore();
  const fault = useFleet((state) => state.fault);
  const again = useAction(() => {
    client.restart();
    // The old port ended with the worker; on a new port main posts the whole fleet.
    return api.fleet.openPort();
  });
  if (!fault && !again.fault) return null;
  return (
    <FaultNotice
      fault={fault ?? again.fault!}
      context="open"
      actions={
        <Button size="xs" loading={again.isBusy} onClick={() => void again.run()}>
          {commonTexts.tryAgain}
        </Button>
      }
    />
  );
}
