// The reference service on the command line: `npm run service -- --port 8080 --devices 400`.
// It is bundled and run under Electron's Node, the runtime that ships, with its SQLite.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { electronBinary, electronEnv } from './electron-dist.mjs';
import { runChild } from './run-child.mjs';
import { setUp } from './setup.mjs';

const root = path.resolve(import.meta.dirname, '..');
// Not in dist/, which a build of the app replaces as a whole.
const folder = path.join(root, '.setup', 'service', String(process.pid));

/** stdout is reserved for the service: with `--json` it is one machine-readable line. */
const say = (line) => console.error(`service: ${line}`);

async function bundle() {
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
  return path.join(folder, 'cli.mjs');
}

const dist = await setUp({ purpose: 'start', needsBuild: false, say });
if (!dist) process.exit(1);
try {
  const file = await bundle();
  const { code } = await runChild(electronBinary(dist), [file, ...process.argv.slice(2)], {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: { ...electronEnv(dist), ELECTRON_RUN_AS_NODE: '1' },
  });
  process.exitCode = code;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
