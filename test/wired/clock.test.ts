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
