import fs from 'node:fs';
import path from 'node:path';

/** SQLite's own files beside a database. */
export const sideFiles = ['-wal', '-shm', '-journal'];
const mark = '.damaged-';
/** How many damaged files to keep. */
const mostCopies = 3;

/** Quarantined files beside `file`, oldest first. */
function quarantinedCopies(file: string): string[] {
  const folder = path.dirname(file);
  if (!fs.existsSync(folder)) return [];
  const prefix = path.basename(file) + mark;
  return fs
    .readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .toSorted()
    .map((name) => path.join(folder, name));
}

/**
 * Renames a damaged file, or what is in its place, with its side files. Returns the new name without
 * the folder; throws the file system's errors. The file itself is renamed last: after a crash before,
 * the next call renames the rest.
 */
export function quarantine(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  let target = file + mark + stamp;
  for (let n = 2; fs.existsSync(target); n++) target = `${file}${mark}${stamp}-${n}`;
  for (const side of sideFiles) {
    if (fs.existsSync(file + side)) fs.renameSync(file + side, target + side);
  }
  fs.renameSync(file, target);
  const copies = quarantinedCopies(file).filter((each) => !sideFiles.some((s) => each.endsWith(s)));
  for (const old of copies.slice(0, -mostCopies)) removeWithSideFiles(old);
  return path.basename(target);
}

export function removeWithSideFiles(file: string): void {
  for (const each of [file, ...sideFiles.map((side) => file + side)]) {
    fs.rmSync(each, { recursive: true, force: true });
  }
}

/** Deletes a file, its side files and its quarantined copies. */
export function deleteWithCopies(file: string): void {
  removeWithSideFiles(file);
  for (const each of quarantinedCopies(file)) fs.rmSync(each, { recursive: true, force: true });
}
