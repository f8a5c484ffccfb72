import type { Fault } from '#shared/fault';
import { loadFleet, type Fleet } from './fleet';
import { deleteCache, quarantine } from './quarantine';
import { idOfRecord } from './records';
import {
  openVault,
  openVaultReadOnly,
  recordTables,
  tables,
  type Key,
  type Table,
  type Vault,
  type VaultOptions,
} from './vault';
import { requireStorageFault } from './storage-errors';

const damaged = { kind: 'storage', reason: 'damaged' } as const satisfies Fault;

export interface OpeningOptions extends VaultOptions {
  now?: () => number;
  /** Lines for the log; they name no device. */
  log?: (line: string) => void;
}

/** An open vault with the fleet it holds. */
export interface Opened {
  vault: Vault;
  fleet: Fleet;
  isOnDisk: boolean;
  notice: Fault | null;
}

function openAndLoad(options: VaultOptions, notice: Fault | null): Opened {
  const vault = openVault(options);
  try {
    return { vault, fleet: loadFleet(vault), isOnDisk: options.file !== null, notice };
  } catch (error) {
    vault.close();
    throw error;
  }
}

/** Opens a vault that lasts for this session, because of `notice`. */
export function openInMemory(options: OpeningOptions, notice: Fault): Opened {
  return openAndLoad({ ...options, file: null }, notice);
}

/** Sets the file aside and opens a new one in its place; memory only where that fails. */
export function openAfresh(options: OpeningOptions): Opened {
  const { file, now = Date.now } = options;
  if (file === null) return openInMemory(options, damaged);
  try {
    const name = quarantine(file, now());
    return openAndLoad(options, { ...damaged, detail: name });
  } catch (error) {
    const fault = requireStorageFault(error);
    return openInMemory(options, fault === 'damaged' ? damaged : fault);
  }
}

/** What a file that cannot be written still holds, for this session. */
function openReadable(options: OpeningOptions & { file: string }, notice: Fault): Opened {
  const memory = openInMemory(options, notice);
  try {
    const source = openVaultReadOnly(options.file, options.key);
    restage(memory.vault, salvage(source));
    source.close();
    memory.vault.commit();
    return { ...memory, fleet: loadFleet(memory.vault) };
  } catch (error) {
    memory.vault.close();
    const fault = requireStorageFault(error);
    if (fault !== 'damaged' && fault.kind === 'storage' && fault.reason === 'passphrase') {
      throw error;
    }
    return openInMemory(options, notice);
  }
}

/**
 * Opens a file; where it is damaged, a new one in its place, and where it cannot be used, memory.
 *
 * Throws the fault storage/passphrase where the file wants another passphrase.
 */
export function openOrReplace(options: OpeningOptions): Opened {
  try {
    return openAndLoad(options, null);
  } catch (error) {
    const fault = requireStorageFault(error);
    if (fault === 'damaged') {
      options.log?.(`cache: set aside: ${error instanceof Error ? error.message : 'damaged'}`);
      return openAfresh(options);
    }
    if (fault.kind !== 'storage' || fault.reason === 'passphrase') throw error;
    if (fault.reason === 'newer' || options.file === null) return openInMemory(options, fault);
    return openReadable({ ...options, file: options.file }, fault);
  }
}

/** A body with its place in the file it comes from. */
export interface Salvaged {
  table: Table;
  key: Key;
  plain: Buffer;
}

/** Stages bodies of another file; records get the keys that this one gives their ids. */
export function restage(vault: Vault, bodies: readonly Salvaged[]): void {
  for (const { table, key, plain } of bodies) {
    const recordTable = recordTables.find((each) => each === table);
    vault.stage(table, recordTable ? vault.hide(recordTable, idOfRecord(plain)) : key, plain);
  }
}

/** Every body that can still be read, for a move into another file. */
export function salvage(vault: Vault): Salvaged[] {
  const bodies: Salvaged[] = [];
  const attempt = (read: () => void) => {
    try {
      read();
    } catch (error) {
      requireStorageFault(error);
    }
  };
  for (const table of tables) {
    attempt(() => {
      for (const key of vault.keys(table)) {
        attempt(() => {
          const plain = vault.read(table, key);
          if (plain) bodies.push({ table, key, plain });
        });
      }
    });
  }
  return bodies;
}

/** Opens a new file over whatever is there; memory only where that fails. */
export function openOver(options: OpeningOptions & { file: string }): Opened {
  try {
    deleteCache(options.file);
    return openAndLoad(options, null);
  } catch (error) {
    const fault = requireStorageFault(error);
    return openInMemory(options, fault === 'damaged' ? damaged : fault);
  }
}
