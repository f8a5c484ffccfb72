import { expect, test } from 'vitest';
import { createBudget } from '#main/pace/budget';
import { currentCallSource } from '#main/pace/call-source';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import { FaultError } from '#shared/fault';
import { createDeviceRefresh, type DeviceRefreshOptions } from './device-refresh';

type Client = DeviceRefreshOptions['client'];

function setup(client: Partial<Client> = {}) {
  const time = createFakeTime();
  const events: string[] = [];
  let ids: readonly string[] = [];
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
    random: () => 1,
    fleet: {
      ids: () => ids,
      replaceDevices: () => {
        ids = ['a'];
        events.push('replaced');
      },
      putFix: (id) => events.push(`put ${id}`),
      wasAsked: (id) => events.push(`refused ${id}`),
    },
    budget: createBudget({ callsPerMinute: () => 60, now: time.now }),
    onAnswered: () => undefined,
    onLocation: () => undefined,
    onReceived: note('received'),
    onListed: note('listed'),
    onPosition: (id) => events.push(`position ${id}`),
    onState: () => undefined,
    onBug: (error) => expect.fail(String(error)),
  });
  return { time, refresh, events };
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
    'put a',
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
