import { english, inEnglish } from '../../test/support/english';
import { expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import type { User } from '#shared/domain/user';
import { decodeGroupList, decodeUserList } from '#shared/wire/records';
import { writeTable } from './table-file';
import { groupsTable } from './groups-table';
import { planFileImport } from './import';
import { membershipTable } from './membership-table';
import { usersTable } from './users-table';

const context = { language: english, account: '', filter: null, timeZone: 'UTC', exportedAt: 0 };
const [user] = decodeUserList([
  {
    id: 'u',
    name: 'Ana',
    email: 'a@b.example',
    disabled: 'maybe',
    expires: '2030-05-06',
    privileges: ['read', { id: 'write' }],
  },
]).items.map(({ record }) => record) as [User];
const groups: Group[] = decodeGroupList([
  { id: 'g', name: 'Depot', devices: [{ id: 'v1' }, 'v2'] },
  { id: 'h', name: 'Silent' },
]).items.map(({ record }) => record);

const account = {
  users: [user],
  groups,
  devices: [],
  countries: null,
  timeZones: null,
  timeZone: 'UTC',
};

test('an export keeps the originals that were not understood, and importing it changes nothing', async () => {
  const bytes = writeTable(usersTable([user], context), 'csv');
  const text = new TextDecoder().decode(bytes);
  expect(text).toContain('Disabled: ""maybe""; Privileges: [{""id"":""write""}]');
  expect(text).toContain('2030-05-06');
  const plan = inEnglish(await planFileImport('users', bytes, account));
  expect(plan).toMatchObject({ steps: [], errors: [], unknownColumns: [], unchanged: 1 });
});

test('an export of groups counts all members and names the ones that were not understood', async () => {
  const bytes = writeTable(groupsTable(groups, context), 'csv');
  const text = new TextDecoder().decode(bytes);
  expect(text).toMatch(/g,Depot,,2,,,"devices: \[\{""id"":""v1""\}\]"/i);
  expect(text).toMatch(/h,Silent,,,/);
  const plan = inEnglish(await planFileImport('groups', bytes, account));
  expect(plan).toMatchObject({ steps: [], errors: [], unknownColumns: [], unchanged: 2 });
});

test('an export of members says which ones are missing', async () => {
  const table = membershipTable(groups, [], context);
  expect(table.notes).toContainEqual([
    'Not understood',
    '1 member was not understood and is not here',
  ]);
  expect(table.notes).toContainEqual(['Groups whose members are not known', '1']);
  const plan = inEnglish(await planFileImport('membership', writeTable(table, 'csv'), account));
  expect(plan).toMatchObject({ steps: [], errors: [], unchanged: 1 });
});

test('a group cannot be looked up in a list that was never received', async () => {
  const file = 'User id,Group\r\nu,Depot\r\n';
  const plan = inEnglish(
    await planFileImport('users', new TextEncoder().encode(file), {
      ...account,
      groups: [],
      areGroupsKnown: false,
    }),
  );
  expect(plan.errors).toMatchObject([
    { message: 'The list of groups was not loaded: Waypost cannot tell which group this is.' },
  ]);
});
