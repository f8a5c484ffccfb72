import { countedMessage, type CountedMessage } from '#lib/counted-message';
import type { Format } from '#lib/format';

type Count = Pick<Format, 'count'>;

/** The bulk actions in the menu; deleting has its own button. */
export const bulkActionLabels = {
  disable: 'Disable…',
  enable: 'Enable',
  setGroup: 'Assign to group…',
  setExpiry: 'Set last valid day…',
  addPrivilege: 'Grant privilege…',
  removePrivilege: 'Revoke privilege…',
} as const;
export type BulkActionKind = keyof typeof bulkActionLabels;

const dialogTitles: Record<BulkActionKind, CountedMessage> = {
  disable: { one: 'Disable 1 user', many: 'Disable {n} users' },
  enable: { one: 'Enable 1 user', many: 'Enable {n} users' },
  setGroup: { one: 'Assign 1 user to a group', many: 'Assign {n} users to a group' },
  setExpiry: { one: 'Set last valid day of 1 user', many: 'Set last valid day of {n} users' },
  addPrivilege: { one: 'Grant a privilege to 1 user', many: 'Grant a privilege to {n} users' },
  removePrivilege: {
    one: 'Revoke a privilege from 1 user',
    many: 'Revoke a privilege from {n} users',
  },
};

const jobTitles = {
  delete: { one: 'Delete 1 user', many: 'Delete {n} users' },
  assign: { one: 'Assign 1 user to {value}', many: 'Assign {n} users to {value}' },
  clearGroup: { one: 'Clear group of 1 user', many: 'Clear group of {n} users' },
  removeExpiry: { one: 'Remove expiry from 1 user', many: 'Remove expiry from {n} users' },
  setExpiry: {
    one: 'Set last valid day of 1 user to {value}',
    many: 'Set last valid day of {n} users to {value}',
  },
  addPrivilege: { one: 'Grant {value} to 1 user', many: 'Grant {value} to {n} users' },
  removePrivilege: { one: 'Revoke {value} from 1 user', many: 'Revoke {value} from {n} users' },
} as const satisfies Record<string, CountedMessage>;

/** The title of the dialog that asks for the value. */
export const bulkTitle = (kind: BulkActionKind, users: number, format: Count): string =>
  countedMessage(dialogTitles[kind], users, format);

/** The title of the job; `value` is the group, day or privilege. */
export const bulkJobTitle = (
  title: keyof typeof jobTitles,
  users: number,
  format: Count,
  value = '',
): string => countedMessage(jobTitles[title], users, format, { value });
