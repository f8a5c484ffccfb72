import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openProfiles } from '../../main/session/profiles';
import type { SessionFeature } from '../../main/session/session';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { RunningService } from '../../main/service/start';
import type { JobStep } from '../../shared/domain/job';
import type { Session } from '../../shared/domain/session';
import { faultIn, openIpc } from '../support/ipc';
import { cleanUp, credentialsOf, startTestService, temporaryFolder } from '../support/resources';
import { missingKeychain, openSession } from '../support/session';
import type { Message } from '../../shared/i18n/translate';
import { says, t } from '../support/english';

afterEach(cleanUp);

/** A service whose capabilities are known and whose device accepts submissions. */
const ready = (session: SessionFeature) =>
  vi.waitFor(
    () => {
      expect(session.account().facts().capabilities.takesSubmissions).toBe(true);
      expect(session.account().fleet.ids()).toContain('unit');
    },
    { timeout: 40_000 },
  );

async function serviceWithUnit(): Promise<RunningService> {
  const running = await startTestService({ devices: 1 });
  await running.control.addDevice({ id: 'unit' });
  return running;
}

/** Why a location would not be submitted for the open account; null if it would. */
function refusal(session: SessionFeature): string | null {
  const { jobs } = session.account();
  const location = {
    at: Date.now() - 3_600_000,
    latitude: 40.4,
    longitude: -3.7,
    speed: null,
    course: null,
    battery: null,
  };
  const job = jobs.plan('One', 'report', [
    { kind: 'report', action: 'submitLocation', id: 'unit', location },
  ]);
  const [row] = jobs.rows(job.id, { from: 0, limit: 1, state: null }).rows;
  jobs.cancel(job.id);
  return row?.refusal ? t(row.refusal as Message) : null;
}

const modeIn = (session: SessionFeature) => {
  const current = session.current();
  return current.phase === 'open' ? current.submissionMode : null;
};

test('keeps the submission mode of each account, also after a restart', async () => {
  const [first, second] = [await serviceWithUnit(), await serviceWithUnit()];
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const sessions: Session[] = [];
  const session = openSession(folder, keychain, {
    on: { session: (next) => sessions.push(next) },
  });
  const ipc = openIpc(session, folder);
  const { id: firstId } = await session.connect(credentialsOf(first));
  await ready(session);
  expect(modeIn(session)).toBe('auto');
  expect(refusal(session)).toBeNull();
  expect(await ipc.invoke('session.setSubmissionMode', { id: firstId, mode: 'query' })).toEqual({
    ok: true,
    value: undefined,
  });
  expect(sessions.at(-1)).toMatchObject({
    phase: 'open',
    profile: { id: firstId },
    submissionMode: 'query',
  });
  expect(refusal(session)).toContain('read only');

  const { id: secondId } = await session.connect(credentialsOf(second));
  await ready(session);
  expect(modeIn(session)).toBe('auto');
  expect(refusal(session)).toBeNull();
  // A click made while the other account was still on screen.
  const late = await ipc.invoke('session.setSubmissionMode', { id: firstId, mode: 'submit' });
  expect(faultIn(late)).toMatchObject({ kind: 'declined' });
  await ipc.invoke('session.setSubmissionMode', { id: secondId, mode: 'submitRanged' });
  expect(refusal(session)).toBeNull();
  await session.close();

  const again = openSession(folder, keychain);
  await again.restore();
  expect(modeIn(again)).toBe('submitRanged');
  await again.openKnown(firstId);
  expect(modeIn(again)).toBe('query');
  expect(refusal(again)).toContain('read only');
  await again.forget(firstId);
  await again.connect(credentialsOf(first));
  expect(modeIn(again)).toBe('auto');
});

test('refuses an unknown submission mode, and any for the demo', async () => {
  const running = await startTestService({ devices: 1 });
  const folder = temporaryFolder();
  const session = openSession(folder, missingKeychain, {
    startDemo: () => Promise.resolve({ ...running, ended: new Promise(() => {}) }),
  });
  const ipc = openIpc(session, folder);
  const { id } = await session.useDemo();
  const shouted = await ipc.invoke('session.setSubmissionMode', { id, mode: 'shout' });
  expect(faultIn(shouted)).toMatchObject({ kind: 'invalid' });
  const ofDemo = await ipc.invoke('session.setSubmissionMode', { id, mode: 'query' });
  expect(faultIn(ofDemo)).toMatchObject({ kind: 'invalid' });
  expect(modeIn(session)).toBe('auto');
});

test('does not send a planned submission once the account is read-only', async () => {
  const running = await serviceWithUnit();
  const session = openSession(temporaryFolder(), memoryKeychain());
  const { id } = await session.connect(credentialsOf(running));
  await ready(session);
  const { jobs } = session.account();
  const steps = Array.from({ length: 40 }, (_, i): JobStep => ({
    kind: 'report',
    action: 'submitLocation',
    id: 'unit',
    location: {
      at: Date.now() - 3_600_000 + i * 1_000,
      latitude: 40.4,
      longitude: -3.7,
      speed: null,
      course: null,
      battery: null,
    },
  }));
  const sent = () =>
    Object.entries(running.control.calls())
      .filter(([name]) => name.startsWith('POST ') && name.endsWith('/locations'))
      .reduce((sum, [, count]) => sum + count, 0);
  const refused = { fault: { kind: 'declined', message: says('not started') } };
  const refusalOf = (ask: () => unknown) => {
    try {
      ask();
      return null;
    } catch (error) {
      return error;
    }
  };

  const job = jobs.plan('Forty', 'report', steps);
  session.setSubmissionMode(id, 'query');
  expect(refusalOf(() => jobs.start(job.id))).toMatchObject(refused);
  expect(refusalOf(() => jobs.retryFailed(job.id))).toMatchObject(refused);
  expect(jobs.job(job.id)).toMatchObject({ phase: 'planned', counts: { waiting: 40 } });
  expect(sent()).toBe(0);

  session.setSubmissionMode(id, 'submit');
  running.control.setFaults({ path: '/locations', latencyMs: 50 });
  jobs.start(job.id);
  await vi.waitFor(() => expect(sent()).toBeGreaterThan(0), { timeout: 20_000 });
  session.setSubmissionMode(id, 'query');
  expect(jobs.job(job.id).phase).toBe('paused');
  await vi.waitFor(() => expect(jobs.job(job.id).counts.running).toBe(0), { timeout: 20_000 });
  expect(jobs.job(job.id).counts.waiting).toBeGreaterThan(0);
  expect(refusalOf(() => jobs.start(job.id))).toMatchObject(refused);

  session.setSubmissionMode(id, 'auto');
  jobs.start(job.id);
  await vi.waitFor(() => expect(jobs.job(job.id).counts.done).toBe(40), { timeout: 20_000 });
  expect(sent()).toBe(40);
});

const account = (id: string) => ({
  id,
  address: `https://${id}.example`,
  userName: 'u',
  isDemo: false,
});

test('falls back only for an invalid mode, and drops modes of unknown accounts', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'profile.json');
  const known = [account('a'), account('b')];
  const submissionModes = { a: 'shout', b: 'query', gone: 'submit' };
  writeFileSync(file, JSON.stringify({ last: null, known, submissionModes }));
  const profiles = openProfiles(file);
  expect([profiles.submissionMode('a'), profiles.submissionMode('b')]).toEqual(['auto', 'query']);
  profiles.note(account('a'));
  expect(readFileSync(file, 'utf8')).not.toContain('gone');
  writeFileSync(file, JSON.stringify({ last: null, known, submissionModes: 7 }));
  expect(profiles.submissionMode('b')).toBe('auto');
  expect(profiles.known()).toEqual(known);
});
