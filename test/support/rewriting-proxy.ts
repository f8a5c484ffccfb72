import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Changes an answer; `path` is that of the request. */
export type Rewrite = (path: string, json: unknown, request: unknown) => unknown;

/** A proxy before a service, which changes its answers: a service that behaves in another way. */
export interface RewritingProxy {
  url: string;
  userName: string;
  apiKey: string;
  /** Applies to the answers from now on; null: unchanged. */
  rewrite(change: Rewrite | null): void;
  stop(): Promise<void>;
}

export async function startRewritingProxy(service: {
  url: string;
  userName: string;
  apiKey: string;
}): Promise<RewritingProxy> {
  let change: Rewrite | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const path = request.url ?? '/';
    const answered = await fetch(`${service.url}${path}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    });
    const text = await answered.text();
    const isRewritten = change !== null && answered.ok && text !== '';
    const sent = isRewritten
      ? JSON.stringify(change!(path, JSON.parse(text), body.length > 0 ? jsonIn(body) : null))
      : text;
    const type = answered.headers.get('content-type') ?? 'application/json';
    response.writeHead(answered.status, { 'content-type': type }).end(sent);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    userName: service.userName,
    apiKey: service.apiKey,
    rewrite: (next) => {
      change = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

/** The same JSON with members renamed at any depth. */
export function renamed(json: unknown, names: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(json)) return json.map((item) => renamed(item, names));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [names[name] ?? name, renamed(value, names)]),
  );
}
