import type { Readable } from 'node:stream';
import type { Received } from '#main/api/request';

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
  const getReader = () => {
    const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
    const cancel = () => {
      answer.abort();
      return Promise.resolve();
    };
    return { read: () => pieces.next(), cancel };
  };
  return {
    status,
    headers: { get, has: (name) => get(name) !== null },
    body: { getReader },
  };
}
