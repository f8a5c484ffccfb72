// The reference service in a process of its own, which stands for another computer: on Linux it works only while
// no process of this one wants the processor.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const idle = ['chrt', '--idle', '0'];
const hasIdlePolicy = spawnSync(idle[0], [...idle.slice(1), 'true']).status === 0;

/**
 * Linux may give each session an equal part of the processors (autogroups). The policy of a process counts only
 * within that part, so the session of the service steps back too.
 */
function lowerSession(pid) {
  const session = `/proc/${pid}/autogroup`;
  if (fs.existsSync(session)) fs.writeFileSync(session, String(os.constants.priority.PRIORITY_LOW));
}

/** A service of that many devices; the first line it prints is how to reach it. */
export async function startService({ binary, folder }, count, seed) {
  const apiKey = randomBytes(16).toString('hex');
  const args = [path.join(folder, 'service.mjs'), '--json', '--devices', String(count)];
  if (seed !== undefined) args.push('--seed', String(seed));
  const [command, ...rest] = [...(hasIdlePolicy ? idle : []), binary, ...args];
  const child = spawn(command, rest, {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', WAYPOST_SERVICE_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A session of its own, which a signal to the bench does not end.
    detached: true,
  });
  const stop = () => {
    process.off('exit', stop);
    child.kill();
  };
  process.once('exit', stop);
  lowerSession(child.pid);
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return { ...JSON.parse(line), apiKey, stop };
  }
  throw new Error('the service ended before it had started');
}
