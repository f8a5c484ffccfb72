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

export interface OpenOptions extends VaultOptions {
  now?: () => number;
  /** Lines for the log; they name no device. */
  log?: (line: string) => void;
}

/** An open vault with the fleet it holds. */
export interface OpenedCache {
  vault: Vault;
  fleet: Fleet;
  isOnDisk: boolean;
  notice: Fault | null;
}

function openAndLoad(options: VaultOptions, notice: Fault | null): OpenedCache {
  const vault = openVault(options);
  try {
    return { vault, fleet: loadFleet(vault), isOnDisk: options.file !== null, notice };
  } catch (error) {
    vault.close();
    throw error;
  }
}

/** Opens a vault in memory for this session; `notice` is the reason. */
export function openInMemory(options: OpenOptions, notice: Fault): OpenedCache {
  return openAndLoad({ ...options, file: null }, notice);
}

/** Quarantines the file and opens a new one in its place, or in memory if that fails. */
export function openReplacingDamaged(options: OpenOptions): OpenedCache {
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

/** Copies a file that cannot be written into memory for this session. */
function openReadable(options: OpenOptions & { file: string }, notice: Fault): OpenedCache {
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
 * Opens a file; replaces it if it is damaged and works in memory if it cannot be used. Throws
 * `storage/passphrase` if the file needs another passphrase.
 */
export function openOrReplace(options: OpenOptions): OpenedCache {
  try {
    return openAndLoad(options, null);
  } catch (error) {
    const fault = requireStorageFault(error);
    if (fault === 'damaged') {
      options.log?.(`cache: quarantined: ${error instanceof Error ? error.message : 'damaged'}`);
      return openReplacingDamaged(options);
    }
    if (fault.kind !== 'storage' || fault.reason === 'passphrase') throw error;
    if (fault.reason === 'newer' || options.file === null) return openInMemory(options, fault);
    return openReadable({ ...options, file: options.file }, fault);
  }
}

/** A body with its table and key in the file it comes from. */
export interface SalvagedBody {
  table: Table;
  key: Key;
  plain: Buffer;
}

/** Stages bodies of another file. Records get new keys, since hidden ids differ by file. */
export function restage(vault: Vault, bodies: readonly SalvagedBody[]): void {
  for (const { table, key, plain } of bodies) {
    const recordTable = recordTables.find((each) => each === table);
    vault.stage(table, recordTable ? vault.hide(recordTable, idOfRecord(plain)) : key, plain);
  }
}

/** Every body that can still be read. */
export function salvage(vault: Vault): SalvagedBody[] {
  const bodies: SalvagedBody[] = [];
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

/** Opens a new file in place of what is there, or in memory if that fails. */
export function openOverwriting(options: OpenOptions & { file: string }): OpenedCache {
  try {
    deleteCache(options.file);
    return openAndLoad(options, null);
  } catch (error) {
    const fault = requireStorageFault(error);
    return openInMemory(options, fault === 'damaged' ? damaged : fault);
  }
}
