import fs from 'node:fs';
import path from 'node:path';
import { fail } from '#shared/fault';
import type { Part } from './parts';
import { deleteWithCopies, quarantine, removeWithSideFiles, sideFiles } from './quarantine';
import { restage, type SalvagedBody } from './salvage';
import { openVault, type Vault, type VaultOptions } from './vault';

// A file is never changed into another one: the new one is written completely beside it (`.building`),
// then named `.new`, which decides, and then takes the place of the old one. An end of the app in
// between is completed by `finishReplacement` at the next start.
const building = (file: string) => `${file}.building`;
const complete = (file: string) => `${file}.new`;

export interface NewFile extends VaultOptions {
  file: string;
  bodies: readonly SalvagedBody[];
  /** Stages more into the new file. */
  stage?: ((vault: Vault) => void) | undefined;
}

/** Writes a complete new file beside the present one; throws what openVault throws. */
export function buildFile(part: Part, options: NewFile): void {
  const { file, key, passphraseSalt, bodies } = options;
  const target = building(file);
  removeWithSideFiles(target);
  try {
    const vault = openVault(part, { file: target, key, passphraseSalt });
    try {
      restage(vault, bodies);
      options.stage?.(vault);
      vault.commit();
    } finally {
      // Moves the log into the file and waits for the disk.
      vault.close();
    }
    // SQLite leaves the log there if the disk has no room for its content in the file.
    if (fs.existsSync(`${target}-wal`)) fail({ kind: 'storage', reason: 'full' });
  } catch (error) {
    removeQuietly(target);
    throw error;
  }
}

/** From here on the new file is the valid one. */
export function publishFile(file: string): void {
  fs.renameSync(building(file), complete(file));
}

/**
 * Puts a published file in place and quarantines what was there. Returns the name of the quarantined
 * file; null if there was none.
 */
export function finishReplacement(file: string, now: number): string | null {
  if (!fs.existsSync(complete(file))) return null;
  const hasOld = fs.existsSync(file) && !isEmptyFile(file);
  const name = hasOld ? quarantine(file, now) : null;
  // SQLite would take a log of the old file for one of the new file.
  for (const side of sideFiles) fs.rmSync(file + side, { force: true });
  fs.renameSync(complete(file), file);
  flushFolder(file);
  return name;
}

/** Writes a new file and puts it in place; if that fails, what was there is still valid. */
export function replaceFile(part: Part, options: NewFile, now: number): string | null {
  const { file } = options;
  buildFile(part, options);
  publishFile(file);
  try {
    return finishReplacement(file, now);
  } catch (error) {
    withdraw(file);
    throw error;
  }
}

/** Takes back a published file, unless what it replaces is gone already. */
export function withdraw(file: string): void {
  if (fs.existsSync(file)) removeQuietly(complete(file));
  removeQuietly(building(file));
}

/** Deletes a file and everything that was made from it. */
export function deleteFile(file: string): void {
  deleteWithCopies(file);
  removeWithSideFiles(building(file));
  removeWithSideFiles(complete(file));
}

function isEmptyFile(file: string): boolean {
  const stat = fs.statSync(file);
  return stat.isFile() && stat.size === 0 && !fs.existsSync(`${file}-wal`);
}

function removeQuietly(file: string): void {
  try {
    removeWithSideFiles(file);
  } catch {
    // The next attempt removes it.
  }
}

/** Makes renames in the folder of the file permanent; not needed and not possible on Windows. */
function flushFolder(file: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(path.dirname(file), 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
