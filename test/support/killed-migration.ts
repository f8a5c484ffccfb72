import fs from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { openCache } from '../../main/cache/cache';

/** The key of the files of earlier versions in main/cache/migrations/older. */
export const olderKey = Buffer.alloc(32, 7);

const fileSteps = ['openSync', 'renameSync', 'rmSync', 'fsyncSync', 'closeSync'] as const;

/** Runs `before` ahead of every step that changes something on disk. */
function watchSteps(before: () => void): void {
  const watch = (target: object, name: string) => {
    const original = Reflect.get(target, name) as (...given: unknown[]) => unknown;
    Reflect.set(target, name, function (this: unknown, ...given: unknown[]) {
      before();
      return original.apply(this, given);
    });
  };
  for (const name of fileSteps) watch(fs, name);
  for (const name of ['exec', 'close']) watch(DatabaseSync.prototype, name);
  watch(StatementSync.prototype, 'run');
}

/**
 * Opens a file of an earlier version, which migrates it and moves the records into a file of their own.
 * kills-migrations.test.ts kills it meanwhile; with `killedAt` it kills itself before that step.
 * Otherwise it prints the number of steps.
 */
export function migrateUntilKilled({ file, killedAt }: { file: string; killedAt?: number }): void {
  fs.writeSync(1, '"opening"\n');
  let steps = 0;
  if (killedAt !== undefined) {
    watchSteps(() => {
      if (steps === killedAt) process.kill(process.pid, 'SIGKILL');
      steps += 1;
    });
  }
  const cache = openCache({ file, key: olderKey });
  cache.close();
  fs.writeSync(1, `${steps}\n`);
}
