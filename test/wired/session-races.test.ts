import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { Keychain } from '../../main/secrets/keychain';
import { eventually } from '../support/eventually';
import { brokenKeychain, filled, gatedFetch, openSession } from '../support/session';
import { asked, faultOf, service, temporaryFolder, tidyUp } from '../support/own';
import { openWindow } from '../support/window';

afterEach(tidyUp);

const hostOf = ({ url }: { url: string }) => new URL(url).host;
const tokenAt = (running: { url: string }) => `${hostOf(running)}/api/Auth/Token`;

function filesIn(folder: string): string[] {
  try {
    return readdirSync(path.join(folder, 'cache'));
  } catch {
    return [];
  }
}

test('of two accounts the one asked for last is opened, however late the first answers', async () => {
  const [slow, quick] = [await service(), await service({ devices: 5 })];
  const gate = gatedFetch();
  const session = openSession(temporaryFolder(), memoryKeychain(), { fetch: gate.fetch });
  const letThrough = gate.hold(tokenAt(slow));
  const first = faultOf(session.connect(asked(slow)));
  await eventually(() => expect(gate.waiting()).toBe(1));
  await session.connect(asked(quick));
  letThrough();
  expect(await first).toMatchObject({ kind: 'conflict' });
  expect(session.current()).toMatchObject({ phase: 'open', profile: { address: quick.url } });
});

test('a second try with a wrong key does not stop the first', async () => {
  const running = await service();
  const gate = gatedFetch();
  const session = openSession(temporaryFolder(), memoryKeychain(), { fetch: gate.fetch });
  const other = await service();
  const letThrough = gate.hold(tokenAt(running));
  const first = session.connect(asked(running));
  await eventually(() => expect(gate.waiting()).toBe(1));
  await faultOf(session.connect({ ...asked(other), apiKey: 'wrong' }));
  letThrough();
  await first;
  expect(session.current()).toMatchObject({ phase: 'open', profile: { address: running.url } });
});

test('lists of the account that was left never reach the window of the next', async () => {
  const [left, next] = [await service(), await service({ devices: 5, seed: 9 })];
  left.control.setFaults(null);
  const gate = gatedFetch();
  const told: { names: unknown[] } = { names: [] };
  const folder = temporaryFolder();
  const session = openSession(folder, memoryKeychain(), {
    fetch: gate.fetch,
    onDevice: () => {},
    onUsers: ({ items }) => told.names.push(...items.map(({ name }) => name)),
  });
  await session.connect(asked(left));
  await filled(session);
  // The people of all made-up services have the same ids; this one is of the first service alone.
  const edit = { name: 'Only here', email: 'only@left.example', country: 'ES', timeZone: 'UTC' };
  const created = await openWindow(session, folder).ask('records.edit', {
    kind: 'user',
    action: 'create',
    edit: { ...edit, password: 'correct horse battery' },
  });
  expect(created).toMatchObject({ ok: true });
  await eventually(() => expect(told.names).toContain(edit.name));
  const letThrough = gate.hold(`${hostOf(left)}/api/users`);
  void session.account().refreshNow();
  await eventually(() => expect(gate.waiting()).toBeGreaterThan(0));
  await session.connect(asked(next));
  await filled(session, 5);
  told.names.length = 0;
  letThrough();
  await eventually(() => expect(gate.waiting()).toBe(0));
  await pause(300);
  expect(told.names).not.toContain(edit.name);
  expect(
    session
      .account()
      .users.current()
      .items.map(({ name }) => name),
  ).not.toContain(edit.name);
});

test('an account that is left while it connects stays left, and keeps nothing', async () => {
  const running = await service();
  const gate = gatedFetch();
  const keychain = memoryKeychain();
  const folder = temporaryFolder();
  const session = openSession(folder, keychain, { fetch: gate.fetch });
  const letThrough = gate.hold(tokenAt(running));
  const connecting = faultOf(session.connect(asked(running)));
  await eventually(() => expect(gate.waiting()).toBe(1));
  await session.disconnect(true);
  letThrough();
  expect(await connecting).toMatchObject({ kind: 'conflict' });
  expect(session.current()).toEqual({ phase: 'none', last: null, known: [] });
  expect(filesIn(folder)).toEqual([]);
});

/** A demo service that does not end by itself. */
const never = new Promise<void>(() => {});

test('a demo service that ended by itself is started anew', async () => {
  const demo = await service();
  const ends: (() => void)[] = [];
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    startDemo: async () => {
      const ended = new Promise<void>((resolve) => ends.push(resolve));
      return { ...demo, ended, stop: async () => {} };
    },
  });
  await session.useDemo();
  ends[0]!();
  await pause(0);
  await session.useDemo();
  expect(ends).toHaveLength(2);
});

test('a demo asked for by a switch does not take the place of the account used last', async () => {
  const [demo, running] = [await service(), await service({ devices: 5 })];
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const first = openSession(folder, keychain);
  const { id } = await first.connect(asked(running));
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

test('the demo started twice is one service, and it stops when another account is opened', async () => {
  const [demo, running] = [await service(), await service({ devices: 5 })];
  let started = 0;
  let stopped = 0;
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    startDemo: async () => {
      started++;
      await pause(50);
      return { ...demo, ended: never, stop: async () => void stopped++ };
    },
  });
  await Promise.allSettled([session.useDemo(), session.useDemo()]);
  expect({ started, stopped }).toEqual({ started: 1, stopped: 0 });
  expect(session.current()).toMatchObject({ phase: 'open', profile: { isDemo: true } });
  await session.connect(asked(running));
  expect({ started, stopped }).toEqual({ started: 1, stopped: 1 });
  expect(session.current()).toMatchObject({ profile: { isDemo: false } });
});

test('leaving while the demo starts leaves no service behind', async () => {
  const demo = await service();
  let isRunning = false;
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    startDemo: async () => {
      await pause(50);
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
  await session.disconnect(false);
  expect(await starting).toMatchObject({ kind: 'conflict' });
  expect(session.current().phase).toBe('none');
  expect(isRunning).toBe(false);
});

test('the demo never asks the keychain for anything, not even to forget it', async () => {
  const demo = await service();
  const refuse = () => expect.fail('the keychain was asked');
  const session = openSession(
    temporaryFolder(),
    { get: refuse, set: refuse, remove: refuse },
    { startDemo: async () => ({ ...demo, ended: never, stop: async () => {} }) },
  );
  await session.useDemo();
  await filled(session);
  await session.disconnect(true);
  expect(session.current()).toEqual({ phase: 'none', last: null, known: [] });
});

test('what the keychain answers late does not push away what was chosen meanwhile', async () => {
  const [kept, chosen] = [await service(), await service({ devices: 5 })];
  const folder = temporaryFolder();
  const memory = memoryKeychain();
  const first = openSession(folder, memory);
  await first.connect(asked(kept));
  await first.close();
  const prompt = Promise.withResolvers<void>();
  let isWaiting = true;
  const slow: Keychain = {
    ...memory,
    get: async (name) => {
      if (isWaiting) await prompt.promise;
      return memory.get(name);
    },
  };
  const again = openSession(folder, slow);
  const restoring = again.restore();
  await pause(20);
  isWaiting = false;
  await again.connect(asked(chosen));
  prompt.resolve();
  await restoring;
  expect(again.current()).toMatchObject({ profile: { address: chosen.url } });
});

test('an app that closes while it connects opens nothing any more', async () => {
  const running = await service();
  const gate = gatedFetch();
  const folder = temporaryFolder();
  const session = openSession(folder, memoryKeychain(), { fetch: gate.fetch });
  const letThrough = gate.hold(tokenAt(running));
  const connecting = faultOf(session.connect(asked(running)));
  await eventually(() => expect(gate.waiting()).toBe(1));
  await session.close();
  letThrough();
  await connecting;
  expect(session.current().phase).toBe('none');
  expect(filesIn(folder)).toEqual([]);
});

test('a key replaced while its account is forgotten is not kept', async () => {
  const running = await service();
  const gate = gatedFetch();
  const keychain = memoryKeychain();
  const folder = temporaryFolder();
  const session = openSession(folder, keychain, { fetch: gate.fetch });
  const { id } = await session.connect(asked(running));
  await filled(session);
  const letThrough = gate.hold(tokenAt(running));
  const replacing = faultOf(session.replaceKey(running.apiKey));
  await eventually(() => expect(gate.waiting()).toBe(1));
  await session.disconnect(true);
  letThrough();
  expect(await replacing).toMatchObject({ kind: 'conflict' });
  await pause(300);
  expect(await keychain.get(`key:${id}`)).toBeNull();
  expect(await keychain.get(`cache:${id}`)).toBeNull();
  expect(filesIn(folder)).toEqual([]);
});

test('a passphrase given while the account is forgotten writes no file', async () => {
  const running = await service();
  const folder = temporaryFolder();
  const session = openSession(folder, brokenKeychain);
  await session.connect(asked(running));
  await filled(session);
  const keeping = faultOf(session.setPassphrase('correct horse battery'));
  await session.disconnect(true);
  expect(await keeping).toMatchObject({ kind: 'conflict' });
  expect(filesIn(folder)).toEqual([]);
});

test('connecting again to the account on screen keeps its copy, whatever opens it', async () => {
  const running = await service();
  const session = openSession(temporaryFolder(), brokenKeychain);
  await session.connect(asked(running));
  await filled(session);
  await session.setPassphrase('correct horse battery');
  session.account().records.drafts.put({
    key: 'user:new:1',
    label: 'Half done',
    kind: 'user',
    base: null,
    edit: { name: 'Half done' },
  });
  await session.connect(asked(running));
  expect(session.current()).toMatchObject({ phase: 'open', copyStoredIn: 'passphrase' });
  expect(session.account().records.drafts.all()).toHaveLength(1);
});

test('an unlocked copy takes its key from the keychain where one has appeared', async () => {
  const running = await service();
  const folder = temporaryFolder();
  const first = openSession(folder, brokenKeychain);
  await first.connect(asked(running));
  await filled(first);
  await first.setPassphrase('correct horse battery');
  await first.close();

  const keychain = memoryKeychain();
  const second = openSession(folder, keychain);
  await second.restore();
  for (const wrong of ['horse one', 'horse two', 'horse three']) {
    expect(await faultOf(second.unlock(wrong))).toMatchObject({ reason: 'passphrase' });
  }
  await second.unlock('correct horse battery');
  expect(second.current()).toMatchObject({ needsKey: { kind: 'unauthorized' } });
  await second.replaceKey(running.apiKey);
  expect(second.current()).toMatchObject({ needsKey: null, keyStoredIn: 'keychain' });
  await second.close();

  const third = openSession(folder, keychain);
  await third.restore();
  await third.unlock('correct horse battery');
  expect(third.current()).toMatchObject({ needsKey: null, keyStoredIn: 'keychain' });
  await filled(third);
});
