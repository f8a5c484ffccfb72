import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createSealer,
  isWholeHeader,
  lockKey,
  newKeyHeader,
  opensHeader,
  type Place,
  unlockKey,
} from './seal';

const key = Buffer.alloc(32, 1);
const fileId = Buffer.alloc(16, 2);
const place: Place = { table: 'fix_columns', key: 12 };

test('a sealed body opens in its own place', () => {
  const sealer = createSealer(key, fileId);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (plain) => {
      expect(sealer.open(place, sealer.seal(place, plain))).toEqual(Buffer.from(plain));
    }),
  );
});

test('a sealed body does not open elsewhere, with another key, or with a changed bit', () => {
  const sealer = createSealer(key, fileId);
  const body = sealer.seal(place, Buffer.from('Vehicle 7'));
  for (const other of [
    { ...place, table: 'device_columns' },
    { ...place, key: 13 },
  ]) {
    expect(sealer.open(other, body)).toBeNull();
  }
  expect(createSealer(Buffer.alloc(32, 9), fileId).open(place, body)).toBeNull();
  expect(createSealer(key, Buffer.alloc(16, 9)).open(place, body)).toBeNull();
  for (let i = 0; i < body.length; i++) {
    const changed = Uint8Array.from(body);
    changed[i]! ^= 1;
    expect(sealer.open(place, changed)).toBeNull();
    expect(sealer.open(place, body.subarray(0, i))).toBeNull();
  }
});

test('each sealing uses a new nonce', () => {
  const sealer = createSealer(key, fileId);
  const nonces = Array.from({ length: 500 }, () =>
    Buffer.from(sealer.seal(place, fileId).subarray(0, 12)).toString('hex'),
  );
  expect(new Set(nonces).size).toBe(500);
});

test('a header distinguishes a right key, a wrong key and damage', () => {
  const header = newKeyHeader(key, Buffer.alloc(16, 4));
  expect(header.keyKind).toBe('passphrase');
  expect(newKeyHeader(key, null).keyKind).toBe('keychain');
  expect(isWholeHeader(header)).toBe(true);
  expect(opensHeader(createSealer(key, header.fileId), header)).toBe(true);
  expect(opensHeader(createSealer(Buffer.alloc(32), header.fileId), header)).toBe(false);
  expect(isWholeHeader({ ...header, check: header.check.slice(1) })).toBe(false);
  expect(isWholeHeader({ ...header, keyKind: 'keychain' })).toBe(false);
  expect(isWholeHeader({ ...header, salt: null })).toBe(false);
});

// Slow by design: three keys take seconds on an idle core, and several times as long on a busy one.
const slowlyMs = 120_000;

test(
  'a passphrase opens the key however it was composed, and another one does not',
  async () => {
    const lock = await lockKey(key, 'Zürich süß');
    expect(Buffer.from(lock).includes(key)).toBe(false);
    expect(await unlockKey(lock, 'Zürich süß'.normalize('NFD'))).toEqual(Buffer.from(key));
    expect(await unlockKey(lock, 'Zurich sus')).toBeNull();
  },
  slowlyMs,
);

test('a key of another length is refused', () => {
  expect(() => createSealer(Buffer.alloc(16), fileId)).toThrow(RangeError);
});
