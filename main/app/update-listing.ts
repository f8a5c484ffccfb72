import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** Put before the signed text, so that a signature for another purpose is never valid here. */
export const listingPrefix = 'waypost update listing 1\n';

/** Largest listing that is read. */
export const largestListingBytes = 64 * 1024;

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

export class ListingError extends Error {
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
