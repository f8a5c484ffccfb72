// Runs a script a second time on a private display, with a private session bus and an unlocked
// keyring, for scripts that start the real app.
import { openDisplay } from './display.mjs';
import { electronEnv } from './electron-dist.mjs';
import { openKeyring } from './keyring.mjs';
import { runChild } from './run-child.mjs';
import { startSwitches } from './switches.mjs';

const mark = '--inside';

/** The arguments of the second run; null in the first one. */
export function insideArguments() {
  const args = process.argv.slice(2);
  return args.includes(mark) ? args.filter((argument) => argument !== mark) : null;
}

/** Electron's switches for this machine; available in the second run. */
export function electronSwitches() {
  return (process.env.WAYPOST_ELECTRON_SWITCHES ?? '').split(' ').filter(Boolean);
}

/** The environment for starting the app on `display`. */
export function appEnv(dist, display) {
  const env = electronEnv(dist);
  const switches = startSwitches(dist, { isVirtual: display !== null });
  env.WAYPOST_ELECTRON_SWITCHES = switches.join(' ');
  if (display) {
    env.DISPLAY = display.name;
    delete env.WAYLAND_DISPLAY;
  }
  return env;
}

/**
 * A display and a keyring of its own on Linux; elsewhere those of the user. `env` is the environment
 * of programs that use them.
 */
export async function openDesktop(dist) {
  if (process.platform !== 'linux') return { env: appEnv(dist, null), close: async () => {} };
  const display = await openDisplay();
  try {
    const keyring = await openKeyring(appEnv(dist, display));
    const close = async () => {
      await keyring.close();
      display.close();
    };
    return { env: keyring.env, close };
  } catch (error) {
    display.close();
    throw error;
  }
}

/** Runs a command on a desktop of its own; resolves to its exit code. */
export async function runWithDesktop(dist, [command, ...args], options) {
  const desktop = await openDesktop(dist);
  try {
    return (await runChild(command, args, { ...options, env: desktop.env, group: true })).code;
  } finally {
    await desktop.close();
  }
}

/** Runs `file` again with `args`, inside. */
export function runAgainInside(dist, file, args, options) {
  return runWithDesktop(dist, [process.execPath, file, mark, ...args], options);
}
