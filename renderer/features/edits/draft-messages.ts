import type { RecordKind } from '#shared/domain/edit';
import { countedMessage, type CountedMessage } from '#lib/counted-message';
import type { Format } from '#lib/format';
import { itemsText } from '#lib/list-text';
import type { WorkPlace } from '#lib/unsaved-work';

/** Where unsaved changes are, in the bar below a form; `without` names what no draft contains. */
export function draftPlaceText(place: WorkPlace, without: string | null): string {
  switch (place) {
    case 'full':
      return 'not stored: the disk is full';
    case 'refused':
      return 'not stored: the disk does not accept it';
    case 'memory':
      return without === null
        ? 'saved as a draft until you close Waypost or leave the account'
        : `saved as a draft until you close Waypost or leave the account, ${without}`;
    case 'disk':
      return without === null ? 'saved as a draft' : `saved as a draft, ${without}`;
  }
}

/** The same for all drafts, in the title bar. */
export const draftsPlaceTexts: Record<WorkPlace, string> = {
  disk: 'Saved as drafts. Nothing is lost when you leave the page or close Waypost.',
  memory:
    'In memory until you close Waypost or leave the account, because this computer has no copy of the account.',
  full: 'Not stored: the disk is full. The drafts are only in memory and are lost when you close Waypost or leave the account.',
  refused:
    'Not stored: the disk does not accept them. The drafts are only in memory and are lost when you close Waypost or leave the account.',
};

/** What becomes of drafts that could not be sent. */
export const unsentDraftTexts: Record<WorkPlace, string> = {
  disk: 'The changes are saved as drafts.',
  memory: 'The drafts are in memory until you close Waypost or leave the account.',
  full: 'The drafts are only in memory: the disk is full.',
  refused: 'The drafts are only in memory: the disk does not accept them.',
};

interface KindMessages {
  /** The column of the records. */
  column: string;
  separately: string;
  saved: CountedMessage;
  notSaved: CountedMessage;
  /** `{changes}`: the number of changes. */
  reviewOne: CountedMessage;
  reviewMany: CountedMessage;
}

/** What is said of edits of each kind of record. */
const kindMessages: Record<RecordKind, KindMessages> = {
  user: {
    column: 'User',
    separately:
      'Each user is saved separately. If someone else changed the same field, you are asked which value to use.',
    saved: { one: '1 user saved', many: '{n} users saved' },
    notSaved: { one: '1 user not saved. {drafts}', many: '{n} users not saved. {drafts}' },
    reviewOne: { one: 'Save 1 change of 1 user?', many: 'Save 1 change of {n} users?' },
    reviewMany: {
      one: 'Save {changes} changes of 1 user?',
      many: 'Save {changes} changes of {n} users?',
    },
  },
  group: {
    column: 'Group',
    separately:
      'Each group is saved separately. If someone else changed the same field, you are asked which value to use.',
    saved: { one: '1 group saved', many: '{n} groups saved' },
    notSaved: { one: '1 group not saved. {drafts}', many: '{n} groups not saved. {drafts}' },
    reviewOne: { one: 'Save 1 change of 1 group?', many: 'Save 1 change of {n} groups?' },
    reviewMany: {
      one: 'Save {changes} changes of 1 group?',
      many: 'Save {changes} changes of {n} groups?',
    },
  },
  limits: {
    column: 'Device',
    separately:
      'Each device is saved separately. If someone else changed the same field, you are asked which value to use.',
    saved: { one: 'Limits of 1 device saved', many: 'Limits of {n} devices saved' },
    notSaved: { one: '1 device not saved. {drafts}', many: '{n} devices not saved. {drafts}' },
    reviewOne: { one: 'Save 1 change of 1 device?', many: 'Save 1 change of {n} devices?' },
    reviewMany: {
      one: 'Save {changes} changes of 1 device?',
      many: 'Save {changes} changes of {n} devices?',
    },
  },
};

const saveChanges: CountedMessage = { one: 'Save 1 change', many: 'Save {n} changes' };
const undoneChanges: CountedMessage = { one: '1 change undone', many: '{n} changes undone' };

type Count = Pick<Format, 'count'>;

export const stagedMessages = {
  column: (kind: RecordKind) => kindMessages[kind].column,
  separately: (kind: RecordKind) => kindMessages[kind].separately,
  saved: (kind: RecordKind, records: number, format: Count) =>
    countedMessage(kindMessages[kind].saved, records, format),
  notSaved: (kind: RecordKind, records: number, place: WorkPlace, format: Count) =>
    countedMessage(kindMessages[kind].notSaved, records, format, {
      drafts: unsentDraftTexts[place],
    }),
  review: (kind: RecordKind, changes: number, records: number, format: Count) =>
    countedMessage(
      changes === 1 ? kindMessages[kind].reviewOne : kindMessages[kind].reviewMany,
      records,
      format,
      { changes: format.count(changes) },
    ),
  save: (changes: number, format: Count) => countedMessage(saveChanges, changes, format),
  undone: (changes: number, format: Count) => countedMessage(undoneChanges, changes, format),
  notUndone: (reason: string) => `Not undone: ${reason}`,
  rowLabel: (record: string, field: string, before: string, after: string) =>
    `${record}, ${field}: ${before} becomes ${after}`,
};

/** Why Save sends nothing; `others`: how many more fields are invalid. */
export function blockedText(first: { name: string; message: string }, others: number): string {
  const { name, message } = first;
  if (others === 0) return `Save is blocked by ${name}: ${message}`;
  if (others === 1) return `Save is blocked by ${name} and one more field: ${message}`;
  return `Save is blocked by ${name} and ${others} more fields: ${message}`;
}

const mostNames = 6;

export function changedNamesText(names: readonly string[]): string {
  const shown = itemsText(names.slice(0, mostNames));
  const others = names.length - mostNames;
  return others > 0 ? `${shown} and ${others} more` : shown;
}

/** The end of a list that is cut off. */
export const moreDraftsText = (drafts: number): string => `and ${drafts} more`;

export const messages = {
  someoneElseChangedToo: (label: string) => `Someone else changed ${label} too`,
};
