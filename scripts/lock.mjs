// One process at a time sets up or builds in this folder: `npm start` and `npm test` may run side by side.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const folder = path.resolve(import.meta.dirname, '..', '.setup');

/** True while a process with this id exists, whoever it belongs to. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function take(file) {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** The pid that holds the lock; null when it is free again; 0 while its holder is just writing it. */
function holder(file) {
  try {
    return Number.parseInt(fs.readFileSync(file, 'utf8'), 10) || 0;
  } catch {
    return null;
  }
}

/**
 * Runs `work` while holding the named lock. A lock whose process is gone (killed, power cut) is
 * taken over, so an interrupted run never blocks the next one.
 */
export async function withLock(name, say, work) {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.lock`);
  for (let waited = 0; !take(file); waited += 1) {
    const pid = holder(file);
    const isAbandoned = pid === 0 ? waited > 20 : pid !== null && !isAlive(pid);
    if (isAbandoned) fs.rmSync(file, { force: true });
    else if (waited === 0) say(`waiting for process ${pid}, which is at the same work`);
    await sleep(100);
  }
  const release = () => {
    if (holder(file) === process.pid) fs.rmSync(file, { force: true });
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
