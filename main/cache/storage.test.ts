import { expect, test, vi } from 'vitest';
import { fail, type Fault } from '#shared/fault';
import { DamagedError } from './storage-errors';
import { Storage } from './storage';
import { closedVault, type Vault } from './vault';

function vaultNamed(name: string) {
  const state = { error: null as Error | null, isClosed: false };
  const vault: Vault = {
    ...closedVault,
    staged: () => [{ table: 'notes', key: name, plain: null }],
    commit: vi.fn<(survivesPowerCut?: boolean) => void>(() => {
      if (state.error) throw state.error;
    }),
    close: () => void (state.isClosed = true),
  };
  return { vault, state };
}

const full = Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
const fullFault: Fault = { kind: 'storage', reason: 'full' };
const damagedNotice: Fault = { kind: 'storage', reason: 'damaged' };

function setup({
  isOnDisk = true,
  notice = null as Fault | null,
  backedUp = undefined as (() => { file: string; now: number }) | undefined,
} = {}) {
  const first = vaultNamed('first');
  const second = vaultNamed('second');
  const notices: (Fault | null)[] = [];
  const replace = vi.fn<(staged: unknown) => typeof next>();
  const next = { vault: second.vault, isOnDisk: true, notice: damagedNotice };
  replace.mockReturnValue(next);
  const lines: string[] = [];
  const storage: Storage = new Storage(
    { vault: first.vault, isOnDisk, notice },
    {
      replace,
      onNotice: () => notices.push(storage.notice),
      log: (line) => lines.push(line),
      ...(backedUp && { backedUp }),
    },
  );
  return { storage, first, second, replace, notices, lines };
}

test('a file that is found damaged is closed and replaced, with what was not stored yet', () => {
  const { storage, first, second, replace, notices, lines } = setup();
  let tries = 0;
  const read = () => {
    tries += 1;
    if (tries === 1) throw new DamagedError('x');
    return tries;
  };
  expect(storage.guarded(read)).toBe(2);
  expect([first.state.isClosed, storage.vault()]).toEqual([true, second.vault]);
  expect(replace).toHaveBeenCalledExactlyOnceWith([{ table: 'notes', key: 'first', plain: null }]);
  expect([notices, storage.writeFault]).toEqual([[damagedNotice], null]);
  expect(lines).toEqual(['cache: damaged in use, rebuilding']);
});

test('other errors are those of who reads; so is damage of what is only in memory', () => {
  const onDisk = setup();
  const declined = () => fail({ kind: 'notFound' });
  expect(() => onDisk.storage.guarded(declined)).toThrow();
  const inMemory = setup({ isOnDisk: false, notice: fullFault });
  const damaged = () => {
    throw new DamagedError('x');
  };
  expect(() => inMemory.storage.guarded(damaged)).toThrow(DamagedError);
  inMemory.first.state.error = new DamagedError('x');
  expect(() => inMemory.storage.commit()).toThrow(DamagedError);
  expect([onDisk, inMemory].map(({ replace }) => replace.mock.calls.length)).toEqual([0, 0]);
});

test('a full disk is said until something is stored again', () => {
  const { storage, first, notices } = setup();
  first.state.error = full;
  storage.commit();
  expect(first.vault.commit).toHaveBeenCalledWith(false);
  expect([storage.notice, storage.writeFault]).toEqual([fullFault, fullFault]);
  storage.commit();
  expect(notices).toHaveLength(1);
  first.state.error = null;
  storage.commit();
  expect([storage.notice, storage.writeFault]).toEqual([null, null]);
  expect(notices).toEqual([fullFault, null]);
});

test('a write of the user waits for the disk, what can be fetched again does not', () => {
  const own = setup({ backedUp: () => ({ file: '', now: 0 }) });
  own.first.state.error = full;
  own.storage.commit();
  expect(own.first.vault.commit).toHaveBeenCalledExactlyOnceWith(true);
});

test('damage that is found while storing replaces the file', () => {
  const { storage, first, second } = setup();
  first.state.error = new DamagedError('x');
  storage.commit();
  expect(storage.vault()).toBe(second.vault);
});

test('what works in memory has a fault until it is moved to a file', () => {
  const { storage, second } = setup({ isOnDisk: false, notice: fullFault });
  storage.commit();
  expect([storage.isOnDisk, storage.writeFault, storage.notice]).toEqual([
    false,
    fullFault,
    fullFault,
  ]);
  storage.become({ vault: second.vault, isOnDisk: true, notice: null });
  expect([storage.isOnDisk, storage.writeFault, storage.notice]).toEqual([true, null, null]);
});

test('after it is closed nothing is read or written any more', () => {
  const { storage, first } = setup();
  storage.close();
  expect(first.state.isClosed).toBe(true);
  expect(storage.vault()).toBe(closedVault);
  expect(() => storage.commit()).not.toThrow();
});
