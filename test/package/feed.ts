import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Feed {
  url: string;
  requests: string[];
  server: Server;
}

/** A feed that offers one Debian package; `damaged`: its bytes do not match the checksum. */
export async function startFeed(
  version: string,
  payload: Buffer,
  { isDamaged = false } = {},
): Promise<Feed> {
  const name = `waypost-${version}-linux-amd64.deb`;
  const sha512 = createHash('sha512').update(payload).digest('base64');
  const listing = [
    `version: ${version}`,
    'files:',
    `  - url: ${name}`,
    `    sha512: ${sha512}`,
    `    size: ${payload.length}`,
    `path: ${name}`,
    `sha512: ${sha512}`,
    "releaseDate: '2026-01-01T00:00:00.000Z'",
    '',
  ].join('\n');
  const sent = isDamaged ? Buffer.concat([randomBytes(4), payload.subarray(4)]) : payload;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://feed');
    requests.push(pathname);
    if (pathname.endsWith('.yml')) response.end(listing);
    else if (pathname.endsWith(name)) response.end(sent);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, requests, server };
}
