import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import https from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Certificate } from './certificates';

/** How a front treats calls. `before`: the service never sees the call; `after`: it carried it out. */
export type FrontFault =
  | { kind: 'slow'; delayMs: number }
  | { kind: 'silent'; work: 'before' | 'after' }
  | { kind: 'reset'; work: 'before' | 'after' }
  | { kind: 'status'; status: number; retryAfter?: string }
  | { kind: 'redirect' }
  | { kind: 'html' }
  | { kind: 'cut' }
  | { kind: 'empty' }
  | { kind: 'wrongTypes' };

/** A server before a service that answers badly while it has a fault. */
export interface Front {
  url: string;
  fail(fault: FrontFault | null): void;
  /** Only over TLS. Takes effect for new connections; the present ones are closed. */
  present(certificate: Certificate): void;
  /** Closes the present connections. */
  disconnect(): void;
  /** Refuses connections until `listen`, which takes the same port again. */
  close(): Promise<void>;
  listen(): Promise<void>;
}

const page =
  '<!doctype html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>';

interface Answered {
  status: number;
  type: string;
  text: string;
}

/**
 * Starts a front for the service at `target`, over TLS if a certificate is given. `onSilent` runs when a
 * call has come to the point from which nothing is answered any more.
 */
export async function startFront(
  target: string,
  { certificate, onSilent }: { certificate?: Certificate; onSilent?: () => void } = {},
): Promise<Front> {
  let fault: FrontFault | null = null;

  async function forward(request: IncomingMessage, body: Buffer): Promise<Answered> {
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const answer = await fetch(target + request.url!, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const type = answer.headers.get('content-type') ?? 'application/json';
    return { status: answer.status, type, text: await answer.text() };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const now = fault;
    const { socket } = request;
    // Every call makes a new connection, and so checks the certificate of this moment.
    if (certificate) response.setHeader('connection', 'close');
    if (now?.kind === 'slow') await wait(now.delayMs);
    if (now?.kind === 'silent') {
      if (now.work === 'after') await forward(request, body);
      return onSilent?.();
    }
    if (now?.kind === 'reset' && now.work === 'before') return void socket.destroy();
    if (now?.kind === 'status') return refuse(now, request, body, response);
    if (now?.kind === 'redirect') {
      return void response.writeHead(302, { location: 'https://login.example/' }).end();
    }
    if (now?.kind === 'html') {
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    }
    const { status, type, text } = await forward(request, body);
    if (now?.kind === 'reset') return void socket.destroy();
    if (now?.kind === 'cut') {
      const bytes = Buffer.from(text);
      response.writeHead(status, { 'content-type': type, 'content-length': bytes.length });
      return void response.write(bytes.subarray(0, bytes.length / 2), () => socket.destroy());
    }
    const sent =
      now?.kind === 'empty' ? '' : now?.kind === 'wrongTypes' ? withWrongTypes(text) : text;
    response.writeHead(status, { 'content-type': type }).end(sent);
  }

  const listener: RequestListener = (request, response) => {
    answer(request, response).catch(() => response.destroy());
  };
  const server = certificate
    ? https.createServer({ ...certificate }, listener)
    : http.createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    fail: (next) => {
      fault = next;
    },
    present: (next) => {
      (server as https.Server).setSecureContext(next);
      server.closeAllConnections();
    },
    disconnect: () => server.closeAllConnections(),
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    listen: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}

/** Refuses a call and quotes all that was sent, as a careless service does. */
function refuse(
  { status, retryAfter }: Extract<FrontFault, { kind: 'status' }>,
  { headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const sent = `${headers.authorization ?? ''} ${body.toString()}`.trim();
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': retryAfterOf(retryAfter) }),
  });
  response.end(JSON.stringify({ success: false, error: `Refused: ${sent}` }));
}

/** A date `in N s` is counted from this answer's own `Date`. */
function retryAfterOf(text: string): string {
  const [, seconds] = /^in (-?\d+) s$/.exec(text) ?? [];
  if (seconds === undefined) return text;
  return new Date(Math.floor(Date.now() / 1000) * 1000 + Number(seconds) * 1000).toUTCString();
}

/** Every member with a value of another type; `success` stays. */
function withWrongTypes(text: string): string {
  const members = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return JSON.stringify(
    Object.fromEntries(
      members.map(([name, value]) => [name, name === 'success' ? value : mistyped(value)]),
    ),
  );
}

function mistyped(value: unknown): unknown {
  if (Array.isArray(value)) return { items: value.length };
  if (typeof value === 'object' && value !== null) return [value];
  if (typeof value === 'number') return `about ${value}`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return 42;
}

/** A proxy for TLS connections, which can ask for authentication. */
export interface TunnelProxy {
  url: string;
  requireAuthentication(required: boolean): void;
  /** The connections that it let through. */
  tunnels(): number;
  close(): Promise<void>;
  listen(): Promise<void>;
}

export async function startTunnelProxy(): Promise<TunnelProxy> {
  let isRequired = false;
  let tunnels = 0;
  const sockets = new Set<Duplex>();
  const server = http.createServer((_, response) => response.writeHead(405).end());
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    sockets.add(client);
    client.on('error', () => client.destroy());
    if (isRequired) {
      client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="office"\r\nContent-Length: 0\r\n\r\n',
      );
      return;
    }
    tunnels += 1;
    const { hostname, port } = new URL(`http://${request.url}`);
    const upstream: Socket = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    sockets.add(upstream);
    upstream.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    server.closeAllConnections();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    requireAuthentication: (required) => {
      isRequired = required;
      closeAll();
    },
    tunnels: () => tunnels,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      closeAll();
      await closed;
    },
    listen: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
