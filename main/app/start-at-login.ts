import fs from 'node:fs';
import path from 'node:path';
import type { EventEmitter } from 'node:events';
import type { AppEvents } from '#main/account/account-services';
import type { SettingsStore } from '#main/features/settings/settings';

/** `--hidden`: starts without a window if there is an icon that opens it, else with a minimized one. */
export const hiddenSwitch = '--hidden';

/** Whether the system starts Waypost when the user signs in, and how to change that. */
export interface LoginStart {
  isOn(): boolean;
  /** Throws if the system does not take it. */
  set(isOn: boolean): void;
}

/** The part of Electron's `app` that is used; Linux has none. */
interface LoginItems {
  getLoginItemSettings(options: { path?: string; args?: string[] }): {
    openAtLogin: boolean;
    /** macOS: the user has to allow it in the settings of the system. */
    status?: string;
  };
  setLoginItemSettings(settings: { openAtLogin: boolean; path?: string; args?: string[] }): void;
}

interface LoginStartOptions {
  platform: NodeJS.Platform;
  app: LoginItems;
  /** Where the user's programs keep their settings. */
  configFolder: string;
  /** The program with the arguments that it was started with for this profile. */
  program: string;
  args: readonly string[];
}

export function openLoginStart(options: LoginStartOptions): LoginStart {
  const { platform, app, program } = options;
  const args = [...options.args, hiddenSwitch];
  if (platform === 'linux') {
    const file = path.join(options.configFolder, 'autostart', 'waypost.desktop');
    return entryIn(file, [program, ...args]);
  }
  // macOS starts an app without arguments and says that it did so.
  const item = platform === 'win32' ? { path: program, args } : {};
  return {
    isOn: () => {
      const { openAtLogin, status } = app.getLoginItemSettings(item);
      return openAtLogin || status === 'requires-approval';
    },
    set: (isOn) => app.setLoginItemSettings({ openAtLogin: isOn, ...item }),
  };
}

/**
 * Passes the setting on to the system when it changes. At the start the setting follows the system, where the user can
 * change this too.
 */
export function followLoginStart(
  login: LoginStart,
  {
    events,
    settings,
    log,
    sayRefused,
  }: {
    events: EventEmitter<AppEvents>;
    settings: Pick<SettingsStore, 'current' | 'change'>;
    log: (line: string) => void;
    sayRefused: () => void;
  },
): void {
  let isOn = login.isOn();
  const follow = () => {
    try {
      if (settings.current().startAtLogin !== isOn) settings.change({ startAtLogin: isOn });
    } catch {
      log('start at login: the setting could not be stored');
    }
  };
  follow();
  events.on('settings', ({ startAtLogin }) => {
    if (startAtLogin === isOn) return;
    try {
      login.set(startAtLogin);
    } catch (error) {
      log(`start at login: ${(error as NodeJS.ErrnoException).code ?? 'refused'}`);
    }
    isOn = login.isOn();
    if (isOn === startAtLogin) return;
    // After the other listeners have the value that did not last.
    queueMicrotask(follow);
    sayRefused();
  });
}

/** The entry of a Linux desktop (Desktop Application Autostart Specification). */
function entryIn(file: string, command: readonly string[]): LoginStart {
  const exec = `Exec=${command.map(quoted).join(' ')}`;
  return {
    isOn: () => {
      const lines = readIfThere(file)?.split('\n') ?? [];
      // The settings of some desktops turn an entry off in the file.
      const isOff = /^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/;
      return lines.includes(exec) && !lines.some((line) => isOff.test(line));
    },
    set: (isOn) => {
      if (!isOn) return fs.rmSync(file, { force: true });
      fs.mkdirSync(path.dirname(file), { recursive: true });
      const entry = ['[Desktop Entry]', 'Type=Application', 'Name=Waypost', exec, 'Icon=waypost'];
      fs.writeFileSync(file, `${entry.join('\n')}\n`);
    },
  };
}

function readIfThere(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** One argument of `Exec`: quoted, in a string in which a backslash is written twice; `%` begins a field. */
function quoted(argument: string): string {
  const escaped = argument.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%');
  return `"${escaped.replaceAll('\\', '\\\\')}"`;
}
