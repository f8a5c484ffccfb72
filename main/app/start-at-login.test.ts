import { execFileSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { AppEvents } from '#main/account/account-services';
import { defaultSettings, type Settings } from '#shared/domain/settings';
import { followLoginStart, openLoginStart } from './start-at-login';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

const noItems = {
  getLoginItemSettings: () => expect.fail('Linux has no login items'),
  setLoginItemSettings: () => expect.fail('Linux has no login items'),
};

function onLinux(program: string, args: readonly string[] = []) {
  const configFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-login-'));
  folders.push(configFolder);
  const file = path.join(configFolder, 'autostart', 'waypost.desktop');
  const start = openLoginStart({ platform: 'linux', app: noItems, configFolder, program, args });
  return { start, file, configFolder };
}

test('the desktop starts Waypost hidden as long as the entry is there and not turned off', () => {
  const { start, file, configFolder } = onLinux('/opt/Waypost/waypost');
  expect(start.isOn()).toBe(false);
  start.set(true);
  expect(start.isOn()).toBe(true);
  expect(fs.readFileSync(file, 'utf8')).toContain('Exec="/opt/Waypost/waypost" "--hidden"\n');
  fs.appendFileSync(file, 'X-GNOME-Autostart-enabled=false\n');
  expect(start.isOn()).toBe(false);
  start.set(true);
  expect(start.isOn()).toBe(true);
  // An entry for a program that was moved starts nothing.
  const moved = openLoginStart({
    platform: 'linux',
    app: noItems,
    configFolder,
    program: '/home/me/waypost',
    args: [],
  });
  expect(moved.isOn()).toBe(false);
  start.set(false);
  expect(start.isOn()).toBe(false);
  expect(fs.existsSync(file)).toBe(false);
  start.set(false);
});

test.each(['/a b/way"post', '/100 %/$HOME/`id`', String.raw`/back\slash/\\two`, "/it's"])(
  'the desktop passes on %j as it is',
  (folder) => {
    const { start, file } = onLinux('/usr/bin/printf', [
      String.raw`%s\n`,
      `--user-data-dir=${folder}`,
    ]);
    start.set(true);
    const exec = /^Exec=(.*)$/m.exec(fs.readFileSync(file, 'utf8'))![1]!;
    // As the specification says: the escapes of a string first, then fields, and the rest is quoted as in a shell.
    const command = exec.replaceAll(/\\\\/g, '\\').replaceAll('%%', '%');
    const passed = execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' });
    expect(passed).toBe(`--user-data-dir=${folder}\n--hidden\n`);
  },
);

test('Windows and macOS have login items; one that waits for approval counts', () => {
  const kept: object[] = [];
  let isOn = false;
  const app = {
    getLoginItemSettings: (asked: object) => {
      kept.push(asked);
      return { openAtLogin: false, ...(isOn && { status: 'requires-approval' }) };
    },
    setLoginItemSettings: (given: { openAtLogin: boolean }) => {
      kept.push(given);
      isOn = given.openAtLogin;
    },
  };
  const open = (platform: NodeJS.Platform) =>
    openLoginStart({ platform, app, configFolder: '', program: 'C:\\Waypost.exe', args: ['--x'] });
  open('win32').set(true);
  expect(open('win32').isOn()).toBe(true);
  const item = { path: 'C:\\Waypost.exe', args: ['--x', '--hidden'] };
  expect(kept).toEqual([{ openAtLogin: true, ...item }, item]);
  open('darwin').set(false);
  expect(open('darwin').isOn()).toBe(false);
  expect(kept.slice(2)).toEqual([{ openAtLogin: false }, {}]);
});

function follow(isOn: boolean, setting: boolean) {
  const events = new EventEmitter<AppEvents>();
  const world = { isOn, isRefusing: false };
  let settings: Settings = { ...defaultSettings, startAtLogin: setting };
  const sayRefused = vi.fn<() => void>();
  const change = (part: Partial<Settings>) => {
    settings = { ...settings, ...part };
    events.emit('settings', settings);
    return settings;
  };
  const login = {
    isOn: () => world.isOn,
    set: (next: boolean) => {
      if (world.isRefusing) throw new Error('EROFS');
      world.isOn = next;
    },
  };
  const log = () => {};
  followLoginStart(login, {
    events,
    settings: { current: () => settings, change },
    log,
    sayRefused,
  });
  return { world, change, sayRefused, setting: () => settings.startAtLogin };
}

test.each([true, false])('the setting follows what the user chose in the system: %s', (isOn) => {
  const { setting, sayRefused } = follow(isOn, !isOn);
  expect(setting()).toBe(isOn);
  expect(sayRefused).not.toHaveBeenCalled();
});

test('a change that the system refuses is taken back, and said', async () => {
  const { world, change, setting, sayRefused } = follow(false, false);
  change({ startAtLogin: true });
  expect(world.isOn).toBe(true);
  world.isRefusing = true;
  change({ startAtLogin: false });
  await vi.waitFor(() => expect(setting()).toBe(true));
  expect(sayRefused).toHaveBeenCalledOnce();
  // Another setting asks for nothing.
  change({ badgeSos: true });
  expect(sayRefused).toHaveBeenCalledOnce();
});

test('the start goes on where the settings cannot be written', () => {
  const lines: string[] = [];
  followLoginStart(
    { isOn: () => true, set: () => {} },
    {
      events: new EventEmitter<AppEvents>(),
      settings: {
        current: () => defaultSettings,
        change: () => {
          throw new Error('EROFS');
        },
      },
      log: (line) => lines.push(line),
      sayRefused: () => expect.fail('nobody changed anything'),
    },
  );
  expect(lines).toEqual(['start at login: the setting could not be stored']);
});
