import type { User } from '#shared/domain/user';
import type { Language } from '#shared/i18n/languages';
import { createTranslate, type PlainKey } from '#shared/i18n/translate';
import type { ImportKind } from '#shared/ipc/exchange';
import { groupColumns } from './groups-table';
import { membershipColumns } from './membership-table';
import {
  languageNote,
  titled,
  wordingIn,
  type Cell,
  type FileColumn,
  type Note,
  type Table,
} from './table';
import { userImportColumns } from './users-table';

export const importColumns: Record<ImportKind, readonly FileColumn[]> = {
  users: userImportColumns,
  groups: groupColumns,
  membership: membershipColumns,
};

interface Explained {
  /** The value in the example row; absent: none. */
  example?: Cell;
  /** The same, in the language of the file. */
  exampleText?: PlainKey;
  explanation: PlainKey;
}

const users: Record<Exclude<keyof User, 'extra' | 'gaps'> | 'password', Explained> = {
  id: { exampleText: 'columns.example', explanation: 'exchange-files.template.user.id' },
  name: {
    exampleText: 'exchange-files.template.example.name',
    explanation: 'exchange-files.template.user.name',
  },
  email: { example: 'ana@example.com', explanation: 'exchange-files.template.user.email' },
  country: { example: 'ES', explanation: 'exchange-files.template.user.country' },
  timeZone: { example: 'Europe/Madrid', explanation: 'exchange-files.template.user.timeZone' },
  description: {
    exampleText: 'exchange-files.template.example.description',
    explanation: 'exchange-files.template.freeText',
  },
  message: { explanation: 'exchange-files.template.user.message' },
  disabled: { example: false, explanation: 'exchange-files.template.user.disabled' },
  disabledMessage: { explanation: 'exchange-files.template.user.disabledMessage' },
  tags: {
    example: { depot: 'north', shift: 'night' },
    explanation: 'exchange-files.template.user.tags',
  },
  privileges: {
    example: ['read', 'write'],
    explanation: 'exchange-files.template.user.privileges',
  },
  group: { explanation: 'exchange-files.template.user.group' },
  deviceId: { explanation: 'exchange-files.template.user.deviceId' },
  adminDevices: { explanation: 'exchange-files.template.user.adminDevices' },
  validFrom: { example: '2030-01-31', explanation: 'exchange-files.template.user.validFrom' },
  expiresAt: { example: '2031-01-31', explanation: 'exchange-files.template.user.expiresAt' },
  createdAt: { explanation: 'exchange-files.template.user.createdAt' },
  modifiedAt: { explanation: 'exchange-files.template.user.modifiedAt' },
  lastLoginAt: { explanation: 'exchange-files.template.user.lastLoginAt' },
  password: { explanation: 'exchange-files.template.user.password' },
};

const groups: Record<string, Explained> = {
  id: { exampleText: 'columns.example', explanation: 'exchange-files.template.group.id' },
  name: {
    exampleText: 'exchange-files.template.example.group',
    explanation: 'exchange-files.template.group.name',
  },
  description: {
    exampleText: 'exchange-files.template.example.groupDescription',
    explanation: 'exchange-files.template.freeText',
  },
  deviceCount: { explanation: 'exchange-files.template.group.deviceCount' },
  createdAt: { explanation: 'exchange-files.template.group.createdAt' },
  modifiedAt: { explanation: 'exchange-files.template.group.modifiedAt' },
};

const membership: Record<string, Explained> = {
  groupId: {
    exampleText: 'columns.example',
    explanation: 'exchange-files.template.membership.groupId',
  },
  group: {
    exampleText: 'exchange-files.template.example.group',
    explanation: 'exchange-files.template.membership.byName',
  },
  deviceId: { explanation: 'exchange-files.template.membership.deviceId' },
  device: {
    exampleText: 'exchange-files.template.example.device',
    explanation: 'exchange-files.template.membership.byName',
  },
  member: { example: true, explanation: 'exchange-files.template.membership.member' },
};

const explained: Record<ImportKind, Record<string, Explained>> = { users, groups, membership };

/** An empty table to fill in, with one example row that import skips and a line about each column. */
export function importTemplate(kind: ImportKind, language: Language): Table {
  const t = createTranslate(language);
  const columns = titled(importColumns[kind], t);
  const name = t(`exchange-files.table.${kind}`);
  const about = explained[kind];
  const notes: Note[] = [
    [t('exchange-files.template'), t('exchange-files.template.about', { table: name })],
    languageNote(language, t),
    [t('exchange-files.template.empty'), t('exchange-files.template.emptyHelp')],
    ['<clear>', t('exchange-files.template.clearHelp')],
    ...columns.map(({ key, title }): Note => [title, t(about[key]!.explanation)]),
  ];
  return {
    name,
    columns,
    rows: [
      columns.map(({ key }) => {
        const { example = null, exampleText } = about[key]!;
        return exampleText ? t(exampleText) : example;
      }),
    ],
    notes,
    timeZone: 'UTC',
    wording: wordingIn(language, t),
  };
}
