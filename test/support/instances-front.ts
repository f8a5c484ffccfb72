import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One address of several instances. */
export interface InstancesFront {
  url: string;
  stop(): Promise<void>;
}

/**
 * A proxy that sends each request to the next of the instances at `urls()`; 503 when it cannot be reached, as
 * the usual ones answer. Headers, bodies and broken connections pass as they are.
 */
export async function startInstancesFront(urls: () => readonly string[]): Promise<InstancesFront> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const all = urls();
    const instance = all[turn++ % all.length];
    const { method, url, headers } = incoming;
    const onward = send(new URL(url ?? '/', instance), { method, headers, agent: false });
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
      answer.once('close', () => answer.complete || outgoing.destroy());
    });
    onward.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED' || outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(503, { 'retry-after': '1' }).end();
    });
    outgoing.once('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      server.closeAllConnections();
      await closed;
    },
  };
}
