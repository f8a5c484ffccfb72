import type { PlacesFile } from '#shared/ipc/places';
import type { FindStreets } from '#shared/places/place';
import type { Language } from '#shared/i18n/languages';
import { message } from '#shared/i18n/translate';
import path from 'node:path';
import type { ImportContext } from '#main/exchange/import';
import type { CheckOptions } from '#main/exchange/tracks/checked-file';
import type { CheckedFile } from '#main/exchange/tracks/checked-schema';
import { systemClock, type Clock } from '#main/pace/clock';
import type { ExportProgress } from '#shared/ipc/history';
import type { FileReadProgress } from '#shared/domain/submission';
import {
  noChoices,
  type ImportChoices,
  type ImportKind,
  type TableFormat,
} from '#shared/ipc/exchange';
import { fail, FaultError, type Fault } from '#shared/fault';
import {
  fromFileProcessSchema,
  type FromFileProcess,
  type PlannedImport,
  type ToFileProcess,
  type WriteTask,
} from './messages';
import { replaceFile, type TemporaryFiles } from './part-file';
import { TaskProcess, type StartProcess } from './task-process';

export type StartFileProcess = StartProcess<ToFileProcess>;

/** Posts the columns a task needs and returns the task; stops early unless `isActive`. */
export type Prepare = (
  post: (message: Extract<ToFileProcess, { type: 'columns' }>) => void,
  isActive: () => boolean,
) => Promise<WriteTask>;

/** A table to import, and the account that it is checked against. */
export interface ImportTask {
  file: string;
  kind: ImportKind;
  /** Called when the process has started. */
  context: () => Promise<ImportContext>;
  choices?: ImportChoices;
  /** Of the file of wrong rows. */
  language: Language;
}

interface FileWorkOptions {
  start: StartFileProcess;
  onProgress?: (progress: ExportProgress | null) => void;
  onReadProgress?: (progress: FileReadProgress | null) => void;
  onImportProgress?: (progress: FileReadProgress | null) => void;
  after?: Clock['after'];
  temporaryFiles?: TemporaryFiles;
  /** The streets of positions, one for each, for the places of a report; absent: none is known. */
  streets?: FindStreets;
}

/**
 * A large track file takes more than a minute on a slow computer and ten times its size in memory, a
 * large table half of that.
 */
const trackLimits = { mostMinutes: 10, heapMegabytes: 3_072 };
const tableLimits = { mostMinutes: 3, heapMegabytes: 2_048 };

/** Large file work in separate processes, so that the main process stays responsive. */
export class FileWork {
  readonly #start: StartFileProcess;
  readonly #streets: FindStreets;
  readonly #onProgress: (progress: ExportProgress | null) => void;
  readonly #temporaryFiles: TemporaryFiles | undefined;
  readonly #tracks: FileReader;
  readonly #tables: FileReader;
  #progress: ExportProgress | null = null;
  #writing: { task: FileTask; written: Promise<unknown> } | null = null;
  #isClosed = false;

  constructor({ start, after = systemClock.after, ...options }: FileWorkOptions) {
    this.#start = start;
    this.#streets = options.streets ?? (() => Promise.resolve([]));
    this.#onProgress = options.onProgress ?? (() => undefined);
    this.#temporaryFiles = options.temporaryFiles;
    this.#tracks = new FileReader(start, after, trackLimits, options.onReadProgress);
    this.#tables = new FileReader(start, after, tableLimits, options.onImportProgress);
  }

  /**
   * Writes a file atomically; null if the user cancelled. One at a time: another one fails with
   * `file/busy`. `finish` may change what was written before it takes the place of the file.
   */
  async write(
    file: string,
    prepare: Prepare,
    finish?: (part: string) => Promise<void>,
  ): Promise<{ file: string; rows: number } | null> {
    if (this.#isClosed || this.#writing) {
      fail({ kind: 'file', reason: 'busy', file: this.#progress?.file ?? path.basename(file) });
    }
    const name = path.basename(file);
    const task: FileTask = new TaskProcess({
      start: this.#start,
      schema: fromFileProcessSchema,
      listeners: {
        rows: ({ done, total }) => this.#report({ file: name, done, total }),
        positions: ({ positions }) =>
          void this.#streets(positions)
            .catch(() => [])
            .then((streets) => task.post({ type: 'streets', streets })),
      },
    });
    let rows = 0;
    const write = async (part: string) => {
      try {
        const message = await prepare(
          (columns) => task.post(columns),
          () => task.isActive,
        );
        if (task.isActive) task.post({ type: 'write', task: message, part, file });
        const result = await task.result;
        if (task.isCancelled) return false;
        if (result.type !== 'written') {
          throw errorOf(result, { kind: 'file', reason: 'ended', file: name });
        }
        rows = result.rows;
        await finish?.(part);
        return !task.isCancelled;
      } finally {
        await task.close();
      }
    };
    this.#report({ file: name, done: 0, total: null });
    const written = replaceFile(file, this.#temporaryFiles, write);
    this.#writing = { task, written };
    try {
      return (await written) ? { file, rows } : null;
    } finally {
      this.#writing = null;
      this.#report(null);
    }
  }

  /** Progress of the file being written; null if there is none. */
  progress(): ExportProgress | null {
    return this.#progress;
  }

  cancel(): void {
    this.#writing?.task.cancel();
  }

  #report(progress: ExportProgress | null): void {
    this.#progress = progress;
    this.#onProgress(progress);
  }

  /** Reads a track file and checks its points; null if cancelled or superseded by another file. */
  async checkTrackFile(file: string, options: CheckOptions): Promise<CheckedFile | null> {
    const message = () => Promise.resolve({ type: 'check', file, options } as const);
    const read = await this.#tracks.read(file, 'checked', message);
    return read && read.result.checked;
  }

  /** Progress of the track file being read; null if there is none. */
  readProgress(): FileReadProgress | null {
    return this.#tracks.progress;
  }

  cancelRead(): void {
    this.#tracks.cancel();
  }

  /** Reads a file of places; null if cancelled or superseded by another table. */
  async readPlaces(file: string): Promise<PlacesFile | null> {
    const message = () => Promise.resolve({ type: 'readPlaces', file } as const);
    const read = await this.#tables.read(file, 'places', message);
    return read && read.result.read;
  }

  /** Reads a table and plans its import; null if cancelled or superseded by another table. */
  async planImport(task: ImportTask): Promise<PlannedImport | null> {
    const read = await this.#tables.read(task.file, 'planned', planMessage(task, null));
    return read && { ...read.result.plan, steps: read.steps };
  }

  /** Reads a table again and returns its rows with errors as a file; null if cancelled. */
  async wrongRows(
    task: ImportTask,
    format: TableFormat,
  ): Promise<{ bytes: Uint8Array; rows: number } | null> {
    const read = await this.#tables.read(task.file, 'wrongRows', planMessage(task, format));
    return read && read.result;
  }

  /** Progress of the table being read; null if there is none. */
  importProgress(): FileReadProgress | null {
    return this.#tables.progress;
  }

  cancelImport(): void {
    this.#tables.cancel();
  }

  /** Ends all processes and removes unfinished files. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.cancel();
    const written = this.#writing?.written.catch(() => undefined);
    await Promise.all([written, this.#tracks.close(), this.#tables.close()]);
  }
}

const planMessage =
  (
    { file, kind, context, choices = noChoices, language }: ImportTask,
    wrongRowsAs: TableFormat | null,
  ) =>
  async (): Promise<ToFileProcess> => ({
    type: 'plan',
    file,
    kind,
    context: await context(),
    choices,
    language,
    wrongRowsAs,
  });

type FileTask = TaskProcess<ToFileProcess, FromFileProcess>;
type Steps = Extract<FromFileProcess, { type: 'steps' }>['steps'];
type ReadResult = 'checked' | 'places' | 'planned' | 'wrongRows';

/** Reads untrusted files of one kind, one at a time; a new one cancels the one before. */
class FileReader {
  readonly #onProgress: (progress: FileReadProgress | null) => void;
  /** Those that were cancelled may still be ending. */
  readonly #running = new Set<FileTask>();
  #active: FileTask | null = null;
  progress: FileReadProgress | null = null;

  constructor(
    private readonly start: StartFileProcess,
    private readonly after: Clock['after'],
    private readonly limits: { mostMinutes: number; heapMegabytes: number },
    onProgress: (progress: FileReadProgress | null) => void = () => undefined,
  ) {
    this.#onProgress = onProgress;
  }

  /**
   * Returns the result and the steps that came before it; null if cancelled or superseded. The
   * message is made when the process has started.
   */
  async read<Type extends ReadResult>(
    file: string,
    type: Type,
    makeMessage: () => Promise<ToFileProcess>,
  ): Promise<{ result: Extract<FromFileProcess, { type: Type }>; steps: Steps } | null> {
    this.cancel();
    const name = path.basename(file);
    const { mostMinutes, heapMegabytes } = this.limits;
    const steps: Steps = [];
    const task: FileTask = new TaskProcess({
      start: this.start,
      schema: fromFileProcessSchema,
      heapMegabytes,
      limit: { ms: mostMinutes * 60_000, after: this.after },
      listeners: {
        steps: (message) => {
          for (const step of message.steps) steps.push(step);
        },
        read: ({ step, share, bytes }) => this.#report({ file: name, step, share, bytes }),
      },
    });
    this.#running.add(task);
    this.#active = task;
    this.#report({ file: name, step: 'reading', share: null, bytes: null });
    try {
      // The process may end, or be cancelled, while the message is made.
      const message = makeMessage();
      message.catch(() => undefined);
      await Promise.race([message, task.result]);
      if (task.isActive) task.post(await message);
      const result = await task.result;
      if (result.type === 'cancelled') return null;
      if (result.type === 'late') throw new FaultError(tookTooLong(mostMinutes));
      if (result.type !== type)
        throw errorOf(result, { kind: 'file', reason: 'unread', file: name });
      return { result: result as Extract<FromFileProcess, { type: Type }>, steps };
    } finally {
      await task.close();
      this.#running.delete(task);
      if (this.#active === task) {
        this.#active = null;
        this.#report(null);
      }
    }
  }

  cancel(): void {
    this.#active?.cancel();
  }

  async close(): Promise<void> {
    this.cancel();
    await Promise.all([...this.#running].map((task) => task.close()));
  }

  #report(progress: FileReadProgress | null): void {
    this.progress = progress;
    this.#onProgress(progress);
  }
}

function tookTooLong(minutes: number): Fault {
  return {
    kind: 'invalid',
    field: 'file',
    message: message('exchange-files.file.tookTooLong', { minutes }),
  };
}

/** The error of a task without the expected result; `early` if the process ended before it had one. */
function errorOf(
  result: FromFileProcess | { type: 'ended' | 'cancelled' | 'late' },
  early: Fault,
): Error {
  if (result.type === 'failed') return new FaultError(result.fault);
  if (result.type !== 'broken') return new FaultError(early);
  // With the stack of the file process, for the log.
  const error = new Error('');
  error.name = result.name;
  error.stack = result.frames;
  return error;
}
