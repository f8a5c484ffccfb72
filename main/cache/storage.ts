import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '#shared/fault';
import type { OpenedPart } from './recovery';
import { requireStorageFault } from './storage-errors';
import { closedVault, type StagedBody, type Vault } from './vault';

/** The vault of one part: replaced if it is damaged or moved; write errors become a notice. */
export interface Storage {
  readonly notice: Fault | null;
  readonly isOnDisk: boolean;
  /** Why the last write is not on the disk; null: it is. */
  readonly writeFault: Fault | null;
  /** The current vault; do not keep it. */
  vault(): Vault;
  /** Runs a function that reads or stages; replaces a damaged file and retries once. */
  guarded<T>(body: () => T): T;
  /** Never throws because of the disk. `survivesPowerCut` waits until the data is on the disk. */
  commit(survivesPowerCut?: boolean): void;
  /** Continues with another vault; the caller has closed this one. */
  become(next: OpenedPart): void;
  /** Shows a fault until the next write. */
  warn(fault: Fault): void;
  close(): void;
}

export interface StorageOptions {
  log: ((line: string) => void) | undefined;
  onNotice: () => void;
  /** Replaces the damaged file by what can be read of it and what was staged. */
  replace: (staged: readonly StagedBody[]) => OpenedPart;
}

export function createStorage(opened: OpenedPart, options: StorageOptions): Storage {
  let { vault, isOnDisk, notice } = opened;
  /** The notice to return to once the disk accepts writes again. */
  let openNotice = notice;
  /** Why the session works in memory, or why the last commit failed. */
  let writeFault = isOnDisk ? null : notice;

  function setNotice(next: Fault | null): void {
    if (isDeepStrictEqual(notice, next)) return;
    notice = next;
    options.onNotice();
  }

  function become(next: OpenedPart): void {
    ({ vault, isOnDisk } = next);
    openNotice = next.notice;
    writeFault = isOnDisk ? null : openNotice;
    setNotice(openNotice);
  }

  function rebuild(): void {
    options.log?.('cache: damaged in use, rebuilding');
    const staged = vault.staged();
    vault.close();
    become(options.replace(staged));
  }

  return {
    get notice() {
      return notice;
    },
    get isOnDisk() {
      return isOnDisk;
    },
    get writeFault() {
      return writeFault;
    },
    vault: () => vault,
    guarded: (body) => {
      try {
        return body();
      } catch (error) {
        if (!isOnDisk || requireStorageFault(error) !== 'damaged') throw error;
        rebuild();
        return body();
      }
    },
    commit: (survivesPowerCut) => {
      try {
        vault.commit(survivesPowerCut);
        if (isOnDisk) writeFault = null;
        setNotice(openNotice);
      } catch (error) {
        const fault = requireStorageFault(error);
        if (fault === 'damaged' && isOnDisk) rebuild();
        else if (fault === 'damaged') throw error;
        else {
          writeFault = fault;
          setNotice(fault);
        }
      }
    },
    become,
    warn: setNotice,
    close: () => {
      vault.close();
      vault = closedVault;
    },
  };
}
