import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { Keychain } from '../../main/secrets/keychain';
import { eventually } from '../support/eventually';
import { openIpc } from '../support/ipc';
import { createTestNetwork, gatedFetch } from '../support/network';
import {
  cleanUp,
  credentialsOf,
  faultOf,
  startTestService,
  temporaryFolder,
} from '../support/resources';
import { missingKeychain, openSession, untilAllPolled } from '../support/session';
import { createTestClock } from '../support/test-clock';

afterEach(cleanUp);

const hostOf = ({ url }: { url: string }) => new URL(url).host;
const tokenAt = (running: { url: string }) => `${hostOf(running)}/api/Auth/Token`;

function filesIn(folder: string): string[] {
  try {
    return readdirSync(path.join(folder, 'cache'));
  } catch {
    return [];
  }
}

test('opens the account requested last, even if the first responds later', async () => {
  const [slow, quick] = [await startTestService(), await startTestService({ devices: 5 })];
  const gate = gatedFetch();
  const session = openSession(temporaryFolder(), memoryKeychain(), { fetch: gate.fetch });
  const letThrough = gate.hold(tokenAt(slow));
  const first = faultOf(session.connect(credentialsOf(slow)));
  await eventually(() => expect(gate.waiting()).toBe(1));
  await session.connect(credentialsOf(quick));
  letThrough();
  expect(await first).toMatchObject({ kind: 'declined' });
  expect(session.current()).toMatchObject({ phase: 'open', profile: { address: quick.url } });
});

test('does not cancel a connection because of a second one with a wrong key', async () => {
  const running = await startTestService();
  const gate = gatedFetch();
  const session = openSession(temporaryFolder(), memoryKeychain(), { fetch: gate.fetch });
  const other = await startTestService();
  const letThrough = gate.hold(tokenAt(running));
  const first = session.connect(credentialsOf(running));
  await eventually(() => expect(gate.waiting()).toBe(1));
  await faultOf(session.connect({ ...credentialsOf(other), apiKey: 'wrong' }));
  letThrough();
  await first;
  expect(session.current()).toMatchObject({ phase: 'open', profile: { address: running.url } });
});

test('never sends lists of a closed account to the window of the next', async () => {
  const [left, next] = [await startTestService(), await startTestService({ devices: 5, seed: 9 })];
  left.control.setFaults(null);
  const gate = gatedFetch();
  const network = createTestNetwork(gate.fetch);
  const clock = createTestClock();
  const shownNames: unknown[] = [];
  const folder = temporaryFolder();
  const session = openSession(folder, memoryKeychain(), {
    fetch: network.fetch,
    clock,
    on: { users: ({ items }) => shownNames.push(...items.map(({ name }) => name)) },
  });
  await session.connect(credentialsOf(left));
  await untilAllPolled(session);
  // The users of all reference services have the same ids; this one exists in the first only.
  const edit = { name: 'Only here', email: 'only@left.example', country: 'ES', timeZone: 'UTC' };
  const created = await openIpc(session, folder).invoke('records.edit', {
    kind: 'user',
    action: 'create',
    edit: { ...edit, password: 'correct horse battery' },
  });
  expect(created).toMatchObject({ ok: true });
  await eventually(() => expect(shownNames).toContain(edit.name));
  const letThrough = gate.hold(`${hostOf(left)}/api/users`);
  void session.account().refreshNow();
  await eventually(() => expect(gate.waiting()).toBeGreaterThan(0));
  await session.connect(credentialsOf(next));
  await untilAllPolled(session, 5);
  shownNames.length = 0;
  letThrough();
  await eventually(() => expect(gate.waiting()).toBe(0));
  await clock.advance(1_000);
  await network.idle();
  expect(shownNames).not.toContain(edit.name);
  expect(
    session
      .account()
      .users.current()
      .items.map(({ name }) => name),
  ).not.toContain(edit.name);
});

test('stores nothing of an account that is closed while it connects', async () => {
  const running = await startTestService();
  const gate = gatedFetch();
  const keychain = memoryKeychain();
  const folder = temporaryFolder();
  const session = openSession(folder, keychain, { fetch: gate.fetch });
  const letThrough = gate.hold(tokenAt(running));
  const connecting = faultOf(session.connect(credentialsOf(running)));
  await eventually(() => expect(gate.waiting()).toBe(1));
  await session.disconnect(true);
  letThrough();
  expect(await connecting).toMatchObject({ kind: 'declined' });
  expect(session.current()).toEqual({ phase: 'none', last: null, known: [] });
  expect(filesIn(folder)).toEqual([]);
});

/** A demo service that runs until it is stopped. */
const never = new Promise<void>(() => {});

test('restarts a demo service that ended unexpectedly', async () => {
  const demo = await startTestService();
  const ends: { ended: Promise<void>; resolve: () => void }[] = [];
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    startDemo: async () => {
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      ends.push({ ended, resolve });
      return { ...demo, ended, stop: async () => {} };
    },
  });
  await session.useDemo();
  ends[0]!.resolve();
  await ends[0]!.ended;
  await session.useDemo();
  expect(ends).toHaveLength(2);
});

test('does not remember a demo that was requested by a switch as the last account', async () => {
  const [demo, running] = [await startTestService(), await startTestService({ devices: 5 })];
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const first = openSession(folder, keychain);
  const { id } = await first.connect(credentialsOf(running));
  await first.close();
  const shown = openSession(folder, keychain, {
    startDemo: async () => ({ ...demo, ended: never, stop: async () => {} }),
  });
  await shown.useDemo({ isRemembered: false });
  expect(shown.current()).toMatchObject({ profile: { isDemo: true } });
  await shown.close();
  const again = openSession(folder, keychain);
  await again.restore();
  expect(again.current()).toMatchObject({ phase: 'open', profile: { id } });
});

test('starts one service for two demo requests and stops it when another account is opened', async () => {
  const [demo, running] = [await startTestService(), await startTestService({ devices: 5 })];
  const ready = Promise.withResolvers<void>();
  let started = 0;
  let stopped = 0;
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    startDemo: async () => {
      started++;
      await ready.promise;
      return { ...demo, ended: never, stop: async () => void stopped++ };
    },
  });
  const both = Promise.allSettled([session.useDemo(), session.useDemo()]);
  ready.resolve();
  await both;
  expect({ started, stopped }).toEqual({ started: 1, stopped: 0 });
  expect(session.current()).toMatchObject({ phase: 'open', profile: { isDemo: true } });
  await session.connect(credentialsOf(running));
  expect({ started, stopped }).toEqual({ started: 1, stopped: 1 });
  expect(session.current()).toMatchObject({ profile: { isDemo: false } });
});

test('stops the service when the account is closed while the demo starts', async () => {
  const demo = await startTestService();
  const ready = Promise.withResolvers<void>();
  let isRunning = false;
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    startDemo: async () => {
      await ready.promise;
      isRunning = true;
      return {
        ...demo,
        ended: never,
        stop: async () => {
          isRunning = false;
        },
      };
    },
  });
  const starting = faultOf(session.useDemo());
  const leaving = session.disconnect(false);
  ready.resolve();
  await leaving;
  expect(await starting).toMatchObject({ kind: 'declined' });
  expect(session.current().phase).toBe('none');
  expect(isRunning).toBe(false);
});

test('never uses the keychain for the demo, not even to forget it', async () => {
  const demo = await startTestService();
  const refuse = () => expect.fail('the keychain was asked');
  const session = openSession(
    temporaryFolder(),
    { get: refuse, set: refuse, remove: refuse },
    { startDemo: async () => ({ ...demo, ended: never, stop: async () => {} }) },
  );
  await session.useDemo();
  await untilAllPolled(session);
  await session.disconnect(true);
  expect(session.current()).toEqual({ phase: 'none', last: null, known: [] });
});

test('ignores a late result of the keychain after another account was chosen', async () => {
  const [openService, chosen] = [await startTestService(), await startTestService({ devices: 5 })];
  const folder = temporaryFolder();
  const memory = memoryKeychain();
  const first = openSession(folder, memory);
  await first.connect(credentialsOf(openService));
  await first.close();
  const prompt = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  let isWaiting = true;
  const slow: Keychain = {
    ...memory,
    get: async (name) => {
      requested.resolve();
      if (isWaiting) await prompt.promise;
      return memory.get(name);
    },
  };
  const again = openSession(folder, slow);
  const restoring = again.restore();
  await requested.promise;
  isWaiting = false;
  await again.connect(credentialsOf(chosen));
  prompt.resolve();
  await restoring;
  expect(again.current()).toMatchObject({ profile: { address: chosen.url } });
});

test('opens nothing when the app closes while it connects', async () => {
  const running = await startTestService();
  const gate = gatedFetch();
  const folder = temporaryFolder();
  const session = openSession(folder, memoryKeychain(), { fetch: gate.fetch });
  const letThrough = gate.hold(tokenAt(running));
  const connecting = faultOf(session.connect(credentialsOf(running)));
  await eventually(() => expect(gate.waiting()).toBe(1));
  await session.close();
  letThrough();
  await connecting;
  expect(session.current().phase).toBe('none');
  expect(filesIn(folder)).toEqual([]);
});

test('does not store a key that is replaced while its account is forgotten', async () => {
  const running = await startTestService();
  const gate = gatedFetch();
  const keychain = memoryKeychain();
  const folder = temporaryFolder();
  const network = createTestNetwork(gate.fetch);
  const clock = createTestClock();
  const session = openSession(folder, keychain, { fetch: network.fetch, clock });
  const { id } = await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  const letThrough = gate.hold(tokenAt(running));
  const replacing = faultOf(session.replaceKey(running.apiKey));
  await eventually(() => expect(gate.waiting()).toBe(1));
  await session.disconnect(true);
  letThrough();
  expect(await replacing).toMatchObject({ kind: 'declined' });
  await network.idle();
  await clock.advance(1_000);
  expect(await keychain.get(`key:${id}`)).toBeNull();
  expect(await keychain.get(`cache:${id}`)).toBeNull();
  expect(filesIn(folder)).toEqual([]);
});

test('writes no file when a passphrase is set while the account is forgotten', async () => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const session = openSession(folder, missingKeychain);
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  const keeping = faultOf(session.setPassphrase('correct horse battery'));
  await session.disconnect(true);
  expect(await keeping).toMatchObject({ kind: 'declined' });
  expect(filesIn(folder)).toEqual([]);
});

test('keeps the offline copy and drafts when connecting to the open account again', async () => {
  const running = await startTestService();
  const session = openSession(temporaryFolder(), missingKeychain);
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  await session.setPassphrase('correct horse battery');
  session.account().records.drafts.put({
    key: 'user:new:1',
    label: 'Half done',
    kind: 'user',
    base: null,
    edit: { name: 'Half done' },
  });
  await session.connect(credentialsOf(running));
  expect(session.current()).toMatchObject({ phase: 'open', copyStoredIn: 'passphrase' });
  expect(session.account().records.drafts.all()).toHaveLength(1);
});

test('reads the API key of an unlocked copy from the keychain once there is one', async () => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const first = openSession(folder, missingKeychain);
  await first.connect(credentialsOf(running));
  await untilAllPolled(first);
  await first.setPassphrase('correct horse battery');
  await first.close();

  const keychain = memoryKeychain();
  const second = openSession(folder, keychain);
  await second.restore();
  expect(await faultOf(second.unlock('horse one'))).toMatchObject({ reason: 'passphrase' });
  await second.unlock('correct horse battery');
  expect(second.current()).toMatchObject({ needsKey: { reason: 'notStored' } });
  await second.replaceKey(running.apiKey);
  expect(second.current()).toMatchObject({ needsKey: null, keyStoredIn: 'keychain' });
  await second.close();

  const third = openSession(folder, keychain);
  await third.restore();
  await third.unlock('correct horse battery');
  expect(third.current()).toMatchObject({ needsKey: null, keyStoredIn: 'keychain' });
  await untilAllPolled(third);
});
