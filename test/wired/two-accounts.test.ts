import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openSettings } from '../../main/features/settings/settings';
import { noTowns } from '../../main/files/towns';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { mainWorkspace } from '../../main/app/workspace-id';
import { Workspaces, type WorkspacesOptions } from '../../main/app/workspaces';
import type { Caller } from '../../shared/ipc/define';
import { systemClock } from '../../main/pace/clock';
import { t } from '../support/english';
import {
  cleanUp,
  credentialsOf,
  faultOf,
  onCleanUp,
  startTestService,
  temporaryFolder,
} from '../support/resources';
import { untilAllPolled } from '../support/session';

afterEach(cleanUp);

const passphrase = 'correct horse battery';

/** The windows of the app, without Electron: their numbers, by account. */
class Windows extends EventEmitter<{ closed: [Caller, number] }> {
  readonly open = new Map<Caller, number>([[1, mainWorkspace]]);
  readonly shown: number[] = [];
  has = (of: number) => [...this.open.values()].includes(of);
  isVisible = () => true;
  inUse = () => null;
  workspaceOf = (caller: Caller) => this.open.get(caller) ?? null;
  openFurther = (_shows: unknown, of: number) => void this.open.set(this.open.size + 1, of);
  show = (_report: unknown, of = mainWorkspace) => void this.shown.push(of);
  send = () => undefined;
  close(caller: Caller): void {
    const of = this.open.get(caller)!;
    this.open.delete(caller);
    this.emit('closed', caller, of);
  }
}

/** Two accounts that this computer knows; the first is open in the main window. */
async function twoAccounts() {
  const [first, second] = [await startTestService(), await startTestService({ devices: 5 })];
  const folder = temporaryFolder();
  const windows = new Windows();
  /** The account of each status that was reported. */
  const reported: number[] = [];
  const settings = openSettings(path.join(folder, 'settings.json'), () => undefined, {
    callsPerMinute: 600,
    expiryWarningDays: [],
  });
  const workspaces = new Workspaces({
    settings,
    window: windows as unknown as WorkspacesOptions['window'],
    report: () => undefined,
    profilesFile: path.join(folder, 'profile.json'),
    t,
    services: {
      cacheFolder: path.join(folder, 'cache'),
      keychain: memoryKeychain(),
      fetch,
      clock: systemClock,
      random: Math.random,
      newId: randomUUID,
      startDemo: () => expect.fail('this test has no demo service'),
      computerTimeZone: () => 'UTC',
      onBug: (error) => expect.fail(String(error)),
    },
    refreshPause: () => null,
    nearestTowns: () => noTowns,
    onOpened: ({ id, events }) => events.on('status', () => reported.push(id)),
  });
  onCleanUp(() => workspaces.close());
  const { session } = workspaces.main;
  const { id: secondId } = await session.connect(credentialsOf(second));
  const { id: firstId } = await session.connect(credentialsOf(first));
  await untilAllPolled(session);
  const fileOf = (id: string) => path.join(folder, 'cache', `${id}.db`);
  return {
    first,
    second,
    firstId,
    secondId,
    session,
    workspaces,
    settings,
    windows,
    reported,
    fileOf,
  };
}

/** The second account in a window of its own. */
async function bothOpen() {
  const accounts = await twoAccounts();
  const { workspaces, secondId, windows } = accounts;
  await workspaces.openInWindow(secondId);
  const other = workspaces.of(2);
  expect(other).not.toBe(workspaces.main);
  expect([...windows.open.values()]).toEqual([mainWorkspace, other.id]);
  await untilAllPolled(other.session, 5);
  return { ...accounts, other };
}

test('two accounts are open at once, and neither gets anything of the other', async () => {
  const { first, second, firstId, secondId, session, other, workspaces, reported } =
    await bothOpen();
  expect(session.current()).toMatchObject({ phase: 'open', profile: { id: firstId } });
  expect(other.session.current()).toMatchObject({ phase: 'open', profile: { id: secondId } });
  expect(session.account().fleet.ids()).toHaveLength(12);
  expect(other.session.account().fleet.ids()).toHaveLength(5);
  // Named only while there are two to tell apart.
  expect(workspaces.nameOf(other)).not.toBeNull();

  const draft = { key: 'user:new:1', kind: 'user', label: 'Half', base: null, edit: {} } as const;
  other.session.account().records.drafts.put(draft);
  expect(session.account().records.drafts.all()).toEqual([]);

  first.control.resetCalls();
  second.control.resetCalls();
  reported.length = 0;
  await other.session.account().refreshNow();
  await vi.waitFor(() => expect(reported).toContain(other.id));
  expect(Object.keys(second.control.calls())).not.toEqual([]);
  // What the refresh of the other one asks for; positions are asked for all the time.
  const lists = Object.keys(first.control.calls()).filter((call) => !/location/i.test(call));
  expect(lists).toEqual([]);
}, 60_000);

test('what one account says of its service is not said of the other, and goes with the account', async () => {
  const { session, other, workspaces, settings, secondId } = await bothOpen();
  const unitOf = (each: typeof other) => each.settings.current().serviceSpeedUnit;
  other.settings.change({ serviceSpeedUnit: 'kn', theme: 'dark' });
  expect([unitOf(workspaces.main), unitOf(other)]).toEqual(['m/s', 'kn']);
  expect(workspaces.main.settings.current().theme).toBe('dark');
  workspaces.main.settings.change({ serviceSpeedUnit: 'km/h' });
  expect([unitOf(workspaces.main), unitOf(other)]).toEqual(['km/h', 'kn']);
  await session.forget(secondId);
  expect(settings.current(secondId).serviceSpeedUnit).toBe('m/s');
}, 60_000);

test('the last window of a further account closes it; the other goes on, and it opens again', async () => {
  const { session, other, workspaces, windows, secondId, firstId } = await bothOpen();
  const draft = { key: 'user:new:1', kind: 'user', label: 'Half', base: null, edit: {} } as const;
  other.session.account().records.drafts.put(draft);
  windows.close(2);
  // While it is still closing.
  await session.openKnown(secondId);
  expect(workspaces.all()).toEqual([workspaces.main]);
  expect(session.current()).toMatchObject({ phase: 'open', profile: { id: secondId } });
  expect(session.account().records.drafts.all()).toMatchObject([{ label: 'Half' }]);
  await workspaces.openInWindow(firstId);
  expect(workspaces.of(2).session.account().fleet.ids()).toHaveLength(12);
}, 60_000);

test('an account that is open in another window is shown there, and never opened twice', async () => {
  const { session, other, workspaces, windows, firstId, secondId, second } = await bothOpen();
  await session.openKnown(secondId);
  await workspaces.openInWindow(secondId);
  await other.session.openKnown(firstId);
  expect(windows.shown).toEqual([other.id, other.id, mainWorkspace]);
  expect(await faultOf(session.connect(credentialsOf(second)))).toMatchObject({ kind: 'declined' });
  expect(session.current()).toMatchObject({ phase: 'open', profile: { id: firstId } });
  expect(workspaces.all()).toHaveLength(2);
}, 60_000);

test('leaving one account, or forgetting that of another window, leaves the other one', async () => {
  const { session, other, secondId, firstId, fileOf } = await bothOpen();
  await session.forget(secondId);
  expect(other.session.current()).toMatchObject({ phase: 'none', known: [{ id: firstId }] });
  expect(existsSync(fileOf(secondId))).toBe(false);
  expect(session.current()).toMatchObject({ phase: 'open', known: [{ id: firstId }] });
  await session.disconnect(false);
  await other.session.openKnown(firstId);
  expect(other.session.account().fleet.ids()).toHaveLength(12);
  expect(session.current()).toMatchObject({ phase: 'none' });
}, 60_000);

test('each account is locked and unlocked with its own passphrase', async () => {
  const { session, other, secondId } = await bothOpen();
  await session.setPassphrase(passphrase);
  await other.session.setPassphrase('another battery');
  expect([session.lock(), other.session.lock()]).toEqual([true, true]);
  expect(await faultOf(other.session.unlock(passphrase))).toMatchObject({ reason: 'passphrase' });
  await other.session.unlock('another battery');
  expect(other.session.current()).toMatchObject({ phase: 'open', profile: { id: secondId } });
  expect(session.current()).toMatchObject({ phase: 'locked' });
}, 60_000);

test('the next start opens the account of the main window', async () => {
  const { session, workspaces, firstId } = await bothOpen();
  await workspaces.close();
  expect(session.known().map(({ id }) => id)).toContain(firstId);
  const again = workspaces.main.session;
  expect(again.current()).toMatchObject({ phase: 'none', last: { id: firstId } });
}, 60_000);
