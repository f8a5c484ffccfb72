// Profiles for the app to open.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * Makes a profile (`seed.ts`) with an offline copy of `count` devices; returns its folder. `service`: the running
 * service of which it is an account.
 */
export function seedProfile(binary, folder, count, fixes = 0, kind = '', service = null) {
  const profile = path.join(folder, `profile-${count}-${fixes}-${kind}`);
  const args = [path.join(folder, 'seed.mjs'), profile, String(count), String(fixes), kind];
  const { status } = spawnSync(
    binary,
    [...args, ...(service ? [service.url, service.userName] : [])],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        ELECTRON_RUN_AS_NODE: '1',
        ...(service && { WAYPOST_SERVICE_KEY: service.apiKey }),
      },
    },
  );
  if (status !== 0) throw new Error(`the profile with ${count} devices could not be made`);
  return profile;
}
