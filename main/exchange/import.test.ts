import { english, inEnglish, textOf } from '../../test/support/english';
import { describe, expect, test } from 'vitest';
import type { User } from '#shared/domain/user';
import { account, context, group, other, user } from './account.test-support';
import { planFileImport, type ImportContext } from './import';
import type { ImportPlan } from './import-row';
import { writeTable } from './table-file';
import type { ImportKind } from '#shared/ipc/exchange';
import { importTemplate } from './templates';
import { usersTable } from './users-table';

async function plan(
  kind: ImportKind,
  lines: readonly string[],
  given: Partial<ImportContext> = {},
): Promise<ImportPlan> {
  const bytes = new TextEncoder().encode(lines.join('\r\n'));
  return inEnglish(await planFileImport(kind, bytes, { ...account, ...given }));
}

const errorsOf = ({ errors }: ImportPlan) =>
  errors.map(({ row, column, message }) => `${row} ${textOf(column)}: ${textOf(message)}`);

describe('users', () => {
  test('a row with an id changes, without one creates; empty cells change nothing, <clear> empties', async () => {
    const { steps, errors, unchanged } = await plan('users', [
      'User id,Name,E-mail,Country,Time zone,Disabled,Tags,Devices managed,Valid until,Password',
      'usr-1,Ana,,,,yes,<clear>,3,2030-07-01,',
      'usr-2,Ben,ben@example.com,,,,depot=north,<clear>,,',
      ',Eva,eva@example.com,spain,europe/lisbon,,,,,secret',
    ]);
    expect(errors).toEqual([]);
    expect(unchanged).toBe(1);
    expect(steps).toEqual([
      {
        row: 2,
        label: 'Ana',
        step: {
          kind: 'user',
          action: 'change',
          id: 'usr-1',
          edit: {
            name: 'Ana',
            disabled: true,
            tags: {},
            adminDevices: 3,
            expiresAt: Date.UTC(2030, 6, 1, 22),
          },
        },
        changes: expect.arrayContaining([
          { field: 'name', before: 'Ana Ruiz', after: 'Ana' },
          { field: 'tags', before: { depot: 'north' }, after: {} },
        ]) as unknown,
      },
      {
        row: 4,
        label: 'Eva',
        step: {
          kind: 'user',
          action: 'create',
          edit: {
            name: 'Eva',
            email: 'eva@example.com',
            country: 'ES',
            timeZone: 'Europe/Lisbon',
            password: 'secret',
          },
        },
        changes: expect.arrayContaining([
          { field: 'password', before: null, after: '(set)' },
        ]) as unknown,
      },
    ]);
    expect(JSON.stringify(steps.map(({ changes }) => changes))).not.toContain('secret');
  });

  test('errors name the row, the column and what to do', async () => {
    const result = await plan('users', [
      'User id;Name;E-mail;Country;Time zone;Disabled;Tags;Devices managed;Valid from;Valid until;Group;Device',
      'usr-9;;;;;;;;;;;',
      'usr-1;<clear>;;Narnia;Mars/Base;maybe;depot;many;soon;;West;Lorry',
      'usr-1;;;;;;;;;;;',
      'usr-2;;;;;<clear>;"passwords=1";;2030-02-01;2030-01-01;;',
      ';Eva;nobody;ES;;;;;;;;',
    ]);
    expect(errorsOf(result)).toEqual([
      '2 User id: No user has this id. Correct it, or leave it empty to create a user.',
      '3 Name: This cannot be emptied.',
      '3 Country: The service does not know “Narnia”. Write the two-letter code or the name.',
      '3 Time zone: The service does not know “Mars/Base”. Write it like Europe/Madrid.',
      '3 Disabled: Write yes or no.',
      '3 Tags: Write name=value and separate several by semicolons.',
      '3 Group: There is no group with the id or name “West”.',
      '3 Device: 2 devices are called “Lorry”. Write the id instead.',
      '3 Devices managed: Write a whole number from 0.',
      '3 Valid from: Not a date or time. Write it as 2030-01-31, 2030-01-31T08:00 or 2030-01-31T08:00:00Z.',
      '4 User id: Row 3 is about the same user.',
      '5 Disabled: Write yes or no.',
      '5 Tags: “passwords” cannot be the name of a tag.',
      '5 Valid until: “Valid until” must be after “Valid from”.',
      '6 E-mail: This is no e-mail address.',
      '6 Time zone: A new user needs this.',
    ]);
    expect(result.steps).toEqual([]);
  });

  test('an e-mail address belongs to one user, counting the planned changes', async () => {
    const create = (email: string) => `,Eva,${email},ES,Europe/Madrid`;
    const result = await plan('users', [
      'User id,Name,E-mail,Country,Time zone',
      create('ANA@example.com'),
      create('eva@example.com'),
      create('Eva@Example.com'),
      'usr-2,,ana@example.com,,',
    ]);
    expect(errorsOf(result)).toEqual([
      '2 E-mail: A user has this e-mail address already. To change that user, write the id usr-1.',
      '4 E-mail: Row 3 has the same e-mail address.',
      '5 E-mail: The user usr-1 has this e-mail address already.',
    ]);
    const freed = await plan('users', [
      'User id,Name,E-mail,Country,Time zone',
      'usr-1,,new@example.com,,',
      'usr-2,,ana@example.com,,',
    ]);
    expect(freed.errors).toEqual([]);
    expect(freed.steps).toHaveLength(2);
  });

  test('values that the account already has are never refused', async () => {
    const odd: User = {
      ...user,
      country: 'Narnia',
      timeZone: 'Mars/Base',
      group: 'gone',
      email: 'x',
    };
    const bytes = writeTable(usersTable([odd], context), 'csv');
    const result = inEnglish(await planFileImport('users', bytes, { ...account, users: [odd] }));
    expect(result).toMatchObject({ steps: [], errors: [], unknownColumns: [], unchanged: 1 });
  });

  test('unknown columns are reported and ignored, a duplicate column is an error', async () => {
    const result = await plan('users', ['id,Shoe size,name', 'usr-1,42,Ana']);
    expect(result.unknownColumns).toEqual(['Shoe size']);
    expect(result.steps).toHaveLength(1);
    expect(errorsOf(await plan('users', ['id,name,Name', 'usr-1,a,b']))).toEqual([
      '1 Name: This column is there twice. Choose the one that counts.',
    ]);
    const nothing = await plan('users', ['# note', 'a,b', '1,2']);
    expect(nothing.errors[0]).toMatchObject({ row: 2, column: 'Name', columnIndex: null });
    expect(nothing.unknownColumns).toEqual(['a', 'b']);
  });

  test('without the lists of the service no value is refused as unknown', async () => {
    const lines = ['User id,Country,Time zone', 'usr-1,Narnia,Mars/Base'];
    const { errors, steps } = await plan('users', lines, { countries: null, timeZones: null });
    expect(errors).toEqual([]);
    expect(steps).toHaveLength(1);
  });

  test('a group is written as for other users: by name if they have names, otherwise by id', async () => {
    const lines = ['User id,Group', 'usr-1,north'];
    const byId = await plan('users', lines);
    expect(byId.steps[0]?.step).toMatchObject({ edit: { group: 'grp-1' } });
    const named = await plan('users', lines, { users: [user, { ...other, group: 'South' }] });
    expect(named.steps[0]?.step).toMatchObject({ edit: { group: 'North' } });
    const noMajority = [user, { ...other, group: 'South' }, { ...other, id: 'c', group: 'grp-2' }];
    const mixed = await plan('users', lines, { users: noMajority });
    expect(mixed.steps[0]?.step).toMatchObject({ edit: { group: 'grp-1' } });
  });
});

describe('the days of a validity', () => {
  const validUntil = async (cell: string, timeZone = 'Europe/Madrid') => {
    const { steps, errors } = await plan('users', ['User id,Valid until', `usr-1,${cell}`], {
      users: [{ ...user, expiresAt: Date.UTC(2029, 0, 1) }],
      timeZone,
    });
    if (errors.length > 0) return errors.map(({ message }) => message);
    const [step] = steps;
    return step?.step.kind === 'user' && step.step.action === 'change'
      ? step.step.edit.expiresAt
      : undefined;
  };

  test.each(['2027-02-26', '26 Feb 2027', '26.02.2027', '26/02/2027', '2/26/2027', '2027/02/26'])(
    '%s is the last valid day, to its end in the zone of the account',
    async (cell) => {
      expect(await validUntil(cell)).toBe(Date.parse('2027-02-26T23:00:00Z'));
      expect(await validUntil(cell, 'America/Bogota')).toBe(Date.parse('2027-02-27T05:00:00Z'));
      expect(await validUntil(cell, 'Pacific/Auckland')).toBe(Date.parse('2027-02-26T11:00:00Z'));
    },
  );

  test('a day from which and until which a user is valid is one whole day', async () => {
    const { steps } = await plan('users', [
      'User id,Valid from,Valid until',
      'usr-1,2030-01-01,2030-01-01',
    ]);
    expect(steps[0]?.step).toMatchObject({
      edit: { validFrom: Date.UTC(2029, 11, 31, 23), expiresAt: Date.UTC(2030, 0, 1, 23) },
    });
  });

  test('a moment stays exact, and a day that can be two is refused', async () => {
    expect(await validUntil('2027-02-26T14:00')).toBe(Date.parse('2027-02-26T13:00:00Z'));
    expect(await validUntil('3/4/2027')).toEqual([
      'This can be 03 Apr 2027 or 04 Mar 2027. Write it as 2027-04-03 or 2027-03-04.',
    ]);
    expect(await validUntil('2/30/2027')).toEqual([expect.stringMatching(/^Not a date or time/)]);
    expect(await validUntil('2027-02-30')).toEqual([expect.stringMatching(/^Not a date or time/)]);
  });

  test.each([
    '9999-12-31',
    '9999-12-31T23:59:59.9999999Z',
    '+010000-01-01T00:00:00Z',
    '0001-01-01T00:00:00',
  ])('%s is no expiry', async (cell) => {
    expect(await validUntil(cell)).toBeNull();
  });
});

test('an import refuses a user who would expire at the time of becoming valid', async () => {
  const moments = 'usr-1,2030-01-01T00:00:00Z,2030-01-01T00:00:00Z';
  const result = await plan('users', ['User id,Valid from,Valid until', moments]);
  expect(errorsOf(result)).toEqual(['2 Valid until: “Valid until” must be after “Valid from”.']);
});

test('what the form of a user refuses, an import refuses', async () => {
  const result = await plan('users', [
    'id,Devices managed,Tags,Password',
    `usr-1,9007199254740993,"=red",${'x'.repeat(1025)}`,
  ]);
  expect(errorsOf(result)).toEqual([
    '2 Tags: Each tag needs a name.',
    '2 Devices managed: Write a whole number from 0.',
    '2 Password: At most 1,024 characters are kept.',
  ]);
  const allowed = await plan('users', ['id,Devices managed', 'usr-1,9007199254740991']);
  expect(errorsOf(allowed)).toEqual([]);
});

describe('groups', () => {
  test('are created, renamed and described', async () => {
    const { steps, errors, unchanged } = await plan('groups', [
      'Group id,Name,Description,Number of devices',
      'grp-1,North,<clear>,99',
      'grp-2,South,,0',
      ',East,,',
    ]);
    expect(errors).toEqual([]);
    expect(unchanged).toBe(1);
    expect(steps.map(({ step }) => step)).toEqual([
      { kind: 'group', action: 'change', id: 'grp-1', edit: { description: null } },
      { kind: 'group', action: 'create', edit: { name: 'East' } },
    ]);
  });

  test('a group name is unique', async () => {
    const result = await plan('groups', [
      'Group id,Name',
      ',north',
      ',East',
      ',east',
      'grp-2,<clear>',
      'grp-7,x',
    ]);
    expect(errorsOf(result)).toEqual([
      '2 Name: There is a group of this name. To change it, write its id grp-1.',
      '4 Name: Row 3 creates a group of the same name.',
      '5 Name: This cannot be emptied.',
      '6 Group id: No group has this id. Correct it, or leave it empty to create a group.',
    ]);
    const nameless = await plan('groups', ['Name,Description', ',Vans']);
    expect(errorsOf(nameless)).toEqual(['2 Name: A new group needs a name.']);
  });
});

describe('membership', () => {
  test('all rows of a group are one change; members not in the file stay', async () => {
    const { steps, errors, unchanged } = await plan('membership', [
      'Group,Device,Device id,Member',
      'north,van 1,,no',
      'north,,d3,',
      'north,,d4,yes',
      'North,Van 2,,yes',
      'South,Van 1,,<clear>',
    ]);
    expect(errors).toEqual([]);
    expect(unchanged).toBe(2);
    expect(steps.map(({ row, label, step }) => ({ row, label, step }))).toEqual([
      {
        row: 2,
        label: 'North',
        step: {
          kind: 'group',
          action: 'change',
          id: 'grp-1',
          edit: { deviceIds: ['d2', 'd3', 'd4'] },
        },
      },
    ]);
  });

  test('reports unknown names, ambiguous names and contradictory rows', async () => {
    const result = await plan('membership', [
      'Group id,Group,Device id,Device,Member',
      'grp-9,,d1,,',
      ',West,d1,,',
      ',North,,Lorry,',
      ',North,d3,,yes',
      ',North,d3,,no',
      ',North,,,',
      ',North,d4,,perhaps',
    ]);
    expect(errorsOf(result)).toEqual([
      '2 Group id: There is no group with this id.',
      '3 Group: There is no group with the id or name “West”.',
      '4 Device: 2 devices are called “Lorry”. Write the id instead.',
      '6 Member: Row 5 says the opposite.',
      '7 Device id: Write the id or the name of the device.',
      '8 Member: Write yes or no.',
    ]);
  });

  test('unknown members are refused; members no longer listed can be removed', async () => {
    const groups = [
      { ...group, deviceIds: null },
      { ...group, id: 'grp-2', deviceIds: ['old'] },
    ];
    const result = await plan(
      'membership',
      ['Group id,Device id,Member', 'grp-1,d1,yes', 'grp-2,old,no'],
      { groups },
    );
    expect(errorsOf(result)).toEqual([
      '2 Group id: The members of this group are not provided by the service, so they are not changed.',
    ]);
    expect(result.steps[0]?.step).toMatchObject({ edit: { deviceIds: [] } });
  });
});

describe('names that look the same', () => {
  const yard = { ...group, id: 'grp-9', name: 'Depósito Güímar', deviceIds: [] };
  const given = {
    groups: [yard],
    devices: [
      { id: 'd1', name: 'Camión Peñón' },
      { id: 'd2', name: 'Łódź 4' },
    ],
    users: [{ ...user, email: 'josé@bücher.example' }],
    countries: { CI: 'Côte d’Ivoire' },
  };
  const forms = [
    yard.name.normalize('NFD'),
    'DEPÓSITO\u00a0 GÜÍMAR\u200b',
    '\u202aＤepósito Güímar\u202c',
  ];

  test.each(forms)('are one name: %j', async (name) => {
    const groups = await plan('groups', ['Group id,Name', `,${name}`], given);
    expect(errorsOf(groups)).toEqual([
      '2 Name: There is a group of this name. To change it, write its id grp-9.',
    ]);
    const twice = await plan('groups', ['Group id,Name', `,${yard.name}`, `,${name}`]);
    expect(errorsOf(twice)).toEqual(['3 Name: Row 2 creates a group of the same name.']);
    const device = 'Camión Peñón'.normalize('NFD');
    const members = await plan('membership', ['Group,Device', `${name},${device}`], given);
    expect(members.errors).toEqual([]);
    expect(members.steps.map(({ step }) => step)).toEqual([
      { kind: 'group', action: 'change', id: 'grp-9', edit: { deviceIds: ['d1'] } },
    ]);
  });

  test('a record is found without its accents; a new one may differ by an accent', async () => {
    const rows = ['Group,Device', 'Deposito Guimar,lodz 4'];
    const { errors, steps } = await plan('membership', rows, given);
    expect(errors).toEqual([]);
    expect(steps).toMatchObject([{ step: { id: 'grp-9', edit: { deviceIds: ['d2'] } } }]);
    const both = { ...given, groups: [yard, { ...yard, id: 'grp-8', name: 'Dépósito Güímar' }] };
    expect(errorsOf(await plan('membership', rows, both))).toEqual([
      '2 Group: 2 groups are called “Deposito Guimar”. Write the id instead.',
    ]);
    expect((await plan('groups', ['Name', 'Deposito Guimar'], given)).steps).toHaveLength(1);
  });

  test.each([
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['india standard time', 'Asia/Calcutta'],
    ['America/New York', 'America/New_York'],
    ['US/Eastern', 'America/New_York'],
  ])('the zone %s is that of the service', async (text, zone) => {
    const rows = ['Name,E-mail,Country,Time zone', `Eva,eva@example.com,CI,${text}`];
    const timeZones = { 'Asia/Calcutta': 'IST', 'America/New_York': 'ET' };
    const { errors, steps } = await plan('users', rows, { ...given, timeZones });
    expect(errors).toEqual([]);
    expect(steps).toMatchObject([{ step: { edit: { timeZone: zone } } }]);
  });

  test('an e-mail address loses the characters that nobody sees', async () => {
    const rows = [
      'Name,E-mail,Country,Time zone',
      'Eva,\u202aeva@exam\u200bple.com\u202c\u00a0,CI,Europe/Madrid',
    ];
    const { errors, steps } = await plan('users', rows, given);
    expect(errors).toEqual([]);
    expect(steps).toMatchObject([{ step: { edit: { email: 'eva@example.com' } } }]);
    const nameless = await plan('groups', ['Name', '\u200b'], given);
    expect(errorsOf(nameless)).toEqual(['2 Name: A new group needs a name.']);
  });

  test('an e-mail address and a country are found in another form', async () => {
    const { errors } = await plan(
      'users',
      [
        'Name,E-mail,Country,Time zone,Password',
        `Eva,${'JOSÉ'.normalize('NFD')}@xn--bcher-kva.example,Cote d'Ivoire,Europe/Madrid,p`,
      ],
      given,
    );
    expect(errors.map(({ column }) => column)).toEqual(['E-mail']);
  });
});

describe('templates', () => {
  test.each(['users', 'groups', 'membership'] as const)(
    'of %s explain every column and import as nothing',
    async (kind) => {
      const template = importTemplate(kind, english);
      for (const { title } of template.columns) {
        expect(template.notes.find(([label]) => label === title)?.[1]).toBeTruthy();
      }
      for (const format of ['csv', 'xlsx'] as const) {
        const bytes = writeTable(template, format);
        const result = inEnglish(await planFileImport(kind, bytes, account));
        expect(result).toMatchObject({ steps: [], errors: [], unknownColumns: [], unchanged: 0 });
      }
    },
  );
});
