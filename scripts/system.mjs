// Linux system requirements: the libraries that Electron and the keychain are linked to, a virtual
// display if there is no real one, and a Secret Service for the end-to-end tests.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { electronBinary } from './electron-dist.mjs';
import { runStep, SetupError } from './step.mjs';

const root = path.resolve(import.meta.dirname, '..');

/** The Debian package of each library; a different name in Ubuntu 24.04 comes first. */
const libraryPackages = {
  'libX11.so.6': ['libx11-6'],
  'libXcomposite.so.1': ['libxcomposite1'],
  'libXdamage.so.1': ['libxdamage1'],
  'libXext.so.6': ['libxext6'],
  'libXfixes.so.3': ['libxfixes3'],
  'libXrandr.so.2': ['libxrandr2'],
  'libasound.so.2': ['libasound2t64', 'libasound2'],
  'libatk-1.0.so.0': ['libatk1.0-0t64', 'libatk1.0-0'],
  'libatk-bridge-2.0.so.0': ['libatk-bridge2.0-0t64', 'libatk-bridge2.0-0'],
  'libatspi.so.0': ['libatspi2.0-0t64', 'libatspi2.0-0'],
  'libcairo.so.2': ['libcairo2'],
  'libcups.so.2': ['libcups2t64', 'libcups2'],
  'libdbus-1.so.3': ['libdbus-1-3'],
  'libdrm.so.2': ['libdrm2'],
  'libexpat.so.1': ['libexpat1'],
  'libgbm.so.1': ['libgbm1'],
  'libgio-2.0.so.0': ['libglib2.0-0t64', 'libglib2.0-0'],
  'libglib-2.0.so.0': ['libglib2.0-0t64', 'libglib2.0-0'],
  'libgobject-2.0.so.0': ['libglib2.0-0t64', 'libglib2.0-0'],
  'libgtk-3.so.0': ['libgtk-3-0t64', 'libgtk-3-0'],
  'libnspr4.so': ['libnspr4'],
  'libnss3.so': ['libnss3'],
  'libnssutil3.so': ['libnss3'],
  'libsmime3.so': ['libnss3'],
  'libpango-1.0.so.0': ['libpango-1.0-0'],
  'libsecret-1.so.0': ['libsecret-1-0'],
  'libudev.so.1': ['libudev1'],
  'libxcb.so.1': ['libxcb1'],
  'libxkbcommon.so.0': ['libxkbcommon0'],
};

const programPackages = {
  Xvfb: ['xvfb'],
  'dbus-run-session': ['dbus'],
  gdbus: ['libglib2.0-bin'],
  'gnome-keyring-daemon': ['gnome-keyring'],
  '7za': ['p7zip-full'],
  rpmbuild: ['rpm'],
};

/** True if a display is available. */
export function hasDisplay(env = process.env) {
  return process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

function hasProgram(name) {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin', '/bin'];
  return folders.some((folder) => folder && fs.existsSync(path.join(folder, name)));
}

/** The names of the shared libraries that `ldd` does not find for this file. */
export function missingLibraries(lddOutput) {
  return [...lddOutput.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1]);
}

function missingFor(file) {
  if (!fs.existsSync(file)) return [];
  try {
    return missingLibraries(execFileSync('ldd', [file], { encoding: 'utf8', stdio: 'pipe' }));
  } catch {
    // No glibc `ldd`, or another architecture: rely on Electron's own message.
    return [];
  }
}

function keychainBinding() {
  const folder = `linux-${process.arch}`;
  return path.join(root, 'node_modules/keytar/prebuilds', folder, 'keytar.node');
}

/**
 * Missing requirements as `{name, isEssential, packages}`. Tests need a private display and a Secret
 * Service. For the app a keychain is optional; for packaging, tools of single installers are optional.
 */
export function missingFromSystem(dist, purpose) {
  if (process.platform !== 'linux') return [];
  const isTest = purpose === 'test';
  const libraries = (file, isEssential) =>
    missingFor(file).map((name) => ({ name, isEssential, packages: libraryPackages[name] ?? [] }));
  const programs = [
    ...(isTest || (purpose === 'start' && !hasDisplay()) ? ['Xvfb'] : []),
    ...(isTest ? ['dbus-run-session', 'gdbus', 'gnome-keyring-daemon'] : []),
  ];
  return [
    ...libraries(electronBinary(dist), true),
    ...libraries(keychainBinding(), isTest),
    ...programs
      .filter((name) => !hasProgram(name))
      .map((name) => ({ name, isEssential: true, packages: programPackages[name] })),
    ...(purpose === 'package' ? ['7za', 'rpmbuild'] : [])
      .filter((name) => !hasProgram(name))
      .map((name) => ({ name, isEssential: false, packages: programPackages[name] })),
  ];
}

function isKnownToApt(name) {
  try {
    execFileSync('apt-cache', ['show', '--no-all-versions', name], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

function aptNames(missing) {
  const names = missing.map(
    ({ packages }) => packages.find(isKnownToApt) ?? packages[packages.length - 1],
  );
  return [...new Set(names.filter(Boolean))].sort();
}

const listed = (missing) => [...new Set(missing.map(({ name }) => name))].join(', ');

async function installWithApt(missing, purpose, say) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (name, args, failure) =>
    runStep({
      name,
      command: 'apt-get',
      args: ['-o', 'DPkg::Lock::Timeout=300', ...args],
      env,
      failure,
      say,
    });
  say(`installing system packages (apt-get), because this machine lacks ${listed(missing)}`);
  await apt('apt-get update', ['update'], 'The package lists could not be fetched.');
  const names = aptNames(missing);
  const install = ['install', '-y', '--no-install-recommends', ...names];
  say(`  ${names.join(' ')}`);
  try {
    await apt('apt-get install', install, 'The system packages could not be installed.');
  } catch {
    // Completes an interrupted dpkg run.
    say('  completing an interrupted installation');
    const failure = 'dpkg could not finish an interrupted installation.';
    await runStep({
      name: 'dpkg',
      command: 'dpkg',
      args: ['--configure', '-a'],
      env,
      failure,
      say,
    });
    await apt('apt-get install', install, 'The system packages could not be installed.');
  }
}

function wordsFor(missing) {
  const what = `this machine lacks what Waypost needs: ${listed(missing)}.`;
  if (!hasProgram('apt-get')) {
    return `${what}\nInstall the packages of your distribution that bring these, then run the same command again.`;
  }
  const command = `apt-get install -y --no-install-recommends ${aptNames(missing).join(' ')}`;
  return `${what}\nRun this once, then the same command again:\n\n  sudo apt-get update && sudo ${command}\n`;
}

/** Installs missing packages as root on Debian; otherwise prints the command to run and stops. */
export async function ensureSystem(dist, purpose, say) {
  const missing = missingFromSystem(dist, purpose);
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && hasProgram('apt-get')) {
    await installWithApt(missing, purpose, say);
    const still = missingFromSystem(dist, purpose).filter(({ isEssential }) => isEssential);
    if (still.length > 0) throw new SetupError(wordsFor(still));
    return;
  }
  const essential = missing.filter(({ isEssential }) => isEssential);
  if (essential.length > 0) throw new SetupError(wordsFor(essential));
  if (purpose === 'package') say(`note: this machine lacks ${listed(missing)}`);
  else say(`note: without ${listed(missing)} keys are stored for the session only`);
}
