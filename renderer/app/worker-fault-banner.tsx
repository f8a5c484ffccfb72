import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { uiMessages } from '#lib/ui-messages';
import { workerFaults } from '#lib/worker-line';
import { FaultNotice } from '#ui/fault-notice';

/** Reports on every page that a worker failed. Main restores what was typed, chosen and on screen. */
export function WorkerFaultBanner() {
  const { fault } = useStore(workerFaults);
  if (!fault) return null;
  return (
    <FaultNotice
      fault={fault}
      context="open"
      actions={
        <Button size="xs" onClick={() => window.location.reload()}>
          {uiMessages.reload.window}
        </Button>
      }
    />
  );
}
