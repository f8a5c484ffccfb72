// Checks that all packages of package-lock.json are installed, and runs `npm ci` if not.
import fs from 'node:fs';
import path from 'node:path';
import { runStep } from './step.mjs';

const root = path.resolve(import.meta.dirname, '..');

function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')).packages;
  } catch {
    return null;
  }
}

/**
 * True if node_modules contains every package of the lockfile in its version. npm writes its own
 * lockfile in node_modules last and removes it first, so an interrupted installation has none.
 */
export function arePackagesInstalled() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([place, { version, optional }]) => {
    if (place === '') return true;
    // Optional packages of other systems are not installed.
    return present[place] ? present[place].version === version : optional === true;
  });
}

/** Installs exactly what the lockfile says. */
export async function installPackages(say) {
  say('installing the packages of package-lock.json (npm ci), because they are not all here');
  const npm = process.env.npm_execpath;
  const isScript = Boolean(npm && /\.[cm]?js$/.test(npm));
  await runStep({
    name: 'npm ci',
    command: isScript ? process.execPath : 'npm',
    args: [...(isScript ? [npm] : []), 'ci', '--no-audit', '--no-fund'],
    failure: 'npm could not install the packages. Check the network, then run the command again.',
    say,
    cwd: root,
    shell: !isScript && process.platform === 'win32',
  });
}
