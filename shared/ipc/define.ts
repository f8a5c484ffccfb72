// Why it is so: docs/decisions/0010-one-ipc-contract.md
import type { z } from 'zod';
import type { Outcome } from '../fault';
import { withBounds } from './bounds';

/** A call from the renderer to main. Input is always validated, output in development and tests. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'call';
  readonly input: I;
  readonly output: O;
}

/** An event sent by main to the renderer. */
interface EventOf<P extends z.ZodType = z.ZodType> {
  readonly kind: 'event';
  readonly payload: P;
}

/** Every text, list and map of the input has a limit: its own, or a general one. */
export function call<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Call<I, O> {
  let bounded: I | null = null;
  return {
    kind: 'call',
    // Made at the first call: the start of the app needs a few of them only.
    get input() {
      bounded ??= withBounds(input);
      return bounded;
    },
    output,
  };
}

export function event<P extends z.ZodType>(payload: P): EventOf<P> {
  return { kind: 'event', payload };
}

export type Contract = Record<string, Record<string, Call | EventOf>>;

type Input<C> = C extends Call<infer I> ? z.input<I> : never;
type Parsed<C> = C extends Call<infer I> ? z.output<I> : never;
type Output<C> = C extends Call<z.ZodType, infer O> ? z.output<O> : never;
type Payload<E> = E extends EventOf<infer P> ? z.output<P> : never;
/** The handler of a call without a result may return nothing. */
type Answer<T> = [T] extends [undefined] ? void : T;
type Args<T> = [T] extends [undefined] ? [] : [T];

type CallNames<W> = { [K in keyof W]: W[K] extends Call ? K : never }[keyof W];
type EventNames<W> = { [K in keyof W]: W[K] extends EventOf ? K : never }[keyof W];
type OnName<K> = K extends string ? `on${Capitalize<K>}` : never;

/** The renderer side: `api.devices.details(…)`, `api.session.onChanged(listener)`. */
export type Client<C extends Contract> = {
  [W in keyof C]: {
    [K in CallNames<C[W]>]: (...args: Args<Input<C[W][K]>>) => Promise<Outcome<Output<C[W][K]>>>;
  } & {
    [K in EventNames<C[W]> as OnName<K>]: (
      listener: (payload: Payload<C[W][K]>) => void,
    ) => () => void;
  };
};

/** The window that calls, for what each window has of its own: its ports, what it shows, passwords typed in it. */
export type Caller = number;

/** The call handlers of main, one function each; a missing one does not compile. */
export type Handlers<C extends Contract> = {
  [W in keyof C]: {
    [K in CallNames<C[W]>]: (
      ...args: [...Args<Parsed<C[W][K]>>, caller?: Caller]
    ) => Answer<Output<C[W][K]>> | Promise<Answer<Output<C[W][K]>>>;
  };
};

/** The event senders of main: `notify.session.changed(payload)`. */
export type Notifier<C extends Contract> = {
  [W in keyof C]: { [K in EventNames<C[W]>]: (payload: Payload<C[W][K]>) => void };
};

export type InputOf<C extends Call> = Parsed<C>;

export const channelOf = (group: string, name: string) => `waypost:${group}.${name}`;

/** Data sent over a separate MessagePort because it is too large for the result of a call. */
export const portNames = ['fleet', 'history'] as const;
export type PortName = (typeof portNames)[number];

/**
 * The channel from the preload to main with the path of a file that was dropped on the map. Code in the
 * window cannot name a path: the preload takes it from the file of a drop by the user.
 */
export const droppedFileMessage = 'waypost:dropped-file';

/** The channel from main to the preload, and the window message that then carries the port. */
export const portMessage = (name: PortName) => `waypost:${name}-port`;

/** The transport that the client needs; the preload script passes that of Electron. */
interface Transport {
  invoke(channel: string, input: unknown): Promise<unknown>;
  /** Returns the function that ends the subscription. */
  listen(channel: string, listener: (payload: unknown) => void): () => void;
}

/** The renderer side of a contract: one function per call, one `onX` per event. */
export function createClient<C extends Contract>(contract: C, transport: Transport): Client<C> {
  const client: Record<string, Record<string, unknown>> = {};
  for (const [group, entries] of Object.entries(contract)) {
    const methods: Record<string, unknown> = {};
    for (const [name, entry] of Object.entries(entries)) {
      const channel = channelOf(group, name);
      if (entry.kind === 'call') {
        methods[name] = (input: unknown) => transport.invoke(channel, input);
      } else {
        methods[`on${name[0]!.toUpperCase()}${name.slice(1)}`] = (
          listener: (payload: unknown) => void,
        ) => transport.listen(channel, listener);
      }
    }
    client[group] = methods;
  }
  return client as Client<C>;
}
