import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** How one answer is put on the wire; all of it is HTTP that a proxy or an old server may speak. */
export type Dress =
  'plain' | 'gzip' | 'chunked' | 'bom' | 'latin1Header' | 'noType' | 'http10' | 'redirected';

export const dresses: readonly Dress[] = [
  'plain',
  'gzip',
  'chunked',
  'bom',
  'latin1Header',
  'noType',
  'http10',
  'redirected',
];

export interface StrangeService {
  url: string;
  userName: string;
  apiKey: string;
  /** Paths as they were asked for, still encoded. */
  asked: string[];
  /** Changes how the answers that follow are dressed. */
  wear(dress: Dress): void;
  stop(): Promise<void>;
}

export interface StrangeData {
  devices: readonly unknown[];
  /** By device id. */
  fixes?: Readonly<Record<string, unknown>>;
  groups?: readonly unknown[];
  users?: readonly unknown[];
}

function send(response: ServerResponse, dress: Dress, body: unknown): void {
  const text = JSON.stringify(body);
  const type = { 'content-type': 'application/json' };
  switch (dress) {
    case 'gzip':
      response.writeHead(200, { ...type, 'content-encoding': 'gzip' }).end(gzipSync(text));
      return;
    case 'chunked': {
      response.writeHead(200, type);
      // Cut between bytes, not between letters.
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += 1_021)
        response.write(bytes.subarray(at, at + 1_021));
      response.end();
      return;
    }
    case 'bom':
      response.writeHead(200, type).end(`\uFEFF${text}`);
      return;
    case 'latin1Header':
      // JSON is UTF-8 whatever a careless header claims.
      response.writeHead(200, { 'content-type': 'application/json; charset=iso-8859-1' }).end(text);
      return;
    case 'noType':
      response.writeHead(200).end(text);
      return;
    case 'http10':
      response.shouldKeepAlive = false;
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, { ...type, connection: 'close' }).end(text);
      return;
    case 'plain':
    case 'redirected':
      response.writeHead(200, type).end(text);
  }
}

/** A service of odd data and odd HTTP that knows nothing of ours. */
export async function startStrangeService(data: StrangeData): Promise<StrangeService> {
  const asked: string[] = [];
  let dress: Dress = 'plain';
  const apiKey = 'strange key';

  function bodyFor(path: string): unknown {
    const [, , area, id, part] = path.split('/').map(decodeURIComponent);
    if (area === 'Auth') {
      const expires = new Date(Date.now() + 3_600_000).toISOString();
      return { success: true, token: 'a.b.c', expires };
    }
    if (area === 'devices' && id === undefined) return { success: true, devices: data.devices };
    if (area === 'devices' && part === 'lastLocation') {
      return { success: true, lastLocation: data.fixes?.[id!] ?? null };
    }
    if (area === 'groups') return { success: true, groups: data.groups ?? [] };
    if (area === 'users' && id === undefined) return { success: true, users: data.users ?? [] };
    return { success: true, countries: {}, timeZones: {} };
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url!;
    request.resume();
    asked.push(path);
    if (dress === 'redirected' && request.method === 'GET' && !path.startsWith('/moved')) {
      response.writeHead(307, { location: `/moved${path}` }).end();
      return;
    }
    send(response, dress, bodyFor(path.replace(/^\/moved/, '')));
  }

  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    userName: 'strange',
    apiKey,
    asked,
    wear: (next) => {
      dress = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
