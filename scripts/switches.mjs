// The switches with which Electron starts on this machine.
//
// Chromium's sandbox on Linux is refused to root, and to everybody where the system forbids user
// namespaces (containers, Ubuntu since 24.04) unless Electron's helper belongs to root.
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
 * How this Electron starts here; where that is without a sandbox, it says so and why. `isVirtual`:
 * on a virtual display of our own, which has no GPU.
 */
export function startSwitches(dist, { isVirtual = false, say = console.log } = {}) {
  return [
    ...sandboxSwitches(dist, say),
    // Lets WebGL fall back to software; without a usable GPU there would be no map at all.
    '--enable-unsafe-swiftshader',
    // Else Chromium tries a GPU first and restarts that process, now and then in the middle of a map.
    ...(isVirtual ? ['--disable-gpu'] : []),
  ];
}
