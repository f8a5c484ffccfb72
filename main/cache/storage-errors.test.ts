import { expect, test } from 'vitest';
import { FaultError } from '#shared/fault';
import { DamagedError, isDiskFull, requireStorageFault, storageFault } from './storage-errors';

const sqliteError = (errcode: unknown) =>
  Object.assign(new Error('SQLite'), { code: 'ERR_SQLITE_ERROR', errcode });
const systemError = (code: string) => Object.assign(new Error(code), { code, errno: -1 });

test.each([
  ['SQLITE_FULL', 13, { kind: 'storage', reason: 'full' }],
  ['SQLITE_BUSY', 5, { kind: 'storage', reason: 'unwritable' }],
  ['SQLITE_LOCKED', 6, { kind: 'storage', reason: 'unwritable' }],
  ['SQLITE_READONLY', 8, { kind: 'storage', reason: 'unwritable' }],
  ['SQLITE_IOERR', 10, { kind: 'storage', reason: 'unwritable' }],
  ['SQLITE_CANTOPEN', 14, { kind: 'storage', reason: 'unwritable' }],
  ['SQLITE_CORRUPT', 11, 'damaged'],
  ['SQLITE_NOTADB', 26, 'damaged'],
  ['SQLITE_ERROR', 1, 'damaged'],
])('%s is the same fault with each extended code', (_, errcode, fault) => {
  for (const extended of [0, 1, 2, 12, 33])
    expect(storageFault(sqliteError(errcode | (extended << 8)))).toEqual(fault);
});

test.each([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EFBIG', 'full'],
  ['EROFS', 'unwritable'],
  ['EACCES', 'unwritable'],
])('the system error %s means that the file is %s', (code, reason) => {
  expect(storageFault(systemError(code))).toEqual({ kind: 'storage', reason });
  expect(isDiskFull(code)).toBe(reason === 'full');
});

test('a fault stays what it is, and damage that was found is damage', () => {
  const fault = { kind: 'storage', reason: 'full' } as const;
  expect(storageFault(new FaultError(fault))).toBe(fault);
  expect(requireStorageFault(new DamagedError('a chunk'))).toBe('damaged');
});

test.each([
  ['an error without a code', new TypeError('bug')],
  ['an error with a code of Node, not of the system', Object.assign(new Error('a'), { code: 'A' })],
  ['an SQLite error without a number', sqliteError('13')],
  ['a text', 'ENOSPC'],
  ['nothing', undefined],
])('%s is not about storage and is thrown on', (_, error) => {
  expect(storageFault(error)).toBeNull();
  let thrown: unknown = 'nothing was thrown';
  try {
    requireStorageFault(error);
  } catch (caught) {
    thrown = caught;
  }
  expect(thrown).toBe(error);
});
