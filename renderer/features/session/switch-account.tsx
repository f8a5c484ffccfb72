import { Menu, Text } from '@mantine/core';
import { IconAppWindow, IconCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Profile } from '#shared/domain/session';
import { createAccountStore } from '#lib/account-scope';
import { api } from '#lib/api';
import { showFault } from '#lib/toasts';
import { isNoDialogOpen, keysText, useShortcut } from '#lib/shortcuts';
import { currentFormat, useFormat } from '#lib/use-format';
import { unsavedWork, useUnsavedWork, useWorkPlace, type UnsavedWork } from '#lib/unsaved-work';
import { ConfirmDialog } from '#ui/dialog';
import { nameOf, userAt, sessionMirror, useOpenSession } from './store';
import classes from './session.module.css';

interface Switching {
  /** The account to open once the user has confirmed that work in the open one is lost. */
  next: Profile | null;
  opening: Profile | null;
}

const switching = createAccountStore<Switching>({ next: null, opening: null });

export const useIsSwitching = (): boolean => useStore(switching, ({ opening }) => opening !== null);

/** Opens another account of this computer; asks first if work in the open one would be lost. */
export function switchAccount(next: Profile): void {
  const session = sessionMirror.getState().value;
  if (session?.phase !== 'open' || session.profile.id === next.id) return;
  if (losesWork(session.profile.id)) switching.setState({ next });
  else void open(next);
}

async function open(profile: Profile): Promise<void> {
  switching.setState({ opening: profile });
  const outcome = await api.session.openKnown({ id: profile.id });
  // Another one was chosen meanwhile, or is on screen.
  if (switching.getState().opening !== profile) return;
  switching.setState({ opening: null });
  if (outcome.ok) return;
  const format = currentFormat();
  const account = userAt(profile, format);
  showFault(format.t('session.open.named', { account }), outcome.fault);
}

/** Opens another account in a window of its own, beside the open one; one that has a window gets it in front. */
export async function openInWindow(profile: Profile): Promise<void> {
  const outcome = await api.session.openInWindow({ id: profile.id });
  if (outcome.ok) return;
  const format = currentFormat();
  const account = userAt(profile, format);
  showFault(format.t('session.openInWindow.named', { account }), outcome.fault);
}

/** The question before unsaved work is lost. */
export function SwitchDialog({ profile }: { profile: Profile }) {
  const { next } = useStore(switching);
  if (!next) return null;
  return (
    <LeaveDialog
      profile={profile}
      onClose={() => switching.setState({ next: null })}
      onLeave={() => void open(next)}
    />
  );
}

const none: readonly Profile[] = [];

/** The accounts of this computer by name: an account keeps its number when another one was opened last. */
export function useAccounts(): readonly Profile[] {
  const known = useOpenSession()?.known ?? none;
  const { language } = useFormat();
  return useMemo(() => {
    const { compare } = new Intl.Collator(language.tag, { numeric: true });
    return known.toSorted(
      (a, b) => compare(a.userName, b.userName) || compare(a.address, b.address),
    );
  }, [known, language]);
}

/** What tells the windows of this account from those of others. */
export function useAccountMark(): { name: string; colour: string; isAlone: boolean } | null {
  const session = useOpenSession();
  const format = useFormat();
  if (!session) return null;
  const { profile, known } = session;
  const others = known.flatMap(({ id }) => (id === profile.id ? [] : [id]));
  return {
    name: nameOf(profile, format),
    colour: accountColour(profile.id, others),
    isAlone: others.length === 0,
  };
}

/** Digits that open an account. */
const mostNumbered = 9;

/** Ctrl with a digit, on macOS Cmd, opens the account with that number. */
export function useAccountKeys(): void {
  const accounts = useAccounts();
  const accountOf = ({ code }: KeyboardEvent) => accounts[Number(code.at(-1)) - 1];
  useShortcut(
    'account',
    (event) => switchAccount(accountOf(event)!),
    (event) => accountOf(event) !== undefined && isNoDialogOpen(),
  );
}

/** The accounts in the account menu, each with its keys; nothing if there is no other one. */
export function AccountItems({ openId }: { openId: string }) {
  const accounts = useAccounts();
  const format = useFormat();
  const others = accounts.filter(({ id }) => id !== openId);
  if (others.length === 0) return null;
  return (
    <>
      <div className={classes.accountItems}>
        {accounts.map((profile, index) => (
          <Menu.Item
            key={profile.id}
            aria-label={userAt(profile, format)}
            aria-current={profile.id === openId || undefined}
            leftSection={
              <IconCheck size={15} opacity={profile.id === openId ? 1 : 0} aria-hidden />
            }
            rightSection={index < mostNumbered && <kbd>{keysText(`Mod+${index + 1}`, format)}</kbd>}
            onClick={({ ctrlKey, metaKey }) =>
              ctrlKey || metaKey ? void openInWindow(profile) : switchAccount(profile)
            }
          >
            <bdi className={classes.name}>{profile.userName}</bdi>
            <bdi className={classes.address}>{profile.address}</bdi>
          </Menu.Item>
        ))}
      </div>
      <Menu.Sub>
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={<IconAppWindow size={15} aria-hidden />}>
            {format.t('session.openInWindow')}
          </Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown maw={280}>
          {others.map((profile) => (
            <Menu.Item
              key={profile.id}
              aria-label={format.t('session.openInWindow.named', {
                account: userAt(profile, format),
              })}
              onClick={() => void openInWindow(profile)}
            >
              <bdi className={classes.name}>{profile.userName}</bdi>
              <bdi className={classes.address}>{profile.address}</bdi>
            </Menu.Item>
          ))}
        </Menu.Sub.Dropdown>
      </Menu.Sub>
      <Menu.Divider />
    </>
  );
}

/**
 * White text on each has a contrast of at least 4.5 : 1, and each has at least 3 : 1 against the header of
 * the light and of the dark theme.
 */
export const accountColours = [
  '#c94646',
  '#a76231',
  '#8c7029',
  '#288426',
  '#258170',
  '#3477b5',
  '#825ed0',
  '#c5399e',
] as const;

/**
 * The colour of an account, the same at every start; its id is a hash, or the demo. `others`: the other accounts of
 * this computer, which have other colours as long as there are enough.
 */
export function accountColour(id: string, others: readonly string[] = []): string {
  const count = accountColours.length;
  const taken = new Set<number>();
  for (const each of new Set([...others, id].toSorted())) {
    let colour = hashOf(each) % count;
    for (let tries = 0; tries < count && taken.has(colour); tries += 1)
      colour = (colour + 1) % count;
    if (each === id) return accountColours[colour]!;
    taken.add(colour);
  }
  return accountColours[0];
}

function hashOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.codePointAt(0)!) % 0x7fffffff;
  return hash;
}

/** The first letter of a name, for its mark. */
export function initialOf(name: string): string {
  const [first = '?'] = name.trim();
  return first.toLocaleUpperCase();
}

/** Whether leaving the account loses unsaved work or stops jobs. */
export function losesWork(id: string): boolean {
  const work = unsavedWork.getState().works.get(id);
  return (
    work !== undefined &&
    (work.passwords > 0 || work.jobs > 0 || (!work.isStored && work.changes > 0))
  );
}

interface LeaveDialogProps {
  profile: Profile;
  onClose: () => void;
  onLeave: () => void;
}

/** Shows what is lost or stopped by leaving an account, and asks for confirmation. */
export function LeaveDialog({ profile, onClose, onLeave }: LeaveDialogProps) {
  const format = useFormat();
  const { t } = format;
  const work = useUnsavedWork(profile.id);
  const { changes, passwords, jobs, isStored } = work;
  const place = useWorkPlace();
  const isRefused = place === 'full' || place === 'refused';
  const paragraphs = [
    !isStored && changes > 0 && t(changesKey(profile, isRefused), { count: changes }),
    passwords > 0 && t('session.leave.passwords', { count: passwords }),
    passwords > 0 && isStored && changes > 0 && t('session.leave.otherChanges'),
    jobs > 0 && t(jobsKey(work, isRefused), { count: jobs }),
  ].filter((text) => text !== false);
  return (
    <ConfirmDialog
      title={t('session.leave.title', { account: nameOf(profile, format) })}
      confirmLabel={t('session.leave.confirm')}
      cancelLabel={t('session.leave.stay')}
      isDangerous
      onConfirm={() => {
        onClose();
        onLeave();
      }}
      onCancel={onClose}
    >
      {paragraphs.map((text) => (
        <Text key={text} size="sm" mb="xs">
          {text}
        </Text>
      ))}
    </ConfirmDialog>
  );
}

function changesKey({ isDemo }: Profile, isRefused: boolean) {
  if (isRefused) return 'session.leave.changes.refused';
  return isDemo ? 'session.leave.changes.demo' : 'session.leave.changes.account';
}

function jobsKey({ isStored }: UnsavedWork, isRefused: boolean) {
  if (isStored) return 'session.leave.jobs.wait';
  return isRefused ? 'session.leave.jobs.uncertain' : 'session.leave.jobs.end';
}
