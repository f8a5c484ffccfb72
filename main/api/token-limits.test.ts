import { expect, test } from 'vitest';
import { FaultError, type Fault } from '#shared/fault';
import { decodeTokenAnswer } from '#shared/wire/token';
import { createTokenKeeper } from './token';

const start = Date.UTC(2026, 4, 1);
const minute = 60_000;

/** One clock for the service and this computer, which a test moves. */
function setup(lifetimeMs: number, tellsDate = true) {
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

const offline: Fault = { kind: 'offline', layer: 'tcp' };
const unauthorized: Fault = { kind: 'unauthorized', message: 'No.' };

test.each([true, false])(
  'a token is renewed a minute and a second before it expires (date in the answer: %s)',
  async (tellsDate) => {
    const { world, value } = setup(60 * minute, tellsDate);
    await value();
    world.pass(59 * minute - 1_001);
    expect(await value()).toBe('token-1');
    world.pass(1);
    expect(await value()).toBe('token-2');
  },
);

test('a short token is renewed when a tenth of its lifetime and a second are left', async () => {
  const { world, value } = setup(100_000);
  await value();
  world.pass(88_999);
  expect(await value()).toBe('token-1');
  world.pass(1);
  expect(await value()).toBe('token-2');
});

test('a lifetime of five seconds is believed, a shorter one may be a wrong clock', async () => {
  const believed = setup(5_000);
  await believed.value();
  believed.world.pass(4_999);
  expect(await believed.value()).toBe('token-2');
  const doubted = setup(4_999);
  await doubted.value();
  doubted.world.pass(60_000);
  expect(await doubted.value()).toBe('token-1');
});

test('a clock that is set back does not lengthen the life of a token', async () => {
  const { world, value } = setup(60 * minute);
  await value();
  world.monotonic += 60 * minute;
  world.elapsed -= 60 * minute;
  expect(await value()).toBe('token-2');
});

test('a failed renewal is tried again after ten seconds', async () => {
  const { world, value } = setup(60 * minute);
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
  const { world, keeper, value } = setup(60 * minute);
  await value();
  world.pass(60 * minute);
  world.fault = offline;
  await expect(keeper.token()).rejects.toMatchObject({ fault: offline });
  await expect(keeper.token()).rejects.toMatchObject({ fault: offline });
});

test('a key that is refused at a renewal ends its token at once', async () => {
  const { world, keeper, value } = setup(60 * minute);
  await value();
  world.pass(59.5 * minute);
  world.fault = unauthorized;
  await expect(keeper.token()).rejects.toMatchObject({ fault: unauthorized });
  await expect(keeper.token()).rejects.toMatchObject({ fault: unauthorized });
  expect(world.exchanges).toBe(2);
});

test('a refused key is held back for exactly a minute, with the reason it was refused for', async () => {
  const { world, keeper } = setup(60 * minute);
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
  const { world, keeper, value } = setup(60 * minute);
  world.fault = unauthorized;
  await expect(keeper.token()).rejects.toThrow(FaultError);
  world.fault = null;
  expect((await keeper.signIn()).answer.token).toBe('token-2');
  expect(await value()).toBe('token-2');
  expect((await keeper.replace(await keeper.token())).value).toBe('token-3');
});

test('a fault that is no refusal is not held against the key', async () => {
  const { world, keeper } = setup(60 * minute);
  world.fault = offline;
  await expect(keeper.token()).rejects.toMatchObject({ fault: offline });
  world.fault = null;
  expect((await keeper.token()).value).toBe('token-2');
});

test('a token that was forgotten is not used again', async () => {
  const { keeper, value } = setup(60 * minute);
  await value();
  keeper.forget();
  expect(await value()).toBe('token-2');
});

test('forgetting ends the hold of a refused key', async () => {
  const { world, keeper } = setup(60 * minute);
  world.fault = unauthorized;
  await expect(keeper.token()).rejects.toThrow(FaultError);
  world.fault = null;
  keeper.forget();
  expect((await keeper.token()).value).toBe('token-2');
});

test('a refusal that arrives after forgetting is not held against the key', async () => {
  const { world, keeper } = setup(60 * minute);
  world.fault = unauthorized;
  const refused = keeper.token();
  await Promise.resolve();
  keeper.forget();
  await expect(refused).rejects.toThrow(FaultError);
  world.fault = null;
  expect((await keeper.token()).value).toBe('token-2');
});
