import { channelOf, type Client, type Contract } from './define';

/** What the client needs of the transport; the preload hands in Electron's. */
export interface Transport {
  invoke(channel: string, input: unknown): Promise<unknown>;
  /** Answers the function that ends the subscription. */
  listen(channel: string, listener: (payload: unknown) => void): () => void;
}

/** The window's side of a contract, derived from it: one function per call, one `onX` per event. */
export function createClient<C extends Contract>(contract: C, transport: Transport): Client<C> {
  const client: Record<string, Record<string, unknown>> = {};
  for (const [word, entries] of Object.entries(contract)) {
    const methods: Record<string, unknown> = {};
    for (const [name, entry] of Object.entries(entries)) {
      const channel = channelOf(word, name);
      if (entry.kind === 'call') {
        methods[name] = (input: unknown) => transport.invoke(channel, input);
      } else {
        methods[`on${name[0]!.toUpperCase()}${name.slice(1)}`] = (
          listener: (payload: unknown) => void,
        ) => transport.listen(channel, listener);
      }
    }
    client[word] = methods;
  }
  return client as Client<C>;
}
