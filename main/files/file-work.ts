import path from 'node:path';
import type { CheckedFile, CheckOptions } from '#main/exchange/tracks/checked-file';
import type { ExportProgress } from '#shared/domain/export-progress';
import type { FileReadProgress } from '#shared/domain/submission';
import { fail } from '#shared/fault';
import type { ToFileProcess, WriteTask } from './messages';
import { partPath, replaceWithPart } from './part-file';
import { runError, startRun, type StartFileProcess } from './process-run';
import { noTemporaryFiles, removePart, type TemporaryFiles } from './temporary-files';

export type { FileProcess, StartFileProcess } from './process-run';

/** Posts the columns a task needs and returns the task; stops early unless `isActive`. */
export type Prepare = (
  post: (message: Extract<ToFileProcess, { type: 'columns' }>) => void,
  isActive: () => boolean,
) => Promise<WriteTask>;

/** Large file work in a separate process, so that the main process stays responsive. */
export interface FileWork {
  /**
   * Writes a file atomically; null if the user cancelled. One at a time: another one fails with
   * `file/busy`.
   */
  write(file: string, prepare: Prepare): Promise<{ file: string; rows: number } | null>;
  /** Reads a track file and checks its points; null if cancelled or superseded by another file. */
  checkTrackFile(file: string, options: CheckOptions): Promise<CheckedFile | null>;
  /** Progress of the file being read; null if there is none. */
  readProgress(): FileReadProgress | null;
  cancelRead(): void;
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
  temporaryFiles?: TemporaryFiles;
}

export function createFileWork(options: FileWorkOptions): FileWork {
  const writer = createFileWriter(options);
  const checker = createTrackFileChecker(options);
  let isClosed = false;

  return {
    write: async (file, prepare) => {
      if (isClosed) writer.failBusy(file);
      return writer.write(file, prepare);
    },
    progress: writer.progress,
    cancel: writer.cancel,
    checkTrackFile: checker.check,
    readProgress: checker.progress,
    cancelRead: checker.cancel,
    close: async () => {
      isClosed = true;
      await Promise.all([writer.close(), checker.close()]);
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

  async function run(file: string, prepare: Prepare) {
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
    write(file: string, prepare: Prepare) {
      if (cancel !== null) failBusy(file);
      const work = run(file, prepare);
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

interface ActiveRead {
  progress: FileReadProgress;
  cancel: () => void;
}

/** Reads one file at a time; a new one cancels the one before. */
function createTrackFileChecker({ start, onReadProgress }: FileWorkOptions) {
  let active: ActiveRead | null = null;
  const running = new Set<{ kill: () => void; ended: Promise<unknown> }>();

  async function check(file: string, options: CheckOptions): Promise<CheckedFile | null> {
    const name = path.basename(file);
    active?.cancel();
    let isCancelled = false;
    const child = startRun(start, (message) => {
      if (message.type !== 'read' || active !== own || isCancelled) return;
      const { step, share, bytes } = message;
      own.progress = { file: name, step, share, bytes };
      onReadProgress(own.progress);
    });
    const own: ActiveRead = {
      progress: { file: name, step: 'reading', share: null, bytes: null },
      cancel: () => {
        isCancelled = true;
        child.kill();
      },
    };
    running.add(child);
    active = own;
    onReadProgress(own.progress);
    try {
      child.post({ type: 'check', file, options });
      const result = await child.result;
      if (isCancelled) return null;
      if (result.type === 'checked') return result.checked;
      throw runError(result, { kind: 'file', reason: 'unread', file: name });
    } finally {
      child.kill();
      await child.ended;
      running.delete(child);
      if (active === own) {
        active = null;
        onReadProgress(null);
      }
    }
  }

  return {
    check,
    progress: () => active && active.progress,
    cancel: () => active?.cancel(),
    async close() {
      for (const { kill } of running) kill();
      await Promise.all([...running].map(({ ended }) => ended));
    },
  };
}
