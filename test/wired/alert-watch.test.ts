import { afterEach, expect, test } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { AlertOverview } from '../../shared/domain/alert';
import type { RefreshPause } from '../../shared/domain/session';
import { addressOf, createTestNetwork } from '../support/network';
import { cleanUp, credentialsOf, startTestService, temporaryFolder } from '../support/resources';
import { openSession } from '../support/session';
import { createTestClock } from '../support/test-clock';

// The alerts of the last 24 hours of the fleet, loaded in the background.

afterEach(cleanUp);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Main and a service on one clock, which starts at noon. */
async function setup({ devices = 3, callsPerMinute = 600 } = {}) {
  const clock = createTestClock();
  clock.jump(36 * hourMs - (clock.now() % (24 * hourMs)));
  const running = await startTestService({ now: clock.now, devices: 0 });
  const ids = Array.from({ length: devices }, (_, index) => `van-${index}`);
  for (const id of ids) await running.control.addDevice({ id });
  const requests: { path: string; at: number }[] = [];
  const network = createTestNetwork();
  network.send = (input, init) => {
    requests.push({ path: new URL(addressOf(input)).pathname, at: clock.now() });
    return fetch(input, init);
  };
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const world = { pause: null as RefreshPause };
  const overviews: AlertOverview[] = [];
  const open = () =>
    openSession(folder, keychain, {
      clock,
      fetch: network.fetch,
      settings: () => ({ callsPerMinute }),
      refreshPause: () => world.pause,
      on: { alertOverview: (overview) => overviews.push(overview) },
    });
  const pass = async (ms: number, stepMs = 1_000) => {
    for (const end = clock.now() + ms; clock.now() < end;) {
      await clock.advance(Math.min(stepMs, end - clock.now()));
      await network.idle();
    }
  };
  const raise = (id: string, minutesAgo: number, name = 'SOSButton') =>
    running.control.raiseAlert(id, {
      dateTime: new Date(clock.now() - minutesAgo * minuteMs).toISOString(),
      latitude: 45,
      longitude: 4,
      alerts: [name],
      text: name,
    });
  const alertCalls = () => requests.filter(({ path }) => path.endsWith('/alerts'));
  return { clock, running, network, ids, open, pass, raise, world, overviews, alertCalls };
}

test('the alerts of the fleet are loaded in the background, and counted as known only then', async () => {
  const { clock, running, ids, open, pass, raise, overviews } = await setup();
  await raise(ids[0]!, 20);
  await raise(ids[1]!, 26 * 60, 'SpeedLimit');
  const session = open();
  await session.connect(credentialsOf(running));
  const log = () => session.account().alertLog;
  await pass(1_000);
  expect(log().overview().watch).toMatchObject({ loaded: 0, oldestAt: null });
  await pass(2 * minuteMs);
  expect(log().overview()).toMatchObject({
    // The other one is more than a day old.
    unacknowledged: 1,
    watch: { devices: 3, loaded: 3, off: null },
  });
  expect(overviews.at(-1)).toEqual(log().overview());
  // An alert that was submitted is asked for at once, although the device was asked a moment ago.
  await raise(ids[2]!, 30);
  const submitted = { from: clock.now() - hourMs, to: clock.now() };
  session.account().alertWatch.reopen('alerts', ids[2]!, submitted);
  await pass(20_000);
  expect(log().overview().unacknowledged).toBe(2);
  // The download of the user is not part of it.
  expect(session.account().history.fetcher.fetches()).toEqual([]);
  clock.jump(24 * hourMs);
  expect(log().overview().unacknowledged).toBe(0);
});

test('nothing is loaded while the refresh is paused, and that is said', async () => {
  const { running, open, pass, world, alertCalls } = await setup();
  world.pause = 'battery';
  const session = open();
  await session.connect(credentialsOf(running));
  await pass(2 * minuteMs);
  expect(alertCalls()).toEqual([]);
  expect(session.account().alertLog.overview().watch).toMatchObject({ loaded: 0, off: 'paused' });
  world.pause = null;
  await pass(2 * minuteMs);
  expect(session.account().alertLog.overview().watch).toMatchObject({ loaded: 3, off: null });
});

test('nothing is loaded when the calls have to last the day, and that is said', async () => {
  const { running, open, pass, alertCalls } = await setup();
  const session = open();
  await session.connect(credentialsOf(running));
  session.account().setCallsPerDay(100);
  const before = alertCalls().length;
  await pass(10 * minuteMs);
  expect(alertCalls().length).toBe(before);
  expect(session.account().alertLog.overview().watch.off).toBe('budget');
});
