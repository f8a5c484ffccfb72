import { emptyStatus } from '#main/account/status';
import { failAccountClosed } from '#shared/domain/session';
import { readKey } from './account-input';
import { createConnecting } from './connect-account';
import { createLeaving } from './leave-account';
import { createPassphrases } from './passphrase';
import { createSessionContext } from './session-context';
import type { SessionFeature, SessionOptions } from './session-options';
import { useKey } from './use-key';

export type { DemoService, SessionFeature, SessionOptions } from './session-options';

export function createSession(options: SessionOptions): SessionFeature {
  const context = createSessionContext(options);
  const { profiles, slot } = context;
  return {
    current: slot.session,
    status: () => slot.open()?.account.status() ?? emptyStatus,
    account: () => slot.requireOpen().account,
    ...createConnecting(context),
    ...createPassphrases(context),
    ...createLeaving(context, () => options.onStatus(emptyStatus)),

    replaceKey: async (typed) => {
      const opened = slot.requireOpen();
      const key = readKey(typed);
      await context.signIn(opened.profile, key);
      slot.requireStillOpen(opened);
      await useKey(context, opened, key);
    },

    setSubmissionMode: (id, reading) => {
      const open = slot.open();
      if (open?.profile.id !== id) failAccountClosed();
      profiles.setSubmissionMode(open.profile, reading);
      open.account.jobs.submissionModeChanged();
      slot.announce();
    },

    attachPort: slot.attachPort,
  };
}
