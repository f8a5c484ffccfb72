// Everything a fresh clone needs before it can start or be tested, in order: packages, Electron,
// system libraries, the bundles. Each step checks first, reports what it does and why, and can be
// interrupted and repeated. Only Node's own modules may be imported here: a fresh clone has nothing
// else.
import './node-version.mjs';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildApp, isBuilt } from './build.mjs';
import { ensureElectron, fallbackNotice, findElectron } from './electron-dist.mjs';
import { withLock } from './lock.mjs';
import { arePackagesInstalled, installPackages } from './packages.mjs';
import { prepareMessages } from './messages.mjs';
import { ensureSystem, missingFromSystem } from './system.mjs';

const root = path.resolve(import.meta.dirname, '..');

function isWritable(folder) {
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Caches npm's and Electron's downloads in this folder if the home folder is not writable. */
function provideHome(say) {
  if (isWritable(os.homedir())) return;
  const home = path.join(root, '.setup', 'home');
  fs.mkdirSync(home, { recursive: true });
  process.env.HOME = home;
  say(`the home folder cannot be written to; using ${home} instead`);
}

function isReady({ purpose, needsBuild }) {
  if (!arePackagesInstalled()) return false;
  const dist = findElectron();
  if (!dist) return false;
  const missing = missingFromSystem(dist, purpose);
  // Packaging builds what it can; missing optional tools are checked each time.
  if (missing.some(({ isEssential }) => isEssential || purpose === 'package')) return false;
  return !needsBuild || isBuilt();
}

async function carryOut({ purpose, isForced, needsBuild }, say) {
  if (isForced || !arePackagesInstalled()) await installPackages(say);
  const dist = ensureElectron(say);
  await ensureSystem(dist, purpose, say);
  if (needsBuild) await buildApp({ isForced, say });
}

const defaults = { purpose: 'start', isForced: false, needsBuild: true, say: print };

/**
 * Prepares this folder for `npm start` (purpose "start") or `npm test` (purpose "test"). Resolves to
 * the folder of the Electron to use; null on failure, after reporting why.
 */
export async function setUp(given = {}) {
  const options = { ...defaults, ...given };
  const { say } = options;
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
  try {
    provideHome(say);
    if (!options.isForced && isReady(options)) {
      say(`up to date (${seconds()} s)`);
    } else {
      await withLock('setup', say, () => carryOut(options, say));
      say(`ready (${seconds()} s)`);
    }
    await prepareMessages();
    const dist = findElectron();
    const notice = fallbackNotice(dist);
    if (notice) say(notice);
    return dist;
  } catch (error) {
    console.error(`\nset-up: ${error.message}`);
    return null;
  }
}

function print(line) {
  console.log(`set-up: ${line}`);
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === import.meta.filename) {
  const args = process.argv.slice(2);
  const purpose = args.includes('--for-tests') ? 'test' : 'start';
  if (!(await setUp({ purpose, isForced: args.includes('--force') }))) process.exitCode = 1;
}
