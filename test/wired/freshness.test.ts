import { afterEach, expect, test } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { eventually } from '../support/eventually';
import { addressOf } from '../support/network';
import { cleanUp, credentialsOf, startTestService, temporaryFolder } from '../support/resources';
import { openSession, untilAllPolled } from '../support/session';
import { createTestClock } from '../support/test-clock';

// What the status says of the whole fleet, and whose number the limit of calls is.

afterEach(cleanUp);

test('a fleet that is checked quickly is live', async () => {
  const running = await startTestService({ devices: 12 });
  const session = openSession(temporaryFolder());
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  expect(session.status().freshness).toEqual({
    listed: 12,
    refused: 0,
    notUnderstood: 0,
    lastMinute: 12,
    lastTenMinutes: 12,
    lastHour: 12,
  });
});

test('a large fleet is not live because one device answers', async () => {
  const running = await startTestService({ devices: 2_000 });
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    settings: () => ({ callsPerMinute: 120 }),
  });
  await session.connect(credentialsOf(running));
  await eventually(() => expect(session.status().positions).toBeGreaterThan(20));
  const { mode, reason, longestCheckSeconds, freshness } = session.status();
  expect({ mode, reason, listed: freshness.listed }).toEqual({
    mode: 'updating',
    reason: null,
    listed: 2_000,
  });
  expect(longestCheckSeconds).toBe(3_600);
  expect(freshness.lastMinute).toBeLessThan(200);
});

test('a service that takes 20 seconds for each answer is not live for long', async () => {
  const running = await startTestService({ devices: 40 });
  const clock = createTestClock();
  let isSlow = false;
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    clock,
    settings: () => ({ callsPerMinute: 6_000 }),
    fetch: async (...call) => {
      const answer = await fetch(...call);
      if (isSlow && addressOf(call[0]).endsWith('/lastLocation')) clock.jump(5_000);
      return answer;
    },
  });
  await session.connect(credentialsOf(running));
  await untilAllPolled(session, 40);
  isSlow = true;
  // Four requests at the same time: an answer every five seconds.
  clock.jump(20_000);
  await session.account().refreshNow();
  await eventually(() => {
    const { mode, reason, longestCheckSeconds } = session.status();
    expect({ mode, reason }).toEqual({ mode: 'updating', reason: null });
    expect(longestCheckSeconds).toBeGreaterThan(120);
  });
});

test('a device that the service refuses does not keep the others from being live', async () => {
  const running = await startTestService({ devices: 4 });
  let refused: string | null = null;
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    fetch: async (...call) => {
      const { pathname } = new URL(addressOf(call[0]));
      if (!pathname.endsWith('/lastLocation')) return fetch(...call);
      refused ??= pathname;
      if (refused !== pathname) return fetch(...call);
      return Response.json({ success: false, error: 'Not yours.' }, { status: 403 });
    },
  });
  await session.connect(credentialsOf(running));
  await eventually(() => {
    const { mode, freshness } = session.status();
    expect({ mode, ...freshness }).toMatchObject({ mode: 'live', refused: 1, lastMinute: 3 });
  });
});

test.each([
  [60, { inUse: 55, announced: { is: 'value', value: 60 } }],
  [null, { inUse: 600, announced: { is: 'value', value: null } }],
  [6_000, { inUse: 600, announced: { is: 'value', value: 6_000 } }],
])('the service announces %s calls a minute', async (callsPerMinute, expected) => {
  const running = await startTestService({ devices: 1, callsPerMinute });
  const session = openSession(temporaryFolder());
  await session.connect(credentialsOf(running));
  await untilAllPolled(session, 1);
  expect(session.status().callRate).toMatchObject({ setting: 600, isSlowed: false, ...expected });
});

test('an announced rate that is not understood is shown as such and never used', async () => {
  const running = await startTestService({ devices: 1 });
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    fetch: async (...call) => {
      const answer = await fetch(...call);
      if (!addressOf(call[0]).endsWith('/api/Auth/Token')) return answer;
      const body = (await answer.json()) as object;
      return Response.json({ ...body, limits: { callsPerMinute: '1,200' } });
    },
  });
  await session.connect(credentialsOf(running));
  await untilAllPolled(session, 1);
  expect(session.status().callRate).toMatchObject({
    inUse: 600,
    announced: { is: 'notUnderstood', original: '1,200' },
  });
});

test('the counters of the service carry their time, or are not provided', async () => {
  const running = await startTestService({ devices: 1 });
  const session = openSession(temporaryFolder());
  await session.connect(credentialsOf(running));
  await untilAllPolled(session, 1);
  const { apiDailyUsage } = session.status();
  expect(apiDailyUsage).toMatchObject({ is: 'value', asOf: expect.any(Number) as number });

  const plain = await startTestService({ devices: 1, quirks: { usage: 'absent' } });
  const other = openSession(temporaryFolder());
  await other.connect(credentialsOf(plain));
  await untilAllPolled(other, 1);
  expect(other.status().apiDailyUsage.is).toBe('notProvided');
});
