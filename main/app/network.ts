import { net, session as electronSession, type Session } from 'electron';
import { finished, type Readable } from 'node:stream';
import type { BodyReader, Fetch, Received, SendOnce } from '#main/api/request';

export interface Network {
  /** For requests that may be repeated: one may be sent again. */
  fetch: Fetch;
  sendOnce: SendOnce;
}

/**
 * The network of the HTTP layer. Chromium sends a request again, whatever its method, if a connection
 * that was used or opened before closes without an answer. `sendOnce` therefore gives each exchange a
 * session of its own without open connections: `Connection: close` would do for HTTP/1.1 only
 * (docs/decisions/0012-requests-to-the-service.md).
 */
export function openNetwork(): Network {
  // Without a disk cache: answers must not be written to disk unencrypted.
  const open = (partition: string) => electronSession.fromPartition(partition, { cache: false });
  const reading = open('service');
  /** Sessions without a request in flight; their number grows to that of parallel writes. */
  const free: Session[] = [];
  let opened = 0;
  return {
    fetch: fetchIn(reading),
    sendOnce: async (exchange) => {
      const session = free.pop() ?? open(`service-write-${++opened}`);
      try {
        await session.closeAllConnections();
        return await exchange(fetchIn(session));
      } finally {
        free.push(session);
      }
    },
  };
}

/**
 * What `session.fetch` does for the HTTP layer, without the objects and streams of the web, which cost as
 * much as the rest of a call (docs/decisions/0012-requests-to-the-service.md).
 */
function fetchIn(session: Session): Fetch {
  return (url, { method, headers, body, signal, redirect, cache, credentials }) =>
    new Promise((resolve, reject) => {
      const request = net.request({ url, session, method, headers, redirect, cache, credentials });
      const giveUp = () => {
        reject(signal.reason as Error);
        request.abort();
      };
      signal.addEventListener('abort', giveUp, { once: true });
      request.on('error', reject);
      request.on('response', (response) => {
        const stream = response as unknown as Readable;
        stream.once('close', () => signal.removeEventListener('abort', giveUp));
        const { statusCode: status, headers: fields } = response;
        resolve(receivedOf({ status, fields, body: stream, abort: () => request.abort() }));
      });
      request.end(body);
    });
}

/**
 * What the HTTP layer reads of an answer. `fields` are the
 * headers by names in lower case; `abort` ends the connection.
 */
function receivedOf(answer: {
  status: number;
  fields: Partial<Record<string, string | string[]>>;
  body: Readable;
  abort: () => void;
}): Received {
  const { status, fields, body } = answer;
  // The reader rejects with it. Without a listener it would be thrown in main.
  body.on('error', () => undefined);
  const get = (name: string) => {
    const value = fields[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  };
  return {
    status,
    headers: { get, has: (name) => get(name) !== null },
    body: { getReader: () => readerOf(body, answer.abort) },
  };
}

/** Reads the pieces as they arrived: an iterator would join all that has arrived since its last step. */
function readerOf(body: Readable, abort: () => void): BodyReader {
  type Piece = Awaited<ReturnType<BodyReader['read']>>;
  let end: { error: unknown } | null = null;
  let waiting: PromiseWithResolvers<Piece> | null = null;

  function settle(settled: (read: PromiseWithResolvers<Piece>) => void): void {
    const read = waiting;
    waiting = null;
    if (read) settled(read);
  }
  const atEnd = (read: PromiseWithResolvers<Piece>) =>
    end?.error ? read.reject(end.error) : read.resolve({ done: true });

  body.on('data', (value: Uint8Array) => {
    body.pause();
    settle((read) => read.resolve({ value }));
  });
  body.pause();
  finished(body, { writable: false }, (error) => {
    end = { error };
    settle(atEnd);
  });
  return {
    read: () => {
      const read = Promise.withResolvers<Piece>();
      if (end) atEnd(read);
      else {
        waiting = read;
        body.resume();
      }
      return read.promise;
    },
    cancel: () => {
      abort();
      return Promise.resolve();
    },
  };
}
