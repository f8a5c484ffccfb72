// Electron's switches for this machine.
//
// Chromium's sandbox on Linux is not available to root, nor on systems without user namespaces
// (containers, Ubuntu since 24.04) unless Electron's helper is owned by root.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

function canMakeNamespaces() {
  try {
    execFileSync('unshare', ['--user', '--map-root-user', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function isHelperReady(helper) {
  const stat = fs.statSync(helper, { throwIfNoEntry: false });
  return stat !== undefined && stat.uid === 0 && (stat.mode & 0o4755) === 0o4755;
}

function sandboxSwitches(dist, say) {
  if (process.platform !== 'linux') return [];
  if (process.getuid() === 0) return ['--no-sandbox'];
  const helper = path.join(dist, 'chrome-sandbox');
  if (isHelperReady(helper) || canMakeNamespaces()) return [];
  say(
    'note: this system does not let programs make user namespaces, so Electron runs without its ' +
      `sandbox. To have it: sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`,
  );
  return ['--no-sandbox'];
}

/**
 * The switches to start this Electron; reports the reason when it has to run without a sandbox.
 * `isVirtual`: on a private virtual display, which has no GPU.
 */
export function startSwitches(dist, { isVirtual = false, say = console.log } = {}) {
  return [
    ...sandboxSwitches(dist, say),
    // Allows software WebGL; without it there is no map on a machine without a GPU.
    '--enable-unsafe-swiftshader',
    // Otherwise Chromium tries a GPU first and restarts the GPU process, sometimes while the map draws.
    ...(isVirtual ? ['--disable-gpu'] : []),
  ];
}
