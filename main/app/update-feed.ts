import type { UpdateBuild } from './update-build';
import {
  largestListingBytes,
  ListingError,
  verifyListing,
  type UpdateListing,
} from './update-listing';

const patienceMs = 30_000;

/** The name of the listing for this kind of installation, as electron-builder names them. */
export function channelOf(platform: NodeJS.Platform, arch: string): string {
  if (platform === 'win32') return 'latest';
  if (platform === 'darwin') return 'latest-mac';
  return arch === 'x64' ? 'latest-linux' : `latest-linux-${arch}`;
}

/** The address of a file in the folder of a feed. */
export function addressIn(feed: string, name: string): URL {
  const folder = new URL(feed);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return new URL(name, folder);
}

/** Fetches the listing of a feed and verifies its signature. Redirects of it are not followed. */
export async function fetchListing(
  request: typeof fetch,
  feed: string,
  channel: string,
  { keys }: UpdateBuild,
): Promise<UpdateListing> {
  const answer = await request(addressIn(feed, `${channel}.json`).href, {
    redirect: 'error',
    cache: 'no-store',
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!answer.ok || !answer.body) throw new Error(`the feed answered with ${answer.status}`);
  return verifyListing(await textOf(answer.body), channel, keys);
}

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    // Leaving the loop cancels the rest of the body.
    if (length > largestListingBytes) throw new ListingError('ERR_LISTING_INVALID');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
