import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { pipeline, type Duplex, type Readable } from 'node:stream';
import tls, { type ConnectionOptions } from 'node:tls';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { FetchInit, Received } from '#main/api/request';
import { isLoopback } from '#shared/domain/address';
import type { AcceptedCertificates } from './accepted-certificates';
import { receivedOf } from './received';

// An import reads every export, and one of them compiles undici, which takes ten times as long.
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');

/** Connections of Node, kept open, as many for each address as Chromium has. */
export interface DirectConnections {
  /** Whether an address may be reached this way at all. */
  mayReach(url: URL): boolean;
  ask(url: URL, init: Question): Promise<Asked>;
  /** Ends them all, also those with a request in flight. */
  end(): void;
}

export type Question = Pick<FetchInit, 'method' | 'headers' | 'body' | 'signal'>;

export interface Asked {
  /** null: there was no answer, or one that is left to Chromium. */
  received: Received | null;
  /** Whether the connection was one kept open, which the service may close at any time. */
  wasReused: boolean;
}

const settings = { keepAlive: true, maxSockets: 6, maxFreeSockets: 6, timeout: 20_000 };

type Created = (error: Error | null, socket: Duplex) => void;

/** Connections whose certificate Chromium has accepted for the same host. */
class SecureAgent extends https.Agent {
  constructor(private readonly accepted: AcceptedCertificates) {
    super(settings);
  }

  override createConnection(options: RequestOptions, created?: Created): undefined {
    const done = created ?? (() => undefined);
    // Chromium judges certificates, by the store of the system. Nothing is sent before the comparison.
    const socket = tls.connect({ ...options, rejectUnauthorized: false } as ConnectionOptions);
    const fail = (error: Error) => done(error, socket);
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      socket.off('error', fail);
      const certificate = socket.getPeerX509Certificate();
      if (this.accepted.has(options.host ?? '', certificate)) return done(null, socket);
      socket.destroy();
      fail(new Error('the certificate is not one that Chromium accepted'));
    });
  }
}

export function openDirectConnections(accepted: AcceptedCertificates): DirectConnections {
  const plain = new http.Agent(settings);
  const secure = new SecureAgent(accepted);
  return {
    // Chromium may send what is addressed as http over https (HSTS), but not to this computer.
    mayReach: ({ protocol, hostname }) =>
      protocol === 'https:' ? accepted.hasAny(hostname) : isLoopback(hostname),
    ask(url, { method, headers, body, signal }) {
      const [request, agent] =
        url.protocol === 'https:' ? [https.request, secure] : [http.request, plain];
      return answerOf(request(url, { method, headers, agent }), body, signal);
    },
    end() {
      plain.destroy();
      secure.destroy();
    },
  };
}

function answerOf(
  sent: ClientRequest,
  body: string | undefined,
  signal: AbortSignal,
): Promise<Asked> {
  return new Promise((resolve) => {
    const unanswered = () => resolve({ received: null, wasReused: sent.reusedSocket });
    const giveUp = () => sent.destroy(signal.reason as Error);
    signal.addEventListener('abort', giveUp, { once: true });
    sent.once('close', () => {
      signal.removeEventListener('abort', giveUp);
      unanswered();
    });
    sent.on('error', unanswered);
    sent.once('response', (response) => {
      // It reaches the reader through the body, which may be another stream.
      response.on('error', () => undefined);
      const { statusCode: status = 0, headersDistinct: fields } = response;
      const answer = unpacked(response);
      const abort = () => void sent.destroy();
      if (answer) {
        const received = receivedOf({ status, fields, body: answer, abort });
        return resolve({ received, wasReused: false });
      }
      abort();
      unanswered();
    });
    if (signal.aborted) giveUp();
    else sent.end(body);
  });
}

const unpackers = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress };

/** The body as it was before it was packed; null for a redirect, and what only Chromium unpacks. */
function unpacked(response: IncomingMessage): Readable | null {
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400) return null;
  const encoding = (response.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return response;
  if (!Object.hasOwn(unpackers, encoding)) return null;
  const unpack = unpackers[encoding as keyof typeof unpackers];
  return pipeline(response, unpack(), () => undefined);
}
