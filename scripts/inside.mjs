// Runs a script a second time on a private display, with a private session bus and an unlocked
// keyring, for scripts that start the real app.
import { openDisplay } from './display.mjs';
import { electronEnv } from './electron-dist.mjs';
import { withKeyring } from './keyring.mjs';
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

/** Runs a command with a display and a keyring of its own; resolves to its exit code. */
export async function runWithDesktop(dist, [command, ...args], { extraEnv = {}, ...options } = {}) {
  const run = async ([first, ...rest], env) =>
    (await runChild(first, rest, { ...options, env, group: true })).code;
  if (process.platform !== 'linux') {
    return run([command, ...args], { ...appEnv(dist, null), ...extraEnv });
  }
  const display = await openDisplay();
  try {
    return await withKeyring({ ...appEnv(dist, display), ...extraEnv }, [command, ...args], run);
  } finally {
    display.close();
  }
}

/** Runs `file` again with `args`, inside. */
export function runAgainInside(dist, file, args, options) {
  return runWithDesktop(dist, [process.execPath, file, mark, ...args], options);
}
