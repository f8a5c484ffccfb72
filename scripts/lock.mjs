// A lock for set-up and build, since `npm start` and `npm test` may run concurrently.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const folder = path.resolve(import.meta.dirname, '..', '.setup');

/** True while a process with this id exists, of any user. */
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

/** The pid of the lock's holder; null if it is free; 0 while the holder is writing its pid. */
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
    else if (waited === 0) say(`waiting for process ${pid}, which is doing the same`);
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
