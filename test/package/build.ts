import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Packages the built app, unpacked only, which most of the tests start. */
export function buildPackage(...args: string[]): void {
  execFileSync(
    process.execPath,
    [path.join(root, 'scripts/package.mjs'), '--test-build', ...args],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      maxBuffer: 1 << 26,
    },
  );
}

// Playwright looks for the default export of a global set-up.
// oxlint-disable-next-line import/no-default-export
export default function globalSetup(): void {
  buildPackage('--only=', '--out=out/package-test');
}
