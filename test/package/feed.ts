import { createHash, createPrivateKey, randomBytes, type KeyObject } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createProbe, type AddressInfo } from 'node:net';
import { publicKeyText, signedListing } from '../../scripts/packaging/sign-listing.mjs';

/** A private key from 32 fixed bytes: test builds contain its public half. */
function keyOf(name: string): KeyObject {
  const header = Buffer.from('302e020100300506032b657004220420', 'hex');
  const seed = createHash('sha256').update(name).digest();
  return createPrivateKey({ key: Buffer.concat([header, seed]), format: 'der', type: 'pkcs8' });
}

const testKey = keyOf('waypost test build');
const otherKey = keyOf('somebody else');

const portVariable = 'WAYPOST_TEST_FEED_PORT';

/** The feed that is built into the packages of this run, on a port that was free at its start. */
export async function updateSwitches(): Promise<string[]> {
  if (!process.env[portVariable]) {
    const probe = createProbe();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    process.env[portVariable] = String((probe.address() as AddressInfo).port);
    await new Promise((resolve) => probe.close(resolve));
  }
  const feed = `http://127.0.0.1:${process.env[portVariable]}/waypost/`;
  return [`--update-key=${publicKeyText(testKey)}`, `--update-feed=${feed}`];
}

export interface Feed {
  requests: string[];
  /** Names of the Debian packages that were asked for. */
  packages: () => string[];
  close: () => Promise<void>;
}

export interface FeedOptions {
  /** The bytes do not match the checksum of the listing. */
  isDamaged?: boolean;
  /** The listing is signed with a key that the app does not know. */
  isForged?: boolean;
  /** The package is redirected to this address. */
  redirect?: (port: number) => string;
}

/** A feed that offers one Debian package. */
export async function startFeed(
  version: string,
  payload: Buffer,
  options: FeedOptions = {},
): Promise<Feed> {
  const port = Number(process.env[portVariable]);
  const name = `waypost-${version}-linux-amd64.deb`;
  const sha512 = createHash('sha512').update(payload).digest('base64');
  const listing = {
    channel: 'latest-linux',
    version,
    publishedAt: '2026-01-01T00:00:00.000Z',
    files: [{ name, sha512, size: payload.length }],
  };
  const text = signedListing(listing, options.isForged ? otherKey : testKey);
  const sent = options.isDamaged ? Buffer.concat([randomBytes(4), payload.subarray(4)]) : payload;
  const requests: string[] = [];
  const sendPackage = (response: ServerResponse) => {
    if (!options.redirect) response.end(sent);
    else response.writeHead(302, { location: options.redirect(port) }).end();
  };
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://feed');
    requests.push(pathname);
    if (pathname === '/waypost/latest-linux.json') response.end(text);
    else if (pathname === `/waypost/${name}`) sendPackage(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  );
  return {
    requests,
    packages: () => requests.filter((each) => each.endsWith('.deb')),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
