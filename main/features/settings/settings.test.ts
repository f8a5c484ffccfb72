import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FaultError } from '#shared/fault';
import { defaultSettings, settingsChangeSchema } from '#shared/domain/settings';
import type { StoredFileProblem } from '#shared/domain/stored-file';
import { openSettings } from './settings';

const file = () => path.join(mkdtempSync(path.join(os.tmpdir(), 'waypost-')), 'settings.json');

test('notifies of a change and restores it after a restart', () => {
  const at = file();
  const received: string[] = [];
  openSettings(at, (s) => received.push(s.theme)).change({ theme: 'dark' });
  expect(received).toEqual(['dark']);
  expect(openSettings(at, () => {}).current()).toEqual({ ...defaultSettings, theme: 'dark' });
});

test('an account has what is about its service for itself, also after a restart', () => {
  const at = file();
  const unitOf = (account?: string) => openSettings(at, () => {}).current(account).serviceSpeedUnit;
  const store = openSettings(at, () => {});
  expect(store.change({ serviceSpeedUnit: 'kn', theme: 'dark' }, 'a1')).toMatchObject({
    serviceSpeedUnit: 'kn',
    theme: 'dark',
  });
  store.change({ theme: 'light' }, 'a1');
  expect([unitOf('a1'), unitOf('b2'), unitOf()]).toEqual(['kn', 'm/s', 'm/s']);
  expect(store.current().theme).toBe('light');
  store.forget('a1');
  expect(unitOf('a1')).toBe('m/s');
  expect(readFileSync(at, 'utf8')).not.toContain('a1');
});

test('what one account has that cannot be read is said, and the others keep theirs', () => {
  const at = file();
  const accounts = { a1: { serviceSpeedUnit: 'parsec' }, b2: { serviceSpeedUnit: 'kn' }, c3: 7 };
  writeFileSync(at, JSON.stringify({ version: 1, accounts }));
  const { store, problems } = opened(at);
  expect(['a1', 'b2', 'c3'].map((id) => store.current(id).serviceSpeedUnit)).toEqual([
    'm/s',
    'kn',
    'm/s',
  ]);
  const skipped = [{ kind: 'setting', name: 'serviceSpeedUnit' }];
  expect(problems).toMatchObject([{ problem: 'partly', skipped }]);
  expect(opened(at)).toMatchObject({ problems: [] });
  expect(opened(at).store.current('b2').serviceSpeedUnit).toBe('kn');
});

test('falls back to the default for each invalid value', () => {
  const at = file();
  writeFileSync(at, JSON.stringify({ theme: 'purple', callsPerMinute: 30 }));
  expect(openSettings(at, () => {}).current()).toEqual({ ...defaultSettings, callsPerMinute: 30 });
});

test('rejects a map style over plain http without writing', () => {
  const at = file();
  const store = openSettings(at, () => expect.fail('nothing changed'));
  expect(() => store.change({ mapStyleUrl: 'http://tiles.example/style.json' })).toThrow(
    FaultError,
  );
  expect(() => readFileSync(at)).toThrow();
  expect(store.current()).toEqual(defaultSettings);
});

test('keeps the current settings if the change cannot be stored', () => {
  const inTheWay = file();
  writeFileSync(inTheWay, '');
  const store = openSettings(path.join(inTheWay, 'settings.json'), () =>
    expect.fail('nothing changed'),
  );
  expect(() => store.change({ theme: 'dark', callsPerMinute: 90 })).toThrow(FaultError);
  expect(store.current()).toEqual(defaultSettings);
});

test('a settings file that names an update feed loads, and the feed is dropped', () => {
  const at = file();
  writeFileSync(at, JSON.stringify({ theme: 'dark', updateFeedUrl: 'https://evil.example/' }));
  const store = openSettings(at, () => {});
  expect(store.current()).toEqual({ ...defaultSettings, theme: 'dark' });
  expect(store.wasUnreadable).toBe(false);
  const change = { updateFeedUrl: 'https://evil.example/' } as object;
  store.change(settingsChangeSchema.parse(change));
  expect(readFileSync(at, 'utf8')).not.toContain('evil');
});

test.each(['{"updatesEnabled":fal', '', '[]', 'null', '{"updatesEnabled":"no"}'])(
  'updates stay off if the settings cannot be read: %s',
  (text) => {
    const at = file();
    writeFileSync(at, text);
    const store = openSettings(at, () => {});
    expect(store.current().updatesEnabled).toBe(false);
    // Another change does not turn them on for the next start.
    store.change({ theme: 'dark' });
    expect(openSettings(at, () => {}).current().updatesEnabled).toBe(false);
    store.change({ updatesEnabled: true });
    expect(openSettings(at, () => {}).current().updatesEnabled).toBe(true);
  },
);

test('updates stay off if the settings file is a folder or too large', () => {
  const folder = file();
  mkdirSync(folder);
  expect(openSettings(folder, () => {})).toMatchObject({ wasUnreadable: true });
  const large = file();
  writeFileSync(large, JSON.stringify({ updatesEnabled: true, note: 'x'.repeat(1_100_000) }));
  const store = openSettings(large, () => {});
  expect([store.wasUnreadable, store.current().updatesEnabled]).toEqual([true, false]);
});

test('without a settings file everything is as usual', () => {
  const store = openSettings(file(), () => {});
  expect([store.wasUnreadable, store.current()]).toEqual([false, defaultSettings]);
});

type Problem = Omit<StoredFileProblem, 'id'>;

function opened(at: string) {
  const problems: Problem[] = [];
  const store = openSettings(
    at,
    () => {},
    {},
    (problem) => problems.push(problem),
  );
  return { store, problems };
}

test.each(['', '{"theme":"dark"', '\0\0', '[]', 'null', '"dark"', '7'])(
  'keeps an unreadable file beside, says so once, and leaves updates off: %j',
  (text) => {
    const at = file();
    writeFileSync(at, text);
    const { store, problems } = opened(at);
    expect(store.current()).toEqual({ ...defaultSettings, updatesEnabled: false });
    expect(store.wasUnreadable).toBe(true);
    expect(problems).toMatchObject([{ content: 'settings', problem: 'unreadable', skipped: [] }]);
    expect(readFileSync(problems[0]!.backup!, 'utf8')).toBe(text);
    // Nothing but the user switches updates on again: not the next start, and not another change.
    const next = opened(at);
    expect(next.problems).toEqual([]);
    expect(next.store.current().updatesEnabled).toBe(false);
    store.change({ theme: 'dark' });
    expect(opened(at).store.current()).toMatchObject({ theme: 'dark', updatesEnabled: false });
    store.change({ updatesEnabled: true });
    expect(store.wasUnreadable).toBe(false);
    expect(opened(at).store.current().updatesEnabled).toBe(true);
  },
);

test('keeps each readable setting and names the others', () => {
  const at = file();
  const text = JSON.stringify({
    theme: 'purple',
    labels: 'off',
    updatesEnabled: false,
    quietHours: 1,
  });
  writeFileSync(at, text);
  const { store, problems } = opened(at);
  expect(store.current()).toEqual({ ...defaultSettings, labels: 'off', updatesEnabled: false });
  expect(store.wasUnreadable).toBe(false);
  expect(problems).toMatchObject([
    {
      problem: 'partly',
      skipped: [
        { kind: 'setting', name: 'theme' },
        { kind: 'setting', name: 'quietHours' },
      ],
    },
  ]);
  expect(readFileSync(problems[0]!.backup!, 'utf8')).toBe(text);
  expect(opened(at)).toMatchObject({ problems: [] });
});

test('leaves updates off if only that setting cannot be read', () => {
  const at = file();
  writeFileSync(at, JSON.stringify({ theme: 'dark', updatesEnabled: 'no' }));
  expect(opened(at).store).toMatchObject({ wasUnreadable: true });
  expect(opened(at).store.current()).toMatchObject({ theme: 'dark', updatesEnabled: false });
});

test('reads what it knows of a file from a newer version, and keeps the file', () => {
  const at = file();
  writeFileSync(at, JSON.stringify({ version: 9, theme: 'dark', labels: { layout: 'new' } }));
  const { store, problems } = opened(at);
  expect(store.current()).toMatchObject({ theme: 'dark', labels: defaultSettings.labels });
  expect(problems).toMatchObject([{ problem: 'newer', skipped: [{ name: 'labels' }] }]);
  expect(readFileSync(problems[0]!.backup!, 'utf8')).toContain('"version":9');
});

test('does not overwrite an old file that could not be kept beside', () => {
  // Every name under which the old file could be kept is longer than a file system allows.
  const at = path.join(path.dirname(file()), `${'s'.repeat(240)}.json`);
  writeFileSync(at, '{"theme":');
  const { store, problems } = opened(at);
  expect(problems).toMatchObject([{ problem: 'unreadable', backup: null }]);
  expect(() => store.change({ theme: 'dark' })).toThrow(FaultError);
  expect(readFileSync(at, 'utf8')).toBe('{"theme":');
});

test('accepts the style of an online map that main requests, and no other address of the app', () => {
  const store = openSettings(file(), () => {});
  const mapStyleUrl = 'app://waypost/maps/stadia/style.json';
  expect(store.change({ mapStyleUrl }).mapStyleUrl).toBe(mapStyleUrl);
  expect(() => store.change({ mapStyleUrl: 'app://waypost/index.html' })).toThrow(FaultError);
});
