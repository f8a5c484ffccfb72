import fs from 'node:fs';
import path from 'node:path';
import { beside, flushFolder } from './replace-file';

// Backups of a work file lie beside it, one a day. They are whole SQLite files with the same encrypted rows.
const mark = '.backup-';
/** How many days with changes have a backup. */
const mostBackups = 3;

interface Backup {
  file: string;
  /** The day in UTC, `YYYY-MM-DD`. */
  day: string;
}

export const backupDay = (now: number) => new Date(now).toISOString().slice(0, 10);

/** The backups of a work file, the newest first. */
export function backupsOf(file: string): Backup[] {
  return beside(file, mark)
    .map((each) => ({ file: each, day: path.basename(each).split(mark)[1]! }))
    .filter(({ day }) => /^\d{4}-\d\d-\d\d$/.test(day))
    .toReversed();
}

/** Lets `write` fill a new, empty file, which replaces the backup of the day. */
export function writeBackup(file: string, now: number, write: (target: string) => void): void {
  const target = file + mark + backupDay(now);
  const building = `${target}.building`;
  fs.rmSync(building, { force: true });
  const handle = fs.openSync(building, 'wx', 0o600);
  try {
    write(building);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(building, target);
  flushFolder(target);
  for (const old of backupsOf(file).slice(mostBackups)) fs.rmSync(old.file, { force: true });
}

/** Deletes every backup, whole or not. */
export function deleteBackups(file: string): void {
  for (const each of beside(file, mark)) fs.rmSync(each, { force: true });
}
