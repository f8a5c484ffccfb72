import type { WaypostContract } from '#shared/ipc/contract';
import type { Handlers } from '#shared/ipc/define';
import type { Account } from '#main/account/account';
import { emptyStatus } from '#main/account/status';
import { failAccountClosed } from '#shared/domain/session';
import { readKey } from './account-input';
import { createConnecting } from './connect-account';
import { findAccounts } from './find-accounts';
import { createLeaving } from './leave-account';
import { createPassphrases } from './passphrase';
import { createSessionContext } from './session-context';
import type { SessionFeature, SessionOptions } from './session-options';
import { storeKey, useKey } from './use-key';

export type { DemoService, SessionFeature, SessionOptions } from './session-options';

export function createSession(options: SessionOptions): SessionFeature {
  const context = createSessionContext(options);
  const { profiles, slot } = context;
  const onLeft = () => options.onStatus(emptyStatus);
  function accountOf(id: string): Account {
    const open = slot.open();
    if (open?.profile.id !== id) failAccountClosed();
    return open.account;
  }
  return {
    current: slot.session,
    status: () => slot.open()?.account.status() ?? emptyStatus,
    account: () => slot.requireOpen().account,
    accountOf,
    ...createConnecting(context),
    ...createPassphrases(context, onLeft),
    ...createLeaving(context, onLeft),

    findAccounts: async () => {
      const result = await findAccounts(context);
      slot.announce();
      return result;
    },

    replaceKey: async (typed) => {
      const opened = slot.requireOpen();
      const key = readKey(typed);
      await context.signIn(opened.profile, key);
      slot.requireStillOpen(opened);
      await useKey(context, opened, key);
    },

    storeKey: () => storeKey(context),

    setSubmissionMode: (id, mode) => {
      const account = accountOf(id);
      profiles.setSubmissionMode(slot.requireOpen().profile, mode);
      account.jobs.submissionModeChanged();
      slot.announce();
    },

    attachPort: slot.attachPort,
  };
}

/** The open account; null if none is open. */
export const openAccountOf = (
  session: Pick<SessionFeature, 'current' | 'account'>,
): Account | null => (session.current().phase === 'open' ? session.account() : null);

/** Until `lastAccountOpened` the window would show the form for a connection. */
export function sessionHandlers(
  session: SessionFeature,
  lastAccountOpened: Promise<void>,
): Pick<Handlers<WaypostContract>, 'session' | 'status'> {
  return {
    session: {
      current: async () => {
        await lastAccountOpened;
        return session.current();
      },
      connect: (input) => session.connect(input),
      useDemo: () => session.useDemo(),
      openKnown: ({ id }) => session.openKnown(id),
      findAccounts: () => session.findAccounts(),
      forget: ({ id }) => session.forget(id),
      replaceKey: ({ apiKey }) => session.replaceKey(apiKey),
      storeKey: () => session.storeKey(),
      setPassphrase: ({ passphrase }) => session.setPassphrase(passphrase),
      unlock: ({ passphrase }) => session.unlock(passphrase),
      disconnect: ({ forget }) => session.disconnect(forget),
      setSubmissionMode: ({ id, mode }) => session.setSubmissionMode(id, mode),
    },
    status: {
      current: () => session.status(),
      cancelWaiting: () => session.account().cancelWaiting(),
    },
  };
}
