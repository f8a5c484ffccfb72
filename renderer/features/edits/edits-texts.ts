import type { RecordKind } from '#shared/domain/edit';
import { counted } from '#lib/format';
import { itemsText } from '#lib/list-text';
import type { WorkPlace } from '#lib/unsaved-work';
import type { FaultWords } from '#lib/fault-text';
import type { EditedKind } from './save-drafts';

/** What the editing of records says. */
export const texts = {
  saveMyChoice: 'Save my choice',
  chooseAValueForEach: 'Choose a value for each field first.',
  backToTheDraft: 'Back to the draft',
  keepAllMine: 'Keep all mine',
  takeAllTheirs: 'Take all theirs',
  mine: 'Mine',
  theirsCurrent: 'Theirs (current)',
  was: 'Was',
  nothingHasBeenSavedAnd:
    'Nothing has been saved, and nothing is lost. Choose a value for each field. Your other changes are saved with it.',
  keepAsDrafts: 'Keep as drafts',
  progressOfSaving: 'Progress of saving',
  changesToSave: 'Changes to save',
  discard: 'Discard',
  unsavedChanges: 'Unsaved changes',
  drafts: 'Drafts',
  note: 'Note',
  notStored: 'not stored',
  closeWithoutSaving: 'Close without saving',
  toSubmit: 'To submit',
  save: 'Save',
  user: 'User',
  group: 'Group',
  limits: 'Limits',
  retry: 'Retry',
  edit: 'Edit',
  continueEditing: 'Continue editing',
  replaceWholeRecord: 'Replace whole record…',
  more: 'More',
  import: 'Import',
  editInTable: 'Edit in table',
  replaceWholeRecordLabel: 'Replace whole record',
  correctTheFieldsThatBlock: 'Correct the fields that block Save first.',
  createAgain: 'Create again',
  discardMyChanges: 'Discard my changes',
  reviewChanges: 'Review changes',
  reviewAndSave: 'Review and save…',
  offlineYouCanSendThe: 'Offline. You can send the changes when the service responds again.',
  newPassword: 'New password',
  savedAsADraft: 'Saved as a draft',
  sentWhenOnline:
    'There is no connection. When the service responds again, Waypost offers to send it.',
  onlineAgain: 'The service responds again',
  sendingDrafts: 'Saving the drafts…',
  someoneElseChangedItToo: 'Someone else changed it too. Open the draft and save it to choose.',
  openTheDraft: 'Open the draft',
  withoutThePassword: 'without the password',
} as const;

export const messages = {
  someoneElseChangedToo: (label: string) => `Someone else changed ${label} too`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  notUndone: (reason: string) => `Not undone: ${reason}`,
  notSaved: (label: string, { title, what, todo }: Pick<FaultWords, 'title' | 'what' | 'todo'>) =>
    `${label}: ${title}. ${what} ${todo}`,
  notUnderstoodAndLeftUnchanged: (items: string) => `Not understood, and left unchanged: ${items}`,
  cannotBeChanged: (text: string) => `${text}. It cannot be changed here.`,
  fieldOf: (field: string, record: string) => `${field} of ${record}`,
  saveChanges: counted({ one: 'Save 1 change', many: 'Save {n} changes' }),
  undoneChanges: counted({ one: '1 change undone', many: '{n} changes undone' }),
  rowLabel: (record: string, field: string, before: string, after: string) =>
    `${record}, ${field}: ${before} becomes ${after}`,
  shownOfAll: (shown: string, all: string) => `${shown} of ${all}`,
  replaceTheWholeRecordOf: (title: string) => `Replace the whole record of ${title}?`,
  undone: (title: string) => `Undone: ${title}`,
  saveAll: counted({ one: 'Save 1 draft', many: 'Save all {n} drafts' }),
  draftsSaved: counted({ one: '1 draft saved', many: '{n} drafts saved' }),
  draftsNotSaved: counted({ one: '1 draft was not saved', many: '{n} drafts were not saved' }),
  draftsWaiting: counted({ one: '1 draft can be saved.', many: '{n} drafts can be saved.' }),
  draftProblem: (label: string, problem: string) => `${label}: ${problem}`,
  alreadyUpToDate: (name: string) => `${name} was already up to date. Nothing was sent.`,
  saved: (name: string) => `${name} was saved.`,
  created: (name: string) => `${name} was created.`,
  alreadyDeleted: (name: string) => `Someone else had already deleted ${name}.`,
  deleted: (name: string) => `${name} was deleted.`,
};

/** Why a list that the service sends whole is not known. */
export const listGaps = {
  users: {
    refused: 'The service does not provide users to this account.',
    missing: 'The list of users was not loaded.',
  },
  groups: {
    refused: 'The service does not provide groups to this account.',
    missing: 'The list of groups was not loaded.',
  },
};

/** What the pages of a kind of record say. */
interface RecordMessages {
  search: string;
  new: string;
  create: string;
  edit: string;
  back: string;
  delete: string;
  /** The button of the question. */
  confirmDelete: string;
  loading: string;
  notKnown: string;
  noMatch: string;
  none: string;
  /** The next step in an empty account. */
  createFirst: string;
  /** The filter of an exported file without one. */
  noFilter: string;
  replace: string;
  deletedByOthers: string;
  createdAgain: string;
  safeToRepeat: string;
  notCreated: string;
}

export const recordMessages: Readonly<Record<EditedKind, RecordMessages>> = {
  user: {
    search: 'Search users',
    new: 'New user',
    create: 'Create user',
    edit: 'Edit user',
    back: 'Back to users',
    delete: 'Delete user…',
    confirmDelete: 'Delete user',
    loading: 'Loading users…',
    notKnown: 'The users are not known yet.',
    noMatch: 'No users match the search and the filter.',
    none: 'This account has no users except its owner.',
    createFirst: 'Create a user',
    noFilter: 'none: all users',
    replace:
      'Save sends only the fields you changed. Replace sends the whole user with your changes and every other field, including fields that Waypost does not know. Use it if the service stores an outdated form of the record or refuses single changes. If someone else changed the same fields, you are asked first.',
    deletedByOthers: 'Someone else deleted this user',
    createdAgain:
      'Nothing was saved, and your changes are still here. A user that is created again has a new id.',
    safeToRepeat: 'Trying again will not create a second user',
    notCreated:
      'The service did not respond, so Waypost checked whether the user was created, and did not find it. Your changes are still here. Save checks again before it sends anything.',
  },
  group: {
    search: 'Search groups',
    new: 'New group',
    create: 'Create group',
    edit: 'Edit group',
    back: 'Back to groups',
    delete: 'Delete group…',
    confirmDelete: 'Delete group',
    loading: 'Loading groups…',
    notKnown: 'The groups are not known yet.',
    noMatch: 'No groups match the search and the filter.',
    none: 'This account has no groups yet.',
    createFirst: 'Create a group',
    noFilter: 'none: all groups',
    replace:
      'Save sends only the fields you changed. Replace sends the whole group with your changes and every other field, including fields that Waypost does not know. Use it if the service stores an outdated form of the record or refuses single changes. If someone else changed the same fields, you are asked first.',
    deletedByOthers: 'Someone else deleted this group',
    createdAgain:
      'Nothing was saved, and your changes are still here. A group that is created again has a new id.',
    safeToRepeat: 'Trying again will not create a second group',
    notCreated:
      'The service did not respond, so Waypost checked whether the group was created, and did not find it. Your changes are still here. Save checks again before it sends anything.',
  },
};

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

/** What is said of edits of each kind of record that are saved together. */
export const stagedMessages = {
  user: {
    column: 'User',
    separately:
      'Each user is saved separately. If someone else changed the same field, you are asked which value to use.',
    saved: counted({ one: '1 user saved', many: '{n} users saved' }),
    notSaved: counted({ one: '1 user not saved. {drafts}', many: '{n} users not saved. {drafts}' }),
    reviewOne: counted({ one: 'Save 1 change of 1 user?', many: 'Save 1 change of {n} users?' }),
    reviewMany: counted({
      one: 'Save {changes} changes of 1 user?',
      many: 'Save {changes} changes of {n} users?',
    }),
  },
  group: {
    column: 'Group',
    separately:
      'Each group is saved separately. If someone else changed the same field, you are asked which value to use.',
    saved: counted({ one: '1 group saved', many: '{n} groups saved' }),
    notSaved: counted({
      one: '1 group not saved. {drafts}',
      many: '{n} groups not saved. {drafts}',
    }),
    reviewOne: counted({ one: 'Save 1 change of 1 group?', many: 'Save 1 change of {n} groups?' }),
    reviewMany: counted({
      one: 'Save {changes} changes of 1 group?',
      many: 'Save {changes} changes of {n} groups?',
    }),
  },
  limits: {
    column: 'Device',
    separately:
      'Each device is saved separately. If someone else changed the same field, you are asked which value to use.',
    saved: counted({ one: 'Limits of 1 device saved', many: 'Limits of {n} devices saved' }),
    notSaved: counted({
      one: '1 device not saved. {drafts}',
      many: '{n} devices not saved. {drafts}',
    }),
    reviewOne: counted({
      one: 'Save 1 change of 1 device?',
      many: 'Save 1 change of {n} devices?',
    }),
    reviewMany: counted({
      one: 'Save {changes} changes of 1 device?',
      many: 'Save {changes} changes of {n} devices?',
    }),
  },
} satisfies Record<RecordKind, object>;

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
