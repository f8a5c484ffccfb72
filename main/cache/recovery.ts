import fs from 'node:fs';
import { type DamageState, fail, type Fault } from '#shared/fault';
import { peek, readHeader } from './database';
import { loadFleet, type Fleet } from './fleet';
import { lastSchemaWithRecords } from './migrations/migrations';
import { copyPart, workFileOf, workPart, type Part } from './parts';
import { hasDamagedWal } from './raw/pages';
import {
  buildFile,
  finishReplacement,
  publishFile,
  replaceFile,
  withdraw,
  type NewFile,
} from './replace-file';
import {
  countKinds,
  rawHeader,
  restage,
  salvageCopy,
  salvageVault,
  salvageWork,
  withStaged,
  type SalvagedBody,
  type SalvagedWork,
} from './salvage';
import { createSealer, isWholeHeader, opensHeader, type KeyHeader } from './seal';
import { requireStorageFault } from './storage-errors';
import { copyTables, workTables } from './tables';
import {
  openVault,
  openVaultReadOnly,
  type StagedBody,
  type Vault,
  type VaultOptions,
} from './vault';

const damaged = { kind: 'storage', reason: 'damaged' } as const satisfies Fault;

export interface OpenOptions extends VaultOptions {
  now?: () => number;
  /** Lines for the log; they name no device. */
  log?: (line: string) => void;
}

type OnDisk = OpenOptions & { file: string };

/** An open vault of one part. */
export interface OpenedPart {
  vault: Vault;
  isOnDisk: boolean;
  notice: Fault | null;
}

/** Both parts of an account, with the fleet. */
export interface OpenedCache {
  copy: OpenedPart;
  work: OpenedPart;
  fleet: Fleet;
}

const nowOf = ({ now = Date.now }: OpenOptions) => now();
const onlyKey = ({ key, passphraseSalt }: VaultOptions) => ({ key, passphraseSalt });

/** Opens a vault in memory for this session; `notice` is the reason. */
function openInMemory(
  part: Part,
  options: OpenOptions,
  notice: Fault | null,
  bodies: readonly SalvagedBody[] = [],
): OpenedPart {
  const vault = openVault(part, { ...onlyKey(options), file: null });
  restage(vault, bodies);
  vault.commit();
  return { vault, isOnDisk: false, notice };
}

function faultOf(error: unknown): Fault {
  const fault = requireStorageFault(error);
  return fault === 'damaged' ? damaged : fault;
}

/** Writes a new file with these bodies and opens it; in memory if that fails. */
function create(
  part: Part,
  options: NewFile & OpenOptions,
  notice: (movedTo: string | null) => Fault | null,
): OpenedPart {
  try {
    const movedTo = replaceFile(part, options, nowOf(options));
    return { vault: openVault(part, options), isOnDisk: true, notice: notice(movedTo) };
  } catch (error) {
    const memory = openInMemory(part, options, faultOf(error), options.bodies);
    options.stage?.(memory.vault);
    memory.vault.commit();
    return memory;
  }
}

const workDamage = (state: DamageState, movedTo: string | null, found: SalvagedWork): Fault => ({
  ...damaged,
  ...(movedTo === null ? {} : { detail: movedTo }),
  damage: { work: { state, movedTo, kinds: countKinds(found) }, copy: null },
});

const copyDamage = (state: DamageState, movedTo: string | null): Fault => ({
  ...damaged,
  ...(movedTo === null ? {} : { detail: movedTo }),
  damage: { work: null, copy: { state, movedTo } },
});

type FileState = 'none' | 'empty' | 'there';

function stateOf(file: string): FileState {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat) return 'none';
  return stat.isFile() && stat.size === 0 ? 'empty' : 'there';
}

/** Replaces a work file by a new one with every record that can still be read. */
export function replaceWork(
  options: OnDisk,
  state: DamageState,
  staged: readonly StagedBody[] = [],
): OpenedPart {
  const file = workFileOf(options.file);
  const found = salvageWork(file, options.key);
  const bodies = withStaged(found.bodies, staged);
  options.log?.(`cache: work file ${state}, ${bodies.length} records were read`);
  return create(workPart, { ...options, file, bodies }, (name) => workDamage(state, name, found));
}

/** Replaces an offline copy by a new one with what can still be read and what `stage` adds. */
export function replaceCopy(
  options: OnDisk,
  state: DamageState,
  staged: readonly StagedBody[] = [],
  stage?: (vault: Vault) => void,
): OpenedPart {
  const found = withStaged(salvageCopy(options.file, options.key), staged);
  const bodies = stage || isWholeFleet(options, found) ? found : withoutFleet(found);
  options.log?.(`cache: copy ${state}, ${bodies.length} bodies were read`);
  return create(copyPart, { ...options, bodies, stage }, (name) => copyDamage(state, name));
}

/** Whether a fleet can be loaded from these bodies: a part of its columns cannot be used. */
function isWholeFleet(options: OpenOptions, bodies: readonly SalvagedBody[]): boolean {
  const { vault } = openInMemory(copyPart, options, null, bodies);
  try {
    return loadFleet(vault).columns.count > 0;
  } catch (error) {
    requireStorageFault(error);
    return false;
  } finally {
    vault.close();
  }
}

const fleetless = ['lists', 'history_days', 'history_bodies'];
const withoutFleet = (bodies: readonly SalvagedBody[]) =>
  bodies.filter(({ table }) => fleetless.includes(table));

/** Opens an existing work file, or replaces it if it is damaged. */
function openExistingWork(options: OnDisk, state: FileState): OpenedPart {
  const file = workFileOf(options.file);
  if (state === 'empty') return replaceWork(options, 'empty');
  if (hasDamagedWal(file)) return replaceWork(options, 'damaged');
  try {
    const vault = openVault(workPart, { ...options, file });
    try {
      if (fs.statSync(file).size <= mostVerifiedBytes) vault.verify();
    } catch (error) {
      vault.close();
      throw error;
    }
    return { vault, isOnDisk: true, notice: null };
  } catch (error) {
    const fault = requireStorageFault(error);
    if (fault === 'damaged') {
      options.log?.(`cache: work: ${error instanceof Error ? error.message : 'damaged'}`);
      return replaceWork(options, 'damaged');
    }
    if (fault.kind !== 'storage' || fault.reason === 'passphrase') throw error;
    // Without the locks of SQLite: another process may have the file.
    const bodies = fault.reason === 'newer' ? [] : salvageWork(file, options.key).bodies;
    return openInMemory(workPart, options, fault, bodies);
  }
}

/** Larger files are read when they are needed: a start does not wait for them. */
const mostVerifiedBytes = 8 * 1024 * 1024;

interface WorkAtStart extends OpenedPart {
  /** The records are still in the offline copy, because they could not be written elsewhere. */
  isInCopy: boolean;
  wasThere: boolean;
}

/** Opens the work file. Until schema 6 of the offline copy its records were there. */
function openWork(options: OnDisk): WorkAtStart {
  const file = workFileOf(options.file);
  const state = stateOf(file);
  if (state !== 'none') {
    return { ...openExistingWork(options, state), isInCopy: false, wasThere: true };
  }
  const schema = peek(copyPart, options.file, (_, version) => version);
  const hasCopy = stateOf(options.file) !== 'none';
  const bodies =
    schema !== null && schema > lastSchemaWithRecords
      ? []
      : salvageCopy(options.file, options.key, workTables);
  const isComplete = !hasCopy || (schema !== null && schema <= lastSchemaWithRecords);
  const held = schema === null ? null : lockOf(options);
  if (held) {
    return { ...openInMemory(workPart, options, held, bodies), isInCopy: true, wasThere: false };
  }
  const unknown: SalvagedWork = { bodies, stored: new Map() };
  const opened = create(workPart, { ...options, file, bodies }, () =>
    isComplete ? null : workDamage('missing', null, unknown),
  );
  return { ...opened, isInCopy: !opened.isOnDisk, wasThere: false };
}

/** Why the records of a copy must not be moved: another process may still write to it. */
function lockOf(options: OnDisk): Fault | null {
  try {
    openVault(copyPart, options, stepsWithRecords).close();
    return null;
  } catch (error) {
    const fault = requireStorageFault(error);
    return fault === 'damaged' ? null : fault;
  }
}

const stepsWithRecords = copyPart.migrations.slice(0, lastSchemaWithRecords);

/** Opens the offline copy, or replaces it if it is damaged. */
function openCopy(options: OnDisk, work: WorkAtStart): OpenedPart & { fleet: Fleet } {
  const state = stateOf(options.file);
  if (state === 'none' && work.wasThere) return loaded(replaceCopy(options, 'missing'));
  // A copy without a work file would mean that a work file was lost.
  if (state === 'none' && work.isInCopy) {
    return loaded(openInMemory(copyPart, options, work.notice));
  }
  if (state === 'none') return loaded(create(copyPart, { ...options, bodies: [] }, () => null));
  if (state === 'empty') return loaded(replaceCopy(options, 'empty'));
  const steps = work.isInCopy ? stepsWithRecords : copyPart.migrations;
  try {
    return loaded({ vault: openVault(copyPart, options, steps), isOnDisk: true, notice: null });
  } catch (error) {
    const fault = requireStorageFault(error);
    const isOtherKey =
      fault !== 'damaged' && fault.kind === 'storage' && fault.reason === 'passphrase';
    // The passphrase opens the work file, so the copy is a leftover of an earlier key.
    if (fault === 'damaged' || isOtherKey) {
      options.log?.(`cache: quarantined: ${error instanceof Error ? error.message : 'damaged'}`);
      return loaded(replaceCopy(options, 'damaged'));
    }
    if (fault.kind === 'storage' && fault.reason === 'newer') {
      return loaded(openInMemory(copyPart, options, fault));
    }
    return loaded(readCopy(options, fault));
  }
}

function loaded(opened: OpenedPart): OpenedPart & { fleet: Fleet } {
  try {
    return { ...opened, fleet: loadFleet(opened.vault) };
  } catch (error) {
    opened.vault.close();
    throw error;
  }
}

/** Copies a file that cannot be written into memory for this session. */
function readCopy(options: OnDisk, notice: Fault): OpenedPart {
  try {
    const source = openVaultReadOnly(copyPart, options.file, options.key);
    const bodies = salvageVault(source, copyTables);
    source.close();
    return openInMemory(copyPart, options, notice, bodies);
  } catch (error) {
    requireStorageFault(error);
    return openInMemory(copyPart, options, notice);
  }
}

/** The key header that decides how an account is opened: of the work file, else of the copy. */
export function headerOf(file: string): KeyHeader | null {
  const header = rawHeader(workFileOf(file)) ?? peek(copyPart, file, readHeader);
  return header && isWholeHeader(header) ? header : null;
}

/** Completes replacements that an end of the app interrupted. */
export function finishReplacements(file: string, now: number): void {
  for (const each of [workFileOf(file), file]) {
    try {
      finishReplacement(each, now);
    } catch (error) {
      // A folder that cannot be written: what can be read is used.
      requireStorageFault(error);
    }
  }
}

/**
 * Opens both parts of an account. A damaged file is replaced by what can be read of it; one that cannot
 * be used is left as it is, and the session works in memory. Throws `storage/passphrase` if the files
 * need another passphrase.
 */
export function openParts(options: OpenOptions): OpenedCache {
  const { file, key } = options;
  if (file === null) {
    const copy = openInMemory(copyPart, options, null);
    return { copy, work: openInMemory(workPart, options, null), fleet: loadFleet(copy.vault) };
  }
  const onDisk = { ...options, file };
  finishReplacements(file, nowOf(options));
  const header = headerOf(file);
  if (header?.keyKind === 'passphrase' && !opensHeader(createSealer(key, header.fileId), header)) {
    fail({ kind: 'storage', reason: 'passphrase' });
  }
  const work = openWork(onDisk);
  try {
    const { fleet, ...copy } = openCopy(onDisk, work);
    return { copy, work, fleet };
  } catch (error) {
    work.vault.close();
    throw error;
  }
}

/**
 * Writes both parts into new files and puts them in place of what is there; throws if that fails, and
 * what was there is still valid. The work file decides, so it comes first.
 */
export function moveParts(
  options: OnDisk,
  bodies: { copy: readonly SalvagedBody[]; work: readonly SalvagedBody[] },
  stageMemory: (vault: Vault) => void,
): { copy: OpenedPart; work: OpenedPart } {
  const { file } = options;
  const workFile = workFileOf(file);
  try {
    buildFile(workPart, { ...options, file: workFile, bodies: bodies.work });
    buildFile(copyPart, { ...options, bodies: bodies.copy, stage: stageMemory });
    publishFile(workFile);
    publishFile(file);
    finishReplacement(workFile, nowOf(options));
    finishReplacement(file, nowOf(options));
    const work = openVault(workPart, { ...options, file: workFile });
    return {
      work: { vault: work, isOnDisk: true, notice: null },
      copy: { vault: openVault(copyPart, options), isOnDisk: true, notice: null },
    };
  } catch (error) {
    withdraw(workFile);
    withdraw(file);
    throw error;
  }
}
