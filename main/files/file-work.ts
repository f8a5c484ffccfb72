import path from 'node:path';
import type { ExportProgress } from '#shared/domain/export-progress';
import type { FileReadProgress } from '#shared/domain/submission';
import { fail, FaultError, type Fault } from '#shared/fault';
import type { CheckedFile, CheckOptions } from '#main/exchange/tracks/checked-file';
import { noTemporaryFiles, takeAway, type TemporaryFiles } from './temporary-files';
import {
  fromFileProcessSchema,
  type FromFileProcess,
  type ToFileProcess,
  type WriteTask,
} from './messages';
import { partOf, putInPlace } from './read-file';

/** A process of files that runs. */
export interface FileProcess {
  post(message: ToFileProcess): void;
  /** Ends it at once; `onEnd` is heard when it is gone. */
  kill(): void;
}

export type StartFileProcess = (heard: {
  onMessage: (message: unknown) => void;
  onEnd: () => void;
}) => FileProcess;

/** Sends what a task needs, and answers with the task; `isWanted` says whether to go on. */
export type Prepare = (
  post: (message: Extract<ToFileProcess, { type: 'columns' }>) => void,
  isWanted: () => boolean,
) => Promise<WriteTask>;

/** Large files, made in a process of their own: main has a window to look after. */
export interface FileWork {
  /**
   * Writes a file, whole or not at all; null where the person cancelled. One at a time: another one
   * is refused in words.
   */
  write(file: string, prepare: Prepare): Promise<{ file: string; rows: number } | null>;
  /**
   * Reads a file with tracks and judges its points; null where that was called off, by the person
   * or by another file that is wanted instead.
   */
  judge(file: string, judging: CheckOptions): Promise<CheckedFile | null>;
  /** The file that is being read, if there is one. */
  reading(): FileReadProgress | null;
  cancelReading(): void;
  /** How far the file is that is being written; null: none is. */
  progress(): ExportProgress | null;
  cancel(): void;
  /** Ends everything; afterwards no process runs and no half file lies about. */
  close(): Promise<void>;
}

export interface FileWorkOptions {
  start: StartFileProcess;
  newId: () => string;
  onProgress: (progress: ExportProgress | null) => void;
  onReading: (reading: FileReadProgress | null) => void;
  /** Told of each file that is half written. */
  temporaryFiles?: TemporaryFiles;
}

/** What is said on the way. */
type Progress = Extract<FromFileProcess, { type: 'rows' | 'read' }>;
type LastWord = Exclude<FromFileProcess, Progress> | { type: 'ended' };

export function createFileWork(options: FileWorkOptions): FileWork {
  const { start, newId, onProgress, onReading, temporaryFiles = noTemporaryFiles } = options;
  let progress: ExportProgress | null = null;
  /** Of the file that is being written. */
  let cancel: (() => void) | null = null;
  /** The file that is being read, and what ends that. */
  let reading: { told: FileReadProgress; cancel: () => void } | null = null;
  const running = new Set<{ kill: () => void; over: Promise<unknown> }>();
  let isClosed = false;

  function tell(next: ExportProgress | null): void {
    progress = next;
    onProgress(next);
  }

  async function write(file: string, prepare: Prepare) {
    const name = path.basename(file);
    const part = partOf(file, newId());
    let isCancelled = false;
    const run = startRun(start, (far) => {
      if (far.type === 'rows') tell({ file: name, done: far.done, total: far.total });
    });
    cancel = () => {
      isCancelled = true;
      run.kill();
    };
    tell({ file: name, done: 0, total: null });
    temporaryFiles.begins(part);
    try {
      const isWanted = () => !isCancelled && run.isAlive();
      const task = await prepare(run.post, isWanted);
      if (isWanted()) run.post({ type: 'write', task, part, file });
      const word = await run.lastWord;
      if (isCancelled) return null;
      if (word.type !== 'written') {
        throw troubleIn(word, { kind: 'file', reason: 'ended', file: name });
      }
      await putInPlace(part, file);
      return { file, rows: word.rows };
    } finally {
      run.kill();
      await run.ended;
      await takeAway(part, temporaryFiles);
      cancel = null;
      tell(null);
    }
  }

  async function judge(file: string, judging: CheckOptions): Promise<CheckedFile | null> {
    const name = path.basename(file);
    reading?.cancel();
    let isCancelled = false;
    const run = startRun(start, (far) => {
      if (far.type !== 'read' || reading !== mine || isCancelled) return;
      const { step, share, bytes } = far;
      mine.told = { file: name, step, share, bytes };
      onReading(mine.told);
    });
    const work = { kill: run.kill, over: run.ended };
    const mine = {
      told: { file: name, step: 'reading', share: null, bytes: null } as FileReadProgress,
      cancel: () => {
        isCancelled = true;
        run.kill();
      },
    };
    running.add(work);
    reading = mine;
    onReading(mine.told);
    try {
      run.post({ type: 'judge', file, judging });
      const word = await run.lastWord;
      if (isCancelled) return null;
      if (word.type === 'judged') return word.judged;
      throw troubleIn(word, { kind: 'file', reason: 'unread', file: name });
    } finally {
      run.kill();
      await run.ended;
      running.delete(work);
      // One that was wanted instead is told of already.
      if (reading === mine) {
        reading = null;
        onReading(null);
      }
    }
  }

  return {
    judge,
    write: async (file, prepare) => {
      if (cancel !== null || isClosed) {
        fail({ kind: 'file', reason: 'busy', file: progress?.file ?? path.basename(file) });
      }
      const work = write(file, prepare);
      const entry = { kill: () => cancel?.(), over: work.catch(() => undefined) };
      running.add(entry);
      void entry.over.then(() => running.delete(entry));
      return work;
    },
    progress: () => progress,
    cancel: () => cancel?.(),
    reading: () => reading && reading.told,
    cancelReading: () => reading?.cancel(),
    close: async () => {
      isClosed = true;
      for (const { kill } of running) kill();
      await Promise.all([...running].map(({ over }) => over));
    },
  };
}

function startRun(start: StartFileProcess, onProgress: (far: Progress) => void) {
  const ended = Promise.withResolvers<void>();
  const lastWord = Promise.withResolvers<LastWord>();
  let isAlive = true;
  const child = start({
    onMessage: (message) => {
      const read = fromFileProcessSchema.safeParse(message);
      if (read.data?.type === 'rows' || read.data?.type === 'read') onProgress(read.data);
      else lastWord.resolve(read.data ?? { type: 'ended' });
    },
    onEnd: () => {
      isAlive = false;
      lastWord.resolve({ type: 'ended' });
      ended.resolve();
    },
  });
  return {
    post: child.post,
    kill: child.kill,
    isAlive: () => isAlive,
    lastWord: lastWord.promise,
    ended: ended.promise,
  };
}

/** What went wrong; `early` where the process ended without a word, as one without memory does. */
function troubleIn(word: LastWord, early: Fault): Error {
  if (word.type === 'failed') return new FaultError(word.fault);
  return word.type === 'broken' ? brokenThere(word) : new FaultError(early);
}

/** The mistake as if it had happened here, for the log. */
function brokenThere({ name, frames }: { name: string; frames: string }): Error {
  const error = new Error('');
  error.name = name;
  error.stack = frames;
  return error;
}
