// The reference service in a process of its own.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/**
 * The service stands for another computer, so on Linux it works only while no process of this one wants the
 * processor. Each session may get an equal part of the processors there (autogroups), in which a priority counts
 * only within the session: so the session steps back too.
 */
const hasIdlePolicy = spawnSync('chrt', ['--idle', '0', 'true']).status === 0;

function stepBack(pid) {
  const session = `/proc/${pid}/autogroup`;
  if (fs.existsSync(session)) fs.writeFileSync(session, String(os.constants.priority.PRIORITY_LOW));
}

/** A service of that many devices; the first line it prints is how to reach it. */
export async function startService({ binary, folder }, count, seed) {
  const apiKey = randomBytes(16).toString('hex');
  const command = [...(hasIdlePolicy ? ['chrt', '--idle', '0'] : []), binary];
  const args = [path.join(folder, 'service.mjs'), '--json', '--devices', String(count)];
  if (seed !== undefined) args.push('--seed', String(seed));
  const child = spawn(command[0], [...command.slice(1), ...args], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', WAYPOST_SERVICE_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A session of its own.
    detached: true,
  });
  stepBack(child.pid);
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return { ...JSON.parse(line), apiKey, stop: () => child.kill() };
  }
  throw new Error('the service ended before it had started');
}
