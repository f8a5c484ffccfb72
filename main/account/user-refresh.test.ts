import { expect, test } from 'vitest';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import { fail, FaultError } from '#shared/fault';
import { noDevices } from '#main/pace/device-order';
import { createTestLists } from '#main/pace/listed-devices.test-support';
import { UserRefresh, type UserRefreshOptions } from './user-refresh';

function setup(overrides: Partial<UserRefreshOptions> = {}) {
  const time = createFakeTime();
  const events: string[] = [];
  const refresh = new UserRefresh({
    client: {
      device: (id) => {
        events.push(`record of ${id}`);
        return Promise.resolve({ record: { id }, raw: {} } as never);
      },
    },
    fleet: {
      listed: () => noDevices,
      details: (id) => (id === 'unknown' ? fail({ kind: 'notFound' }) : ({ device: id } as never)),
      putDevice: ({ record }) => events.push(`put ${record.id}`),
      flush: () => events.push('written'),
    },
    clock: time,
    allowance: { waitMs: () => 0 },
    refreshPosition: (id) => {
      events.push(`position of ${id}`);
      return Promise.resolve();
    },
    onAnswered: () => events.push('answered'),
    onChanged: () => undefined,
    ...overrides,
  });
  return { events, refresh };
}

const untouched = {
  details: () => expect.fail('not asked for'),
  putDevice: () => expect.fail('not received'),
  flush: () => undefined,
};

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it was fulfilled'),
    (error: unknown) => (error as FaultError).fault,
  );

test('requests the record and the position, and returns the new details', async () => {
  const { refresh, events } = setup();
  expect(await refresh.one('a')).toEqual({ device: 'a' });
  expect(events).toEqual(['record of a', 'answered', 'put a', 'position of a', 'written']);
});

test('a second request for the same device shares the first', async () => {
  const { refresh, events } = setup();
  await Promise.all([refresh.one('a'), refresh.one('a')]);
  expect(events.filter((event) => event === 'record of a')).toHaveLength(1);
  await refresh.one('a');
  expect(events.filter((event) => event === 'record of a')).toHaveLength(2);
});

test('a device that the service does not have is reported, without a second call', async () => {
  const { refresh, events } = setup({ client: { device: () => fail({ kind: 'notFound' }) } });
  expect(await faultOf(refresh.one('a'))).toEqual({ kind: 'notFound' });
  expect(events).toEqual([]);
});

test('a device that is not in the fleet is not requested', async () => {
  const { refresh, events } = setup();
  expect(await faultOf(refresh.one('unknown'))).toEqual({ kind: 'notFound' });
  expect(events).toEqual([]);
});

test('the record stays although the position cannot be read', async () => {
  const { refresh, events } = setup({
    refreshPosition: () => Promise.reject(new FaultError({ kind: 'busy', status: 503 })),
  });
  expect(await faultOf(refresh.one('a'))).toMatchObject({ kind: 'busy' });
  expect(events).toEqual(['record of a', 'answered', 'put a', 'written']);
});

test('the record of another device is not stored', async () => {
  const { refresh, events } = setup({
    client: { device: () => Promise.resolve({ record: { id: 'b' }, raw: {} } as never) },
  });
  expect(await faultOf(refresh.one('a'))).toMatchObject({ kind: 'notThisService' });
  expect(events).toEqual([]);
});

test('an answer after the account was closed is ignored', async () => {
  const { refresh, events } = setup();
  const refreshing = refresh.one('a');
  refresh.stop();
  expect(await faultOf(refreshing)).toMatchObject({ kind: 'declined', reason: 'gone' });
  expect(events).not.toContain('put a');
});

test('several devices: each listed one once, and what becomes of them', async () => {
  const listOf = createTestLists();
  const asked: string[] = [];
  const { refresh } = setup({
    fleet: { listed: () => listOf(['a', 'b', 'c']), ...untouched },
    refreshPosition: (id, source) => {
      asked.push(`${id} as ${source}`);
      return id === 'b' ? fail({ kind: 'notFound' }) : Promise.resolve();
    },
  });
  const running = refresh.many(['a', 'b', 'a', 'gone', 'c']);
  expect(refresh.isWorking()).toBe(true);
  expect(await running).toEqual({ refreshed: 2, failed: 2 });
  expect(asked.toSorted()).toEqual(['a as job', 'b as job', 'c as job']);
  expect(refresh.isWorking()).toBe(false);
});

test('several devices: a wait of more than five minutes ends it, and says why', async () => {
  const { refresh } = setup({
    fleet: { listed: () => noDevices, ...untouched },
    allowance: { waitMs: () => 300_001 },
  });
  expect(await faultOf(refresh.many(['a']))).toMatchObject({ kind: 'declined', reason: 'state' });
});
