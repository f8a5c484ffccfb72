import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';

/** The threads that compute for main, by the names that V8, libuv and Chromium give them. */
const helperName = /^(V8Worker|libuv-worker|ThreadPoolForeg)/;

const threadsFolder = '/proc/self/task';

function lowerPriority(thread: string): void {
  try {
    const name = readFileSync(`${threadsFolder}/${thread}/comm`, 'utf8');
    if (helperName.test(name))
      os.setPriority(Number(thread), os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The thread has ended.
  }
}

/**
 * Lets the threads of the window come first where they and the helpers of main (compilation, garbage
 * collection, files) want the same processors, so that the helpers delay no key
 * (docs/decisions/0153-helpers-after-the-window.md). Only on Linux, where each thread has a priority.
 */
export function lowerHelperPriority(): void {
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync(threadsFolder)) lowerPriority(thread);
}
