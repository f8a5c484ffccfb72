import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import type { NewEntry } from '../../main/features/journal/journal';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { EditCommand } from '../../shared/domain/edit';
import type { SessionFeature } from '../../main/session/session';
import { eventually } from '../support/eventually';
import { editsOf } from '../support/edits';
import { createUserSteps, emailsAt } from '../support/jobs';
import {
  cleanUp,
  credentialsOf,
  faultOf,
  startTestService,
  temporaryFolder,
} from '../support/resources';
import { openSession } from '../support/session';

// An account whose files cannot be written or are damaged: what is not on the disk is said, and no row
// of a job is sent whose intent is not there.

afterEach(cleanUp);

const creation: Omit<NewEntry, 'recordId'> = {
  kind: 'group',
  action: 'create',
  label: 'Stored',
  changes: [],
  jobId: null,
  undo: 'possible',
  undoReason: null,
};
const draft = { key: 'user:new:1', kind: 'user' as const, label: 'Ana', base: null };

function openOf(session: SessionFeature) {
  const current = session.current();
  if (current.phase !== 'open') throw new Error(`the session is ${current.phase}`);
  return current;
}

/** A closed account with a draft and a planned job. */
async function prepared() {
  const running = await startTestService();
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const session = openSession(folder, keychain);
  await session.connect(credentialsOf(running));
  const { jobs, records } = session.account();
  await eventually(() => expect(session.status().mode).not.toBe('offline'));
  records.drafts.put({ ...draft, edit: { name: 'Ana' } });
  const { id } = jobs.plan('Create people', 'user', createUserSteps(3));
  expect(openOf(session).notStored).toBeNull();
  const workFile = path.join(folder, 'cache', `${openOf(session).profile.id}.work.db`);
  await session.close();
  return { running, folder, keychain, id, workFile };
}

test('a job is not sent while another process has the file, and is sent once afterwards', async () => {
  const { running, folder, keychain, id, workFile } = await prepared();
  const other = new DatabaseSync(workFile);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const session = openSession(folder, keychain);
  await session.restore();
  expect(openOf(session)).toMatchObject({
    notStored: { kind: 'storage', reason: 'unwritable' },
    copyStoredIn: 'memory',
  });
  const { jobs, records } = session.account();
  expect(records.drafts.all()).toMatchObject([{ label: 'Ana' }]);
  jobs.start(id);
  await eventually(() =>
    expect(jobs.job(id).pausedBy).toEqual({ kind: 'storage', reason: 'unwritable' }),
  );
  expect((await emailsAt(running)).size).toBe(0);
  await session.close();
  other.close();

  const again = openSession(folder, keychain);
  await again.restore();
  expect(openOf(again)).toMatchObject({ notStored: null, cacheNotice: null });
  again.account().jobs.start(id);
  await eventually(() => expect(again.account().jobs.job(id).phase).toBe('done'));
  expect([...(await emailsAt(running)).values()]).toEqual([1, 1, 1]);
});

test('a single change is not sent while it cannot be stored, and can be sent later', async () => {
  const { running, folder, keychain, workFile } = await prepared();
  const first = openSession(folder, keychain);
  await first.restore();
  const { execute } = first.account().records;
  const made = await editsOf(execute).createGroup({ name: 'Stored', deviceIds: [] });
  if (made.status !== 'saved') throw new Error('not saved');
  const base = made.record;
  const journalId = made.journalId!;
  await first.close();

  const other = new DatabaseSync(workFile);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const session = openSession(folder, keychain);
  await session.restore();
  await eventually(() => {
    expect(session.status().mode).not.toBe('offline');
    expect(session.account().fleet.devices()).not.toEqual([]);
  });
  const { records } = session.account();
  const { id } = base;
  running.control.resetCalls();
  const commands: EditCommand[] = [
    { kind: 'group', action: 'create', edit: { name: 'Not stored', deviceIds: [] } },
    { kind: 'group', action: 'change', base, edit: { name: 'Changed' } },
    { kind: 'group', action: 'replace', base, edit: { name: 'Replaced' } },
    { kind: 'group', action: 'delete', id },
    { kind: 'user', action: 'delete', id: 'not in the list' },
    { kind: 'limits', action: 'activate', id: session.account().fleet.devices()[0]!.id },
  ];
  const unsent = { kind: 'storage', reason: 'unwritable', isUnsent: true };
  for (const command of commands) {
    expect(await faultOf(records.execute(command)), command.action).toMatchObject(unsent);
  }
  records.journal.append({ ...creation, recordId: id });
  const [entry] = records.journal.list({ from: 0, limit: 1 }).entries;
  expect(await faultOf(records.undo(entry!.id))).toMatchObject(unsent);
  const writes = Object.keys(running.control.calls()).filter((call) =>
    /^(POST|PUT|PATCH|DELETE) \/api\/(users|groups|devices)/.test(call),
  );
  expect(writes).toEqual([]);
  await session.close();
  other.close();

  const again = openSession(folder, keychain);
  await again.restore();
  await eventually(() => expect(again.status().mode).not.toBe('offline'));
  // Nothing of what was refused is left to be looked up or sent.
  expect(again.account().records.journal.list({ from: 0, limit: 9 }).entries).toHaveLength(1);
  const renamed = await again.account().records.execute(commands[1]!);
  expect(renamed).toMatchObject({ status: 'saved', record: { name: 'Changed' } });
  expect(await again.account().records.undo(journalId)).toMatchObject({ status: 'refused' });
});

test('a job that comes back from a backup of before it was sent sends no row twice', async () => {
  const { running, folder, keychain, id, workFile } = await prepared();
  const cacheFolder = path.dirname(workFile);
  const backup = path.join(
    cacheFolder,
    fs.readdirSync(cacheFolder).find((name) => name.includes('.backup-'))!,
  );
  const bytes = fs.readFileSync(backup);
  const first = openSession(folder, keychain);
  await first.restore();
  first.account().jobs.start(id);
  await eventually(() => expect(first.account().jobs.job(id).phase).toBe('done'));
  await first.close();

  fs.rmSync(workFile);
  fs.writeFileSync(backup, bytes);
  const again = openSession(folder, keychain);
  await again.restore();
  const { jobs } = again.account();
  expect(jobs.job(id)).toMatchObject({ phase: 'planned', counts: { waiting: 3 } });
  jobs.start(id);
  await eventually(() => expect(jobs.job(id).phase).toBe('done'));
  expect(jobs.job(id).counts).toMatchObject({ done: 3, failed: 0 });
  expect([...(await emailsAt(running)).values()]).toEqual([1, 1, 1]);
});

test('a running job of a damaged file is paused', async () => {
  const { folder, keychain, id, workFile } = await prepared();
  const first = openSession(folder, keychain);
  await first.restore();
  const { jobs } = first.account();
  jobs.start(id);
  expect(jobs.job(id).phase).toBe('running');
  await first.close();
  const bytes = fs.readFileSync(workFile);
  bytes.fill(0, 0, 4096);
  fs.writeFileSync(workFile, bytes);
  const again = openSession(folder, keychain);
  await again.restore();
  expect(again.account().jobs.job(id)).toMatchObject({ phase: 'paused', counts: { running: 0 } });
});

test('a damaged work file is said with its counts, and the account stays usable', async () => {
  const { folder, keychain, workFile } = await prepared();
  const bytes = fs.readFileSync(workFile);
  bytes.fill(0, 0, 4096);
  fs.writeFileSync(workFile, bytes);
  const session = openSession(folder, keychain);
  await session.restore();
  const { cacheNotice, notStored } = openOf(session);
  expect(notStored).toBeNull();
  expect(cacheNotice).toMatchObject({
    kind: 'storage',
    reason: 'damaged',
    damage: { copy: null, work: { state: 'damaged' } },
  });
  expect(session.account().records.drafts.all()).toMatchObject([{ label: 'Ana' }]);
  await session.disconnect(true);
  expect(fs.readdirSync(path.join(folder, 'cache'))).toEqual([]);
});
