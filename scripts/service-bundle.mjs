// The reference service as one file for Electron's Node, bundled again only if its sources changed.
import fs from 'node:fs';
import path from 'node:path';
import { fingerprint } from './build.mjs';

const root = path.resolve(import.meta.dirname, '..');
// Not in dist/, which is what ships and which a build of the app replaces as a whole.
const bundles = path.join(root, '.setup', 'service');
const inputs = ['shared', 'main/service', 'package-lock.json', 'scripts/service-bundle.mjs'];
const dayMs = 86_400_000;

/** Bundles of earlier sources, and of builds that were interrupted; a running one is younger. */
function removeOld() {
  for (const name of fs.readdirSync(bundles)) {
    const folder = path.join(bundles, name);
    const stat = fs.statSync(folder, { throwIfNoEntry: false });
    if (stat && stat.mtimeMs < Date.now() - dayMs) {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
}

async function bundleInto(folder) {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'main/service/cli.ts',
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        output: { format: 'es', entryFileNames: 'cli.mjs', codeSplitting: false },
      },
    },
  });
}

/**
 * The file to run, bundled if needed. Several processes may ask at once: each moves a finished folder
 * into place, and the first one counts.
 */
export async function serviceBundle() {
  const folder = path.join(bundles, fingerprint(inputs).slice(0, 16));
  const file = path.join(folder, 'cli.mjs');
  if (fs.existsSync(file)) return file;
  const fresh = path.join(bundles, `.${process.pid}`);
  try {
    await bundleInto(fresh);
    removeOld();
    fs.renameSync(fresh, folder);
  } catch (error) {
    if (!fs.existsSync(file)) throw error;
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true });
  }
  return file;
}
