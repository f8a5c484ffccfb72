import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { texts } from './fleet-texts';
import type { Refresh } from './use-refresh';
import { messages } from './fleet-messages';

/** Requests the record and the last location of the device that is shown. */
export function RefreshButton({ refresh }: { refresh: Refresh }) {
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-label={texts.refreshThisDevice}
      title={texts.refreshThisDevice}
      loading={refresh.isBusy}
      onClick={refresh.run}
    >
      <IconRefresh size={14} />
    </ActionIcon>
  );
}

/** Why the device could not be refreshed. */
export function RefreshFault({ refresh: { fault, dismiss } }: { refresh: Refresh }) {
  if (!fault) return null;
  if (fault.kind !== 'notFound')
    return <FaultNotice fault={fault} context="open" onDismiss={dismiss} />;
  return (
    <Notice tone="fault" title={texts.theServiceNoLongerHas} isAlert onDismiss={dismiss}>
      {fault.message ? messages.lastKnownCopy(fault.message) : texts.thisIsTheLastKnown}
    </Notice>
  );
}
