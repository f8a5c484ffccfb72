// The reference service in a process of its own.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A service of that many devices; the first line it prints is how to reach it. */
export async function startService({ binary, folder }, count, seed) {
  const apiKey = randomBytes(16).toString('hex');
  const args = [path.join(folder, 'service.mjs'), '--json', '--devices', String(count)];
  const child = spawn(binary, [...args, ...(seed === undefined ? [] : ['--seed', String(seed)])], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', WAYPOST_SERVICE_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return { ...JSON.parse(line), apiKey, stop: () => child.kill() };
  }
  throw new Error('the service ended before it had started');
}
