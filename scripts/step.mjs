// Runs one long set-up step: its output goes to a file, a heartbeat line shows progress, and the
// relevant part of the output is printed on failure.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './lock.mjs';

const folder = path.resolve(import.meta.dirname, '..', '.setup');
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const patienceMs = 60_000;
const graceMs = 4000;

/** A failed set-up step; its message is shown in the terminal. */
export class SetupError extends Error {}

/** The relevant part of the output: from the first error on, else the end. */
function excerpt(file) {
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
  const first = lines.findIndex((line) => /^(npm error|E:|dpkg: error)/.test(line));
  return (first < 0 ? lines.slice(-15) : lines.slice(first, first + 15)).join('\n');
}

/** A killed set-up may have left its npm or apt running, which would conflict with a new one. */
async function outwaitOrphan(pidFile, name, say) {
  const pid = fs.existsSync(pidFile) ? Number(fs.readFileSync(pidFile, 'utf8')) : 0;
  if (!pid || !isAlive(pid)) return;
  say(`  waiting for the ${name} of an interrupted set-up (process ${pid}) to end`);
  const endsAt = performance.now() + patienceMs;
  while (isAlive(pid) && performance.now() < endsAt) await sleep(200);
}

/** Resolves to the exit code of the command; null when it could not be started or was killed. */
function waitFor(child) {
  return new Promise((resolve) => {
    let isInterrupted = false;
    // The next set-up must not start while npm or apt are still running, and npm is slow to stop.
    const interrupt = (signal) => {
      isInterrupted = true;
      child.kill(signal);
      setTimeout(() => child.kill('SIGKILL'), graceMs);
    };
    for (const signal of signals) process.on(signal, interrupt);
    const finish = (code) => {
      for (const signal of signals) process.off(signal, interrupt);
      if (isInterrupted) process.exit(130);
      resolve(code);
    };
    child.on('error', () => finish(null));
    child.on('close', finish);
  });
}

/** Runs `command`; rejects with a SetupError that begins with `failure` when it does not succeed. */
export async function runStep({ name, command, args, env = process.env, failure, say, ...rest }) {
  fs.mkdirSync(folder, { recursive: true });
  const place = path.join(folder, name.replaceAll(' ', '-'));
  const log = `${place}.log`;
  const pidFile = `${place}.pid`;
  await outwaitOrphan(pidFile, name, say);

  const output = fs.openSync(log, 'w');
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const child = spawn(command, args, { stdio: ['ignore', output, output], env, ...rest });
  if (child.pid) fs.writeFileSync(pidFile, String(child.pid));
  const heartbeat = setInterval(() => say(`  … ${name}, ${seconds()} s`), 5000);
  const code = await waitFor(child);
  clearInterval(heartbeat);
  fs.closeSync(output);
  fs.rmSync(pidFile, { force: true });
  if (code !== 0) throw new SetupError(`${failure}\n${excerpt(log)}\n(all of it: ${log})`);
  say(`  done in ${seconds()} s`);
}
