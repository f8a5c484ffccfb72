import { expect, test } from 'vitest';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import { fail, FaultError } from '#shared/fault';
import { createRefreshDevice, type RefreshDeviceOptions } from './refresh-device';

function setup(overrides: Partial<RefreshDeviceOptions> = {}) {
  const time = createFakeTime();
  const events: string[] = [];
  const device = createRefreshDevice({
    client: {
      device: (id) => {
        events.push(`record of ${id}`);
        return Promise.resolve({ record: { id }, raw: {} } as never);
      },
    },
    fleet: {
      details: (id) => (id === 'unknown' ? fail({ kind: 'notFound' }) : ({ device: id } as never)),
      putDevice: ({ record }) => events.push(`put ${record.id}`),
      flush: () => events.push('written'),
    },
    clock: time,
    refreshPosition: (id) => {
      events.push(`position of ${id}`);
      return Promise.resolve();
    },
    onAnswered: () => events.push('answered'),
    ...overrides,
  });
  return { events, device };
}

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it was fulfilled'),
    (error: unknown) => (error as FaultError).fault,
  );

test('requests the record and the position, and returns the new details', async () => {
  const { device, events } = setup();
  expect(await device.refresh('a')).toEqual({ device: 'a' });
  expect(events).toEqual(['record of a', 'answered', 'put a', 'position of a', 'written']);
});

test('a second request for the same device shares the first', async () => {
  const { device, events } = setup();
  await Promise.all([device.refresh('a'), device.refresh('a')]);
  expect(events.filter((event) => event === 'record of a')).toHaveLength(1);
  await device.refresh('a');
  expect(events.filter((event) => event === 'record of a')).toHaveLength(2);
});

test('a device that the service does not have is reported, without a second call', async () => {
  const { device, events } = setup({ client: { device: () => fail({ kind: 'notFound' }) } });
  expect(await faultOf(device.refresh('a'))).toEqual({ kind: 'notFound' });
  expect(events).toEqual([]);
});

test('a device that is not in the fleet is not requested', async () => {
  const { device, events } = setup();
  expect(await faultOf(device.refresh('unknown'))).toEqual({ kind: 'notFound' });
  expect(events).toEqual([]);
});

test('the record stays although the position cannot be read', async () => {
  const { device, events } = setup({
    refreshPosition: () => Promise.reject(new FaultError({ kind: 'busy', status: 503 })),
  });
  expect(await faultOf(device.refresh('a'))).toMatchObject({ kind: 'busy' });
  expect(events).toEqual(['record of a', 'answered', 'put a', 'written']);
});

test('the record of another device is not stored', async () => {
  const { device, events } = setup({
    client: { device: () => Promise.resolve({ record: { id: 'b' }, raw: {} } as never) },
  });
  expect(await faultOf(device.refresh('a'))).toMatchObject({ kind: 'notThisService' });
  expect(events).toEqual([]);
});

test('an answer after the account was closed is ignored', async () => {
  const { device, events } = setup();
  const refreshing = device.refresh('a');
  device.stop();
  expect(await faultOf(refreshing)).toMatchObject({ kind: 'declined', reason: 'gone' });
  expect(events).not.toContain('put a');
});
