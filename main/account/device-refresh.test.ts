import { expect, test } from 'vitest';
import { RequestQueue } from '#main/pace/request-queue';
import { currentCallSource } from '#main/pace/budget';
import { noDevices } from '#main/pace/device-order';
import { createTestLists } from '#main/pace/listed-devices.test-support';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import { createFreshness } from '#main/features/fleet/freshness';
import { FaultError } from '#shared/fault';
import { createDeviceRefresh, type DeviceRefreshOptions } from './device-refresh';

type Client = DeviceRefreshOptions['client'];

function setup(client: Partial<Client> = {}) {
  const time = createFakeTime();
  const events: string[] = [];
  let listed = noDevices;
  const freshness = createFreshness();
  const note = (event: string) => () => void events.push(event);
  const refresh = createDeviceRefresh({
    client: {
      devices: () => {
        events.push(`devices as ${currentCallSource()}`);
        return Promise.resolve({ items: [], skippedRecords: [{}], isList: true } as never);
      },
      lastLocation: (id) => {
        events.push(`${id} as ${currentCallSource()}`);
        return Promise.resolve({ fix: null, raw: null, isUnderstood: true });
      },
      ...client,
    },
    cache: { prepareDevices: () => Promise.resolve() },
    clock: time,
    serviceNow: () => time.now() + 1_000,
    freshness,
    random: () => 1,
    oldestCheckMs: () => 3_600_000,
    speedRules: () => ({ movingAbove: 1, metresPerSecond: 1 }),
    fleet: {
      listed: () => listed,
      replaceDevices: () => {
        listed = createTestLists()(['a']);
        events.push('replaced');
      },
      putFix: (id, _answer, checkedAt) => events.push(`put ${id} after ${checkedAt - time.now()}`),
      wasAsked: (id) => events.push(`refused ${id}`),
    },
    budget: new RequestQueue({
      clock: time,
      callsPerMinute: () => 60,
      working: () => ({ jobs: false, downloads: false }),
    }).refresh,
    answerMs: () => 0,
    onAnswered: () => undefined,
    onLocation: () => undefined,
    onReceived: note('received'),
    onListed: note('listed'),
    onPosition: (id) => events.push(`position ${id}`),
    onState: () => undefined,
    onBug: (error) => expect.fail(String(error)),
  });
  return { time, refresh, events, freshness };
}

test('requests the list, then the positions of its devices', async () => {
  const { time, refresh, events } = setup();
  expect(refresh.freshAt()).toBeNull();
  await refresh.refreshList();
  await time.pass(0);
  expect(events).toEqual([
    'devices as lists',
    'received',
    'replaced',
    'listed',
    'a as refresh',
    'put a after 1000',
    'position a',
  ]);
  expect([refresh.freshAt(), refresh.skippedRecords()]).toEqual([time.now(), 1]);
});

test('a device whose position is refused counts as requested', async () => {
  const { time, refresh, events } = setup({
    lastLocation: () => Promise.reject(new FaultError({ kind: 'forbidden' })),
  });
  await refresh.refreshList();
  await time.pass(0);
  expect(events.at(-1)).toBe('refused a');
  expect(refresh.freshAt()).toBeNull();
});

test('a list that arrives after the account was closed is ignored', async () => {
  const { refresh, events } = setup();
  const refreshing = refresh.refreshList();
  refresh.stop();
  await refreshing;
  expect(events).toEqual(['devices as lists']);
});

test.each([
  ['an answer', () => Promise.resolve({ fix: null, raw: null, isUnderstood: true }), 1, 0],
  ['an unreadable answer', () => Promise.resolve({ fix: null, raw: 1, isUnderstood: false }), 0, 0],
  ['a refusal', () => Promise.reject(new FaultError({ kind: 'forbidden' })), 0, 1],
  ['a failure', () => Promise.reject(new FaultError({ kind: 'busy', status: 500 })), 0, 0],
] as const)(
  '%s counts for the freshness of the fleet',
  async (_, lastLocation, checked, refused) => {
    const { time, refresh, freshness } = setup({ lastLocation });
    await refresh.refreshList();
    await time.pass(0);
    const counts = freshness.counts(time.now());
    expect(counts).toMatchObject({ listed: 1, lastMinute: checked, refused });
  },
);
