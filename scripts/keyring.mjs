// A Secret Service for tests: a private session bus with an unlocked, empty gnome-keyring and a
// temporary home folder, so that the user's keyring and files are not touched.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// The password of a temporary keyring for one test run. `--foreground` keeps the daemon a child of
// this shell, which ends it by its process id.
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
"$@"
`;

// The bus logs each service it starts to stderr; the command's own stderr bypasses it.
const bus = `
exec 3>&2
exec dbus-run-session -- sh -c "$0" sh "$@" 2>/dev/null
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

/** Calls `run(command, env)` with `command` wrapped to use that Secret Service. */
export async function withKeyring(env, command, run) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-home-'));
  try {
    const wrapped = ['sh', '-c', bus, session, ...command];
    const { DBUS_SESSION_BUS_ADDRESS: _, GNOME_KEYRING_CONTROL: __, ...rest } = env;
    return await run(wrapped, { ...rest, ...privateFolders(home) });
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}
