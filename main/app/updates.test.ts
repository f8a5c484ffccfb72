import { describe, expect, test } from 'vitest';
import type { UpdateState } from '#shared/domain/update';
import { noPolicy, type Policy } from './policy';
import { createUpdates, reasonToWait, type InstallAttempt, type Updater } from './updates';

const feed = 'https://files.example.com/waypost/';

/** A fake updater that offers one version; tests choose how it fails. */
function offering(
  version: string,
  given: { isNewer?: boolean; fails?: Error; lookFails?: Error; installFails?: Error } = {},
) {
  const calls: string[] = [];
  let onError = (_error: Error) => {};
  const updater: Updater = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    allowDowngrade: true,
    allowPrerelease: true,
    disableWebInstaller: false,
    logger: console,
    isUpdaterActive: () => true,
    setFeedURL: ({ url }) => calls.push(`feed ${url}`),
    checkForUpdates: async () => {
      calls.push('check');
      if (given.lookFails) throw given.lookFails;
      return { isUpdateAvailable: given.isNewer ?? true, updateInfo: { version } };
    },
    downloadUpdate: async () => {
      calls.push('download');
      if (given.fails) throw given.fails;
    },
    quitAndInstall: () => {
      calls.push('install');
      if (given.installFails) onError(given.installFails);
    },
    on: (_event, listener) => {
      onError = listener;
    },
  };
  return { updater, calls };
}

function open(
  made: ReturnType<typeof offering>,
  given: {
    policy?: Partial<Policy>;
    settings?: { updatesEnabled: boolean; updateFeedUrl: string };
    canReplaceItself?: boolean;
    reason?: () => string | null;
    version?: string;
    attempt?: ReturnType<InstallAttempt['get']>;
  } = {},
) {
  let attempt = given.attempt ?? null;
  let quits = 0;
  const states: UpdateState[] = [];
  const lines: string[] = [];
  let loads = 0;
  const updates = createUpdates({
    version: given.version ?? '1.0.0',
    policy: { ...noPolicy, ...given.policy },
    settings: () => given.settings ?? { updatesEnabled: true, updateFeedUrl: feed },
    loadUpdater: async () => {
      loads += 1;
      return made.updater;
    },
    canReplaceItself: given.canReplaceItself ?? true,
    attempt: {
      get: () => attempt,
      set: (next) => {
        attempt = next;
      },
    },
    quit: () => {
      quits += 1;
    },
    mayInstall: async () => given.reason?.() ?? null,
    now: () => 42,
    onChanged: (state) => states.push(state),
    log: (line) => lines.push(line),
  });
  return { updates, states, lines, loads: () => loads, attempt: () => attempt, quits: () => quits };
}

test('a newer version is downloaded, staged, and installed only on request', async () => {
  const made = offering('1.1.0');
  const { updates, states } = open(made);
  expect(await updates.check()).toEqual({ phase: 'staged', version: '1.1.0', waitsFor: null });
  expect(states.map(({ phase }) => phase)).toEqual(['checking', 'downloading', 'staged']);
  expect(made.calls).toEqual([`feed ${feed}`, 'check', 'download']);
  await updates.install();
  expect(made.calls.at(-1)).toBe('install');
});

test('the updater does nothing automatically and never downgrades', async () => {
  const made = offering('1.1.0');
  await open(made).updates.check();
  expect(made.updater).toMatchObject({
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    allowPrerelease: false,
  });
});

test('unsaved drafts and running jobs block the installation until they are gone', async () => {
  const made = offering('1.1.0');
  let reason: string | null = 'There are 2 unsaved drafts.';
  const { updates } = open(made, { reason: () => reason });
  expect(await updates.check()).toMatchObject({ phase: 'staged', waitsFor: reason });
  expect(await updates.install()).toMatchObject({ phase: 'staged', waitsFor: reason });
  expect(made.calls).not.toContain('install');
  reason = null;
  expect(await updates.check()).toMatchObject({ phase: 'staged', waitsFor: null });
  await updates.install();
  expect(made.calls).toContain('install');
});

test('a draft created after staging blocks the installation too', async () => {
  const made = offering('1.1.0');
  let reason: string | null = null;
  const { updates } = open(made, { reason: () => reason });
  await updates.check();
  reason = 'There is one unsaved draft.';
  expect(await updates.install()).toMatchObject({ waitsFor: reason });
  expect(made.calls).not.toContain('install');
});

test("a failed installation is reported without the installer's text and can be retried", async () => {
  const made = offering('1.1.0', { installFails: new Error('pkexec: /home/ada/x.deb refused') });
  const { updates, lines } = open(made);
  await updates.check();
  const state = await updates.install();
  expect(state).toMatchObject({ phase: 'failed' });
  expect(state).toHaveProperty('message', expect.stringContaining('You still have 1.0.0'));
  expect(JSON.stringify([state, lines])).not.toContain('ada');
  expect(await updates.check()).toMatchObject({ phase: 'staged' });
});

test('an installer that throws is reported', async () => {
  const made = offering('1.1.0');
  made.updater.quitAndInstall = () => {
    throw new Error('spawn failed');
  };
  const { updates, attempt } = open(made);
  await updates.check();
  await updates.install();
  expect(updates.current()).toMatchObject({ phase: 'failed' });
  expect(attempt()).toBeNull();
});

test('an installation declined after quitting is reported once by the next start', () => {
  const left = { version: '1.1.0', from: '1.0.0' };
  const { updates, attempt } = open(offering('1.1.0'), { attempt: left });
  expect(updates.current()).toMatchObject({ phase: 'failed' });
  expect(JSON.stringify(updates.current())).toContain('1.1.0 could not be installed');
  expect(attempt()).toBeNull();
  const installed = open(offering('1.1.0'), { attempt: left, version: '1.1.0' });
  expect(installed.updates.current()).toMatchObject({ phase: 'idle' });
  expect(installed.attempt()).toBeNull();
});

test('if quitting was cancelled, the installer is not started twice: the app quits', async () => {
  const made = offering('1.1.0');
  const { updates, quits, attempt } = open(made);
  await updates.check();
  await updates.install();
  expect([quits(), attempt()]).toEqual([0, { version: '1.1.0', from: '1.0.0' }]);
  await updates.install();
  expect(quits()).toBe(1);
  expect(made.calls.filter((call) => call === 'install')).toHaveLength(1);
});

describe('after something was staged', () => {
  const changes = [
    ['turned off', { updatesEnabled: false, updateFeedUrl: feed }, 'settings'],
    ['without a feed', { updatesEnabled: true, updateFeedUrl: '' }, 'noFeed'],
  ] as const;
  test.each(changes)('%s: it is not installed any more', async (_name, next, why) => {
    const settings = { updatesEnabled: true, updateFeedUrl: feed };
    const made = offering('1.1.0');
    const { updates } = open(made, { settings });
    await updates.check();
    Object.assign(settings, next);
    expect(await updates.install()).toEqual({ phase: 'off', why });
    expect(made.calls).not.toContain('install');
  });

  test('a changed feed is checked before installing; other settings change nothing', async () => {
    const settings = { updatesEnabled: true, updateFeedUrl: feed };
    const made = offering('1.1.0');
    const { updates } = open(made, { settings });
    await updates.check();
    updates.settingsChanged();
    expect(updates.current()).toMatchObject({ phase: 'staged' });
    settings.updateFeedUrl = 'https://other.example/';
    updates.settingsChanged();
    expect(updates.current()).toMatchObject({ phase: 'idle' });
    await updates.install();
    expect(made.calls).not.toContain('install');
    await updates.check();
    expect(made.calls.filter((call) => call.startsWith('feed'))).toEqual([
      `feed ${feed}`,
      'feed https://other.example/',
    ]);
  });
});

test('stays off when turned off during a download', async () => {
  const settings = { updatesEnabled: true, updateFeedUrl: feed };
  const made = offering('1.1.0');
  const { updates } = open(made, { settings });
  const download = made.updater.downloadUpdate;
  made.updater.downloadUpdate = async () => {
    await download();
    settings.updatesEnabled = false;
    updates.settingsChanged();
  };
  expect(await updates.check()).toEqual({ phase: 'off', why: 'settings' });
  expect(await updates.install()).toEqual({ phase: 'off', why: 'settings' });
});

test('checks the new feed if it changes during a request', async () => {
  const settings = { updatesEnabled: true, updateFeedUrl: feed };
  const made = offering('1.1.0');
  const { updates } = open(made, { settings });
  const look = made.updater.checkForUpdates;
  made.updater.checkForUpdates = async () => {
    settings.updateFeedUrl = 'https://other.example/';
    return look();
  };
  expect(await updates.check()).toMatchObject({ phase: 'staged' });
  expect(made.calls.filter((call) => call.startsWith('feed')).at(-1)).toContain('other.example');
});

test('refuses a lower version with a message', async () => {
  const made = offering('0.9.0', { isNewer: false });
  const state = await open(made).updates.check();
  expect(state).toMatchObject({ phase: 'idle', checkedAt: 42 });
  expect(state).toHaveProperty('note', expect.stringContaining('0.9.0, which is not newer'));
  expect(made.calls).not.toContain('download');
});

test("a feed's version text is shown only if it is a version", async () => {
  const made = offering('0.1 <b>call 555-1234</b>', { isNewer: false });
  expect(JSON.stringify(await open(made).updates.check())).not.toMatch(/<|call /);
});

test('reports a damaged download and installs nothing', async () => {
  const damage = Object.assign(new Error('sha512 checksum mismatch, expected a, got b'), {
    code: 'ERR_CHECKSUM_MISMATCH',
  });
  const made = offering('1.1.0', { fails: damage });
  const { updates, lines } = open(made);
  expect(await updates.check()).toEqual({
    phase: 'failed',
    message: expect.stringContaining('damaged') as string,
  });
  expect(await updates.install()).toMatchObject({ phase: 'failed' });
  expect(made.calls).not.toContain('install');
  expect(lines).toEqual(['updates: the download failed: ERR_CHECKSUM_MISMATCH']);
});

test('reports an unreadable feed without logging its address', async () => {
  const made = offering('1.1.0', { lookFails: new Error(`cannot reach ${feed}?token=secret`) });
  const { updates, lines } = open(made);
  expect(await updates.check()).toMatchObject({ phase: 'failed' });
  expect(lines.join()).not.toContain('secret');
});

describe('does not check', () => {
  const cases = [
    ['by policy', { policy: { allowsUpdates: false, updateFeed: feed } }, 'policy'],
    ['by the settings', { settings: { updatesEnabled: false, updateFeedUrl: feed } }, 'settings'],
    ['without a feed', { settings: { updatesEnabled: true, updateFeedUrl: '' } }, 'noFeed'],
    [
      'over plain http',
      { settings: { updatesEnabled: true, updateFeedUrl: 'http://x.example/' } },
      'noFeed',
    ],
    ['by a folder that cannot replace itself', { canReplaceItself: false }, 'unsupported'],
  ] as const;
  test.each(cases)('%s', async (_name, given, why) => {
    const made = offering('1.1.0');
    const { updates, loads } = open(made, given);
    expect(updates.current()).toEqual({ phase: 'off', why });
    expect(await updates.check()).toEqual({ phase: 'off', why });
    expect(loads()).toBe(0);
    expect(made.calls).toEqual([]);
  });
});

test("the policy's feed overrides the settings", async () => {
  const made = offering('1.1.0');
  await open(made, { policy: { updateFeed: 'https://policy.example/' } }).updates.check();
  expect(made.calls[0]).toBe('feed https://policy.example/');
});

test('concurrent checks share one request', async () => {
  const made = offering('1.1.0');
  const { updates } = open(made);
  await Promise.all([updates.check(), updates.check()]);
  expect(made.calls.filter((call) => call === 'download')).toHaveLength(1);
});

test('describes the work that would be lost', () => {
  expect(reasonToWait(0, [])).toBeNull();
  expect(
    reasonToWait(0, [
      { phase: 'done', title: 'x' },
      { phase: 'paused', title: 'y' },
    ]),
  ).toBeNull();
  expect(reasonToWait(1, [])).toBe('There is one unsaved draft.');
  expect(reasonToWait(3, [])).toBe('There are 3 unsaved drafts.');
  expect(reasonToWait(3, [{ phase: 'running', title: 'Renew 40' }])).toContain('“Renew 40”');
});
