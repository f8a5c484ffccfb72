// Why it is so: docs/decisions/0079-a-file-for-the-users-own-work.md
import fs from 'node:fs';
import type { DamageState, Fault } from '#shared/fault';
import { backupsOf } from './replace-file';
import {
  createOrKeepInMemory,
  damaged,
  nowOf,
  readIntoMemory,
  stateIn,
  stateOf,
  withStaged,
  type OnDisk,
  type OpenedPart,
} from './storage';
import { rescueWork, type RescuedWork } from './rescue';
import { workPart, type WorkTable } from './schema';
import { LostTransactionsError, requireStorageFault } from './storage-errors';
import { openVault, type StagedBody, type Vault } from './vault';

/** Larger files are read when they are needed: a start does not wait for them. */
const mostVerifiedBytes = 8 * 1024 * 1024;

const marksTable: WorkTable = 'settings';
/**
 * The record, among the settings, that says when the file was rescued: rows of jobs from before may be
 * older than what was sent.
 */
export const rescuedAtId = 'rescuedAt';

/** Opens the file of the user's own work, or creates it. `hasCopy`: the account is not a new one. */
export function openWork(options: OnDisk, hasCopy: boolean): OpenedPart {
  const state = stateOf(options.file);
  if (state === 'there') return openExisting(options);
  if (state === 'empty') return replaceWork(options, 'empty');
  if (hasCopy || backupsOf(options.file).length > 0) return replaceWork(options, 'missing');
  return createOrKeepInMemory(workPart, options, [], () => null);
}

function openExisting(options: OnDisk): OpenedPart {
  try {
    return { vault: verified(options), isOnDisk: true, notice: null };
  } catch (error) {
    const fault = requireStorageFault(error);
    if (fault === 'damaged') {
      options.log?.(`cache: work: ${error instanceof Error ? error.message : 'damaged'}`);
      return replaceWork(options, stateIn(error), [], error instanceof LostTransactionsError);
    }
    if (fault.kind !== 'storage' || fault.reason === 'passphrase') throw error;
    // Without the locks of SQLite: another process may have the file.
    return readIntoMemory(workPart, options, fault);
  }
}

function verified(options: OnDisk): Vault {
  const vault = openVault(workPart, options);
  try {
    if (fs.statSync(options.file).size <= mostVerifiedBytes) vault.verify();
    return vault;
  } catch (error) {
    vault.close();
    throw error;
  }
}

/**
 * Replaces a work file that cannot be used by a new one with every record that can still be read in it or
 * in its backups, and with what was staged. `isOld`: it may have lost its newest transactions.
 */
export function replaceWork(
  options: OnDisk,
  state: DamageState,
  staged: readonly StagedBody[] = [],
  isOld = false,
): OpenedPart {
  // What another version wrote is kept aside, not read.
  const rescued =
    state === 'otherVersion' ? nothingRescued : rescueWork(options.file, options.key, isOld);
  options.log?.(`cache: work file ${state}, ${rescued.bodies.length} records were read`);
  const rescuedAt = Buffer.from(JSON.stringify([rescuedAtId, nowOf(options)]));
  return createOrKeepInMemory(
    workPart,
    options,
    withStaged(rescued.bodies, staged),
    (movedTo) => damageNotice(state, movedTo, rescued),
    (vault) => vault.stage(marksTable, vault.hide(marksTable, rescuedAtId), rescuedAt),
  );
}

const nothingRescued: RescuedWork = { bodies: [], kinds: [], backup: null };

const damageNotice = (
  state: DamageState,
  movedTo: string | null,
  { kinds, backup }: RescuedWork,
): Fault => ({
  ...damaged,
  ...(movedTo === null ? {} : { detail: movedTo }),
  damage: { work: { state, movedTo, kinds, backup }, copy: null },
});
