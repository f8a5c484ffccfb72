import { existsSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';

/** The name of the threads that compile and collect garbage for main. */
const helperName = 'V8Worker';

const threadsFolder = '/proc/self/task';

function lowerPriority(thread: string): void {
  try {
    const name = readFileSync(`${threadsFolder}/${thread}/comm`, 'utf8');
    if (name.trim() === helperName)
      os.setPriority(Number(thread), os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The thread has ended, or has a lower priority already, which may not be raised.
  }
}

/**
 * Lets the threads of the window come first where they and the helpers of main want the same processors, so
 * that compilation and garbage collection in main delay no key (docs/decisions/0153-compilers-after-the-window.md).
 * Only Linux has the folder; elsewhere a priority belongs to a process, main's own thread included.
 */
export function lowerHelperPriority(): void {
  if (!existsSync(threadsFolder)) return;
  for (const thread of readdirSync(threadsFolder)) lowerPriority(thread);
}
