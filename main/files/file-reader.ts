import path from 'node:path';
import type { FileReadProgress } from '#shared/domain/submission';
import { FaultError, type Fault } from '#shared/fault';
import type { FromFileProcess, ToFileProcess } from './messages';
import { runError, startRun, type RunResult, type StartFileProcess } from './process-run';

type ReadResult = Extract<FromFileProcess, { type: 'checked' | 'planned' | 'wrongRows' }>;
type Steps = Extract<FromFileProcess, { type: 'steps' }>['steps'];

/** Reads untrusted files in a separate process, one at a time; a new one cancels the one before. */
export interface FileReader {
  /**
   * Returns the result and the steps that came before it; null if cancelled or superseded. The
   * message is made when the process has started.
   */
  read(
    file: string,
    message: () => ToFileProcess | Promise<ToFileProcess>,
  ): Promise<{ result: ReadResult; steps: Steps } | null>;
  progress(): FileReadProgress | null;
  cancel(): void;
  close(): Promise<void>;
}

export interface FileReaderOptions {
  start: StartFileProcess;
  onProgress: (progress: FileReadProgress | null) => void;
  /** The process is ended after this time. */
  mostMinutes: number;
  /** The process is ended when it needs more memory. */
  heapMegabytes: number;
  after: (delayMs: number, run: () => void) => () => void;
}

export function createFileReader(options: FileReaderOptions): FileReader {
  const { start, onProgress, mostMinutes, heapMegabytes, after } = options;
  let active: { progress: FileReadProgress; cancel: () => void } | null = null;
  const running = new Set<{ kill: () => void; ended: Promise<unknown> }>();

  async function read(
    file: string,
    message: () => ToFileProcess | Promise<ToFileProcess>,
  ): ReturnType<FileReader['read']> {
    const name = path.basename(file);
    active?.cancel();
    let isCancelled = false;
    let isLate = false;
    const steps: Steps = [];
    const onMessage: Parameters<typeof startRun>[1] = (message) => {
      if (message.type === 'steps') for (const step of message.steps) steps.push(step);
      if (message.type !== 'read' || active !== own || isCancelled) return;
      const { step, share, bytes } = message;
      own.progress = { file: name, step, share, bytes };
      onProgress(own.progress);
    };
    const child = startRun(start, onMessage, heapMegabytes);
    const own = {
      progress: { file: name, step: 'reading', share: null, bytes: null } as FileReadProgress,
      cancel: () => {
        isCancelled = true;
        child.kill();
      },
    };
    running.add(child);
    active = own;
    onProgress(own.progress);
    const stopTimer = after(mostMinutes * 60_000, () => {
      isLate = true;
      child.kill();
    });
    try {
      // The process may end, or be cancelled, while the message is made.
      const made = Promise.resolve(message());
      const ready = await Promise.race([made, child.ended]);
      if (ready && !isCancelled) child.post(ready);
      made.catch(() => undefined);
      const result = await child.result;
      if (isCancelled) return null;
      if (isReadResult(result)) return { result, steps };
      if (isLate) throw new FaultError(tookTooLong(mostMinutes));
      throw runError(result, { kind: 'file', reason: 'unread', file: name });
    } finally {
      stopTimer();
      child.kill();
      await child.ended;
      running.delete(child);
      if (active === own) {
        active = null;
        onProgress(null);
      }
    }
  }

  return {
    read,
    progress: () => active && active.progress,
    cancel: () => active?.cancel(),
    async close() {
      for (const { kill } of running) kill();
      await Promise.all([...running].map(({ ended }) => ended));
    },
  };
}

const isReadResult = (result: RunResult): result is ReadResult =>
  result.type === 'checked' || result.type === 'planned' || result.type === 'wrongRows';

function tookTooLong(minutes: number): Fault {
  return {
    kind: 'invalid',
    field: 'file',
    message: `Reading this file took more than ${minutes} minutes, so it was stopped. Split it and open the parts one after another.`,
  };
}
