// Chromium's sandbox on Linux: refused to root, and to everybody where the system forbids user
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

/** The switches with which this Electron starts here; without a sandbox it says so, and why. */
export function sandboxSwitches(dist, say) {
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
