import { expect, test } from 'vitest';
import { FaultError, type Fault } from '#shared/fault';
import { decodeTokenAnswer } from '#shared/wire/token';
import { createTokenKeeper } from './token';

const minute = 60_000;
const start = Date.UTC(2026, 4, 1);

/** A service with a clock of its own, and a computer whose clock may be wrong. */
function setup(given: { lifetimeMs: number | null; ahead?: number; tellsDate?: boolean }) {
  const { ahead = 0, tellsDate = true } = given;
  let elapsed = 0;
  let monotonic = 0;
  let exchanges = 0;
  const world = {
    lifetimeMs: given.lifetimeMs,
    fault: null as Fault | null,
    apiKey: 'key' as string | null,
    keysTried: [] as string[],
    keysRead: 0,
    exchanges: () => exchanges,
    pass: (ms: number) => {
      elapsed += ms;
      monotonic += ms;
    },
    sleep: (ms: number) => {
      elapsed += ms;
    },
  };
  const keeper = createTokenKeeper({
    apiKey: () => {
      world.keysRead++;
      return Promise.resolve(world.apiKey);
    },
    now: () => start + elapsed + ahead,
    monotonicNow: () => monotonic,
    exchange: async (apiKey) => {
      exchanges++;
      world.keysTried.push(apiKey);
      await Promise.resolve();
      if (world.fault) throw new FaultError(world.fault);
      const serviceNow = start + elapsed;
      const token = `token-${exchanges}`;
      const expires =
        world.lifetimeMs === null ? null : new Date(serviceNow + world.lifetimeMs).toISOString();
      return {
        answer: { ...decodeTokenAnswer({ token, expires }), token },
        date: tellsDate ? Math.floor(serviceNow / 1000) * 1000 : null,
      };
    },
  });
  return { keeper, world };
}

const offline: Fault = { kind: 'offline', layer: 'tcp' };

test('a token is used until shortly before it expires, then renewed', async () => {
  const { keeper, world } = setup({ lifetimeMs: 60 * minute });
  expect((await keeper.token()).value).toBe('token-1');
  world.pass(58 * minute);
  expect((await keeper.token()).value).toBe('token-1');
  world.pass(1.5 * minute);
  expect((await keeper.token()).value).toBe('token-2');
});

test.each([-10, -1, 1, 10].map((hours) => hours * 60 * minute))(
  'a clock that is %i ms off has no effect if the service sends its time',
  async (ahead) => {
    const { keeper, world } = setup({ lifetimeMs: 60 * minute, ahead });
    for (let i = 0; i < 58; i++) {
      await keeper.token();
      world.pass(minute);
    }
    expect(world.exchanges()).toBe(1);
    world.pass(1.5 * minute);
    await keeper.token();
    expect(world.exchanges()).toBe(2);
  },
);

test.each([
  ['a clock far ahead', { lifetimeMs: 30 * minute, ahead: 5 * 60 * minute, tellsDate: false }],
  ['a lifetime of nothing', { lifetimeMs: 0 }],
  ['a lifetime below nothing', { lifetimeMs: -minute }],
  ['a lifetime of a moment', { lifetimeMs: 800 }],
  ['no lifetime', { lifetimeMs: null }],
])('%s makes no storm of exchanges: the token serves until it is refused', async (_, given) => {
  const { keeper, world } = setup(given);
  for (let i = 0; i < 500; i++) {
    await keeper.token();
    world.pass(1000);
  }
  expect(world.exchanges()).toBe(1);
  const refused = await keeper.token();
  expect((await keeper.replace(refused)).value).toBe('token-2');
});

test('a token expires while the computer sleeps', async () => {
  const { keeper, world } = setup({ lifetimeMs: 60 * minute });
  await keeper.token();
  world.sleep(8 * 60 * minute);
  expect((await keeper.token()).value).toBe('token-2');
});

test('many waiting and many refused calls share one exchange and one look at the keychain', async () => {
  const { keeper, world } = setup({ lifetimeMs: 60 * minute });
  const tokens = await Promise.all(Array.from({ length: 20 }, () => keeper.token()));
  expect([world.exchanges(), world.keysRead]).toEqual([1, 1]);
  const fresh = await Promise.all(tokens.map((token) => keeper.replace(token)));
  expect(new Set(fresh.map(({ value }) => value))).toEqual(new Set(['token-2']));
  expect((await keeper.replace(tokens[0]!)).value).toBe('token-2');
  expect(world.exchanges()).toBe(2);
});

test('the old token is used while it cannot be renewed, without an attempt at every call', async () => {
  const { keeper, world } = setup({ lifetimeMs: 60 * minute });
  await keeper.token();
  world.pass(59.5 * minute);
  world.fault = offline;
  for (let i = 0; i < 5; i++) expect((await keeper.token()).value).toBe('token-1');
  expect(world.exchanges()).toBe(2);
  world.fault = null;
  world.pass(11_000);
  expect((await keeper.token()).value).toBe('token-3');
});

test('a refused key is not tried for a minute; another key is tried immediately', async () => {
  const { keeper, world } = setup({ lifetimeMs: 60 * minute });
  world.fault = { kind: 'unauthorized', message: 'No.' };
  for (let i = 0; i < 5; i++) await expect(keeper.token()).rejects.toThrow(FaultError);
  expect(world.exchanges()).toBe(1);
  world.pass(minute);
  await expect(keeper.token()).rejects.toThrow(FaultError);
  expect(world.exchanges()).toBe(2);
  world.apiKey = 'other';
  world.fault = null;
  await keeper.token();
  expect(world.keysTried).toEqual(['key', 'key', 'other']);
});

test('an exchange that ends after forgetting has no effect', async () => {
  const { keeper } = setup({ lifetimeMs: 60 * minute });
  const inFlight = keeper.token();
  await Promise.resolve();
  keeper.forget();
  await inFlight;
  expect((await keeper.token()).value).toBe('token-2');
});

test('a keychain fault is reported, and the next call reads the key again', async () => {
  let isLocked = true;
  const keeper = createTokenKeeper({
    apiKey: () =>
      isLocked
        ? Promise.reject(new FaultError({ kind: 'keychain', reason: 'locked' }))
        : Promise.resolve('key'),
    now: () => start,
    monotonicNow: () => 0,
    exchange: () =>
      Promise.resolve({ answer: { ...decodeTokenAnswer({}), token: 't' }, date: null }),
  });
  await expect(keeper.token()).rejects.toMatchObject({ fault: { kind: 'keychain' } });
  isLocked = false;
  expect((await keeper.token()).value).toBe('t');
});
