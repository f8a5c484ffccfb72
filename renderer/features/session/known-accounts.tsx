import { ActionIcon, Button, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Profile } from '#shared/domain/session';
import { api } from '#lib/api';
import { unsavedWork, useUnsavedWork } from '#lib/unsaved-work';
import { useAction, type Action } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import classes from './connect.module.css';
import { ForgetDialog } from './forget-dialog';
import { LeaveDialog, losesWork } from './leave-dialog';
import { texts } from './session-texts';
import { useSession } from './store';
import { messages } from './session-messages';

export type OpenKnown = Action<[{ id: string }]>;

interface AccountListProps {
  accounts: readonly Profile[];
  /** The one on screen. */
  openId?: string;
  open: OpenKnown;
  isDisabled?: boolean;
}

/** Accounts with a key or a copy on this computer, to open or to forget. */
export function AccountList({ accounts, openId, open, isDisabled = false }: AccountListProps) {
  const [forgetting, setForgetting] = useState<Profile | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [opening, setOpening] = useState<Profile | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const onScreen = accounts.find(({ id }) => id === openId);
  return (
    <>
      <ul className={classes.accounts} aria-label={texts.accountsOnThisComputer}>
        {accounts.map((profile) => {
          const label = messages.userAt(profile.userName, profile.address);
          return (
            <li key={profile.id} className={classes.savedAccount}>
              <span className={classes.names}>
                <span className={classes.name} title={profile.userName}>
                  {profile.userName}
                </span>
                <span className={classes.address} title={profile.address}>
                  {profile.address}
                </span>
                <UnsavedHint id={profile.id} />
              </span>
              {profile.id === openId ? (
                <Text size="sm" c="dimmed">
                  {texts.onScreen}
                </Text>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={messages.open(label)}
                  loading={open.isBusy && opening?.id === profile.id}
                  disabled={isDisabled || open.isBusy}
                  onClick={() => {
                    setOpening(profile);
                    const work = openId && unsavedWork.getState().works.get(openId);
                    if (work && losesWork(work)) setLeaving(true);
                    else void open.run({ id: profile.id });
                  }}
                >
                  {texts.open}
                </Button>
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={messages.forget(label)}
                title={texts.deleteItsKeyAndIts}
                disabled={isDisabled || open.isBusy}
                onClick={() => {
                  setForgetting(profile);
                  setAsking(true);
                }}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      {onScreen && (
        <LeaveDialog
          profile={onScreen}
          isOpen={isLeaving}
          onStay={() => setLeaving(false)}
          onLeave={() => {
            setLeaving(false);
            if (opening) void open.run({ id: opening.id });
          }}
        />
      )}
      {forgetting && (
        <ForgetDialog
          key={forgetting.id}
          profile={forgetting}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** The number of unsaved changes in an account. */
function UnsavedHint({ id }: { id: string }) {
  const { changes } = useUnsavedWork(id);
  const { counted } = useFormat();
  if (changes === 0) return null;
  return <span className={classes.unsaved}>{counted(changes, 'unsaved change')}</span>;
}

/** The same list for the settings page. */
export function AccountsSetting() {
  const session = useSession();
  const open = useAction(api.session.openKnown);
  if (session?.phase !== 'open') return null;
  const { known, profile } = session;
  return (
    <section className={classes.setting} aria-label={texts.accounts}>
      <Title order={2} size="h5">
        {texts.accounts}
      </Title>
      <Text size="sm" c="dimmed">
        {known.length === 0 ? texts.noKeyAndNoOffline : texts.aKeyOrAnOffline}
      </Text>
      {open.fault && <FaultNotice fault={open.fault} context="open" />}
      {known.length > 0 && <AccountList accounts={known} openId={profile.id} open={open} />}
    </section>
  );
}
