import { afterEach, expect, test } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { RefreshPause } from '../../shared/domain/session';
import { editsOf } from '../support/edits';
import { newUserEdit } from '../support/jobs';
import { addressOf, createTestNetwork } from '../support/network';
import {
  cleanUp,
  credentialsOf,
  faultOf,
  startTestService,
  temporaryFolder,
} from '../support/resources';
import { openSession } from '../support/session';
import { createTestClock } from '../support/test-clock';
import { says } from '../support/english';

// How calls are spent: evenly over the minute and the day, and below what the service accepts.

afterEach(cleanUp);

const hourMs = 3_600_000;

/** Main and a service on one clock, which starts at 06:00 of the account's day. */
async function setup({ devices = 12, callsPerMinute = 600, limit = null as number | null } = {}) {
  const clock = createTestClock();
  clock.jump(30 * hourMs - (clock.now() % (24 * hourMs)));
  const running = await startTestService({
    now: clock.now,
    devices,
    extensions: false,
    callsPerMinute: limit,
  });
  const requests: { path: string; at: number; status: number }[] = [];
  const network = createTestNetwork();
  network.send = async (input, init) => {
    const request = { path: new URL(addressOf(input)).pathname, at: clock.now(), status: 0 };
    requests.push(request);
    const answer = await fetch(input, init);
    request.status = answer.status;
    return answer;
  };
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const world = { pause: null as RefreshPause };
  const open = () =>
    openSession(folder, keychain, {
      clock,
      fetch: network.fetch,
      settings: () => ({ callsPerMinute }),
      refreshPause: () => world.pause,
    });
  const session = open();
  await session.connect(credentialsOf(running));
  /** Lets time pass in steps, with everything that happens in them. */
  const pass = async (ms: number, stepMs = 1_000) => {
    for (const end = clock.now() + ms; clock.now() < end;) {
      await clock.advance(Math.min(stepMs, end - clock.now()));
      await network.idle();
    }
  };
  return { clock, running, requests, session, pass, open, world };
}

const locations = (requests: readonly { path: string }[]) =>
  requests.filter(({ path }) => path.endsWith('/lastLocation'));

test('after connecting no stretch is silent, the selected device is never waited for, the user neither', async () => {
  const { requests, session, pass, clock } = await setup({ devices: 500, callsPerMinute: 240 });
  await pass(2_000, 250);
  const account = session.account();
  const selected = account.fleet.ids()[450]!;
  account.prioritise({ selected: selected, inView: [], inTable: [] });
  for (let i = 0; i < 6; i++) {
    await pass(20_000, 250);
    const at = clock.now();
    const before = requests.length;
    const created = editsOf(account.records.execute).createUser(newUserEdit(i));
    expect(await created).toMatchObject({ status: 'saved' });
    expect(requests[before]).toMatchObject({ path: '/api/users' });
    expect(requests[before]!.at - at).toBeLessThan(1_000);
  }
  const gaps = requests.slice(1).map(({ at }, i) => at - requests[i]!.at);
  expect(Math.max(...gaps)).toBeLessThan(4_000);
  const ofSelected = requests.filter(({ path }) => path.includes(selected)).map(({ at }) => at);
  const selectedGaps = ofSelected.slice(1).map((at, i) => at - ofSelected[i]!);
  expect(Math.max(...selectedGaps)).toBeLessThan(6_000);
  for (let i = 240; i < requests.length; i++) {
    expect(requests[i]!.at - requests[i - 240]!.at).toBeGreaterThanOrEqual(60_000);
  }
}, 60_000);

test('the calls of a day last until its end, the user keeps a reserve, and the count survives a restart', async () => {
  const { clock, requests, session, pass, open } = await setup();
  await pass(2_000);
  const account = session.account();
  const spent = account.usage().calls;
  account.setCallsPerDay(100 + spent);
  const start = requests.length;
  await pass(6 * hourMs, 60_000);
  const inSixHours = requests.length - start;
  expect(inSixHours).toBeGreaterThan(15);
  expect(inSixHours).toBeLessThan(50);
  expect(session.status().dayLimit).toMatchObject({ phase: 'spread' });
  await pass(12 * hourMs - 10 * 60_000, 60_000);
  expect(requests.length - start).toBeGreaterThan(70);
  expect(requests.length - start).toBeLessThan(100);
  expect(session.status().dayLimit!.left).toBeGreaterThan(0);
  await session.close();

  const again = open();
  await again.restore();
  expect(again.account().usage()).toMatchObject({ callsPerDay: 100 + spent });
  expect(again.account().usage().calls).toBeGreaterThanOrEqual(70 + spent);
  // The reserve is for the user, and then nothing is sent.
  const [device] = again.account().fleet.ids();
  const refused: unknown[] = [];
  for (let i = 0; i < 30; i++) {
    const refreshing = again.account().refreshDevice(device!);
    await Promise.race([
      refreshing.catch((error: unknown) => refused.push(error)),
      pass(2_000).then(() => refreshing),
    ]).catch(() => undefined);
  }
  expect(refused.length).toBeGreaterThan(0);
  expect(again.status().dayLimit).toMatchObject({ phase: 'usedUp', left: 0 });
  expect(await faultOf(again.account().refreshDevice(device!))).toMatchObject({
    kind: 'declined',
    message: says('The calls of this day are used up.'),
  });
  const usedUp = requests.length;
  await pass(30_000);
  expect(requests).toHaveLength(usedUp);
  expect(again.account().usage().calls).toBe(100 + spent);
  // The next day begins at midnight of the account.
  await clock.advance(20 * 60_000);
  await pass(20 * 60_000, 60_000);
  expect(requests.length).toBeGreaterThan(usedUp);
  expect(again.account().usage().calls).toBeLessThan(50);
}, 120_000);

test('what a user asks for is not kept waiting until the next day', async () => {
  const { session, pass } = await setup();
  await pass(2_000);
  const account = session.account();
  account.setCallsPerDay(account.usage().calls + 1);
  expect(session.status().dayLimit).toMatchObject({ phase: 'reserved' });
  // A list uses the reserve; a round ends for the user, and is made when calls are left.
  const reloading = account.lists.reload.users();
  await pass(2_000);
  expect((await reloading).items.length).toBeGreaterThan(0);
  const refreshing = account.refreshNow();
  await pass(2_000);
  await refreshing;
  expect(await faultOf(account.refreshMany(account.fleet.ids()))).toMatchObject({
    kind: 'declined',
    message: says('the rest was not refreshed'),
  });
}, 60_000);

test('an hour of sleep: nothing is sent, then what is in view comes first, without a burst', async () => {
  const { clock, requests, session, pass, world } = await setup({
    devices: 400,
    callsPerMinute: 60,
  });
  await pass(20_000);
  const account = session.account();
  const inView = account.fleet.ids().slice(350, 353);
  account.prioritise({ selected: null, inView, inTable: [] });
  await pass(20_000);
  world.pause = 'asleep';
  account.pauseChanged();
  expect(session.status().refreshPause).toBe('asleep');
  await pass(1_000);
  const before = requests.length;
  clock.jump(hourMs);
  await pass(10_000);
  expect(requests).toHaveLength(before);
  world.pause = null;
  account.pauseChanged();
  account.wake();
  await pass(10_000);
  // Two of three turns belong to what is in view.
  const first = locations(requests.slice(before)).slice(0, 5);
  expect(first.map(({ path }) => path.split('/')[3])).toEqual(expect.arrayContaining(inView));
  // At most two seconds' worth is caught up, besides the lists.
  expect(locations(requests.slice(before)).length).toBeLessThanOrEqual(15);
  expect(session.status().refreshPause).toBeNull();
}, 60_000);
