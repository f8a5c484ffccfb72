import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { UpdateState } from '#shared/ipc/desktop';
import { noPolicy, type Policy } from './policy';
import { noUpdates, type UpdateBuild } from './update-listing';
import {
  type InstallAttempt,
  type UpdateQuestion,
  createUpdates,
  reasonToWait,
  type Updater,
} from './updates';
import { message, type Message } from '#shared/i18n/translate';
import { says } from '../../test/support/english';

const feed = 'https://files.example.com/waypost/';
const host = 'files.example.com';
const { publicKey } = generateKeyPairSync('ed25519');
const build: UpdateBuild = { keys: [publicKey], feed, allowsLoopback: false };

interface Failures {
  isNewer?: boolean;
  fails?: Error;
  lookFails?: Error;
  installFails?: Error;
  isChanged?: boolean;
}

/** A fake updater that offers one version; tests choose how it fails. */
function offering(version: string, given: Failures = {}) {
  const calls: string[] = [];
  const updater: Updater = {
    onError: () => {},
    look: async (url) => {
      calls.push(`look ${url}`);
      if (given.lookFails) throw given.lookFails;
      return { isNewer: given.isNewer ?? true, version };
    },
    download: async () => {
      calls.push('download');
      if (given.fails) throw given.fails;
    },
    isUnchanged: async () => !given.isChanged,
    install: () => {
      calls.push('install');
      if (given.installFails) updater.onError(given.installFails);
    },
  };
  return { updater, calls };
}

function open(
  made: ReturnType<typeof offering>,
  given: {
    build?: Partial<UpdateBuild>;
    policy?: Partial<Policy>;
    settings?: { updatesEnabled: boolean };
    wereSettingsUnreadable?: boolean;
    canReplaceItself?: boolean;
    reason?: () => Message | null;
    version?: string;
    attempt?: ReturnType<InstallAttempt['get']>;
    confirm?: (question: UpdateQuestion) => Promise<boolean>;
  } = {},
) {
  let attempt = given.attempt ?? null;
  let quits = 0;
  const states: UpdateState[] = [];
  const lines: string[] = [];
  const questions: UpdateQuestion[] = [];
  let loads = 0;
  const updates = createUpdates({
    version: given.version ?? '1.0.0',
    build: { ...build, ...given.build },
    policy: { ...noPolicy, ...given.policy },
    settings: () => given.settings ?? { updatesEnabled: true },
    wereSettingsUnreadable: () => given.wereSettingsUnreadable ?? false,
    loadUpdater: async () => {
      loads += 1;
      return made.updater;
    },
    canReplaceItself: given.canReplaceItself ?? true,
    confirm: async (question) => {
      questions.push(question);
      return given.confirm?.(question) ?? true;
    },
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
  /** Checks and downloads, with the user agreeing. */
  const stage = async () => {
    await updates.check();
    return updates.download();
  };
  return {
    updates,
    stage,
    states,
    lines,
    questions,
    loads: () => loads,
    attempt: () => attempt,
    quits: () => quits,
  };
}

test('a newer version is downloaded and installed only after the user agreed to each', async () => {
  const made = offering('1.1.0');
  const { updates, states, questions } = open(made);
  expect(await updates.check()).toEqual({ phase: 'available', version: '1.1.0', host });
  expect(made.calls).toEqual([`look ${feed}`]);
  expect(await updates.download()).toEqual({ phase: 'staged', version: '1.1.0', waitsFor: null });
  expect(states.map(({ phase }) => phase)).toEqual([
    'checking',
    'available',
    'downloading',
    'staged',
  ]);
  await updates.install();
  expect(made.calls).toEqual([`look ${feed}`, 'download', 'install']);
  expect(questions).toEqual([
    { kind: 'download', version: '1.1.0', host },
    { kind: 'install', version: '1.1.0', host },
  ]);
});

describe('the window cannot do it alone', () => {
  test('nothing is downloaded if the user declines, however often it is asked for', async () => {
    const made = offering('1.1.0');
    const { updates } = open(made, { confirm: async () => false });
    await updates.check();
    for (let i = 0; i < 3; i += 1) {
      expect(await updates.download()).toMatchObject({ phase: 'available' });
    }
    expect(await updates.install()).toMatchObject({ phase: 'available' });
    expect(made.calls).toEqual([`look ${feed}`]);
  });

  test('nothing is installed if the user declines', async () => {
    const made = offering('1.1.0');
    const { updates, stage, attempt } = open(made, {
      confirm: async ({ kind }) => kind === 'download',
    });
    await stage();
    expect(await updates.install()).toMatchObject({ phase: 'staged' });
    expect(made.calls).not.toContain('install');
    expect(attempt()).toBeNull();
  });

  test('there is one dialog at a time', async () => {
    const answer = Promise.withResolvers<boolean>();
    const made = offering('1.1.0');
    const { updates, questions } = open(made, { confirm: () => answer.promise });
    await updates.check();
    const all = [updates.download(), updates.download(), updates.install(), updates.check()];
    answer.resolve(false);
    await Promise.all(all);
    expect(questions).toHaveLength(1);
  });

  test('no step can be left out', async () => {
    const made = offering('1.1.0');
    const { updates, questions } = open(made);
    await updates.download();
    await updates.install();
    expect(questions).toEqual([]);
    expect(made.calls).toEqual([]);
  });

  test('updates turned off or a draft made while the dialog is open are respected', async () => {
    const settings = { updatesEnabled: true };
    let reason: Message | null = null;
    const made = offering('1.1.0');
    const { updates, stage } = open(made, {
      settings,
      reason: () => reason,
      confirm: async ({ kind }) => {
        if (kind === 'install') reason = message('desktop.updates.drafts', { count: 1 });
        return true;
      },
    });
    await stage();
    expect(await updates.install()).toMatchObject({ phase: 'staged', waitsFor: reason });
    reason = null;
    settings.updatesEnabled = false;
    expect(await updates.install()).toEqual({ phase: 'off', why: 'settings' });
    expect(made.calls).not.toContain('install');
  });
});

test('a downloaded file that was changed afterwards is not installed', async () => {
  const made = offering('1.1.0', { isChanged: true });
  const { updates, stage, attempt } = open(made);
  await stage();
  const state = await updates.install();
  expect(state).toHaveProperty('message', says('was changed or removed'));
  expect(made.calls).not.toContain('install');
  expect(attempt()).toBeNull();
});

test.each([
  ['ERR_LISTING_UNSIGNED', 'no valid signature'],
  ['ERR_LISTING_INVALID', 'damaged or for another system'],
])('a listing refused with %s is reported, and nothing is downloaded', async (code, words) => {
  const made = offering('1.1.0', { lookFails: Object.assign(new Error(code), { code }) });
  const { updates, stage } = open(made);
  expect(await stage()).toHaveProperty('message', says(words));
  expect(updates.current()).toMatchObject({ phase: 'failed' });
  expect(made.calls).toEqual([`look ${feed}`]);
});

test('unsaved drafts and running jobs block the installation until they are gone', async () => {
  const made = offering('1.1.0');
  let reason: Message | null = message('desktop.updates.drafts', { count: 2 });
  const { updates, stage } = open(made, { reason: () => reason });
  expect(await stage()).toMatchObject({ phase: 'staged', waitsFor: reason });
  expect(await updates.install()).toMatchObject({ phase: 'staged', waitsFor: reason });
  expect(made.calls).not.toContain('install');
  reason = null;
  expect(await updates.check()).toMatchObject({ phase: 'staged', waitsFor: null });
  await updates.install();
  expect(made.calls).toContain('install');
});

test('a draft created after staging blocks the installation too', async () => {
  const made = offering('1.1.0');
  let reason: Message | null = null;
  const { updates, stage } = open(made, { reason: () => reason });
  await stage();
  reason = message('desktop.updates.drafts', { count: 1 });
  expect(await updates.install()).toMatchObject({ waitsFor: reason });
  expect(made.calls).not.toContain('install');
});

test("a failed installation is reported without the installer's text and can be retried", async () => {
  const made = offering('1.1.0', { installFails: new Error('pkexec: /home/ada/x.deb refused') });
  const { updates, lines, stage } = open(made);
  await stage();
  const state = await updates.install();
  expect(state).toMatchObject({ phase: 'failed' });
  expect(state).toHaveProperty('message', says('You still have 1.0.0'));
  expect(JSON.stringify([state, lines])).not.toContain('ada');
  expect(await stage()).toMatchObject({ phase: 'staged' });
});

test('an installer that throws is reported', async () => {
  const made = offering('1.1.0');
  made.updater.install = () => {
    throw new Error('spawn failed');
  };
  const { updates, attempt, stage } = open(made);
  await stage();
  await updates.install();
  expect(updates.current()).toMatchObject({ phase: 'failed' });
  expect(attempt()).toBeNull();
});

test('an installation declined after quitting is reported once by the next start', () => {
  const left = { version: '1.1.0', from: '1.0.0' };
  const { updates, attempt } = open(offering('1.1.0'), { attempt: left });
  expect(updates.current()).toMatchObject({ phase: 'failed' });
  expect(updates.current()).toMatchObject({ message: says('1.1.0 could not be installed') });
  expect(attempt()).toBeNull();
  const installed = open(offering('1.1.0'), { attempt: left, version: '1.1.0' });
  expect(installed.updates.current()).toMatchObject({ phase: 'idle' });
  expect(installed.attempt()).toBeNull();
});

test('if quitting was cancelled, the installer is not started twice: the app quits', async () => {
  const made = offering('1.1.0');
  const { updates, quits, attempt, stage } = open(made);
  await stage();
  await updates.install();
  expect([quits(), attempt()]).toEqual([0, { version: '1.1.0', from: '1.0.0' }]);
  await updates.install();
  expect(quits()).toBe(1);
  expect(made.calls.filter((call) => call === 'install')).toHaveLength(1);
});

test('turned off after it was staged, it is not installed any more', async () => {
  const settings = { updatesEnabled: true };
  const made = offering('1.1.0');
  const { updates, stage } = open(made, { settings });
  await stage();
  updates.settingsChanged();
  expect(updates.current()).toMatchObject({ phase: 'staged' });
  settings.updatesEnabled = false;
  expect(await updates.install()).toEqual({ phase: 'off', why: 'settings' });
  expect(made.calls).not.toContain('install');
});

test('stays off when turned off during a download', async () => {
  const settings = { updatesEnabled: true };
  const made = offering('1.1.0');
  const { updates, stage } = open(made, { settings });
  const download = made.updater.download;
  made.updater.download = async () => {
    await download();
    settings.updatesEnabled = false;
    updates.settingsChanged();
  };
  expect(await stage()).toEqual({ phase: 'off', why: 'settings' });
  expect(await updates.install()).toEqual({ phase: 'off', why: 'settings' });
});

test('refuses a lower version with a message', async () => {
  const made = offering('0.9.0', { isNewer: false });
  const state = await open(made).updates.check();
  expect(state).toMatchObject({ phase: 'idle', checkedAt: 42 });
  expect(state).toHaveProperty('note', says('0.9.0, which is not newer'));
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
  const { updates, lines, stage } = open(made);
  expect(await stage()).toEqual({
    phase: 'failed',
    message: says('damaged'),
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
  const settings = { updatesEnabled: false };
  const cases = [
    ['by policy', { policy: { allowsUpdates: false, updateFeed: feed } }, 'policy'],
    ['by the settings', { settings }, 'settings'],
    ['if the settings could not be read', { settings, wereSettingsUnreadable: true }, 'unreadable'],
    ['in a build without a key', { build: { keys: [] } }, 'noKey'],
    [
      'in a build without a key, with a policy',
      { build: noUpdates, policy: { updateFeed: feed } },
      'noKey',
    ],
    ['without a feed', { build: { feed: null } }, 'noFeed'],
    ['over plain http', { build: { feed: 'http://x.example/' } }, 'noFeed'],
    ['over plain http by policy', { policy: { updateFeed: 'http://127.0.0.1/' } }, 'noFeed'],
    ['by a folder that cannot replace itself', { canReplaceItself: false }, 'unsupported'],
  ] as const;
  test.each(cases)('%s', async (_name, given, why) => {
    const made = offering('1.1.0');
    const { updates, loads, questions } = open(made, given);
    expect(updates.current()).toEqual({ phase: 'off', why });
    expect(await updates.check()).toEqual({ phase: 'off', why });
    expect(await updates.download()).toEqual({ phase: 'off', why });
    expect(await updates.install()).toEqual({ phase: 'off', why });
    expect(loads()).toBe(0);
    expect(made.calls).toEqual([]);
    expect(questions).toEqual([]);
  });
});

test("the policy's feed overrides the one of the build", async () => {
  const made = offering('1.1.0');
  await open(made, { policy: { updateFeed: 'https://policy.example/' } }).updates.check();
  expect(made.calls).toEqual(['look https://policy.example/']);
});

test('concurrent checks share one request', async () => {
  const made = offering('1.1.0');
  const { updates } = open(made);
  await Promise.all([updates.check(), updates.check()]);
  expect(made.calls.filter((call) => call.startsWith('look'))).toHaveLength(1);
});

test('describes the work that would be lost', () => {
  expect(reasonToWait(0, [])).toBeNull();
  expect(
    reasonToWait(0, [
      { phase: 'done', title: 'x' },
      { phase: 'paused', title: 'y' },
    ]),
  ).toBeNull();
  expect(reasonToWait(1, [])).toEqual(says('There is one unsaved draft.'));
  expect(reasonToWait(3, [])).toEqual(says('There are 3 unsaved drafts.'));
  expect(reasonToWait(3, [{ phase: 'running', title: 'Renew 40' }])).toEqual(says('“Renew 40”'));
});
