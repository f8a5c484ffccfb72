// Runs a command under Electron's own Node: `node scripts/node.mjs FILE …` or, for a tool,
// `node scripts/node.mjs vitest run …`. That is the runtime that ships, with its SQLite.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { electronBinary, electronEnv, ensureElectron } from './electron-dist.mjs';

const root = path.resolve(import.meta.dirname, '..');
const tools = { vitest: 'node_modules/vitest/vitest.mjs' };
const [first, ...rest] = process.argv.slice(2);
const dist = ensureElectron((line) => console.error(line));
const file = tools[first] ? path.join(root, tools[first]) : first;
const result = spawnSync(electronBinary(dist), [file, ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: { ...electronEnv(dist), ELECTRON_RUN_AS_NODE: '1' },
});
process.exit(result.status ?? 1);
