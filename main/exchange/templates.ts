import { exampleWord } from './cell-text';
import { groupColumns } from './groups-table';
import { membershipColumns } from './membership-table';
import type { User } from '#shared/domain/user';
import type { ImportKind } from '#shared/ipc/exchange';
import type { Cell, Column, Note, Table } from './table';
import { userImportColumns } from './users-table';

/** The columns an import of each kind knows. */
export const importColumns: Record<ImportKind, readonly Column[]> = {
  users: userImportColumns,
  groups: groupColumns,
  membership: membershipColumns,
};

interface Explained {
  /** The value in the example row. */
  example: Cell;
  explanation: string;
}

const setByService = (what: string): Explained => ({
  example: null,
  explanation: `${what}. Made by the service; not read.`,
});

const users: Record<Exclude<keyof User, 'extra' | 'gaps'> | 'password', Explained> = {
  id: { example: exampleWord, explanation: 'Whom to change. Leave it empty to create a user.' },
  name: { example: 'Ana Ruiz', explanation: 'Full name. Needed for a new user.' },
  email: { example: 'ana@example.com', explanation: 'E-mail address. Needed for a new user.' },
  country: {
    example: 'ES',
    explanation: 'Two-letter code or English name. Needed for a new user.',
  },
  timeZone: {
    example: 'Europe/Madrid',
    explanation: 'Name of the zone such as Europe/Madrid. Needed for a new user.',
  },
  description: { example: 'Night shift', explanation: 'Free text.' },
  message: { example: null, explanation: 'A message to the user.' },
  disabled: { example: false, explanation: 'yes or no.' },
  disabledMessage: { example: null, explanation: 'Why the user is disabled.' },
  tags: {
    example: { depot: 'north', shift: 'night' },
    explanation: 'name=value, several separated by semicolons. Replaces all tags.',
  },
  privileges: {
    example: ['read', 'write'],
    explanation: 'As the service names them, separated by semicolons. Replaces all privileges.',
  },
  group: { example: null, explanation: 'Id or name of the group whose devices the user sees.' },
  deviceId: { example: null, explanation: 'Id or name of the one device the user sees.' },
  adminDevices: { example: null, explanation: 'How many devices the user manages.' },
  validFrom: {
    example: '2030-01-31',
    explanation: 'The first valid day, or a moment such as 2030-01-31T08:00:00Z.',
  },
  expiresAt: { example: '2031-01-31', explanation: 'The last valid day, or a moment.' },
  createdAt: setByService('When the user was created'),
  modifiedAt: setByService('When the user was last changed'),
  lastLoginAt: setByService('When the user last logged in'),
  password: {
    example: null,
    explanation: 'Sets a password. Waypost keeps none: delete this file after the import.',
  },
};

const groups: Record<string, Explained> = {
  id: { example: exampleWord, explanation: 'Which group to change. Leave it empty to create one.' },
  name: { example: 'Depot North', explanation: 'Needed for a new group.' },
  description: { example: 'Vans of the north', explanation: 'Free text.' },
  deviceCount: setByService('How many devices are in it; they are imported as "Membership"'),
  createdAt: setByService('When the group was created'),
  modifiedAt: setByService('When the group was last changed'),
};

const membership: Record<string, Explained> = {
  groupId: { example: exampleWord, explanation: 'Which group.' },
  group: { example: 'Depot North', explanation: 'Its name; read where the id is empty.' },
  deviceId: { example: null, explanation: 'Which device.' },
  device: { example: 'Van 7', explanation: 'Its name; read where the id is empty.' },
  member: {
    example: true,
    explanation: 'yes or empty: is in the group. no: is taken out. Others stay as they are.',
  },
};

const explained: Record<ImportKind, Record<string, Explained>> = { users, groups, membership };

const titles: Record<ImportKind, string> = {
  users: 'Users',
  groups: 'Groups',
  membership: 'Membership',
};

/** An empty table to fill in, with one example row that import skips and a line about each column. */
export function importTemplate(kind: ImportKind): Table {
  const columns = importColumns[kind].map((column): Column => ({ ...column }));
  const about = explained[kind];
  const notes: Note[] = [
    ['Template', `${titles[kind]} for Waypost. Delete the example row or leave it; it is skipped.`],
    ['Empty cell', 'The field stays as it is.'],
    ['<clear>', 'The field is emptied.'],
    ...columns.map(({ key, title }): Note => [title, about[key]?.explanation ?? '']),
  ];
  return {
    name: titles[kind],
    columns,
    rows: [columns.map(({ key }) => about[key]?.example ?? null)],
    notes,
    timeZone: 'UTC',
  };
}
