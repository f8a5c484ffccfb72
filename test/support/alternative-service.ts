import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { isRecord, Refused } from './alternative-records';
import {
  createAlternativeRoutes,
  defaultChoices,
  type AlternativeChoices,
  type AlternativeData,
  type Reply,
} from './alternative-routes';
import { asDocumented, pascal } from './letter-case';

export type { AlternativeData } from './alternative-routes';

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
  /** Refuses every call from now on as one without a valid token. */
  refuseTokens(): void;
  stop(): Promise<void>;
}

function send(response: ServerResponse, form: HttpForm, body: unknown, status: number): void {
  const text = JSON.stringify(body);
  const type = { 'content-type': 'application/json' };
  switch (form) {
    case 'gzip':
      response.writeHead(status, { ...type, 'content-encoding': 'gzip' }).end(gzipSync(text));
      return;
    case 'chunked': {
      response.writeHead(status, type);
      // Cut between bytes, not between letters.
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += 1_021)
        response.write(bytes.subarray(at, at + 1_021));
      response.end();
      return;
    }
    case 'bom':
      response.writeHead(status, type).end(`\uFEFF${text}`);
      return;
    case 'latin1Header':
      // JSON is UTF-8, even if the header claims otherwise.
      response
        .writeHead(status, { 'content-type': 'application/json; charset=iso-8859-1' })
        .end(text);
      return;
    case 'noType':
      response.writeHead(status).end(text);
      return;
    case 'http10':
      response.shouldKeepAlive = false;
      response.useChunkedEncodingByDefault = false;
      response.writeHead(status, { ...type, connection: 'close' }).end(text);
      return;
    case 'plain':
    case 'redirected':
      response.writeHead(status, type).end(text);
  }
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

const page = '<!doctype html><html><head><title>Error</title></head><body>Error</body></html>';

/**
 * A second service, written from the interface specification alone and without code of the reference
 * service: it answers with the data given, in unusual but valid HTTP. It does what the documents state
 * and nothing more: refusals have no body, and only required members are checked.
 */
export async function startAlternativeService(
  data: AlternativeData,
  given: Partial<AlternativeChoices> = {},
): Promise<AlternativeService> {
  const choices = { ...defaultChoices, ...given };
  const requestedPaths: string[] = [];
  let form: HttpForm = 'plain';
  let refusesTokens = false;
  const userName = 'alternative';
  const apiKey = 'alternative key';
  const token = `${base64({ alg: 'HS512', typ: 'JWT' })}.${base64({ sub: userName })}.${randomUUID()}`;
  const replyTo = createAlternativeRoutes(data, choices);

  function exchange(body: unknown): Reply {
    const isRight = isRecord(body) && body.userName === userName && body.apiKey === apiKey;
    if (!isRight)
      return { status: 401, body: { success: false, error: 'Invalid API key or username.' } };
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    return { status: 200, body: { success: true, token, expires } };
  }

  /** A service of today reads a body as JSON whatever its type, except a patch and a form. */
  function parsed(request: IncomingMessage, text: string): unknown {
    if (text === '') return undefined;
    const type = request.headers['content-type'] ?? '';
    const isPatch = request.method === 'PATCH';
    if (isPatch && type !== choices.patchMediaType) throw new Refused(415, 'Not this type.');
    try {
      return asDocumented(JSON.parse(text));
    } catch {
      throw new Refused(415, 'The body is not JSON.');
    }
  }

  function refusal(status: number): Reply & { type?: string } {
    return choices.errorBody === 'html' ? { status, body: page, type: 'text/html' } : { status };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!;
    const text = await readBody(request);
    requestedPaths.push(path);
    if (form === 'redirected' && request.method === 'GET' && !path.startsWith('/moved')) {
      response.writeHead(307, { location: `/moved${path}` }).end();
      return;
    }
    const real = path.replace(/^\/moved/, '');
    let reply: Reply & { type?: string };
    try {
      if (real === '/api/Auth/Token') reply = exchange(parsed(request, text));
      else if (refusesTokens || request.headers.authorization !== `Bearer ${token}`)
        reply = refusal(choices.unauthorizedStatus);
      else reply = replyTo(request.method!, real, parsed(request, text));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      reply = refusal(error.status);
    }
    if (reply.type)
      response.writeHead(reply.status, { 'content-type': reply.type }).end(reply.body);
    else if (reply.body === undefined) response.writeHead(reply.status).end();
    else {
      const body = choices.memberCase === 'pascal' ? pascal(reply.body) : reply.body;
      send(response, form, body, reply.status);
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    userName,
    apiKey,
    requestedPaths,
    answerAs: (next) => {
      form = next;
    },
    refuseTokens: () => {
      refusesTokens = true;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
