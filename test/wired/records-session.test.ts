import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, assert, expect, test, vi } from 'vitest';
import { accountHandlers } from '../../main/account/account';
import { recordsHandlers } from '../../main/features/records/records';
import type { ExecuteEdit } from '../../main/features/records/edit-pipeline';
import { editsOf } from '../support/edits';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { Device } from '../../shared/domain/device';
import type { Group } from '../../shared/domain/group';
import type { User } from '../../shared/domain/user';
import * as contract from '../../shared/ipc/records';
import { eventually } from '../support/eventually';
import { anna } from '../support/records';
import { cleanUp, startTestService, temporaryFolder } from '../support/resources';
import { openSession } from '../support/session';
import { createTestClock } from '../support/test-clock';

afterEach(cleanUp);

/**
 * A session in one profile folder with the handlers of records, and the events sent to its window.
 */
function start(
  folder: string,
  keychain = memoryKeychain(),
  clock = createTestClock({ speed: 20 }),
) {
  const news = { users: [] as User[], groups: [] as Group[], journal: 0 };
  const session = openSession(folder, keychain, {
    clock,
    settings: () => ({ callsPerMinute: 6_000 }),
    on: {
      groups: ({ items }) => {
        news.groups = items;
      },
      users: ({ items }) => {
        news.users = items;
      },
      journal: ({ total }) => {
        news.journal = total;
      },
    },
  });
  const account = () => session.account();
  const calls = { ...accountHandlers(account), ...recordsHandlers(() => account().records) };
  const edits = editsOf(calls.records.edit as ExecuteEdit);
  return { session, news, keychain, calls, edits };
}

test('adds a change in flight to the journal when the app quits', async () => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const { session, edits, keychain, news } = start(folder, memoryKeychain(), createTestClock());
  const account = { address: running.url, userName: running.userName };
  await session.connect({ ...account, apiKey: running.apiKey });
  await vi.waitFor(() => expect(news.groups.length).toBeGreaterThan(0), { timeout: 15_000 });
  const base = news.groups[0]!;
  const saving = edits.changeGroup(base, { description: 'Late' });
  await session.close();
  expect(await saving).toMatchObject({ status: 'saved' });
  const later = start(folder, keychain);
  await later.session.restore();
  const { entries } = await later.calls.journal.list({ from: 0, limit: 9 });
  expect(entries).toMatchObject([
    { recordId: base.id, changes: [{ field: 'description', after: 'Late' }] },
  ]);
});

test('the number of licences that the user entered is that of one account, also after a restart', async () => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const { session, calls, keychain } = start(folder);
  const account = { address: running.url, userName: running.userName };
  const { id } = await session.connect({ ...account, apiKey: running.apiKey });
  await calls.limits.setLicenceTotal({ total: 40 });
  expect(session.current()).toMatchObject({ phase: 'open', licenceTotal: 40 });
  const other = await startTestService();
  await session.connect({ ...account, address: other.url, apiKey: other.apiKey });
  expect(session.current()).toMatchObject({ phase: 'open', licenceTotal: null });
  await session.close();
  const later = start(folder, keychain);
  await later.session.openKnown(id);
  expect(later.session.current()).toMatchObject({ phase: 'open', licenceTotal: 40 });
  await later.session.close();
});

const deviceSettled = (devices: Device[], id: string) => devices.find((each) => each.id === id)!;

test('record calls return results according to the contract and update the lists', async () => {
  const running = await startTestService();
  await running.control.addDevice({
    id: 'truck-1',
    isActive: false,
    limits: {
      expires: true,
      expirationDate: '2020-01-01',
      dailyEmailLimit: null,
      dailySmsLimit: null,
    },
  });
  running.control.setTerms({ licences: 100 });
  const folder = temporaryFolder();
  const { session, news, calls, edits, keychain } = start(folder);
  const account = { address: running.url, userName: running.userName };
  await session.connect({ ...account, apiKey: running.apiKey });
  await vi.waitFor(() => expect(session.status().mode).toBe('live'), { timeout: 15_000 });

  const created = await edits.createUser({ ...anna, password: 'open sesame' });
  contract.records.edit.output.parse(created);
  assert(created.status === 'saved', 'not saved');
  expect(news.users.at(-1)).toEqual(created.record);
  const group = await edits.createGroup({ name: 'G', deviceIds: ['truck-1'] });
  assert(group.status === 'saved', 'not saved');
  await eventually(() => expect(news.groups.at(-1)).toEqual(group.record));
  await eventually(() =>
    expect(session.account().fleet.details('truck-1').groups).toMatchObject([{ name: 'G' }]),
  );

  const devices = contract.limits.devices.output.parse(await calls.limits.devices());
  const base = deviceSettled(devices, 'truck-1');
  const edit = { expirationDate: '2031-02-03', dailySmsLimit: 4 };
  const limited = await edits.changeLimits(base, edit);
  contract.records.edit.output.parse(limited);
  const used = session.account().facts().licences!.used!;
  contract.records.edit.output.parse(await edits.activate('truck-1'));
  expect(session.account().facts().licences!.used).toBe(used + 1);
  expect(deviceSettled(await calls.limits.devices(), 'truck-1')).toMatchObject({
    limits: edit,
    isActive: true,
  });

  await calls.drafts.put({ key: 'user:new:1', kind: 'user', label: '', base: null, edit: anna });
  expect(calls.drafts.all()).toHaveLength(1);
  const journal = contract.journal.list.output.parse(
    await calls.journal.list({ from: 0, limit: 10 }),
  );
  expect(journal.entries.map(({ action }) => action)).toEqual([
    'activate',
    'change',
    'create',
    'create',
  ]);
  expect(journal.entries[0]!.by).toEqual({
    key: 'session.userAt',
    values: { user: running.userName, address: running.url },
  });
  await eventually(() => expect(news.journal).toBe(4));
  expect(await calls.journal.undo({ id: group.journalId! })).toEqual({ status: 'undone' });
  contract.records.edit.output.parse(await edits.removeUser(created.record.id));
  await eventually(() => expect(news.users.map(({ id }) => id)).not.toContain(created.record.id));

  await session.close();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile())) {
    const bytes = readFileSync(path.join(file.parentPath, file.name));
    for (const secret of ['open sesame', running.apiKey, anna.email!, 'truck-1']) {
      expect(bytes.includes(secret), `${secret} in ${file.name}`).toBe(false);
    }
  }

  // The next start, with the service unreachable.
  await running.stop();
  const later = start(folder, keychain);
  await later.session.restore();
  expect(later.news).toMatchObject({ journal: 6 });
  expect(later.calls.drafts.all()).toMatchObject([{ key: 'user:new:1', edit: anna }]);
  expect(deviceSettled(await later.calls.limits.devices(), 'truck-1').limits).toMatchObject(edit);
});
