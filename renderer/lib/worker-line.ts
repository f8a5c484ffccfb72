import type { Fault } from '#shared/fault';

/** The part of a worker that is needed. */
export interface WorkerEnd<Out, In> {
  postMessage(message: Out, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<In>) => void) | null;
  /** Something was thrown in it and not caught, or it could not be loaded. */
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

/** One worker at a time, and the next one where that came to an end. */
export interface WorkerLine<Out> {
  /** What is said while none works is heard by nobody. */
  say(message: Out, transfer?: Transferable[]): void;
  /** Whether the last one came to an end and no other was started. */
  isBroken(): boolean;
  /** A new worker, which knows nothing of what was said before. */
  restart(): void;
  stop(): void;
}

export interface WorkerLineOptions<Out, In> {
  start: () => WorkerEnd<Out, In>;
  /** Its work, for the words: "Reading tracks". */
  work: string;
  onMessage: (message: In) => void;
  /** It came to an end; what it was asked for will not come. */
  onBroken: (fault: Fault) => void;
  newReference?: () => string;
  report?: (error: unknown) => void;
}

const shortReference = () => crypto.randomUUID().slice(0, 8);

/**
 * Joins the window with a worker. One that throws is ended: what it holds may be half done, and an
 * answer that never comes would leave the screen waiting without a word.
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
      // With the reference the person sees, which ties the words on screen to the log.
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
