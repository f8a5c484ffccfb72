import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '#shared/fault';
import { backupDay, writeBackup } from './replace-file';
import type { OpenedPart } from './open-part';
import { requireStorageFault } from './storage-errors';
import { closedVault, type StagedBody, type Vault } from './vault';

interface StorageOptions {
  log: ((line: string) => void) | undefined;
  onNotice: () => void;
  /** Replaces the damaged file by what can be read of it and what was staged. */
  replace: (staged: readonly StagedBody[]) => OpenedPart;
  /** The file to back up; absent: it can be fetched again. */
  backedUp?: () => { file: string; now: number };
}

/**
 * The vault of one part: replaced if it is damaged or moved; write errors become a notice. A file that is
 * backed up is so with the first change of a day and when it is closed.
 */
export class Storage {
  #vault: Vault;
  #isOnDisk: boolean;
  #notice: Fault | null;
  /** The notice to return to once the disk accepts writes again. */
  #openNotice: Fault | null;
  #writeFault: Fault | null;
  /** The day of the last backup in this session, or of the last attempt. */
  #backedUpOn: string | null = null;
  #isBackedUp = true;

  constructor(
    opened: OpenedPart,
    private readonly options: StorageOptions,
  ) {
    this.#vault = opened.vault;
    this.#isOnDisk = opened.isOnDisk;
    this.#notice = opened.notice;
    this.#openNotice = opened.notice;
    this.#writeFault = opened.isOnDisk ? null : opened.notice;
  }

  /** The current vault; do not keep it. */
  readonly vault = (): Vault => this.#vault;

  get notice(): Fault | null {
    return this.#notice;
  }

  get isOnDisk(): boolean {
    return this.#isOnDisk;
  }

  /** Why the session works in memory, or why the last write is not on the disk; null: it is. */
  get writeFault(): Fault | null {
    return this.#writeFault;
  }

  /** Runs a function that reads or stages; replaces a damaged file and retries once. */
  readonly guarded = <T>(body: () => T): T => {
    try {
      return body();
    } catch (error) {
      if (!this.#isOnDisk || requireStorageFault(error) !== 'damaged') throw error;
      this.#rebuild();
      return body();
    }
  };

  /** Never throws because of the disk. `survivesPowerCut` waits until the data is on the disk. */
  commit(survivesPowerCut?: boolean): void {
    try {
      this.#vault.commit(survivesPowerCut);
    } catch (error) {
      const fault = requireStorageFault(error);
      if (fault === 'damaged' && !this.#isOnDisk) throw error;
      if (fault === 'damaged') return this.#rebuild();
      this.#writeFault = fault;
      return this.warn(fault);
    }
    if (this.#isOnDisk) this.#writeFault = null;
    this.warn(this.#openNotice);
    this.#isBackedUp = false;
    this.#backUp({ onlyOnceADay: true });
  }

  /** Continues with another vault; the caller has closed this one. */
  become({ vault, isOnDisk, notice }: OpenedPart): void {
    this.#vault = vault;
    this.#isOnDisk = isOnDisk;
    this.#openNotice = notice;
    this.#writeFault = isOnDisk ? null : notice;
    this.warn(notice);
  }

  /** Shows a fault until the next write. */
  warn(next: Fault | null): void {
    if (isDeepStrictEqual(this.#notice, next)) return;
    this.#notice = next;
    this.options.onNotice();
  }

  close(): void {
    if (!this.#isBackedUp) this.#backUp({ onlyOnceADay: false });
    this.#vault.close();
    this.#vault = closedVault;
  }

  #rebuild(): void {
    this.options.log?.('cache: damaged in use, rebuilding');
    const staged = this.#vault.staged();
    this.#vault.close();
    this.become(this.options.replace(staged));
  }

  #backUp({ onlyOnceADay }: { onlyOnceADay: boolean }): void {
    const { backedUp, log } = this.options;
    if (!backedUp || !this.#isOnDisk) return;
    const { file, now } = backedUp();
    if (onlyOnceADay && this.#backedUpOn === backupDay(now)) return;
    this.#backedUpOn = backupDay(now);
    try {
      writeBackup(file, now, (target) => this.#vault.copyTo(target));
      this.#isBackedUp = true;
    } catch (error) {
      // The earlier backups stay. A disk that refuses this refuses the records too, which is said.
      requireStorageFault(error);
      log?.(`cache: no backup: ${error instanceof Error ? error.message : 'unknown'}`);
    }
  }
}
