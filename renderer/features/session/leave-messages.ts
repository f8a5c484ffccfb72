import type { CountedMessage } from '#lib/counted-message';

/** What leaving an account loses or stops. */
export const leaveMessages = {
  title: ({ account }: { account: string }) => `Leave ${account}?`,
  stay: 'Stay',
  leave: 'Leave',
  /** The disk refused the last changes. */
  changesRefused: {
    one: '1 unsaved change may be lost: the disk did not accept the last changes.',
    many: '{n} unsaved changes may be lost: the disk did not accept the last changes.',
  },
  demoChanges: {
    one: '1 unsaved change is lost: nothing of the demo is stored on this computer.',
    many: '{n} unsaved changes are lost: nothing of the demo is stored on this computer.',
  },
  changes: {
    one: '1 unsaved change is lost: nothing of this account is stored on this computer.',
    many: '{n} unsaved changes are lost: nothing of this account is stored on this computer.',
  },
  passwords: {
    one: 'The password that was typed and not saved is lost: passwords are never stored.',
    many: '{n} passwords that were typed and not saved are lost: passwords are never stored.',
  },
  otherChanges: 'The other unsaved changes stay as drafts.',
  jobsWait: {
    one: '1 job is not finished. What was sent is done; the rest waits until the account is opened again.',
    many: '{n} jobs are not finished. What was sent is done; the rest waits until the account is opened again.',
  },
  jobsUncertain: {
    one: '1 job is not finished. What was sent is done; the disk did not accept its last state, so check the service before you repeat it.',
    many: '{n} jobs are not finished. What was sent is done; the disk did not accept their last state, so check the service before you repeat them.',
  },
  jobsEnd: {
    one: '1 job is not finished. What was sent is done; the rest is not sent, and no list of it is stored.',
    many: '{n} jobs are not finished. What was sent is done; the rest is not sent, and no list of it is stored.',
  },
} as const satisfies Record<string, string | CountedMessage | ((values: never) => string)>;
