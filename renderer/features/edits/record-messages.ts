import type { EditedKind } from './draft-after';

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
      'Save sends only the fields you changed. Replace sends the whole user (PUT) with your changes and every other field, including fields that Waypost does not know. Use it if the service stores an outdated form of the record or refuses single changes. If someone else changed the same fields, you are asked first.',
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
      'Save sends only the fields you changed. Replace sends the whole group (PUT) with your changes and every other field, including fields that Waypost does not know. Use it if the service stores an outdated form of the record or refuses single changes. If someone else changed the same fields, you are asked first.',
    deletedByOthers: 'Someone else deleted this group',
    createdAgain:
      'Nothing was saved, and your changes are still here. A group that is created again has a new id.',
    safeToRepeat: 'Trying again will not create a second group',
    notCreated:
      'The service did not respond, so Waypost checked whether the group was created, and did not find it. Your changes are still here. Save checks again before it sends anything.',
  },
};

export const deleteTitle = (name: string): string => `Delete ${name}?`;

export const notUndone = (reason: string): string => `Not undone: ${reason}`;

export const messages = {
  fieldOf: (field: string, record: string) => `${field} of ${record}`,
  shownOfAll: (shown: string, all: string) => `${shown} of ${all}`,
  replaceTheWholeRecordOf: (title: string) => `Replace the whole record of ${title}?`,
  undone: (title: string) => `Undone: ${title}`,
  alreadyUpToDate: (name: string) => `${name} was already up to date. Nothing was sent.`,
  saved: (name: string) => `${name} was saved.`,
  created: (name: string) => `${name} was created.`,
  alreadyDeleted: (name: string) => `Someone else had already deleted ${name}.`,
  deleted: (name: string) => `${name} was deleted.`,
};
