import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as a fixture server saw it. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** For tests: a real HTTP server on loopback with scripted answers. */
export interface FixtureServer {
  url: string;
  seen: SeenRequest[];
  close(): Promise<void>;
}

export type Answerer = (request: SeenRequest, response: ServerResponse) => void | Promise<void>;

export async function startFixtureServer(answer: Answerer): Promise<FixtureServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const { method = '', url = '', headers } = request;
      const received = { method, path: url, headers, body };
      seen.push(received);
      await answer(received, response);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends JSON with a status. */
export function answerJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
