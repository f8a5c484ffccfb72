// Runs one long step of the set-up: its output goes to a file, a line now and then says that it is
// still at work, and the end of the output is shown when it fails.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const logFolder = path.resolve(import.meta.dirname, '..', '.setup');

/** A set-up step that cannot go on; its message is meant for the person at the terminal. */
export class SetupError extends Error {}

function tail(file, lines) {
  return fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

/** Resolves to the exit code of the command; null when it could not be started or was killed. */
function waitFor(child) {
  return new Promise((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', (code) => resolve(code));
  });
}

/** Runs `command`; rejects with a SetupError that begins with `failure` when it does not succeed. */
export async function runStep({ name, command, args, env = process.env, failure, say, ...rest }) {
  fs.mkdirSync(logFolder, { recursive: true });
  const log = path.join(logFolder, `${name}.log`);
  const output = fs.openSync(log, 'w');
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const child = spawn(command, args, { stdio: ['ignore', output, output], env, ...rest });
  const heartbeat = setInterval(() => say(`  … ${name}, ${seconds()} s`), 5000);
  const code = await waitFor(child);
  clearInterval(heartbeat);
  fs.closeSync(output);
  if (code !== 0) throw new SetupError(`${failure}\n${tail(log, 15)}\n(all of it: ${log})`);
  say(`  done in ${seconds()} s`);
}
