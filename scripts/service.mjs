// The reference service on the command line: `npm run service -- --port 8080 --devices 400`.
// It is bundled and run under Electron's Node, the runtime that ships, with its SQLite.
import { electronBinary, electronEnv } from './electron-dist.mjs';
import { runChild } from './run-child.mjs';
import { serviceBundle } from './service-bundle.mjs';
import { setUp } from './setup.mjs';

/** stdout is reserved for the service: with `--json` it is one machine-readable line. */
const say = (line) => console.error(`service: ${line}`);

const dist = await setUp({ purpose: 'start', needsBuild: false, say });
if (!dist) process.exit(1);
const file = await serviceBundle();
const { code } = await runChild(electronBinary(dist), [file, ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  env: { ...electronEnv(dist), ELECTRON_RUN_AS_NODE: '1' },
});
process.exitCode = code;
