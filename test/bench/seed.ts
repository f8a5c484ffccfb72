import fs from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { openCache } from '#main/cache/cache';
import { syntheticDevice, syntheticFixes } from '#main/cache/synthetic-fleet.test-support';
import { openKeychain } from '#main/secrets/keychain';
import { profileOf, keepKey } from '#main/session/account-key';

// Creates a profile as if Waypost had been used and closed: an account whose service cannot be reached, its
// offline copy with a fix for every device, and both keys in the keychain.

const kinds = ['Delivery van', 'Crane truck', 'Service car', 'Trailer', 'Sweeper'];
const depots = ['Gdańsk', 'Lyon', 'Torino', 'Köln', 'Brno', 'Győr', 'Århus', 'Málaga'];
const letters = 'abcdefghij';

/** The only digits are in the name, so that each digit typed into the search narrows the result. */
function device(i: number) {
  const kind = kinds[i % kinds.length];
  const depot = depots[i % depots.length];
  return syntheticDevice(i, {
    id: `id-${String(i).replace(/\d/g, (digit) => letters[Number(digit)] ?? digit)}`,
    name: `${kind} ${i}`,
    description: i % 3 === 0 ? null : `${kind} of the depot in ${depot}`,
    phone: null,
    tags: i % 2 === 0 ? { depot: depot ?? '', crew: 'night' } : {},
  });
}

async function seed(folder: string, count: number): Promise<void> {
  // Nothing listens on the discard port: the app opens offline, without waiting. The id comes from the user name and
  // names the keychain entries: each profile needs its own.
  const profile = profileOf('http://127.0.0.1:9', `bench-${count}`);
  const key = randomBytes(32);
  const keychain = openKeychain();
  await keychain.set(`cache:${profile.id}`, key.toString('base64'));
  await keepKey(keychain, profile, 'no service will ever see this');

  fs.mkdirSync(path.join(folder, 'cache'), { recursive: true });
  fs.writeFileSync(
    path.join(folder, 'profile.json'),
    JSON.stringify({ last: profile, known: [profile] }),
  );
  // Confirmed earlier, as it is for an account in use.
  const allowed = { services: [profile.address], maps: [] };
  fs.writeFileSync(path.join(folder, 'allowed-hosts.json'), JSON.stringify(allowed));
  const cache = openCache({ file: path.join(folder, 'cache', `${profile.id}.db`), key });
  const now = Date.now();
  const devices = Array.from({ length: count }, (_, i) => device(i));
  cache.replaceDevices(devices, now);
  cache.putFixes(syntheticFixes(devices.keys(), now - 60_000));
  cache.close();
  if (cache.notice) throw new Error(`the offline copy could not be written: ${cache.notice.kind}`);
}

const [folder, count] = process.argv.slice(2);
if (!folder || !count) throw new Error('seed FOLDER COUNT');
await seed(folder, Number(count));
