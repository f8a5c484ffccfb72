import { finished, type Readable } from 'node:stream';
import type { BodyReader, Received } from '#main/api/request';

/**
 * What the HTTP layer reads of an answer, from Electron's network and from Node's alike. `fields` are the
 * headers by names in lower case; `abort` ends the connection.
 */
export function receivedOf(answer: {
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
