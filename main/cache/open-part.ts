import fs from 'node:fs';
import type { DamageState, Fault } from '#shared/fault';
import { idOfRecord } from './records';
import { replaceFile } from './replace-file';
import { recordTables, type Part, type Table } from './schema';
import { requireStorageFault } from './storage-errors';
import {
  openVault,
  openVaultReadOnly,
  type Body,
  type Key,
  type StagedBody,
  type Vault,
  type VaultOptions,
} from './vault';

export interface OpenOptions extends VaultOptions {
  now?: () => number;
  /** Lines for the log; they name no device. */
  log?: (line: string) => void;
}

export type OnDisk = OpenOptions & { file: string };

/** An open vault of one part. */
export interface OpenedPart {
  vault: Vault;
  isOnDisk: boolean;
  notice: Fault | null;
}

export const damaged = { kind: 'storage', reason: 'damaged' } as const satisfies Fault;

export const nowOf = ({ now = Date.now }: OpenOptions) => now();

/** What is at the path of a file before it is opened. */
type FileState = 'none' | 'empty' | 'there';

export function stateOf(file: string): FileState {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat) return 'none';
  return stat.isFile() && stat.size === 0 ? 'empty' : 'there';
}

/** What the user is told of a damaged file. */
export const stateIn = (error: unknown): DamageState =>
  error instanceof Error && 'state' in error ? (error.state as DamageState) : 'damaged';

/** Opens a vault in memory for this session; `notice` is the reason. */
export function openInMemory(
  part: Part,
  { key, passphraseSalt }: VaultOptions,
  notice: Fault | null,
  bodies: readonly Body[] = [],
): OpenedPart {
  const vault = openVault(part, { key, passphraseSalt, file: null });
  restage(vault, bodies);
  vault.commit();
  return { vault, isOnDisk: false, notice };
}

/** Reads a file that cannot be written into memory for this session. */
export function readIntoMemory(part: Part, options: OnDisk, notice: Fault): OpenedPart {
  try {
    const source = openVaultReadOnly(part, options.file, options.key);
    const bodies = bodiesOf(source, part.tables);
    source.close();
    return openInMemory(part, options, notice, bodies);
  } catch (error) {
    requireStorageFault(error);
    return openInMemory(part, options, notice);
  }
}

/**
 * Puts a new file with these bodies, and with what `stage` adds, in place of what is there. Returns it with
 * the name of the file that was set aside. Throws if that fails, and what was there is still valid.
 */
export function createFile(
  part: Part,
  options: OnDisk,
  bodies: readonly Body[],
  stage?: (vault: Vault) => void,
): { vault: Vault; movedTo: string | null } {
  const write = (target: string) => {
    const vault = openVault(part, { ...options, file: target });
    try {
      restage(vault, bodies);
      stage?.(vault);
      vault.commit();
    } finally {
      // Moves the log into the file and waits for the disk.
      vault.close();
    }
  };
  const movedTo = replaceFile(options.file, write, nowOf(options));
  return { vault: openVault(part, options), movedTo };
}

/** The same; in memory if it fails. `noticeOf` says what happened to what was there. */
export function createOrKeepInMemory(
  part: Part,
  options: OnDisk,
  bodies: readonly Body[],
  noticeOf: (movedTo: string | null) => Fault | null,
  stage?: (vault: Vault) => void,
): OpenedPart {
  try {
    const { vault, movedTo } = createFile(part, options, bodies, stage);
    return { vault, isOnDisk: true, notice: noticeOf(movedTo) };
  } catch (error) {
    const fault = requireStorageFault(error);
    const memory = openInMemory(part, options, fault === 'damaged' ? damaged : fault, bodies);
    stage?.(memory.vault);
    memory.vault.commit();
    return memory;
  }
}

/** Every body of an open vault that can be read, staged ones included. */
export function bodiesOf(vault: Vault, tables: readonly Table[]): Body[] {
  const bodies: Body[] = [];
  for (const table of tables) {
    for (const key of attempt(() => vault.keys(table)) ?? []) {
      const plain = attempt(() => vault.read(table, key));
      if (plain) bodies.push({ table, key, plain });
    }
  }
  return bodies;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    requireStorageFault(error);
    return null;
  }
}

/** Bodies of a file with what was staged for it but not committed. */
export function withStaged(bodies: readonly Body[], staged: readonly StagedBody[]): Body[] {
  const nameOf = ({ table, key }: { table: Table; key: Key }) => `${table}\n${key}`;
  const all = new Map(bodies.map((body) => [nameOf(body), body]));
  for (const { table, key, plain } of staged) {
    const name = nameOf({ table, key });
    if (plain) all.set(name, { table, key, plain });
    else all.delete(name);
  }
  return [...all.values()];
}

/** Stages bodies of another file. Records get new keys, since hidden ids differ by file. */
function restage(vault: Vault, bodies: readonly Body[]): void {
  for (const { table, key, plain } of bodies) {
    const recordTable = recordTables.find((each) => each === table);
    const newKey = recordTable ? vault.hide(recordTable, idOfRecord(Buffer.from(plain))) : key;
    vault.stage(table, newKey, plain);
  }
}
