import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconChevronDown,
  IconHistory,
  IconKey,
  IconLogout,
  IconRefresh,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#lib/api';
import { unsavedWork } from '#lib/unsaved-work';
import { useAction } from '#lib/use-action';
import { AccountMark } from './account-mark';
import { addressOf, nameOf } from './account-names';
import classes from './connect.module.css';
import { ForgetDialog } from './forget-dialog';
import { LeaveDialog, losesWork } from './leave-dialog';
import { texts } from './session-texts';
import { useOpenSession } from './store';

interface AccountMenuProps {
  onSettings: () => void;
  onReplaceKey: () => void;
  onRefresh: () => void;
  /** What happened while the user was away. */
  sinceYouLeft: { name: string; open: () => void };
}

/** The open account, always visible, with its actions. */
export function AccountMenu({
  onSettings,
  onReplaceKey,
  onRefresh,
  sinceYouLeft,
}: AccountMenuProps) {
  const session = useOpenSession();
  const [isForgetting, setForgetting] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const leave = useAction(api.session.disconnect);
  if (!session) return null;
  const { profile } = session;
  const name = nameOf(profile);
  const address = addressOf(profile);
  return (
    <>
      <Menu position="bottom-end" width={240} withArrow>
        <Menu.Target>
          <UnstyledButton className={classes.account}>
            <AccountMark profile={profile} />
            <VisuallyHidden>{texts.account} </VisuallyHidden>
            <span className={classes.names}>
              <span className={classes.name}>{name}</span>
              <span className={classes.address}>{address}</span>
            </span>
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRefresh size={15} />} onClick={onRefresh}>
            {texts.refreshNow}
          </Menu.Item>
          <Menu.Item leftSection={<IconHistory size={15} />} onClick={sinceYouLeft.open}>
            {sinceYouLeft.name}
          </Menu.Item>
          <Menu.Item leftSection={<IconSettings size={15} />} onClick={onSettings}>
            {texts.settings}
          </Menu.Item>
          {!profile.isDemo && (
            <Menu.Item leftSection={<IconKey size={15} />} onClick={onReplaceKey}>
              {texts.replaceKey}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={15} />}
            onClick={() => {
              const work = unsavedWork.getState().works.get(profile.id);
              if (work && losesWork(work)) setLeaving(true);
              else void leave.run({ forget: false });
            }}
          >
            {texts.disconnect}
          </Menu.Item>
          {/* Nothing of the demo is stored. */}
          {!profile.isDemo && (
            <Menu.Item
              color="var(--mantine-color-error)"
              leftSection={<IconTrash size={15} />}
              onClick={() => setForgetting(true)}
            >
              {texts.disconnectAndForget}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <LeaveDialog
        profile={profile}
        isOpen={isLeaving}
        onStay={() => setLeaving(false)}
        onLeave={() => {
          setLeaving(false);
          void leave.run({ forget: false });
        }}
      />
      <ForgetDialog profile={profile} isOpen={isForgetting} onClose={() => setForgetting(false)} />
    </>
  );
}
