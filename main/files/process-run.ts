import { FaultError, type Fault } from '#shared/fault';
import { fromFileProcessSchema, type FromFileProcess, type ToFileProcess } from './messages';

/** A running file process. */
export interface FileProcess {
  post(message: ToFileProcess): void;
  /** Ends it immediately; `onEnd` is called when it is gone. */
  kill(): void;
}

export type StartFileProcess = (options: {
  onMessage: (message: unknown) => void;
  onEnd: () => void;
  /** The process ends when its heap exceeds this; absent: the limit of the runtime. */
  heapMegabytes?: number;
}) => FileProcess;

type Progress = Extract<FromFileProcess, { type: 'rows' | 'read' | 'steps' }>;
export type RunResult = Exclude<FromFileProcess, Progress> | { type: 'ended' };

/** Starts a file process; an invalid message counts as its end. */
export function startRun(
  start: StartFileProcess,
  onProgress: (progress: Progress) => void,
  heapMegabytes?: number,
) {
  const ended = Promise.withResolvers<void>();
  const result = Promise.withResolvers<RunResult>();
  let isAlive = true;
  const child = start({
    ...(heapMegabytes !== undefined && { heapMegabytes }),
    onMessage: (message) => {
      const { data } = fromFileProcessSchema.safeParse(message);
      if (data?.type === 'rows' || data?.type === 'read' || data?.type === 'steps')
        onProgress(data);
      else result.resolve(data ?? { type: 'ended' });
    },
    onEnd: () => {
      isAlive = false;
      result.resolve({ type: 'ended' });
      ended.resolve();
    },
  });
  return {
    post: child.post,
    kill: child.kill,
    isAlive: () => isAlive,
    result: result.promise,
    ended: ended.promise,
  };
}

/** The error of a failed run; `early` if the process ended without a result, as without memory. */
export function runError(result: RunResult, early: Fault): Error {
  if (result.type === 'failed') return new FaultError(result.fault);
  return result.type === 'broken' ? remoteError(result) : new FaultError(early);
}

/** The error with the stack of the file process, for the log. */
function remoteError({ name, frames }: { name: string; frames: string }): Error {
  const error = new Error('');
  error.name = name;
  error.stack = frames;
  return error;
}
