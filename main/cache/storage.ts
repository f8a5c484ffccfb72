import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '#shared/fault';
import {
  openInMemory,
  openOverwriting,
  openReplacingDamaged,
  restage,
  salvage,
  type OpenedCache,
  type OpenOptions,
} from './recovery';
import { requireStorageFault } from './storage-errors';
import { closedVault, type Vault } from './vault';

export interface StorageOptions extends OpenOptions {
  /** Called with every change of `notice`. */
  onNotice?: (notice: Fault | null) => void;
}

/** The vault of a cache: replaced if it is damaged or moved; write errors become a notice. */
export interface Storage {
  readonly notice: Fault | null;
  readonly isOnDisk: boolean;
  /** The current vault; do not keep it. */
  vault(): Vault;
  /** Runs a function that reads or stages; rebuilds the vault and retries once if it is damaged. */
  guarded<T>(body: () => T): T;
  /** Never throws because of the disk. `survivesPowerCut` waits until the data is on the disk. */
  commit(survivesPowerCut?: boolean): void;
  /** Moves everything into a file, replacing what is there. */
  moveTo(file: string, key: Uint8Array, passphraseSalt?: Uint8Array): void;
  close(): void;
}

const damaged: Fault = { kind: 'storage', reason: 'damaged' };

/** `stageMemory` stages what the caller holds in memory into a new vault. */
export function createStorage(
  opened: OpenedCache,
  options: StorageOptions,
  stageMemory: (vault: Vault) => void,
): Storage {
  let target: StorageOptions = options;
  let { vault, isOnDisk, notice } = opened;
  /** The notice to return to once the disk accepts writes again. */
  let openNotice = notice;

  function setNotice(next: Fault | null): void {
    if (isDeepStrictEqual(notice, next)) return;
    notice = next;
    options.onNotice?.(next);
  }

  /** Continues in another vault with everything that can be read from this one. */
  function replaceVault(open: () => OpenedCache): void {
    const bodies = salvage(vault);
    vault.close();
    const next = open();
    ({ vault, isOnDisk } = next);
    openNotice = next.notice;
    setNotice(openNotice);
    restage(vault, bodies);
    stageMemory(vault);
    commit(true, () => replaceVault(() => openInMemory(target, damaged)));
  }

  function rebuild(): void {
    options.log?.('cache: damaged in use, rebuilding');
    // While in memory, the file is not ours to quarantine.
    replaceVault(() => (isOnDisk ? openReplacingDamaged(target) : openInMemory(target, damaged)));
  }

  function commit(survivesPowerCut = false, onDamage = rebuild): void {
    try {
      vault.commit(survivesPowerCut);
      setNotice(openNotice);
    } catch (error) {
      const fault = requireStorageFault(error);
      if (fault === 'damaged') onDamage();
      else setNotice(fault);
    }
  }

  return {
    get notice() {
      return notice;
    },
    get isOnDisk() {
      return isOnDisk;
    },
    vault: () => vault,
    guarded: (body) => {
      try {
        return body();
      } catch (error) {
        if (requireStorageFault(error) !== 'damaged') throw error;
        rebuild();
        return body();
      }
    },
    commit: (survivesPowerCut) => commit(survivesPowerCut),
    moveTo: (file, key, passphraseSalt) => {
      const next = { ...options, file, key, passphraseSalt };
      target = next;
      replaceVault(() => openOverwriting(next));
    },
    close: () => {
      vault.close();
      vault = closedVault;
    },
  };
}
