import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { ViewState } from '../../shared/domain/view-state';
import { filesBelow } from '../support/app';
import { cleanUp, startTestService, temporaryFolder } from '../support/resources';
import { openSession } from '../support/session';

afterEach(cleanUp);

const stateWith = (group: string): ViewState => ({
  page: 'expiry',
  filter: {
    search: 'Blue Heron',
    states: ['silent'],
    group,
    olderThanMs: null,
    attention: null,
    sort: { column: 'speed', descending: true },
  },
  selected: { id: 'device-4711', isOpen: true },
  camera: { longitude: 4.84, latitude: 45.76, zoom: 11, bearing: 0 },
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
