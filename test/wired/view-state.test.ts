import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { SavedView, ViewState } from '../../shared/domain/view-state';
import { filesBelow } from '../support/app';
import { cleanUp, startTestService, temporaryFolder } from '../support/resources';
import { openSession } from '../support/session';

afterEach(cleanUp);

const stateWith = (group: string): ViewState => ({
  page: 'expiry',
  filter: {
    search: 'Blue Heron',
    filters: { states: ['silent'], group },
    sort: { column: 'speed', descending: true },
  },
  selected: { id: 'device-4711', isOpen: true },
  camera: { longitude: 4.84, latitude: 45.76, zoom: 11, bearing: 0 },
  opened: [{ kind: 'device', id: 'device-4711' }],
});

const savedView: SavedView = {
  id: 'view-1',
  name: 'Night shift',
  search: 'Blue Heron',
  filters: { states: ['silent'], group: 'Patients', olderThanMs: 3_600_000 },
  sort: { column: 'speed', descending: true },
  columns: { shown: ['name', 'state'], widths: { name: 240 } },
};

test('saved views survive a restart, encrypted, and stay with their account', async () => {
  const services = [await startTestService(), await startTestService()];
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const session = openSession(folder, keychain);
  const [a, b] = services.map(({ url, userName, apiKey }) => ({ address: url, userName, apiKey }));
  const first = await session.connect(a!);
  session.account().savedViews.save(savedView);
  session.account().savedViews.save({ ...savedView, id: 'view-2', name: 'Depot' });
  session.account().savedViews.save({ ...savedView, name: 'Early shift' });
  await session.connect(b!);
  expect(session.account().savedViews.list()).toEqual([]);
  await session.close();
  for (const { name, bytes } of filesBelow(folder)) {
    for (const text of ['Early shift', 'Depot', 'Blue Heron']) {
      expect(bytes.includes(text), `${text} in ${name}`).toBe(false);
    }
  }

  const later = openSession(folder, keychain);
  await later.openKnown(first.id);
  const views = later.account().savedViews;
  expect(views.list()).toEqual([
    { ...savedView, name: 'Early shift' },
    { ...savedView, id: 'view-2', name: 'Depot' },
  ]);
  views.remove('view-1');
  expect(views.list().map(({ name }) => name)).toEqual(['Depot']);
  await later.close();
});

test('each account keeps what it had on screen, encrypted, until it is forgotten', async () => {
  const services = [await startTestService(), await startTestService()];
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const session = openSession(folder, keychain);
  const accounts = services.map(({ url, userName, apiKey }) => ({
    address: url,
    userName,
    apiKey,
  }));
  const [a, b] = accounts;
  const first = await session.connect(a!);
  session.accountOf(first.id).viewState.keep(stateWith('Patients'));
  const second = await session.connect(b!);
  expect(session.account().viewState.read()).toBeNull();
  // A change that was still on its way does not become one of the next account.
  expect(() => session.accountOf(first.id)).toThrow();
  session.accountOf(second.id).viewState.keep(stateWith('Ambulances'));
  await session.openKnown(first.id);
  expect(session.account().viewState.read()).toEqual(stateWith('Patients'));
  await session.close();
  for (const { name, bytes } of filesBelow(folder)) {
    for (const text of ['Patients', 'Ambulances', 'device-4711', 'Blue Heron']) {
      expect(bytes.includes(text), `${text} in ${name}`).toBe(false);
    }
  }

  const later = openSession(folder, keychain);
  await later.restore();
  await vi.waitFor(() => expect(later.current().phase).toBe('open'));
  expect(later.account().viewState.read()).toEqual(stateWith('Patients'));
  await later.forget(first.id);
  await later.connect(a!);
  expect(later.account().viewState.read()).toBeNull();
  await later.openKnown(second.id);
  expect(later.account().viewState.read()).toEqual(stateWith('Ambulances'));
  await later.forget(second.id);
  await later.forget(first.id);
  expect(filesBelow(path.join(folder, 'cache'))).toEqual([]);
});
