import { expect, test } from 'vitest';
import type { User } from '#shared/domain/user';
import { readCount, userProblems, withoutWrongDays } from './user-rules';

const base = { validFrom: 2000, expiresAt: 5000, email: 'not an address' } as User;
const blocked = (edit: Record<string, unknown>, of: User | null = base) => [
  ...userProblems(edit, of).keys(),
];

test('a new user needs four fields', () => {
  expect(blocked({}, null)).toEqual(['name', 'email', 'country', 'timeZone']);
  const whole = { name: 'Ana', email: 'ana@fleet.example', country: 'ES', timeZone: 'Etc/UTC' };
  expect(blocked(whole, null)).toEqual([]);
});

test('only edited fields of an existing user are checked', () => {
  expect(blocked({ description: 'x' })).toEqual([]);
  expect(blocked({ name: '  ' })).toEqual(['name']);
});

test.each<[Record<string, unknown>, string[]]>([
  [{ email: 'ana' }, ['email']],
  [{ email: 'ana @x' }, ['email']],
  [{ email: 'ana@localhost' }, []],
  [{ adminDevices: '3 or 4' }, ['adminDevices']],
  [{ adminDevices: null }, []],
  [{ tags: { '': 'red' } }, ['tags']],
  [{ tags: { Password: 'x' } }, ['tags']],
  [{ name: 'x'.repeat(4097), message: 'y'.repeat(4096) }, ['name']],
  [{ tags: { colour: '' } }, []],
  [{ expiresAt: 2000 }, ['expiresAt']],
  [{ validFrom: 6000 }, ['expiresAt']],
  [{ validFrom: 6000, expiresAt: null }, []],
  [{ validFrom: '31 Feb' }, ['validFrom']],
  [{ expiresAt: 'tomorrow' }, ['expiresAt']],
  [{ validFrom: 'x', expiresAt: 'y' }, ['validFrom', 'expiresAt']],
])('%o', (edit, fields) => {
  expect(blocked(edit)).toEqual(fields);
});

test.each([
  ['', null],
  [' 12 ', 12],
  ['-1', '-1'],
  ['1.5', '1.5'],
  ['99999999999999999999', '99999999999999999999'],
] as const)('"%s"', (typed, value) => {
  expect(readCount(typed)).toBe(value);
});

test('days that are not dates are left out of the preview of an edit', () => {
  const typed: Record<string, unknown> = { name: 'Ana', validFrom: 'soon', expiresAt: 7000 };
  expect(withoutWrongDays(typed)).toEqual({ name: 'Ana', expiresAt: 7000 });
});
