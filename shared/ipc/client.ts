import { channelOf, type Client, type Contract } from './define';

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
