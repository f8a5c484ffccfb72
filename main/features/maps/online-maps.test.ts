import { expect, test, vi } from 'vitest';
import type { KeyedMapTrouble } from '#shared/domain/online-map';
import { FaultError } from '#shared/fault';
import { keychainInMemory, openOnlineMaps } from './maps.test-support';
import type { OnlineMapsOptions } from './online-maps';
import { says } from '../../../test/support/english';

type Keychain = OnlineMapsOptions['keychain'];

const key = 'secret-key-0123456789';
const maptiler = { id: 'maptiler' as const, address: '', key };

const style = {
  version: 8,
  sources: {
    a: { type: 'raster', tiles: ['https://api.maptiler.com/tiles/{z}/{x}/{y}.png'], tileSize: 256 },
  },
  layers: [{ id: 'a', type: 'raster', source: 'a' }],
};

/** Maps whose server gives these answers, one after the other. */
function answering(answers: ({ status: number; body?: unknown } | null)[]) {
  const read = vi.fn<OnlineMapsOptions['read']>(() => {
    const answer = answers.shift() ?? null;
    const body = JSON.stringify(answer?.body ?? null);
    return Promise.resolve(answer && { ...answer, type: 'x', bytes: Buffer.from(body) });
  });
  return { maps: openOnlineMaps({ read }), read };
}

test.each([
  [{ status: 401 }, /did not accept the key \(answer 401\)/],
  [{ status: 500 }, /did not send a map style \(answer 500\)/],
  [{ status: 200, body: null }, /did not send a map style/],
])('a key whose answer is %j is refused in words', async (answer, message) => {
  const { maps } = answering([answer]);
  await expect(maps.use(maptiler)).rejects.toMatchObject({
    fault: { kind: 'declined', message: says(message) },
  });
  expect(maps.list()).toEqual([]);
});

test.each<[{ status: number; body?: unknown } | null, KeyedMapTrouble | null]>([
  [{ status: 200, body: style }, null],
  [{ status: 429 }, 'quota'],
  [null, null],
])('a key whose answer is %j is taken, with the trouble %s', async (answer, trouble) => {
  const { maps } = answering([answer]);
  await maps.use(maptiler);
  expect(maps.list()).toMatchObject([{ id: 'maptiler', key: 'keychain', trouble }]);
});

test('single refused tiles are no trouble, three in a row are', async () => {
  const ok = { status: 200, body: style };
  const statuses = [403, 403, 200, 403, 403, 403];
  const { maps } = answering([ok, ok, ...statuses.map((status) => ({ status }))]);
  await maps.use(maptiler);
  const troubles = [];
  for (const _ of statuses) {
    await maps.answer('/maps/maptiler/0/1/0/0');
    troubles.push(maps.list()[0]!.trouble);
  }
  expect(troubles).toEqual([null, null, null, null, null, 'refused']);
});

test('a style is read once, and again after it could not be read', async () => {
  const { maps, read } = answering([null, null, { status: 200, body: style }]);
  await maps.use(maptiler);
  const ask = async () => (await maps.answer('/maps/maptiler/style.json')).status;
  expect(await ask()).toBe(502);
  expect(await Promise.all([ask(), ask()])).toEqual([200, 200]);
  expect(read).toHaveBeenCalledTimes(3);
});

test('a key is read from the keychain once; one that is in memory only needs no keychain', async () => {
  const stored = keychainInMemory();
  const keychain = {
    get: vi.fn<Keychain['get']>(stored.get),
    set: stored.set,
    remove: vi.fn<Keychain['remove']>(stored.remove),
  };
  let kept: ReturnType<OnlineMapsOptions['memory']['read']> = null;
  const memory: OnlineMapsOptions['memory'] = {
    read: () => kept,
    write: (maps) => void (kept = maps),
  };
  await openOnlineMaps({ keychain, memory }).use(maptiler);
  const maps = openOnlineMaps({ keychain, memory });
  await maps.answer('/maps/maptiler/style.json');
  await maps.answer('/maps/maptiler/style.json');
  expect(keychain.get).toHaveBeenCalledTimes(1);
  await maps.remove('maptiler');
  expect(keychain.remove.mock.calls).toEqual([['map:maptiler']]);
  expect(await stored.get('map:maptiler')).toBeNull();
  keychain.set = () => Promise.reject(new FaultError({ kind: 'keychain', reason: 'locked' }));
  await maps.use(maptiler);
  expect(maps.list()).toMatchObject([{ key: 'memory' }]);
  await maps.remove('maptiler');
  expect(keychain.remove).toHaveBeenCalledTimes(1);
});

test('the key of one map of a provider serves its other maps, and no other provider', async () => {
  const read = vi.fn<OnlineMapsOptions['read']>(() =>
    Promise.resolve({ status: 200, type: 'x', bytes: Buffer.from(JSON.stringify(style)) }),
  );
  const maps = openOnlineMaps({ read });
  await maps.use(maptiler);
  await maps.use({ id: 'maptiler-satellite', address: '', key: '' });
  expect(read.mock.lastCall?.[0]).toBe(
    `https://api.maptiler.com/maps/hybrid/style.json?key=${key}`,
  );
  await expect(maps.use({ id: 'mapbox-satellite', address: '', key: '' })).rejects.toMatchObject({
    fault: { kind: 'invalid', field: 'key' },
  });
  expect(maps.list().map(({ id }) => id)).toEqual(['maptiler', 'maptiler-satellite']);
});
