// A Secret Service for tests: a private session bus with an unlocked, empty gnome-keyring and a
// temporary home folder, so that the user's keyring and files are not touched.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

// The password of a temporary keyring for one test run. `--foreground` keeps the daemon a child of
// this shell, which ends it by its process id once its own input ends: at the latest with our process.
const session = `
exec 2>&3 3>&-
gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 <<'PASSWORD' &
test
PASSWORD
keyring=$!
trap 'kill "$keyring" 2>/dev/null' EXIT
tries=0
until dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
  org.freedesktop.DBus.GetNameOwner string:org.freedesktop.secrets >/dev/null 2>&1; do
  tries=$((tries + 1))
  if [ "$tries" -gt 100 ]; then echo "the keyring for the tests did not start" >&2; exit 1; fi
  sleep 0.1
done
echo "$DBUS_SESSION_BUS_ADDRESS"
cat >/dev/null
`;

// The bus logs each service it starts to stderr; our own messages bypass it.
const bus = `
exec 3>&2
exec dbus-run-session -- sh -c "$0" 2>/dev/null
`;

function privateFolders(home) {
  const folders = {
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_DATA_HOME: path.join(home, '.local', 'share'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
    XDG_STATE_HOME: path.join(home, '.local', 'state'),
    XDG_RUNTIME_DIR: path.join(home, 'run'),
  };
  for (const folder of Object.values(folders)) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  return folders;
}

/** Starts one. `env` is the environment of programs that use it, and `close` ends it. */
export async function openKeyring(given) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-home-'));
  const { DBUS_SESSION_BUS_ADDRESS: _, GNOME_KEYRING_CONTROL: __, ...rest } = given;
  const env = { ...rest, ...privateFolders(home) };
  const child = spawn('sh', ['-c', bus, session], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
    // Not in the terminal's process group, so that Ctrl-C ends the app before its keyring.
    detached: true,
  });
  const gone = once(child, 'exit');
  const close = async () => {
    child.stdin.end();
    await gone;
    fs.rmSync(home, { recursive: true, force: true });
  };
  const { value: address } = await createInterface({ input: child.stdout })
    [Symbol.asyncIterator]()
    .next();
  if (address) return { env: { ...env, DBUS_SESSION_BUS_ADDRESS: address }, close };
  await close();
  throw new Error('the keyring for the tests did not start');
}
