import { english, inEnglish } from '../../test/support/english';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import type { User } from '#shared/domain/user';
import type { ImportKind, TableFormat } from '#shared/ipc/exchange';
import { account, context, group, user } from './account.test-support';
import { benchExchange } from './exchange.bench';
import { groupsTable } from './groups-table';
import { planFileImport, type ImportContext } from './import';
import { membershipTable } from './membership-table';
import type { Table } from './table';
import { writeTable } from './table-file';
import { usersTable } from './users-table';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '=1+1',
    '+34 600',
    '-5',
    '@x',
    "'",
    "'=x",
    '<clear>',
    "'<clear>",
    '<too long for a cell>',
    '#',
    '# example',
    ' ',
    ' a ',
    'a,b',
    'a;b',
    '"',
    'a\nb',
    'a\r\nb',
    '\t',
    'é😀',
    '007',
    'no',
    'constructor',
    '__proto__',
    '2030-01-31',
    '1e5',
    'null',
    '_x0041_',
    '\u0001',
  ),
);
const none = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const moment = none(fc.integer({ min: -1e12, max: 4e12 }));
const id = text.filter((candidate) => candidate.trim() !== '');
const notEmpty = text.filter((candidate) => candidate !== '');
// The decoder drops these, so no record can have them.
const tagName = text.filter((name) => name !== '__proto__' && !/passw/i.test(name));

const users: fc.Arbitrary<User[]> = fc.uniqueArray(
  fc
    .record({
      id,
      name: none(notEmpty),
      email: none(notEmpty),
      country: none(notEmpty),
      timeZone: none(notEmpty),
      description: none(notEmpty),
      message: none(notEmpty),
      disabled: none(fc.boolean()),
      disabledMessage: none(notEmpty),
      tags: fc.dictionary(tagName, text),
      privileges: fc.array(notEmpty),
      group: none(notEmpty),
      deviceId: none(id),
      adminDevices: none(fc.double({ noNaN: true, noDefaultInfinity: true })),
      validFrom: moment,
      expiresAt: moment,
      createdAt: moment,
      modifiedAt: moment,
      lastLoginAt: moment,
    })
    .map((fields) => ({ ...user, ...fields })),
  { selector: (each) => each.id, minLength: 1 },
);
const groups: fc.Arbitrary<Group[]> = fc.uniqueArray(
  fc
    .record({
      id,
      name: none(notEmpty),
      description: none(notEmpty),
      deviceIds: none(fc.uniqueArray(id)),
    })
    .map((fields) => ({ ...group, ...fields })),
  { selector: (each) => each.id, minLength: 1 },
);

async function expectNoChangesFrom(
  kind: ImportKind,
  table: Table,
  format: TableFormat,
  given: Partial<ImportContext>,
): Promise<void> {
  const result = inEnglish(
    await planFileImport(kind, writeTable(table, format), {
      ...account,
      ...given,
      timeZone: 'Asia/Tokyo',
    }),
  );
  expect({ steps: result.steps, errors: result.errors, unknown: result.unknownColumns }).toEqual({
    steps: [],
    errors: [],
    unknown: [],
  });
}

describe.each([
  { format: 'csv', numRuns: 100 },
  { format: 'xlsx', numRuns: 40 },
] as const)('an export imported again plans nothing, as $format', ({ format, numRuns }) => {
  test('users', async () => {
    await fc.assert(
      fc.asyncProperty(users, (all) =>
        expectNoChangesFrom('users', usersTable(all, context), format, { users: all }),
      ),
      { numRuns },
    );
  });

  test('groups and their members', async () => {
    await fc.assert(
      fc.asyncProperty(groups, async (all) => {
        await expectNoChangesFrom('groups', groupsTable(all, context), format, { groups: all });
        const members = membershipTable(all, account.devices, context);
        await expectNoChangesFrom('membership', members, format, { groups: all });
      }),
      { numRuns },
    );
  });
});

test('created records plan nothing when exported and imported again', async () => {
  const lines = [
    'Name,E-mail,Country,Time zone,Tags,Privileges',
    '"=Eva, ""the boss""",eva@example.com,ES,Europe/Madrid,a=1; b=2,read; "x;y"',
  ];
  const bytes = new TextEncoder().encode(lines.join('\r\n'));
  const { steps } = inEnglish(await planFileImport('users', bytes, account));
  const step = steps[0]?.step;
  if (step?.kind !== 'user' || step.action !== 'create') throw new Error('not planned as a create');
  const created: User = { ...user, tags: {}, privileges: [], ...step.edit, id: 'usr-9' } as User;
  expect(created).toMatchObject({
    name: '=Eva, "the boss"',
    tags: { a: '1', b: '2' },
    privileges: ['read', 'x;y'],
  });
  await expectNoChangesFrom('users', usersTable([created], context), 'csv', { users: [created] });
});

test.each(['csv', 'xlsx'] as const)(
  '2,000 users imported, exported and imported again as %s: nothing is left to do',
  async (format) => {
    const { users: count, stepsAgain } = await benchExchange(2_000, format, english);
    expect({ count, stepsAgain }).toEqual({ count: 2_000, stepsAgain: 0 });
  },
);
