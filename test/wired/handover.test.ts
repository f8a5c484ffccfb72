import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { SessionFeature } from '../../main/session/session';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { HandoverNote } from '../../shared/domain/handover';
import { filesBelow } from '../support/app';
import { editsOf } from '../support/edits';
import { eventually } from '../support/eventually';
import { connectOtherClient } from '../support/other-client';
import { cleanUp, credentialsOf, startTestService, temporaryFolder } from '../support/resources';
import { openSession, untilAllPolled } from '../support/session';
import { createTestClock } from '../support/test-clock';

afterEach(cleanUp);

const hour = 3_600_000;

const vans = ['still', 'mover', 'quiet', 'ending'];

/** A service with one device for each thing that can happen. */
async function startFleet() {
  const running = await startTestService({ devices: 0 });
  for (const id of vans) {
    await running.control.addDevice({ id, name: `Van ${id}` });
    await running.control.setFix(id, { latitude: 45, longitude: 4 });
  }
  return running;
}

const labels = (note: HandoverNote, heading: 'silent' | 'expired' | 'moved' | 'notChecked') =>
  note[heading].items.map(({ label }) => label);

const changed = (note: HandoverNote) =>
  note.changed.items.map(({ kind, action, label, fields }) =>
    [kind, action, label, ...fields.map(({ field }) => field)].join(' '),
  );

async function refreshed(session: SessionFeature): Promise<void> {
  await session.account().refreshNow();
  await untilAllPolled(session, vans.length);
}

test('a user who comes back is told what changed, and not what they changed themselves', async () => {
  const running = await startFleet();
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const clock = createTestClock();
  const first = openSession(folder, keychain, { clock });
  const { id } = await first.connect(credentialsOf(running));
  await untilAllPolled(first, vans.length);
  const account = first.account();
  expect(account.handover.absence()).toBeNull();
  const edits = editsOf(account.records.execute);
  await edits.createGroup({ name: 'Own group', deviceIds: [] });
  const leftAt = clock.now();
  await first.close();

  clock.jump(30 * hour);
  running.control.advance(30 * hour);
  for (const van of ['still', 'ending']) {
    await running.control.setFix(van, { latitude: 45.001, longitude: 4 });
  }
  await running.control.setFix('mover', { latitude: 45.2, longitude: 4 });
  const other = await connectOtherClient(running);
  const expirationDate = new Date(clock.now() - 48 * hour).toISOString().slice(0, 10);
  await other.patch('devices/ending', [
    { op: 'replace', path: '/name', value: 'Van renamed' },
    { op: 'replace', path: '/limits/expires', value: true },
    { op: 'replace', path: '/limits/expirationDate', value: expirationDate },
  ]);
  await other.post('groups', { name: 'Night shift', devices: ['still'] });

  const later = openSession(folder, keychain, { clock });
  await later.restore();
  await eventually(() => expect(later.current().phase).toBe('open'));
  const { handover } = later.account();
  const absence = handover.absence();
  expect(absence).toMatchObject({ isDismissed: false });
  expect(Math.abs(absence!.leftAt - leftAt)).toBeLessThan(5_000);
  const since = absence!.leftAt;
  await refreshed(later);
  const own = editsOf(later.account().records.execute);
  await own.createGroup({ name: 'Mine too', deviceIds: [] });
  const { device } = later.account().fleet.details('still');
  await own.changeLimits(device, { dailySmsLimit: 7 });
  await refreshed(later);

  const note = await handover.note(since);
  expect(note.comparedAt).toBe(since);
  expect(labels(note, 'silent')).toEqual(['Van quiet']);
  expect(labels(note, 'expired')).toEqual(['Van renamed']);
  expect(labels(note, 'moved')).toEqual(['Van mover']);
  expect(note.moved.items[0]!.metres).toBeGreaterThan(22_000);
  expect(labels(note, 'notChecked')).toEqual([]);
  expect(changed(note).toSorted()).toEqual([
    'device change Van renamed name expires expirationDate',
    'group create Night shift',
  ]);
  expect(handover.dismiss()).toEqual({ leftAt: since, isDismissed: true });
  await later.close();
  for (const { name, bytes } of filesBelow(folder)) {
    for (const text of ['Night shift', 'Van renamed', 'handover']) {
      expect(bytes.includes(text), `${text} in ${name}`).toBe(false);
    }
  }

  // A short absence leaves the last long one as it was.
  const last = openSession(folder, keychain, { clock });
  await last.restore();
  await eventually(() => expect(last.current().phase).toBe('open'));
  expect(last.account().handover.absence()).toEqual({ leftAt: since, isDismissed: true });
  expect(changed(await last.account().handover.note(since)).toSorted()).toEqual(
    changed(note).toSorted(),
  );
  await last.forget(id);
  expect(filesBelow(path.join(folder, 'cache'))).toEqual([]);
});

test('what was not asked for since is named, and nothing is said about it', async () => {
  const running = await startFleet();
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const clock = createTestClock();
  let isOffline = false;
  const answer: typeof fetch = (...call) =>
    isOffline ? Promise.reject(new TypeError('fetch failed')) : fetch(...call);
  const session = openSession(folder, keychain, { clock, fetch: answer });
  await session.connect(credentialsOf(running));
  await untilAllPolled(session, vans.length);
  const { handover } = session.account();
  isOffline = true;
  handover.left();
  clock.jump(30 * hour);
  running.control.advance(30 * hour);
  handover.returned();
  const { leftAt } = handover.absence()!;
  const offline = await handover.note(leftAt);
  expect(labels(offline, 'notChecked').toSorted()).toEqual(
    vans.map((van) => `Van ${van}`).toSorted(),
  );
  expect(offline).toMatchObject({
    silent: { total: 0 },
    moved: { total: 0 },
    changed: { total: 0 },
  });
  isOffline = false;
  await eventually(async () => {
    await session.account().refreshNow();
    expect((await handover.note(leftAt)).notChecked.total).toBe(0);
  });
  expect(labels(await handover.note(leftAt), 'silent').length).toBe(vans.length);
});

test('a device that was silent for weeks is not newly silent because nobody looked before', async () => {
  const running = await startTestService({ devices: 0 });
  const clock = createTestClock();
  const reported = { weeks: 30 * 24 * hour, hours: 25 * hour, now: 0 };
  for (const [id, age] of Object.entries(reported)) {
    await running.control.addDevice({ id, name: `Van ${id}` });
    const dateTime = new Date(clock.now() - age).toISOString();
    await running.control.setFix(id, { latitude: 45, longitude: 4, dateTime });
  }
  await running.control.addDevice({ id: 'never', name: 'Van never' });
  const session = openSession(temporaryFolder(), memoryKeychain(), { clock });
  await session.connect(credentialsOf(running));
  // The first checkpoint is made before anything is known of the devices.
  const startedAt = clock.now();
  await session.account().handover.note(startedAt - hour);
  await untilAllPolled(session, 4);
  const silentSince = async (at: number) =>
    labels(await session.account().handover.note(at), 'silent');
  // Van hours became silent one hour ago.
  expect(await silentSince(startedAt - 8 * hour)).toEqual(['Van hours']);
  expect(await silentSince(startedAt - hour / 2)).toEqual([]);
  await session.close();
});

test('each account has its own note', async () => {
  const [a, b] = [await startFleet(), await startFleet()];
  const clock = createTestClock();
  const session = openSession(temporaryFolder(), memoryKeychain(), { clock });
  const first = await session.connect(credentialsOf(a));
  await untilAllPolled(session, vans.length);
  await session.connect(credentialsOf(b));
  await untilAllPolled(session, vans.length);
  clock.jump(2 * hour);
  const other = await connectOtherClient(b);
  await other.post('groups', { name: 'Of the second', devices: [] });
  expect(session.account().handover.absence()).toBeNull();
  await session.openKnown(first.id);
  const { handover } = session.account();
  const { leftAt } = handover.absence()!;
  await refreshed(session);
  expect(changed(await handover.note(leftAt))).toEqual([]);
});
