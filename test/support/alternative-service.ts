import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** The HTTP form of an answer; a proxy or an old server may send any of these. */
export type HttpForm =
  'plain' | 'gzip' | 'chunked' | 'bom' | 'latin1Header' | 'noType' | 'http10' | 'redirected';

export const httpForms: readonly HttpForm[] = [
  'plain',
  'gzip',
  'chunked',
  'bom',
  'latin1Header',
  'noType',
  'http10',
  'redirected',
];

export interface AlternativeService {
  url: string;
  userName: string;
  apiKey: string;
  /** Paths of all requests, still encoded. */
  requestedPaths: string[];
  /** Changes the form of later responses. */
  answerAs(form: HttpForm): void;
  stop(): Promise<void>;
}

export interface AlternativeData {
  devices: readonly unknown[];
  /** By device id. */
  fixes?: Readonly<Record<string, unknown>>;
  groups?: readonly unknown[];
  users?: readonly unknown[];
}

function send(response: ServerResponse, form: HttpForm, body: unknown): void {
  const text = JSON.stringify(body);
  const type = { 'content-type': 'application/json' };
  switch (form) {
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
      // JSON is UTF-8, even if the header claims otherwise.
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

/**
 * A second service, written from the interface specification alone and without code of the reference
 * service: it answers with the data given, in unusual but valid HTTP.
 */
export async function startAlternativeService(data: AlternativeData): Promise<AlternativeService> {
  const requestedPaths: string[] = [];
  let form: HttpForm = 'plain';
  const apiKey = 'alternative key';

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
    requestedPaths.push(path);
    if (form === 'redirected' && request.method === 'GET' && !path.startsWith('/moved')) {
      response.writeHead(307, { location: `/moved${path}` }).end();
      return;
    }
    send(response, form, bodyFor(path.replace(/^\/moved/, '')));
  }

  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    userName: 'alternative',
    apiKey,
    requestedPaths,
    answerAs: (next) => {
      form = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
