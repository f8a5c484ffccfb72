import { rmSync } from 'node:fs';

const attempts = 50;
const pauseMs = 100;

/**
 * Removes a folder with its content. Chromium's helpers may outlive its main process and write
 * while it is being removed; `rmSync` retries the last step only, not files written since.
 */
export function removeFolder(folder: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (attempt === attempts || (error as NodeJS.ErrnoException).code !== 'ENOTEMPTY')
        throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}
