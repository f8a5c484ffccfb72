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

/** One worker at a time, which can be restarted after it failed. */
export interface WorkerLine<Out> {
  /** Messages are dropped while no worker is running. */
  say(message: Out, transfer?: Transferable[]): void;
  /** Whether the worker failed and was not restarted. */
  isBroken(): boolean;
  /** Starts a new worker; earlier messages are not repeated. */
  restart(): void;
  stop(): void;
}

export interface WorkerLineOptions<Out, In> {
  start: () => WorkerEnd<Out, In>;
  /** The name of its task, for the message: "Reading tracks". */
  work: string;
  onMessage: (message: In) => void;
  /** The worker failed; pending requests are not answered. */
  onBroken: (fault: Fault) => void;
  newReference?: () => string;
  report?: (error: unknown) => void;
}

const shortReference = () => crypto.randomUUID().slice(0, 8);

/**
 * Connects the window to a worker. A worker that throws is terminated: its state may be incomplete, and
 * requests without an answer would leave the page waiting.
 */
export function createWorkerLine<Out, In>(options: WorkerLineOptions<Out, In>): WorkerLine<Out> {
  const { start, work, onMessage, onBroken } = options;
  const { newReference = shortReference, report = (error) => reportError(error) } = options;
  let worker: WorkerEnd<Out, In> | null = begin();

  function begin(): WorkerEnd<Out, In> {
    const next = start();
    const broke = (cause: unknown) => {
      if (worker !== next) return;
      end();
      const reference = newReference();
      // With the reference that the user sees, to find the error in the log.
      report(new Error(`${work} (${reference})`, { cause }));
      onBroken({ kind: 'bug', reference, ended: work });
    };
    next.onmessage = ({ data }) => {
      if (worker === next) onMessage(data);
    };
    next.onerror = ({ error, message }) => broke(error ?? message);
    next.onmessageerror = () => broke('a message that could not be read');
    return next;
  }

  function end(): void {
    worker?.terminate();
    worker = null;
  }

  return {
    say: (message, transfer = []) => worker?.postMessage(message, transfer),
    isBroken: () => worker === null,
    restart: () => {
      end();
      worker = begin();
    },
    stop: end,
  };
}
