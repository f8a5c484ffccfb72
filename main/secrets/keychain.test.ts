import { expect, test } from 'vitest';
import { openKeychain, type Keytar } from './keychain';
import { memoryKeychain } from './memory-keychain';

/** A fake keytar on a Map; tests override single functions. */
function fakeKeytar(more: Partial<Keytar> = {}): Keytar & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getPassword: (service, account) =>
      Promise.resolve(entries.get(`${service}/${account}`) ?? null),
    setPassword: (service, account, password) => {
      entries.set(`${service}/${account}`, password);
      return Promise.resolve();
    },
    deletePassword: (service, account) => Promise.resolve(entries.delete(`${service}/${account}`)),
    ...more,
  };
}

const open = (keytar: Keytar, more = {}) =>
  openKeychain({ load: () => Promise.resolve(keytar), ...more });

test('stores, returns and removes secrets under one service name', async () => {
  const keytar = fakeKeytar();
  const keychain = open(keytar);
  await keychain.set('key:a', 'ünlock');
  expect([...keytar.entries.keys()]).toEqual(['Waypost/key:a']);
  expect(await keychain.get('key:a')).toBe('ünlock');
  expect(await keychain.get('key:b')).toBeNull();
  await keychain.remove('key:a');
  await keychain.remove('key:a');
  expect(await keychain.get('key:a')).toBeNull();
});

test('a secret that cannot be read back does not count as stored', async () => {
  const keychain = open(fakeKeytar({ getPassword: () => Promise.resolve(null) }));
  await expect(keychain.set('key:a', 'x')).rejects.toMatchObject({
    fault: { kind: 'keychain', reason: 'denied' },
  });
});

test('"no such entry" from a locked keychain is not trusted', async () => {
  let isLocked = true;
  const keytar = fakeKeytar();
  const { getPassword, setPassword, deletePassword } = keytar;
  const keychain = open({
    getPassword: (...of) => (isLocked ? Promise.resolve(null) : getPassword(...of)),
    setPassword: (...of) =>
      isLocked
        ? Promise.reject(new Error('Cannot create an item in a locked collection'))
        : setPassword(...of),
    deletePassword: (...of) => (isLocked ? Promise.resolve(false) : deletePassword(...of)),
  });
  keytar.entries.set('Waypost/cache:a', 'old key');
  const locked = { fault: { kind: 'keychain', reason: 'locked' } };
  await expect(keychain.get('cache:a')).rejects.toMatchObject(locked);
  await expect(keychain.remove('cache:a')).rejects.toMatchObject(locked);
  isLocked = false;
  expect(await keychain.get('cache:a')).toBe('old key');
  expect(await keychain.get('cache:b')).toBeNull();
  expect([...keytar.entries.keys()]).toEqual(['Waypost/cache:a']);
});

test('concurrent calls do not report each other as a broken keychain', async () => {
  const keytar = fakeKeytar();
  const keychain = open(keytar);
  const names = Array.from({ length: 10 }, (_, i) => `key:${i}`);
  expect(await Promise.all(names.map((name) => keychain.get(name)))).toEqual(names.map(() => null));
  expect(keytar.entries.size).toBe(0);
});

test('finds the entry if the keychain is unlocked during the probe', async () => {
  let reads = 0;
  const keytar = fakeKeytar();
  const { getPassword } = keytar;
  keytar.entries.set('Waypost/cache:a', 'old key');
  const keychain = open({
    ...keytar,
    getPassword: (...of) => (reads++ === 0 ? Promise.resolve(null) : getPassword(...of)),
  });
  expect(await keychain.get('cache:a')).toBe('old key');
});

test.each([
  ['Cannot create an item in a locked collection', 'locked'],
  ['Unknown or unsupported transport "disabled" for address "disabled:"', 'missing'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'missing'],
  [
    'Object does not exist at path \u201c/org/freedesktop/secrets/collection/login\u201d',
    'missing',
  ],
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'missing'],
  ['User canceled the operation.', 'denied'],
  ['User interaction is not allowed.', 'locked'],
  ['Access denied', 'denied'],
])('"%s" is told as %s', async (text, reason) => {
  const broken = () => Promise.reject(new Error(text));
  const keychain = open(
    fakeKeytar({ getPassword: broken, setPassword: broken, deletePassword: broken }),
  );
  for (const use of [keychain.get('a'), keychain.set('a', 'x'), keychain.remove('a')]) {
    await expect(use).rejects.toMatchObject({ fault: { kind: 'keychain', reason } });
  }
});

test('without the native module opening succeeds and every use rejects', async () => {
  const keychain = openKeychain({ load: () => Promise.reject(new Error('libsecret-1.so.0')) });
  await expect(keychain.get('a')).rejects.toMatchObject({
    fault: { kind: 'keychain', reason: 'missing' },
  });
});

test('times out while a prompt is open and works again once it is answered', async () => {
  const waits: number[] = [];
  let isStuck = true;
  const keytar = fakeKeytar({
    getPassword: () => (isStuck ? new Promise(() => {}) : Promise.resolve('secret')),
  });
  const keychain = open(keytar, {
    timeoutMs: 1000,
    after: (delayMs: number, run: () => void) => {
      waits.push(delayMs);
      if (isStuck) queueMicrotask(run);
      return () => {};
    },
  });
  await expect(keychain.get('a')).rejects.toMatchObject({ fault: { reason: 'locked' } });
  await expect(keychain.get('a')).rejects.toMatchObject({ fault: { reason: 'locked' } });
  isStuck = false;
  expect(await keychain.get('a')).toBe('secret');
  expect(await keychain.get('a')).toBe('secret');
  expect(waits).toEqual([1000, 100, 100, 1000]);
});

test('the memory keychain behaves the same', async () => {
  const keychain = memoryKeychain();
  await keychain.set('a', 'x');
  expect([await keychain.get('a'), await keychain.get('b')]).toEqual(['x', null]);
  await keychain.remove('a');
  expect(await keychain.get('a')).toBeNull();
});
