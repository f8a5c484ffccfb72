import { expect, test } from 'vitest';
import { FaultError, type Fault } from '#shared/fault';
import { decodeTokenAnswer } from '#shared/wire/token';
import { createTokenKeeper } from './caller';

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

/** One clock for the service and this computer, which a test moves. */
function setupWithLifetime(lifetimeMs: number, tellsDate = true) {
  const world = {
    elapsed: 0,
    monotonic: 0,
    exchanges: 0,
    fault: null as Fault | null,
    pass: (ms: number) => {
      world.elapsed += ms;
      world.monotonic += ms;
    },
  };
  const keeper = createTokenKeeper({
    apiKey: () => Promise.resolve('key'),
    now: () => start + world.elapsed,
    monotonicNow: () => world.monotonic,
    exchange: async () => {
      world.exchanges++;
      await Promise.resolve();
      if (world.fault) throw new FaultError(world.fault);
      const now = start + world.elapsed;
      const token = `token-${world.exchanges}`;
      const expires = new Date(now + lifetimeMs).toISOString();
      return {
        answer: { ...decodeTokenAnswer({ token, expires }), token },
        date: tellsDate ? now : null,
      };
    },
  });
  const value = async () => (await keeper.token()).value;
  return { world, keeper, value };
}

const unauthorized: Fault = { kind: 'unauthorized', message: 'No.' };

test.each([true, false])(
  'a token is renewed a minute and a second before it expires (date in the answer: %s)',
  async (tellsDate) => {
    const { world, value } = setupWithLifetime(60 * minute, tellsDate);
    await value();
    world.pass(59 * minute - 1_001);
    expect(await value()).toBe('token-1');
    world.pass(1);
    expect(await value()).toBe('token-2');
  },
);

test('a short token is renewed when a tenth of its lifetime and a second are left', async () => {
  const { world, value } = setupWithLifetime(100_000);
  await value();
  world.pass(88_999);
  expect(await value()).toBe('token-1');
  world.pass(1);
  expect(await value()).toBe('token-2');
});

test('a lifetime of five seconds is believed, a shorter one may be a wrong clock', async () => {
  const believed = setupWithLifetime(5_000);
  await believed.value();
  believed.world.pass(4_999);
  expect(await believed.value()).toBe('token-2');
  const doubted = setupWithLifetime(4_999);
  await doubted.value();
  doubted.world.pass(60_000);
  expect(await doubted.value()).toBe('token-1');
});

test('a clock that is set back does not lengthen the life of a token', async () => {
  const { world, value } = setupWithLifetime(60 * minute);
  await value();
  world.monotonic += 60 * minute;
  world.elapsed -= 60 * minute;
  expect(await value()).toBe('token-2');
});

test('a failed renewal is tried again after ten seconds', async () => {
  const { world, value } = setupWithLifetime(60 * minute);
  await value();
  world.pass(59.5 * minute);
  world.fault = offline;
  expect(await value()).toBe('token-1');
  world.pass(9_999);
  expect(await value()).toBe('token-1');
  expect(world.exchanges).toBe(2);
  world.pass(1);
  expect(await value()).toBe('token-1');
  expect(world.exchanges).toBe(3);
});

test('an expired token is not used while it cannot be renewed', async () => {
  const { world, keeper, value } = setupWithLifetime(60 * minute);
  await value();
  world.pass(60 * minute);
  world.fault = offline;
  await expect(keeper.token()).rejects.toMatchObject({ fault: offline });
  await expect(keeper.token()).rejects.toMatchObject({ fault: offline });
});

test('a key that is refused at a renewal ends its token at once', async () => {
  const { world, keeper, value } = setupWithLifetime(60 * minute);
  await value();
  world.pass(59.5 * minute);
  world.fault = unauthorized;
  await expect(keeper.token()).rejects.toMatchObject({ fault: unauthorized });
  await expect(keeper.token()).rejects.toMatchObject({ fault: unauthorized });
  expect(world.exchanges).toBe(2);
});

test('a refused key is held back for exactly a minute, with the reason it was refused for', async () => {
  const { world, keeper } = setupWithLifetime(60 * minute);
  world.fault = unauthorized;
  await expect(keeper.token()).rejects.toMatchObject({ fault: unauthorized });
  world.fault = null;
  world.pass(minute - 1);
  await expect(keeper.token()).rejects.toMatchObject({ fault: unauthorized });
  expect(world.exchanges).toBe(1);
  world.pass(1);
  expect((await keeper.token()).value).toBe('token-2');
});

test('a sign-in tries a refused key immediately, and a success ends the hold', async () => {
  const { world, keeper, value } = setupWithLifetime(60 * minute);
  world.fault = unauthorized;
  await expect(keeper.token()).rejects.toThrow(FaultError);
  world.fault = null;
  expect((await keeper.signIn()).answer.token).toBe('token-2');
  expect(await value()).toBe('token-2');
  expect((await keeper.replace(await keeper.token())).value).toBe('token-3');
});

test('a fault that is no refusal is not held against the key', async () => {
  const { world, keeper } = setupWithLifetime(60 * minute);
  world.fault = offline;
  await expect(keeper.token()).rejects.toMatchObject({ fault: offline });
  world.fault = null;
  expect((await keeper.token()).value).toBe('token-2');
});

test('a token that was forgotten is not used again', async () => {
  const { keeper, value } = setupWithLifetime(60 * minute);
  await value();
  keeper.forget();
  expect(await value()).toBe('token-2');
});

test('forgetting ends the hold of a refused key', async () => {
  const { world, keeper } = setupWithLifetime(60 * minute);
  world.fault = unauthorized;
  await expect(keeper.token()).rejects.toThrow(FaultError);
  world.fault = null;
  keeper.forget();
  expect((await keeper.token()).value).toBe('token-2');
});

test('a refusal that arrives after forgetting is not held against the key', async () => {
  const { world, keeper } = setupWithLifetime(60 * minute);
  world.fault = unauthorized;
  const refused = keeper.token();
  await Promise.resolve();
  keeper.forget();
  await expect(refused).rejects.toThrow(FaultError);
  world.fault = null;
  expect((await keeper.token()).value).toBe('token-2');
});
