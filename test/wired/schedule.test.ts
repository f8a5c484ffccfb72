import { afterEach, expect, test } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { addressOf, createTestNetwork } from '../support/network';
import { cleanUp, credentialsOf, startTestService, temporaryFolder } from '../support/resources';
import { openSession } from '../support/session';
import { createTestClock } from '../support/test-clock';

// Which devices are asked, with a real service and a clock that the test moves.

afterEach(cleanUp);

/** An account whose requests for positions are recorded. */
async function connect(devices: number, callsPerMinute: number) {
  const clock = createTestClock();
  const running = await startTestService({ devices, now: clock.now });
  const asked: { id: string; at: number }[] = [];
  const network = createTestNetwork((...call) => {
    const id = /devices\/([^/]+)\/lastLocation$/.exec(addressOf(call[0]))?.[1];
    if (id !== undefined) asked.push({ id: decodeURIComponent(id), at: clock.now() });
    return fetch(...call);
  });
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    clock,
    fetch: network.fetch,
    settings: () => ({ callsPerMinute }),
  });
  await session.connect(credentialsOf(running));
  await network.idle();
  return {
    clock,
    session,
    asked,
    pass: async (seconds: number) => {
      for (let i = 0; i < seconds; i++) {
        await clock.advance(1_000);
        await network.idle();
      }
    },
  };
}

test('the selected device is asked every five seconds, and those in view before the others', async () => {
  const { session, asked, clock, pass } = await connect(100, 120);
  const account = session.account();
  const ids = account.fleet.ids();
  const [selected, ...others] = ids;
  const inView = others.slice(0, 5);
  account.prioritise({ selected: selected!, inView, inTable: [] });
  // The first round.
  await pass(130);
  const from = clock.now();
  await pass(60);
  const countOf = (id: string) => asked.filter((each) => each.id === id && each.at > from).length;
  expect(countOf(selected!)).toBeGreaterThanOrEqual(9);
  const mean = (list: readonly string[]) =>
    list.reduce((sum, id) => sum + countOf(id), 0) / list.length;
  expect(mean(inView)).toBeGreaterThan(mean(others.slice(5)));
  const { checkedAt, nextCheckAt } = account.details(selected!);
  expect(nextCheckAt! - checkedAt!).toBeLessThanOrEqual(6_500);
  expect(session.status()).toMatchObject({ mode: 'live', checkLimitSeconds: 3_600 });
  // Never more than the limit in any minute.
  for (let i = 120; i < asked.length; i++) {
    expect(asked[i]!.at - asked[i - 120]!.at).toBeGreaterThanOrEqual(60_000);
  }
});
