import { afterEach, expect, test } from 'vitest';
import { contract } from '../../shared/ipc/contract';
import { faultIn, openIpc } from '../support/ipc';
import { cleanUp, credentialsOf, startTestService, temporaryFolder } from '../support/resources';
import { openSession, untilAllPolled } from '../support/session';

afterEach(cleanUp);

const van = 'van 1/2';

async function connected(callsPerMinute = 60_000) {
  const running = await startTestService({ devices: 0 });
  await running.control.addDevice({ id: van, name: 'Before' });
  await running.control.setFix(van, { latitude: 45, longitude: 4, speed: 1 });
  const folder = temporaryFolder();
  const session = openSession(folder, undefined, { settings: () => ({ callsPerMinute }) });
  await session.connect(credentialsOf(running));
  const ipc = openIpc(session, folder);
  await untilAllPolled(session, 1);
  return { running, session, refresh: (id = van) => ipc.invoke('fleet.refreshDevice', { id }) };
}

test('requests the record and the last location of one device, and shows both', async () => {
  const { running, session, refresh } = await connected();
  const calls = session.status().callsToday;
  await running.control.addDevice({ id: van, name: 'After', description: 'New' });
  await running.control.setFix(van, { latitude: 46, longitude: 5, speed: 2 });
  const outcome = await refresh();
  const details = contract.fleet.refreshDevice.output.parse(outcome.ok && outcome.value);
  expect(details).toMatchObject({
    device: { id: van, name: 'After', description: 'New' },
    fix: { latitude: 46, longitude: 5 },
  });
  expect(session.account().fleet.details(van)).toMatchObject({
    device: details.device,
    fix: details.fix,
  });
  expect(running.control.calls()).toMatchObject({ 'GET /api/devices/van 1%2F2': 1 });
  expect(session.status().callsToday).toBeGreaterThanOrEqual(calls + 2);
});

test('says that the service no longer has the device, and keeps the last known copy', async () => {
  const { running, session, refresh } = await connected();
  await running.control.removeDevice(van);
  expect(faultIn(await refresh())).toMatchObject({ kind: 'notFound' });
  expect(session.account().fleet.details(van)).toMatchObject({ device: { name: 'Before' } });
});

test.each([
  [
    { statusRate: 1, status: 429, retryAfterSeconds: 7 },
    { kind: 'limitReached', retryAfterSeconds: 7 },
  ],
  [
    { statusRate: 1, status: 503 },
    { kind: 'busy', status: 503 },
  ],
  [{ resetRate: 1 }, { kind: 'offline' }],
  [{ htmlRate: 1 }, { kind: 'notThisService' }],
] as const)('reports %j and changes nothing', async (faults, fault) => {
  const { running, session, refresh } = await connected();
  const before = session.account().fleet.details(van);
  running.control.setFaults({ ...faults, path: '/api/devices/' });
  expect(faultIn(await refresh())).toMatchObject(fault);
  expect(session.account().fleet.details(van)).toMatchObject({
    device: before.device,
    fix: before.fix,
  });
});

test('is refused for a device that is not in the fleet, without a call', async () => {
  const { running, refresh } = await connected();
  running.control.resetCalls();
  expect(faultIn(await refresh('none'))).toEqual({ kind: 'notFound' });
  expect(running.control.calls()).not.toHaveProperty('GET /api/devices/none');
});
