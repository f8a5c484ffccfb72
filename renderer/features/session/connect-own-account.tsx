import { Button, Divider, Text } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#lib/api';
import { useUnsavedWork } from '#lib/unsaved-work';
import { useAction } from '#lib/use-action';
import { Dialog } from '#ui/dialog';
import { ConnectForm, useConnect } from './connect-form';
import { ownAccountMessages } from './connect-messages';
import classes from './connect.module.css';
import { AccountList } from './known-accounts';
import { useOpenSession, type OpenSession } from './store';
import { texts } from './session-texts';

/** While the demo is open: a button that asks for an account without closing the demo. */
export function ConnectOwnAccount() {
  const session = useOpenSession();
  const [isOpen, setOpen] = useState(false);
  if (!session?.profile.isDemo) return null;
  return (
    <>
      <Button
        size="xs"
        variant="light"
        className={classes.connectOwn}
        leftSection={<IconPlugConnected size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {ownAccountMessages.title}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={ownAccountMessages.title}>
        <OwnAccountForm session={session} />
      </Dialog>
    </>
  );
}

function OwnAccountForm({ session: { profile, known } }: { session: OpenSession }) {
  const connect = useConnect();
  const again = useAction(api.session.openKnown);
  const { changes, passwords, jobs } = useUnsavedWork(profile.id);
  const lost = ownAccountMessages.lost(changes + passwords, jobs);
  return (
    <ConnectForm
      connect={connect}
      prefill={null}
      fault={connect.fault ?? again.fault}
      isOtherBusy={again.isBusy}
      onSubmit={again.dismiss}
      head={
        <div>
          <Text size="sm">{ownAccountMessages.demoStays}</Text>
          {lost !== null && (
            <Text size="sm" fw={600}>
              {lost}
            </Text>
          )}
        </div>
      }
    >
      {known.length > 0 && (
        <>
          <Divider label={texts.savedAccounts} />
          <AccountList accounts={known} open={again} isDisabled={connect.isBusy} />
        </>
      )}
    </ConnectForm>
  );
}
