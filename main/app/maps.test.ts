import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { readAtMost } from './maps';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('reads an answer up to the limit', async () => {
  const url = await serving((_, response) => response.end('{"version":8}'));
  const bytes = await readAtMost(await fetch(url), 13);
  expect(Buffer.from(bytes).toString()).toBe('{"version":8}');
  await expect(readAtMost(await fetch(url), 12)).rejects.toThrow();
});

test('stops reading an answer without an end', async () => {
  let sent = 0;
  const url = await serving((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 32))) sent += 65_536;
      response.once('drain', more);
    };
    more();
  });
  await expect(readAtMost(await fetch(url), 2 * 1024 * 1024)).rejects.toThrow('too long');
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

test('counts the bytes that a packed answer unpacks to', async () => {
  const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32));
  const url = await serving((_, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(packed);
  });
  await expect(readAtMost(await fetch(url), 2 * 1024 * 1024)).rejects.toThrow('too long');
});

test('gives up an answer that does not arrive', async () => {
  const url = await serving((_, response) => response.write('{'));
  const stop = new AbortController();
  const reading = readAtMost(await fetch(url), 100, stop.signal);
  stop.abort();
  await expect(reading).rejects.toThrow();
});
