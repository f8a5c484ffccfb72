// What a build says about updates: the public keys that verify the list of versions, and the feed.
import fs from 'node:fs';
import path from 'node:path';

/** `{keys, feed}`: reviewed with the source, so that no environment can exchange a key. */
export function readUpdateKeys() {
  return JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'update-keys.json'), 'utf8'));
}

/** The address for builds whose feed is that of a policy only; `.invalid` is never resolved. */
const noFeed = 'https://updates.invalid/';

/**
 * electron-builder's arguments that put keys and feed into the archive; none without a key. With keys
 * it also writes the list of versions, which `sign-listing.mjs` signs.
 *
 * @param {{ keys: string[], feed: string | null, allowsLoopback?: boolean }} updates
 */
export function updateArguments({ keys, feed, allowsLoopback = false }) {
  if (keys.length === 0) return [];
  const metadata = '-c.extraMetadata.waypostUpdates';
  return [
    '-c.publish.provider=generic',
    `-c.publish.url=${feed ?? noFeed}`,
    `${metadata}.keys=${keys.join(' ')}`,
    ...(feed ? [`${metadata}.feed=${feed}`] : []),
    ...(allowsLoopback ? [`${metadata}.allowsLoopback=true`] : []),
  ];
}

const noKey = `there is no public key to verify updates with in scripts/packaging/update-keys.json.
Make a pair with: node scripts/packaging/sign-listing.mjs --new-key
or build without updates: npm run package -- --unsigned`;

/** Why a release cannot be built; null if it can. */
export function troubleWithRelease({ keys, feed }) {
  if (keys.length === 0) return noKey;
  if (keys.some((key) => !/^[A-Za-z0-9+/]{43}=$/.test(key))) {
    return 'a key in scripts/packaging/update-keys.json is not the base64 of 32 bytes';
  }
  if (feed !== null && URL.parse(feed)?.protocol !== 'https:')
    return 'the feed is no https address';
  return null;
}
