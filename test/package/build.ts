import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { updateSwitches } from './feed';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Packages the built app with the update feed of this run. */
export async function buildPackage(...args: string[]): Promise<void> {
  const updates = await updateSwitches();
  execFileSync(
    process.execPath,
    [path.join(root, 'scripts/package.mjs'), '--test-build', ...updates, ...args],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      maxBuffer: 1 << 26,
    },
  );
}

// Playwright looks for the default export of a global set-up.
// oxlint-disable-next-line import/no-default-export
export default async function globalSetup(): Promise<void> {
  // Unpacked only, which most of the tests start.
  await buildPackage('--only=', '--out=out/package-test');
}
