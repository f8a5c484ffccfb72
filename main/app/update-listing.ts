import { type KeyObject, createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';

/** What the build says about updates. It is part of the archive and cannot be set afterwards. */
export interface UpdateBuild {
  /** Keys that may sign a listing; without any there are no updates. */
  keys: readonly KeyObject[];
  /** The feed, unless the machine policy names another one. */
  feed: string | null;
  /** True in test builds only: plain http to this computer is accepted. */
  allowsLoopback: boolean;
}

export const noUpdates: UpdateBuild = { keys: [], feed: null, allowsLoopback: false };

const schema = z.object({
  /** Separated by spaces, because electron-builder's command line has no lists. */
  keys: z.string().max(200),
  feed: z.string().max(2048).nullish(),
  allowsLoopback: z.boolean().optional(),
});

/** Reads `waypostUpdates` of the package.json in the archive; `npm run package` writes it. */
export function readUpdateBuild(packageJson: string): UpdateBuild {
  let json: unknown;
  try {
    json = (JSON.parse(packageJson) as { waypostUpdates?: unknown }).waypostUpdates;
  } catch {
    return noUpdates;
  }
  const { data } = schema.safeParse(json);
  if (!data) return noUpdates;
  const keys = data.keys.split(' ').map(readPublicKey);
  if (!keys.every((key) => key !== null)) return noUpdates;
  return { keys, feed: data.feed ?? null, allowsLoopback: data.allowsLoopback ?? false };
}

/** True for an address that updates may come from: https, and in test builds this computer. */
export function isFeedAddress(text: string, { allowsLoopback }: UpdateBuild): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  if (url.protocol === 'https:') return true;
  return allowsLoopback && url.protocol === 'http:' && url.hostname === '127.0.0.1';
}

const patienceMs = 30_000;

/** The name of the listing for this kind of installation, as electron-builder names them. */
export function channelOf(platform: NodeJS.Platform, arch: string): string {
  if (platform === 'win32') return 'latest';
  if (platform === 'darwin') return 'latest-mac';
  return arch === 'x64' ? 'latest-linux' : `latest-linux-${arch}`;
}

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

/** Put before the signed text, so that a signature for another purpose is never valid here. */
export const listingPrefix = 'waypost update listing 1\n';

const largestListingBytes = 64 * 1024;

const fileSchema = z.object({
  /** A name in the folder of the feed: no path, no address. */
  name: z.string().regex(/^[A-Za-z0-9][\w.+-]{0,199}$/),
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
  size: z.number().int().positive(),
});

const listingSchema = z.object({
  /** The kind of installation, such as `latest-linux`: a listing is not valid for another one. */
  channel: z.string().max(60),
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}(-[0-9A-Za-z.-]{1,40})?$/),
  publishedAt: z.iso.datetime(),
  files: z.array(fileSchema).min(1).max(20),
});
export type UpdateListing = z.infer<typeof listingSchema>;

const envelopeSchema = z.object({ signed: z.string(), signature: z.string().max(200) });

class ListingError extends Error {
  constructor(readonly code: 'ERR_LISTING_UNSIGNED' | 'ERR_LISTING_INVALID') {
    super(code);
    this.name = 'ListingError';
  }
}

/** An Ed25519 key from the base64 of its 32 bytes; null if it is not one. */
export function readPublicKey(text: string): KeyObject | null {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return null;
  // The fixed header of an Ed25519 key in DER (RFC 8410).
  const header = Buffer.from('302a300506032b6570032100', 'hex');
  try {
    return createPublicKey({
      key: Buffer.concat([header, Buffer.from(text, 'base64')]),
      format: 'der',
      type: 'spki',
    });
  } catch {
    return null;
  }
}

/**
 * The listing in a file `{signed, signature}`, where `signed` is the text of the listing. Throws a
 * `ListingError` unless one of the keys signed it for this channel.
 */
export function verifyListing(
  text: string,
  channel: string,
  keys: readonly KeyObject[],
): UpdateListing {
  const envelope = parsed(text, envelopeSchema);
  if (!envelope) throw new ListingError('ERR_LISTING_INVALID');
  const bytes = Buffer.from(listingPrefix + envelope.signed, 'utf8');
  const signature = Buffer.from(envelope.signature, 'base64');
  const isSigned =
    signature.length === 64 && keys.some((key) => verify(null, bytes, key, signature));
  if (!isSigned) throw new ListingError('ERR_LISTING_UNSIGNED');
  // Only signed text is looked at from here on.
  const listing = parsed(envelope.signed, listingSchema);
  if (!listing || listing.channel !== channel) throw new ListingError('ERR_LISTING_INVALID');
  return listing;
}

function parsed<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
