// Runs one long step of the set-up: its output goes to a file, a line now and then says that it is
// still at work, and the telling part of the output is shown when it fails.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const logFolder = path.resolve(import.meta.dirname, '..', '.setup');

/** A set-up step that cannot go on; its message is meant for the person at the terminal. */
export class SetupError extends Error {}

/** The part of the output that matters: from the first error on, else the end. */
function excerpt(file) {
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
  const first = lines.findIndex((line) => /^(npm error|E:|dpkg: error)/.test(line));
  return (first < 0 ? lines.slice(-15) : lines.slice(first, first + 15)).join('\n');
}

/** Resolves to the exit code of the command; null when it could not be started or was killed. */
function waitFor(child) {
  return new Promise((resolve) => {
    // Left alone, an interrupted set-up would leave npm at work behind the next one's back.
    const interrupt = (signal) => {
      child.kill(signal);
      process.exit(130);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.once(signal, interrupt);
    const finish = (code) => {
      for (const signal of signals) process.off(signal, interrupt);
      resolve(code);
    };
    child.on('error', () => finish(null));
    child.on('close', finish);
  });
}

/** Runs `command`; rejects with a SetupError that begins with `failure` when it does not succeed. */
export async function runStep({ name, command, args, env = process.env, failure, say, ...rest }) {
  fs.mkdirSync(logFolder, { recursive: true });
  const log = path.join(logFolder, `${name.replaceAll(' ', '-')}.log`);
  const output = fs.openSync(log, 'w');
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const child = spawn(command, args, { stdio: ['ignore', output, output], env, ...rest });
  const heartbeat = setInterval(() => say(`  … ${name}, ${seconds()} s`), 5000);
  const code = await waitFor(child);
  clearInterval(heartbeat);
  fs.closeSync(output);
  if (code !== 0) throw new SetupError(`${failure}\n${excerpt(log)}\n(all of it: ${log})`);
  say(`  done in ${seconds()} s`);
}
