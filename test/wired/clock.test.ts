import { afterEach, expect, test } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { SessionFeature } from '../../main/session/session';
import type { RunningService } from '../../main/service/start';
import { eventually } from '../support/eventually';
import { cleanUp, credentialsOf, startTestService, temporaryFolder } from '../support/resources';
import { openSession, untilAllPolled } from '../support/session';
import { createTestClock, type TestClock } from '../support/test-clock';

// A computer whose clock is not that of the service.

afterEach(cleanUp);

const minute = 60_000;
const hour = 60 * minute;

interface Connected {
  session: SessionFeature;
  running: RunningService;
  clock: TestClock;
  /** The time that ages are shown with. */
  shownNow: () => number;
}

/** A computer that is so far ahead of the service, connected with one device. */
async function connect(aheadMs: number, answer: typeof fetch = fetch): Promise<Connected> {
  const running = await startTestService({ devices: 0 });
  await running.control.addDevice({ id: 'van' });
  await running.control.setFix('van', { latitude: 40, longitude: -3, speed: 20 });
  const clock = createTestClock();
  clock.jump(aheadMs);
  const session = openSession(temporaryFolder(), memoryKeychain(), { clock, fetch: answer });
  await session.connect(credentialsOf(running));
  await untilAllPolled(session, 1);
  const shownNow = () => clock.now() + (session.status().clockOffsetMs ?? 0);
  return { session, running, clock, shownNow };
}

const offsetOf = ({ session }: Connected) => session.status().clockOffsetMs;

test.each([
  ['45 minutes fast', 45 * minute],
  ['3 hours slow', -3 * hour],
  ['a year slow', -365 * 24 * hour],
])('on a computer that is %s a fresh fix is fresh', async (_, aheadMs) => {
  const connected = await connect(aheadMs);
  const { session, shownNow } = connected;
  await eventually(() => expect(offsetOf(connected)).not.toBe(0));
  expect(Math.abs(offsetOf(connected)! + aheadMs)).toBeLessThan(2_000);
  await session.account().refreshNow();
  await eventually(() => {
    const { fix, checkedAt } = session.account().fleet.details('van');
    expect(Math.abs(shownNow() - fix!.at!)).toBeLessThan(30_000);
    expect(Math.abs(shownNow() - checkedAt!)).toBeLessThan(30_000);
    expect(Math.abs(shownNow() - session.status().asOf!)).toBeLessThan(30_000);
  });
});

test('the estimate follows when the user sets the clock, and stays while offline', async () => {
  let isOffline = false;
  const connected = await connect(45 * minute, (...call) =>
    isOffline ? Promise.reject(new TypeError('fetch failed')) : fetch(...call),
  );
  const { session, clock } = connected;
  await eventually(() => expect(Math.abs(offsetOf(connected)! + 45 * minute)).toBeLessThan(2_000));
  isOffline = true;
  await session.account().refreshNow();
  expect(session.status().mode).toBe('offline');
  expect(Math.abs(offsetOf(connected)! + 45 * minute)).toBeLessThan(2_000);
  isOffline = false;
  clock.jump(-45 * minute);
  for (let i = 0; i < 2; i++) await session.account().refreshNow();
  await eventually(() => expect(offsetOf(connected)).toBe(0));
});

test('without Date in the answers nothing is known and nothing is corrected', async () => {
  const connected = await connect(45 * minute, async (...call) => {
    const answer = await fetch(...call);
    const headers = new Headers(answer.headers);
    headers.delete('date');
    return new Response(answer.body, { status: answer.status, headers });
  });
  await connected.session.account().refreshNow();
  expect(offsetOf(connected)).toBeNull();
});

test('a right clock is not corrected, even with one wrong date of a proxy', async () => {
  let calls = 0;
  const connected = await connect(0, async (...call) => {
    const answer = await fetch(...call);
    if (++calls !== 4) return answer;
    const headers = new Headers(answer.headers);
    headers.set('date', 'Thu, 01 Jan 1970 00:00:07 GMT');
    return new Response(answer.body, { status: answer.status, headers });
  });
  await connected.session.account().refreshNow();
  await connected.session.account().refreshNow();
  expect(calls).toBeGreaterThan(6);
  expect(offsetOf(connected)).toBe(0);
});
