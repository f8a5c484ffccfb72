import { createStore } from 'zustand/vanilla';
import type { Fault } from '#shared/fault';
import { message, type PlainKey } from '#shared/i18n/translate';

/** The methods of a worker as the window calls them: answers come as promises, in any order. */
export type Remote<Methods> = {
  [
    Name in keyof Methods as Methods[Name] extends (...args: never) => unknown ? Name : never
  ]: Methods[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never;
};

/** What the window does with each event of a worker. */
type Handlers<Events> = { [Name in keyof Events]: (value: Events[Name]) => void };

interface Call {
  ticket: number;
  name: string;
  args: unknown[];
}
type FromWorker = { ticket: number; answer: unknown } | { event: string; value: unknown };

/** The window's connection to a worker. */
interface WorkerEnd {
  postMessage(message: Call, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  /** An uncaught error, or the worker could not be loaded. */
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

/** The first worker of this window that failed. Reloading the window starts all of them again. */
export const workerFaults = createStore<{ fault: Fault | null }>(() => ({ fault: null }));

/** The worker's end: its global scope, or one end of a channel in tests. */
export interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/**
 * Starts a worker that serves `Methods` and emits `Events`. Ports among the arguments of a call are transferred,
 * everything else is copied. A worker that throws is terminated, because its state may be incomplete. Its calls are then
 * never answered: the notice of `workerFaults` says what stopped, and how to go on. `work` is the name of its task for
 * that notice: "Showing tracks".
 */
export function connectWorker<Methods, Events>(
  start: () => WorkerEnd,
  work: PlainKey,
  handlers: Handlers<Events>,
): { remote: Remote<Methods>; stop: () => void } {
  const worker = start();
  const waiting = new Map<number, (answer: unknown) => void>();
  let lastTicket = 0;
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
      fault: fault ?? { kind: 'bug', reference, ended: message(work) },
    }));
  };
  worker.onmessage = ({ data }) => {
    if (isEnded) return;
    if ('event' in data) {
      handlers[data.event as keyof Events](data.value as Events[keyof Events]);
      return;
    }
    waiting.get(data.ticket)?.(data.answer);
    waiting.delete(data.ticket);
  };
  worker.onerror = ({ error, message }) => broke(error ?? message);
  worker.onmessageerror = () => broke('a message that could not be read');
  const call = (name: string, args: unknown[]) =>
    new Promise<unknown>((resolve) => {
      if (isEnded) return;
      const ticket = (lastTicket += 1);
      waiting.set(ticket, resolve);
      worker.postMessage(
        { ticket, name, args },
        args.filter((each) => each instanceof MessagePort),
      );
    });
  const remote = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (own, name) => {
        // An object with a method `then` would be awaited as a promise.
        if (typeof name === 'symbol' || name === 'then' || name in own) return own[String(name)];
        return (...args: unknown[]) => call(name, args);
      },
    },
  );
  return { remote: remote as Remote<Methods>, stop };
}

/** The listeners of one event; a new one is called with the last value at once if it is `kept`. */
export class Listeners<T> {
  readonly #all = new Set<(value: T) => void>();
  #last: { value: T } | null = null;

  constructor(private readonly keeps: 'kept' | 'passing') {}

  readonly add = (listener: (value: T) => void): (() => void) => {
    this.#all.add(listener);
    if (this.#last) listener(this.#last.value);
    return () => this.#all.delete(listener);
  };

  readonly emit = (value: T): void => {
    if (this.keeps === 'kept') this.#last = { value };
    for (const listener of this.#all) listener(value);
  };
}

const buffersOfAnswer = new WeakMap<object, Transferable[]>();

/** An answer whose buffers are moved to the window instead of copied. */
export function transferred<T extends object>(answer: T, buffers: Transferable[]): T {
  buffersOfAnswer.set(answer, buffers);
  return answer;
}

/** Answers the calls of the window. An error in a method is an error of the worker, which ends it. */
export function serveMethods<Methods extends object>(scope: WorkerScope, methods: Methods): void {
  const answerTo = async ({ ticket, name, args }: Call) => {
    const method = methods[name as keyof Methods] as (...args: unknown[]) => unknown;
    const answer = await method.apply(methods, args);
    scope.postMessage({ ticket, answer }, buffersOfAnswer.get(answer as object) ?? []);
  };
  scope.onmessage = ({ data }: MessageEvent<Call>) =>
    void answerTo(data).catch((error: unknown) => reportError(error));
}

/** Tells the window about something that it did not ask for. */
export type Emit<Events> = <Name extends keyof Events & string>(
  event: Name,
  value: Events[Name],
  transfer?: Transferable[],
) => void;

export const emitter =
  <Events>(scope: WorkerScope): Emit<Events> =>
  (event, value, transfer = []) =>
    scope.postMessage({ event, value }, transfer);
