import { afterEach, expect, test } from 'vitest';
import type { Session } from '../../shared/domain/session';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { createTestNetwork } from '../support/network';
import {
  cleanUp,
  credentialsOf,
  faultOf,
  startTestService,
  temporaryFolder,
} from '../support/resources';
import { missingKeychain, openSession, untilAllPolled } from '../support/session';

afterEach(cleanUp);

const passphrase = 'correct horse battery';

test('locks a copy under a passphrase, and opens it with its key and drafts again', async () => {
  const running = await startTestService();
  const network = createTestNetwork();
  const sessions: Session[] = [];
  const session = openSession(temporaryFolder(), missingKeychain, {
    fetch: network.fetch,
    on: { session: (next) => sessions.push(structuredClone(next)) },
  });
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  await session.setPassphrase(passphrase);
  session
    .account()
    .records.drafts.put({ key: 'user:new:1', kind: 'user', label: 'Half', base: null, edit: {} });

  expect(await session.lock()).toBe(true);
  expect(session.current().phase).toBe('locked');
  expect(sessions.at(-1)).toMatchObject({ phase: 'locked' });
  expect(session.status()).toMatchObject({ devices: 0, asOf: null });
  expect(() => session.account()).toThrow();
  await network.idle();
  running.control.resetCalls();
  expect(await session.lock()).toBe(false);
  expect(running.control.calls()).toEqual({});

  expect(await faultOf(session.unlock('wrong horse battery'))).toEqual({
    kind: 'storage',
    reason: 'passphrase',
  });
  expect(session.current().phase).toBe('locked');
  await session.unlock(passphrase);
  expect(session.current()).toMatchObject({
    phase: 'open',
    needsKey: null,
    keyStoredIn: 'memory',
    copyStoredIn: 'passphrase',
  });
  expect(session.account().records.drafts.all()).toHaveLength(1);
  await untilAllPolled(session);
}, 60_000);

test('does not lock an account whose copy is in the keychain or in memory', async () => {
  const running = await startTestService();
  const session = openSession(temporaryFolder(), memoryKeychain());
  await session.connect(credentialsOf(running));
  expect(await session.lock()).toBe(false);
  expect(session.current().phase).toBe('open');

  const unprotected = openSession(temporaryFolder(), missingKeychain);
  expect(await unprotected.lock()).toBe(false);
  await unprotected.connect(credentialsOf(running));
  expect(await unprotected.lock()).toBe(false);
  expect(unprotected.current().phase).toBe('open');
});

test('asks for the key after the next start, because it was in memory only', async () => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const session = openSession(folder, missingKeychain);
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  await session.setPassphrase(passphrase);
  await session.lock();
  await session.close();
  const again = openSession(folder, missingKeychain);
  await again.restore();
  expect(again.current().phase).toBe('locked');
  await again.unlock(passphrase);
  expect(again.current()).toMatchObject({ phase: 'open', needsKey: { kind: 'keychain' } });
});
