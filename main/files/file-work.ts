import path from 'node:path';
import type { ImportContext } from '#main/exchange/import';
import type { CheckedFile, CheckOptions } from '#main/exchange/tracks/checked-file';
import { systemClock } from '#main/pace/clock';
import type { ExportProgress } from '#shared/domain/export-progress';
import type { FileReadProgress } from '#shared/domain/submission';
import {
  noChoices,
  type ImportChoices,
  type ImportKind,
  type TableFormat,
} from '#shared/ipc/exchange';
import { fail } from '#shared/fault';
import { createFileReader } from './file-reader';
import type { PlannedImport, ToFileProcess, WriteTask } from './messages';
import { partPath, replaceWithPart } from './part-file';
import { runError, startRun, type StartFileProcess } from './process-run';
import { noTemporaryFiles, removePart, type TemporaryFiles } from './temporary-files';

export type { FileProcess, StartFileProcess } from './process-run';

/** Posts the columns a task needs and returns the task; stops early unless `isActive`. */
export type Prepare = (
  post: (message: Extract<ToFileProcess, { type: 'columns' }>) => void,
  isActive: () => boolean,
) => Promise<WriteTask>;

/** Changes a file that is written, but not yet in place. */
export type FinishPart = (part: string) => Promise<void>;

/** Large file work in a separate process, so that the main process stays responsive. */
export interface FileWork {
  /**
   * Writes a file atomically; null if the user cancelled. One at a time: another one fails with
   * `file/busy`. `finish` may change what was written before it takes the place of the file.
   */
  write(
    file: string,
    prepare: Prepare,
    finish?: FinishPart,
  ): Promise<{ file: string; rows: number } | null>;
  /** Reads a track file and checks its points; null if cancelled or superseded by another file. */
  checkTrackFile(file: string, options: CheckOptions): Promise<CheckedFile | null>;
  /** Progress of the file being read; null if there is none. */
  readProgress(): FileReadProgress | null;
  cancelRead(): void;
  /**
   * Reads a table and plans its import against the account; null if cancelled or superseded by
   * another table. `context` is called when the process has started.
   */
  planImport(
    file: string,
    kind: ImportKind,
    context: () => Promise<ImportContext>,
    choices?: ImportChoices,
  ): Promise<PlannedImport | null>;
  /** Reads a table again and returns its rows with errors as a file; null if cancelled. */
  wrongRows(
    file: string,
    kind: ImportKind,
    context: () => Promise<ImportContext>,
    choices: ImportChoices,
    format: TableFormat,
  ): Promise<{ bytes: Uint8Array; rows: number } | null>;
  /** Progress of the table being read; null if there is none. */
  importProgress(): FileReadProgress | null;
  cancelImport(): void;
  /** Progress of the file being written; null if there is none. */
  progress(): ExportProgress | null;
  cancel(): void;
  /** Ends all processes and removes unfinished files. */
  close(): Promise<void>;
}

export interface FileWorkOptions {
  start: StartFileProcess;
  newId: () => string;
  onProgress: (progress: ExportProgress | null) => void;
  onReadProgress: (progress: FileReadProgress | null) => void;
  onImportProgress?: (progress: FileReadProgress | null) => void;
  after?: (delayMs: number, run: () => void) => () => void;
  temporaryFiles?: TemporaryFiles;
}

/**
 * A large track file takes more than a minute on a slow computer and ten times its size in memory, a
 * large table half of that.
 */
const trackLimits = { mostMinutes: 10, heapMegabytes: 3_072 };
const tableLimits = { mostMinutes: 3, heapMegabytes: 2_048 };

export function createFileWork(options: FileWorkOptions): FileWork {
  const {
    start,
    after = systemClock.after,
    onReadProgress,
    onImportProgress = () => undefined,
  } = options;
  const writer = createFileWriter(options);
  const tracks = createFileReader({
    start,
    after,
    onProgress: onReadProgress,
    ...trackLimits,
  });
  const tables = createFileReader({
    start,
    after,
    onProgress: onImportProgress,
    ...tableLimits,
  });
  let isClosed = false;

  return {
    write: async (file, prepare, finish) => {
      if (isClosed) writer.failBusy(file);
      return writer.write(file, prepare, finish);
    },
    progress: writer.progress,
    cancel: writer.cancel,
    checkTrackFile: async (file, checkOptions) => {
      const read = await tracks.read(file, () => ({ type: 'check', file, options: checkOptions }));
      return read?.result.type === 'checked' ? read.result.checked : null;
    },
    readProgress: tracks.progress,
    cancelRead: tracks.cancel,
    planImport: async (file, kind, context, choices = noChoices) => {
      const read = await tables.read(file, async () => ({
        type: 'plan',
        file,
        kind,
        context: await context(),
        choices,
        wrongRowsAs: null,
      }));
      return read?.result.type === 'planned' ? { ...read.result.plan, steps: read.steps } : null;
    },
    wrongRows: async (file, kind, context, choices, format) => {
      const read = await tables.read(file, async () => ({
        type: 'plan',
        file,
        kind,
        context: await context(),
        choices,
        wrongRowsAs: format,
      }));
      return read?.result.type === 'wrongRows' ? read.result : null;
    },
    importProgress: tables.progress,
    cancelImport: tables.cancel,
    close: async () => {
      isClosed = true;
      await Promise.all([writer.close(), tracks.close(), tables.close()]);
    },
  };
}

function createFileWriter({
  start,
  newId,
  onProgress,
  temporaryFiles = noTemporaryFiles,
}: FileWorkOptions) {
  let progress: ExportProgress | null = null;
  let cancel: (() => void) | null = null;
  let settled: Promise<unknown> = Promise.resolve();

  function report(next: ExportProgress | null): void {
    progress = next;
    onProgress(next);
  }

  function failBusy(file: string): never {
    fail({ kind: 'file', reason: 'busy', file: progress?.file ?? path.basename(file) });
  }

  async function run(file: string, prepare: Prepare, finish?: FinishPart) {
    const name = path.basename(file);
    const part = partPath(file, newId());
    let isCancelled = false;
    const child = startRun(start, (message) => {
      if (message.type === 'rows') report({ file: name, done: message.done, total: message.total });
    });
    cancel = () => {
      isCancelled = true;
      child.kill();
    };
    report({ file: name, done: 0, total: null });
    temporaryFiles.begins(part);
    try {
      const isActive = () => !isCancelled && child.isAlive();
      const task = await prepare(child.post, isActive);
      if (isActive()) child.post({ type: 'write', task, part, file });
      const result = await child.result;
      if (isCancelled) return null;
      if (result.type !== 'written') {
        throw runError(result, { kind: 'file', reason: 'ended', file: name });
      }
      await finish?.(part);
      if (isCancelled) return null;
      await replaceWithPart(part, file);
      return { file, rows: result.rows };
    } finally {
      child.kill();
      await child.ended;
      await removePart(part, temporaryFiles);
      cancel = null;
      report(null);
    }
  }

  return {
    write(file: string, prepare: Prepare, finish?: FinishPart) {
      if (cancel !== null) failBusy(file);
      const work = run(file, prepare, finish);
      settled = work.catch(() => undefined);
      return work;
    },
    progress: () => progress,
    failBusy,
    cancel: () => cancel?.(),
    async close() {
      cancel?.();
      await settled;
    },
  };
}
