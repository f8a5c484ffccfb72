import { createStore } from 'zustand/vanilla';
import type { Fault } from '#shared/fault';

/** The window's connection to a worker. */
export interface WorkerEnd<Out, In> {
  postMessage(message: Out, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<In>) => void) | null;
  /** An uncaught error, or the worker could not be loaded. */
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

export interface WorkerLine<Out> {
  /** Messages to a worker that has failed are dropped. */
  say(message: Out, transfer?: Transferable[]): void;
  stop(): void;
}

/** The first worker of this window that failed. Reloading the window starts all of them again. */
export const workerFaults = createStore<{ fault: Fault | null }>(() => ({ fault: null }));

/**
 * Connects the window to a worker. A worker that throws is terminated, because its state may be incomplete.
 * Its pending requests are never answered: the notice of `workerFaults` says what stopped, and how to go on.
 * `work` is the name of its task for that notice: "Reading tracks".
 */
export function createWorkerLine<Out, In>(
  start: () => WorkerEnd<Out, In>,
  work: string,
  onMessage: (message: In) => void,
): WorkerLine<Out> {
  const worker = start();
  let isEnded = false;
  const stop = () => {
    isEnded = true;
    worker.terminate();
  };
  const broke = (cause: unknown) => {
    if (isEnded) return;
    stop();
    const reference = crypto.randomUUID().slice(0, 8);
    // With the reference that the user sees, to find the error in the log.
    reportError(new Error(`${work} (${reference})`, { cause }));
    workerFaults.setState(({ fault }) => ({
      fault: fault ?? { kind: 'bug', reference, ended: work },
    }));
  };
  worker.onmessage = ({ data }) => {
    if (!isEnded) onMessage(data);
  };
  worker.onerror = ({ error, message }) => broke(error ?? message);
  worker.onmessageerror = () => broke('a message that could not be read');
  return {
    say: (message, transfer = []) => {
      if (!isEnded) worker.postMessage(message, transfer);
    },
    stop,
  };
}
