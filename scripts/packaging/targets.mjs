// Which installers this machine can build, and why it skips the others.
import fs from 'node:fs';
import path from 'node:path';

const systems = {
  linux: { flag: '--linux', name: 'Linux', unpacked: 'linux-unpacked' },
  win32: { flag: '--win', name: 'Windows', unpacked: 'win-unpacked' },
  darwin: { flag: '--mac', name: 'macOS', unpacked: 'mac' },
};

/** All installers, and what each needs besides Electron. */
export const installers = [
  { target: 'tar.gz', system: 'linux', needs: ['7za'] },
  { target: 'deb', system: 'linux', needs: ['dpkg-deb'] },
  { target: 'rpm', system: 'linux', needs: ['rpmbuild'] },
  { target: 'nsis', system: 'win32', needs: ['downloads'] },
  { target: 'msi', system: 'win32', needs: ['downloads'] },
  { target: 'portable', system: 'win32', needs: ['downloads'] },
  { target: 'dmg', system: 'darwin', needs: ['downloads'] },
  { target: 'zip', system: 'darwin', needs: ['downloads'] },
];

/** The message for each missing requirement. */
const reasons = {
  '7za': 'there is no 7za here (Debian: p7zip-full) and none can be downloaded',
  'dpkg-deb': 'there is no dpkg-deb here and fpm cannot be downloaded',
  rpmbuild: 'there is no rpmbuild here (Debian: rpm)',
  downloads: 'the tools for it come from a download host that cannot be reached from here',
};

/** The full path of a program on the PATH, or null. */
export function programOf(name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const files = folders.map((folder) => path.join(folder, name));
  return files.find((file) => fs.existsSync(file)) ?? null;
}

/** True if electron-builder can download its tools. */
export async function canDownload() {
  try {
    const answer = await fetch('https://github.com/electron-userland/electron-builder-binaries', {
      method: 'HEAD',
      signal: AbortSignal.timeout(8_000),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

export function systemOf(platform) {
  const system = systems[platform];
  if (!system) throw new Error(`there are no installers for ${platform}`);
  return system;
}

/**
 * `{make, left}`: the installers to build and those to skip, each with a reason. `has` returns whether
 * a requirement is met; `only` selects installers, null for all.
 *
 * @param {{ platform: string, has: (need: string) => boolean, only?: string[] | null }} machine
 */
export function plan({ platform, has, only = null }) {
  const unknown = (only ?? []).filter((name) => !installers.some(({ target }) => target === name));
  if (unknown.length > 0) {
    const known = installers.map(({ target }) => target).join(', ');
    throw new Error(`no such installer: ${unknown.join(', ')}; there are ${known}`);
  }
  const wanted = installers.filter(({ target }) => only === null || only.includes(target));
  const make = [];
  const left = [];
  for (const { target, system, needs } of wanted) {
    // electron-builder downloads its own tools, except rpmbuild.
    const lacking = needs.find((need) => !has(need) && (need === 'rpmbuild' || !has('downloads')));
    if (system !== platform) {
      left.push({ target, why: `it is made on ${systemOf(system).name}` });
    } else if (lacking) {
      left.push({ target, why: reasons[lacking] });
    } else {
      make.push(target);
    }
  }
  return { make, left };
}

const certificates = {
  win32: { name: 'WIN_CSC_LINK or CSC_LINK', isSet: (env) => env.WIN_CSC_LINK || env.CSC_LINK },
  darwin: { name: 'CSC_LINK or CSC_NAME', isSet: (env) => env.CSC_LINK || env.CSC_NAME },
};

/** Warnings for what cannot be signed or notarised for lack of credentials in the environment. */
export function signingWarnings(platform, env) {
  const warnings = [];
  const certificate = certificates[platform];
  if (certificate && !certificate.isSet(env)) {
    warnings.push(`NOT SIGNED: ${certificate.name} is not set; the system will warn who opens it`);
  }
  const hasAppleId = env.APPLE_ID && env.APPLE_APP_SPECIFIC_PASSWORD && env.APPLE_TEAM_ID;
  const hasAppleKey = env.APPLE_API_KEY && env.APPLE_API_KEY_ID && env.APPLE_API_ISSUER;
  if (platform === 'darwin' && !hasAppleId && !hasAppleKey) {
    warnings.push(
      'NOT NOTARISED: neither APPLE_ID, APPLE_APP_SPECIFIC_PASSWORD, APPLE_TEAM_ID nor ' +
        'APPLE_API_KEY, APPLE_API_KEY_ID, APPLE_API_ISSUER are set; macOS will refuse to open it',
    );
  }
  return warnings;
}
