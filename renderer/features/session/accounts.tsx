import { Loader, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconChevronDown,
  IconHistory,
  IconKey,
  IconLock,
  IconLogout,
  IconRefresh,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Profile } from '#shared/domain/session';
import type { Fault, Outcome } from '#shared/fault';
import { api } from '#lib/api';
import { unsavedWork, useUnsavedWork } from '#lib/unsaved-work';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { ConfirmDialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { IconButton } from '#ui/icon-button';
import {
  initialOf,
  AccountItems,
  switchAccount,
  SwitchDialog,
  useAccountKeys,
  useAccountMark,
  useIsSwitching,
  LeaveDialog,
  losesWork,
} from './switch-account';
import classes from './session.module.css';
import { addressOf, nameOf, userAt, askForKey, useOpenSession, useSession } from './store';

interface AccountMenuProps {
  onRefresh: () => void;
  onLock: () => void;
  /** What happened while the user was away. */
  sinceYouLeft: { name: string; open: () => void };
}

/** The open account, always visible, with its actions. */
export function AccountMenu({ onRefresh, onLock, sinceYouLeft }: AccountMenuProps) {
  const format = useFormat();
  const { t } = format;
  const session = useOpenSession();
  const mark = useAccountMark();
  const [asking, setAsking] = useState<'leave' | 'forget' | null>(null);
  const leave = useAction(api.session.disconnect);
  const isSwitching = useIsSwitching();
  useAccountKeys();
  if (!session || !mark) return null;
  const { profile } = session;
  return (
    <>
      <Menu position="bottom-end" width={280} withArrow>
        <Menu.Target>
          <UnstyledButton className={classes.account}>
            {/* The colour of the account with its initial; the name is beside it. */}
            <span className={classes.mark} style={{ background: mark.colour }} aria-hidden>
              {isSwitching ? <Loader size={14} color="white" /> : initialOf(mark.name)}
            </span>
            <VisuallyHidden>{t('session.account')} </VisuallyHidden>
            <span className={classes.names}>
              <span className={classes.name}>{mark.name}</span>
              <span className={classes.address}>{addressOf(profile, format)}</span>
            </span>
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <AccountItems openId={profile.id} />
          <Menu.Item leftSection={<IconRefresh size={15} />} onClick={onRefresh}>
            {t('session.menu.refresh')}
          </Menu.Item>
          <Menu.Item leftSection={<IconHistory size={15} />} onClick={sinceYouLeft.open}>
            {sinceYouLeft.name}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconSettings size={15} />}
            onClick={() => {
              window.location.hash = '#/settings';
            }}
          >
            {t('session.menu.settings')}
          </Menu.Item>
          {!profile.isDemo && (
            <Menu.Item leftSection={<IconKey size={15} />} onClick={() => askForKey(true)}>
              {t('session.menu.replaceKey')}
            </Menu.Item>
          )}
          <Menu.Divider />
          {session.copyStoredIn === 'passphrase' && (
            <Menu.Item leftSection={<IconLock size={15} />} onClick={onLock}>
              {t('session.menu.lock')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconLogout size={15} />}
            onClick={() => {
              if (losesWork(profile.id)) setAsking('leave');
              else void leave.run({ forget: false });
            }}
          >
            {t('session.menu.disconnect')}
          </Menu.Item>
          {/* Nothing of the demo is stored. */}
          {!profile.isDemo && (
            <Menu.Item
              color="var(--mantine-color-error)"
              leftSection={<IconTrash size={15} />}
              onClick={() => setAsking('forget')}
            >
              {t('session.menu.forget')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <SwitchDialog profile={profile} />
      {asking === 'leave' && (
        <LeaveDialog
          profile={profile}
          onClose={() => setAsking(null)}
          onLeave={() => void leave.run({ forget: false })}
        />
      )}
      {asking === 'forget' && <ForgetDialog profile={profile} onClose={() => setAsking(null)} />}
    </>
  );
}

/** The accounts on this computer, for the settings page. */
export function AccountsSetting() {
  const { t } = useFormat();
  const session = useSession();
  if (session?.phase !== 'open') return null;
  const { known, profile } = session;
  return (
    <>
      <Text size="sm" c="dimmed">
        {known.length === 0 ? t('session.accounts.none') : t('session.accounts.help')}
      </Text>
      {known.length > 0 && (
        <AccountList accounts={known} openId={profile.id} onOpen={switchAccount} />
      )}
    </>
  );
}

/** The ways to open an account, one at a time. */
export interface Opening {
  /** `way`: the id of the account, or another name for its button. */
  open: (way: string, call: () => Promise<Outcome<unknown>>) => void;
  isOpening: (way: string) => boolean;
  isBusy: boolean;
  fault: Fault | null;
  dismiss: () => void;
}

export function useOpening(): Opening {
  const [chosen, setChosen] = useState<string | null>(null);
  const action = useAction((call: () => Promise<Outcome<unknown>>) => call());
  return {
    ...action,
    isOpening: (way) => action.isBusy && way === chosen,
    open: (way, call) => {
      setChosen(way);
      void action.run(call);
    },
  };
}

interface AccountListProps {
  accounts: readonly Profile[];
  /** The one on screen. */
  openId?: string;
  onOpen: (profile: Profile) => void;
  /** If they are opened from here alone. */
  opening?: Opening;
}

/** Accounts with a key or a copy on this computer, to open or to forget. */
export function AccountList({ accounts, openId, onOpen, opening }: AccountListProps) {
  const format = useFormat();
  const { t } = format;
  const [forgetting, setForgetting] = useState<Profile | null>(null);
  return (
    <>
      <ul className={classes.accounts} aria-label={t('session.accounts.list')}>
        {accounts.map((profile) => {
          const account = userAt(profile, format);
          return (
            <li key={profile.id} className={classes.savedAccount}>
              <span className={classes.names}>
                <bdi className={classes.name} title={profile.userName}>
                  {profile.userName}
                </bdi>
                <bdi className={classes.address} title={profile.address}>
                  {profile.address}
                </bdi>
                <UnsavedHint id={profile.id} />
              </span>
              {profile.id === openId ? (
                <Text size="sm" c="dimmed">
                  {t('session.accounts.onScreen')}
                </Text>
              ) : (
                <ActionButton
                  aria-label={t('session.open.named', { account })}
                  loading={opening?.isOpening(profile.id)}
                  disabled={opening?.isBusy}
                  onClick={() => onOpen(profile)}
                >
                  {t('session.open')}
                </ActionButton>
              )}
              <IconButton
                isQuiet
                name={t('session.forget.named', { account })}
                icon={IconTrash}
                size="lg"
                title={t('session.forget.help')}
                disabled={opening?.isBusy}
                onClick={() => setForgetting(profile)}
              />
            </li>
          );
        })}
      </ul>
      {forgetting && <ForgetDialog profile={forgetting} onClose={() => setForgetting(null)} />}
    </>
  );
}

/** The number of unsaved changes in an account. */
function UnsavedHint({ id }: { id: string }) {
  const { changes } = useUnsavedWork(id);
  const { t } = useFormat();
  if (changes === 0) return null;
  return <span className={classes.unsaved}>{t('session.unsaved', { count: changes })}</span>;
}

/** Shows what is deleted with an account, and asks for confirmation. */
function ForgetDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const forget = useAction(api.session.forget);
  const { changes, passwords, jobs } = useUnsavedWork(profile.id);
  const format = useFormat();
  const { t } = format;
  const lostChanges = changes + passwords;
  const user = nameOf(profile, format);
  const confirm = async () => {
    if (!(await forget.run({ id: profile.id }))) return;
    unsavedWork.forget(profile.id);
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('session.forget.title', { account: user })}
      confirmLabel={t('session.forget.confirm')}
      cancelLabel={t('session.forget.keep')}
      isDangerous
      isBusy={forget.isBusy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <Text size="sm">
        {t('session.forget.effect', { user, address: addressOf(profile, format) })}
      </Text>
      {lostChanges > 0 && (
        <Text size="sm" mt="xs" fw={600}>
          {t('session.forget.lostChanges', { count: lostChanges })}
        </Text>
      )}
      {jobs > 0 && (
        <Text size="sm" mt="xs" fw={600}>
          {t('session.forget.lostJobs', { count: jobs })}
        </Text>
      )}
      {forget.fault && <FaultNotice fault={forget.fault} context="open" />}
    </ConfirmDialog>
  );
}
