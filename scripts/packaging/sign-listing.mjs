// Signs the lists of versions of a release: `node scripts/packaging/sign-listing.mjs FOLDER` turns each
// latest*.yml of electron-builder into a latest*.json with an Ed25519 signature. The private key is read
// from WAYPOST_UPDATE_PRIVATE_KEY. `--new-key` makes a pair. The app verifies with
// main/app/update-listing.ts.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { JSON_SCHEMA, load } from 'js-yaml';
import { readUpdateKeys } from './update-metadata.mjs';

const prefix = 'waypost update listing 1\n';

/** The base64 of the 32 bytes of the public half of a key. */
export function publicKeyText(key) {
  const half = key.type === 'public' ? key : createPublicKey(key);
  return half.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
}

function sha512Of(file) {
  return createHash('sha512').update(fs.readFileSync(file)).digest('base64');
}

/** The listing in a latest*.yml, with sums made anew from the files beside it. */
function listingOf(folder, name) {
  const { version, releaseDate, files } = load(fs.readFileSync(path.join(folder, name), 'utf8'), {
    schema: JSON_SCHEMA,
  });
  return {
    channel: path.basename(name, '.yml'),
    version,
    publishedAt: releaseDate,
    files: files.map(({ url, sha512 }) => {
      const file = path.join(folder, path.basename(url));
      if (path.basename(url) !== url || sha512Of(file) !== sha512) {
        throw new Error(`${name} does not state the sum of ${url}`);
      }
      return { name: url, sha512, size: fs.statSync(file).size };
    }),
  };
}

/** The text of a signed listing. */
export function signedListing(listing, privateKey) {
  const signed = JSON.stringify(listing);
  const signature = sign(null, Buffer.from(prefix + signed), privateKey).toString('base64');
  return `${JSON.stringify({ signed, signature })}\n`;
}

/**
 * Replaces each latest*.yml of a folder by a signed latest*.json; returns their names. `publicKeys` are
 * those built into the app: a signature that it would refuse is not written.
 */
export function signListings(folder, privateKey, publicKeys) {
  if (!publicKeys.includes(publicKeyText(privateKey))) {
    throw new Error('the app does not know this key: its public half is not in update-keys.json');
  }
  const names = fs.readdirSync(folder).filter((name) => /^latest[\w-]*\.yml$/.test(name));
  if (names.length === 0) throw new Error(`there is no list of versions in ${folder}`);
  const texts = names.map((name) => signedListing(listingOf(folder, name), privateKey));
  return names.map((name, index) => {
    const target = name.replace(/\.yml$/, '.json');
    fs.writeFileSync(path.join(folder, target), texts[index]);
    fs.rmSync(path.join(folder, name));
    return target;
  });
}

/** True if one of these keys signed the text. */
export function isSigned(text, publicKeys) {
  const { signed, signature } = JSON.parse(text);
  return publicKeys.some((key) => {
    const header = Buffer.from('302a300506032b6570032100', 'hex');
    const der = Buffer.concat([header, Buffer.from(key, 'base64')]);
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return verify(null, Buffer.from(prefix + signed), publicKey, Buffer.from(signature, 'base64'));
  });
}

function privateKeyFromEnv() {
  const text = process.env.WAYPOST_UPDATE_PRIVATE_KEY;
  if (!text) throw new Error('WAYPOST_UPDATE_PRIVATE_KEY is not set');
  return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === import.meta.filename) {
  try {
    const [argument] = process.argv.slice(2);
    if (argument === '--new-key') {
      const { publicKey, privateKey } = generateKeyPairSync('ed25519');
      const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
      console.log(`public, for scripts/packaging/update-keys.json: ${publicKeyText(publicKey)}`);
      console.log(`private, for the secret WAYPOST_UPDATE_PRIVATE_KEY: ${secret}`);
    } else {
      for (const name of signListings(argument, privateKeyFromEnv(), readUpdateKeys().keys)) {
        console.log(`signed ${name}`);
      }
    }
  } catch (error) {
    console.error(`sign-listing: ${error.message}`);
    process.exitCode = 1;
  }
}
