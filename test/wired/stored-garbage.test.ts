import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openCache, type ListName, type RecordsOf } from '../../main/cache/cache';
import { openProfiles } from '../../main/session/profiles';
import { openSettings } from '../../main/features/settings/settings';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { defaultSettings } from '../../shared/domain/settings';
import { openIpc } from '../support/ipc';
import { cleanUp, credentialsOf, startTestService, temporaryFolder } from '../support/resources';
import { openSession, untilAllPolled } from '../support/session';

// Data that another version, or a bug of an earlier one, may have left behind: correctly encrypted
// but with another shape. It must neither stop the start nor reach the window.

afterEach(cleanUp);

const listNames: ListName[] = ['account', 'groups', 'users', 'countries', 'timeZones'];
const recordNames: RecordsOf[] = [
  'draft',
  'journal',
  'intent',
  'job',
  'jobRows',
  'warned',
  'setting',
  'acknowledged',
  'announced',
  'fetch',
  'note',
];

const garbage: [string, unknown][] = [
  ['null', null],
  ['a number', 7],
  ['a text', 'text'],
  ['a list of anything', [null, 1, {}, []]],
  [
    'members of other kinds',
    { facts: 7, calls: 'x', answeredAt: 'now', items: 7, skippedRecords: {} },
  ],
  [
    'records of other kinds',
    {
      facts: {
        capabilities: null,
        licences: 'many',
        accountTimeZone: 'Nowhere',
        callsPerMinute: '9',
      },
      calls: { day: 1, calls: 'x' },
      answeredAt: {},
      items: [null, {}, { id: 7 }, { id: 'a', name: {}, deviceIds: 'x' }],
      skippedRecords: -1,
      id: 'j',
      title: 1,
      phase: 'running',
      rows: 3,
      counts: null,
      chunkStarts: [0],
    },
  ],
];

test.each(garbage)('tolerates %s in the offline copy', async (_name, value) => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const first = openSession(folder, keychain);
  const { id } = await first.connect(credentialsOf(running));
  await untilAllPolled(first);
  await first.close();

  const key = Buffer.from((await keychain.get(`cache:${id}`))!, 'base64');
  const cache = openCache({ file: path.join(folder, 'cache', `${id}.db`), key });
  for (const name of listNames) cache.putList(name, value, 1_700_000_000_000);
  for (const name of recordNames) cache.records(name).put('left-behind', value);
  cache.close();

  const bugs: unknown[] = [];
  const again = openSession(folder, keychain, {
    settings: () => ({ expiryWarningDays: [30] }),
    onBug: (error) => {
      bugs.push(error);
      return { kind: 'bug', reference: 'here' };
    },
  });
  await again.restore();
  const ipc = openIpc(again, folder);
  for (const call of [
    'session.current',
    'status.current',
    'groups.list',
    'users.list',
    'users.countries',
    'users.timeZones',
    'drafts.all',
    'jobs.list',
    'limits.devices',
  ]) {
    expect([call, await ipc.invoke(call)]).toMatchObject([call, { ok: true }]);
  }
  expect(await ipc.invoke('journal.list', { from: 0, limit: 10 })).toMatchObject({ ok: true });
  await untilAllPolled(again);
  expect(bugs).toEqual([]);
  expect(again.account().users.current().items.length).toBeGreaterThan(0);
});

const places: [string, (file: string) => void][] = [
  ['a folder', (file) => mkdirSync(file)],
  ['a link to nothing', (file) => symlinkSync('nowhere', file)],
  ['a link to a device that never ends', (file) => symlinkSync('/dev/zero', file)],
  ['garbage', (file) => writeFileSync(file, '\u0000\uFFFF{[')],
  ['JSON of another shape', (file) => writeFileSync(file, '[1, null]')],
  ['a file too large to be ours', (file) => writeFileSync(file, ' '.repeat(3_000_000))],
];

test.each(places)('tolerates %s in place of settings and profile', (_name, make) => {
  const folder = temporaryFolder();
  const files = [path.join(folder, 'settings.json'), path.join(folder, 'profile.json')] as const;
  for (const file of files) {
    rmSync(file, { force: true });
    make(file);
  }
  expect(openSettings(files[0], () => undefined).current()).toEqual({
    ...defaultSettings,
    updatesEnabled: false,
  });
  const profiles = openProfiles(files[1]);
  expect(profiles.last()).toBeNull();
  expect(profiles.known()).toEqual([]);
  profiles.forget('a');
  expect(profiles.last()).toBeNull();
  profiles.remember({ id: 'a', address: 'https://x.example', userName: 'u', isDemo: false });
  expect(profiles.last()).toMatchObject({ id: 'a' });
});

test('ends a job whose rows cannot be read, and sends nothing of it', async () => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const first = openSession(folder, keychain);
  const { id } = await first.connect(credentialsOf(running));
  await untilAllPolled(first);
  const edit = { name: 'A', email: 'a@x.example', country: 'ES', timeZone: 'Europe/Madrid' };
  const { jobs } = first.account();
  const job = jobs.plan('Import', 'user', [{ kind: 'user', action: 'create', edit }]);
  await first.close();

  const key = Buffer.from((await keychain.get(`cache:${id}`))!, 'base64');
  const cache = openCache({ file: path.join(folder, 'cache', `${id}.db`), key });
  cache.records('jobRows').put(`${job.id}:0`, [{ index: 5 }]);
  cache.close();

  const again = openSession(folder, keychain);
  await again.restore();
  const ipc = openIpc(again, folder);
  const started = await ipc.invoke('jobs.start', { id: job.id });
  expect(started).toMatchObject({ ok: true, value: { phase: 'cancelled' } });
  const rows = await ipc.invoke('jobs.rows', { id: job.id, from: 0, limit: 5, state: null });
  expect(rows).toMatchObject({ ok: true, value: { total: 0 } });
  await untilAllPolled(again);
  expect(
    again
      .account()
      .users.current()
      .items.some(({ email }) => email === edit.email),
  ).toBe(false);
});
