import pg from 'pg';
import { afterEach, assert, expect, test } from 'vitest';
import type { JobStep } from '../../shared/domain/job';
import { otherClient, untilDone } from '../support/jobs';
import { startMain } from '../support/main-process';
import { startOnPostgres } from '../support/postgres-service';
import { anna, newUser } from '../support/records';
import { cleanUp, onCleanUp, credentialsOf, temporaryFolder } from '../support/resources';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { openSession, untilAllPolled } from '../support/session';
import { openTestAccount } from '../support/test-account';

// The app against two instances behind a proxy that asks another one with each request.

afterEach(cleanUp);

async function startTwo(options = {}) {
  const service = await startOnPostgres({ devices: 12, seed: 7, ...options }, 2);
  onCleanUp(() => service.stop());
  return service;
}

test('connects, changes a record and undoes it, submits a location and reads it back', async () => {
  const service = await startTwo();
  await service.control.addDevice({ id: 'unit' });
  const main = await startMain(service);
  expect(main.account.fleet.ids()).toHaveLength(13);
  const at = Date.now() - 3_600_000;
  const place = { latitude: 40.4, longitude: -3.7, speed: 12, course: null, battery: 80 };
  const step: JobStep = {
    kind: 'report',
    action: 'submitLocation',
    id: 'unit',
    location: { at, ...place },
  };
  const job = main.account.jobs.plan('By hand', 'report', [step]);
  main.account.jobs.start(job.id);
  expect(await untilDone(main, job.id)).toMatchObject({ counts: { done: 1 } });
  const { items } = await otherClient(service).locations('unit', { from: at - 1, to: at + 1 });
  expect(items).toHaveLength(1);
  await main.quit();

  const account = await openTestAccount(service);
  const { record } = await newUser(account);
  const saved = await account.edits.changeUser(record, { description: 'Night shift' });
  assert(saved.status === 'saved', 'not saved');
  expect(await account.undo(saved.journalId!)).toEqual({ status: 'undone' });
  expect(await account.user(record.id)).toMatchObject({ ...anna, description: null });
});

test('shows that the service is away while its database is, and comes back by itself', async () => {
  const service = await startTwo();
  const session = openSession(temporaryFolder(), memoryKeychain(), {});
  await session.connect(credentialsOf(service));
  await untilAllPolled(session);
  await expect.poll(() => session.status().mode, { timeout: 20_000 }).toBe('live');
  const other = new pg.Client({ connectionString: service.store });
  await other.connect();
  // All connections of both instances wait for this, until the service answers 503.
  await other.query('BEGIN');
  await other.query('LOCK TABLE settings');
  await expect.poll(() => session.status().mode, { timeout: 30_000 }).not.toBe('live');
  await other.query('COMMIT');
  await other.end();
  await expect.poll(() => session.status().mode, { timeout: 60_000 }).toBe('live');
});
