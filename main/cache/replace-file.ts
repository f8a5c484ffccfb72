import fs from 'node:fs';
import path from 'node:path';
import { fail } from '#shared/fault';

// A file is never changed into another one: the new one is written completely beside it (`.building`),
// then named `.new`, which decides, and then takes the place of the old one, which is set aside. An end
// of the app in between is completed by `finishReplacement` at the next start.
const building = (file: string) => `${file}.building`;
const complete = (file: string) => `${file}.new`;
const asideMark = '.damaged-';
/** How many files to keep that were set aside. */
const mostAside = 3;
/** SQLite's own files beside a database. */
const sideFiles = ['-wal', '-shm', '-journal'];

/**
 * Lets `write` create a new file and puts it in place of what is there. Returns the name of the file
 * that was set aside, null if there was none. If it throws, what was there is still valid.
 */
export function replaceFile(
  file: string,
  write: (target: string) => void,
  now: number,
): string | null {
  const target = building(file);
  removeWithSideFiles(target);
  try {
    write(target);
    // SQLite leaves the log there if the disk has no room for its content in the file.
    if (fs.existsSync(`${target}-wal`)) fail({ kind: 'storage', reason: 'full' });
    fs.renameSync(target, complete(file));
    return finishReplacement(file, now);
  } catch (error) {
    removeQuietly(target);
    // Unless what it replaces is gone already.
    if (fs.existsSync(file)) removeQuietly(complete(file));
    throw error;
  }
}

/** Puts a complete new file in place, if there is one; returns the name of the file set aside. */
export function finishReplacement(file: string, now: number): string | null {
  if (!fs.existsSync(complete(file))) return null;
  const hasOld = fs.existsSync(file) && !isEmptyFile(file);
  const name = hasOld ? setAside(file, now) : null;
  // SQLite would take a log of the old file for one of the new file.
  for (const side of sideFiles) fs.rmSync(file + side, { force: true });
  fs.renameSync(complete(file), file);
  flushFolder(file);
  return name;
}

/** Deletes a file and everything that was made from it. */
export function deleteFile(file: string): void {
  for (const each of [file, building(file), complete(file)]) removeWithSideFiles(each);
  for (const each of beside(file, asideMark)) fs.rmSync(each, { recursive: true, force: true });
}

/** Files beside `file` with a mark after its name, in the order of their names. */
export function beside(file: string, mark: string): string[] {
  const folder = path.dirname(file);
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const prefix = path.basename(file) + mark;
  return fs
    .readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .toSorted()
    .map((name) => path.join(folder, name));
}

/** Makes renames in the folder of the file permanent; not needed and not possible on Windows. */
export function flushFolder(file: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(path.dirname(file), 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

/**
 * Renames a file, or what is in its place, with its side files. The file itself is renamed last: after a
 * crash before, the next call renames the rest.
 */
function setAside(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  let target = file + asideMark + stamp;
  for (let n = 2; fs.existsSync(target); n++) target = `${file}${asideMark}${stamp}-${n}`;
  for (const side of sideFiles) {
    if (fs.existsSync(file + side)) fs.renameSync(file + side, target + side);
  }
  fs.renameSync(file, target);
  const isSideFile = (name: string) => sideFiles.some((side) => name.endsWith(side));
  const aside = beside(file, asideMark).filter((each) => !isSideFile(each));
  for (const old of aside.slice(0, -mostAside)) removeWithSideFiles(old);
  return path.basename(target);
}

function isEmptyFile(file: string): boolean {
  const stat = fs.statSync(file);
  return stat.isFile() && stat.size === 0 && !fs.existsSync(`${file}-wal`);
}

function removeWithSideFiles(file: string): void {
  for (const each of [file, ...sideFiles.map((side) => file + side)]) {
    fs.rmSync(each, { recursive: true, force: true });
  }
}

function removeQuietly(file: string): void {
  try {
    removeWithSideFiles(file);
  } catch {
    // The next attempt removes it.
  }
}

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
