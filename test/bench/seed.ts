import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { openCache, type Cache } from '#main/cache/cache';
import { syntheticDevice, syntheticFixes } from '#main/cache/synthetic-fleet.test-support';
import { createDayStore } from '#main/features/history/day-store';
import { syntheticDays } from '#main/features/history/synthetic-year.test-support';
import { dayMs } from '#main/features/history/ranges';
import { openKeychain } from '#main/secrets/keychain';
import { profileOf } from '#main/session/account-id';
import { keepKey } from '#main/session/account-key';
import { demoFleet } from './demo-fleet';
import { townFixes } from './town-fleet';

// Creates a profile as if Waypost had been used and closed: an account whose service cannot be reached,
// its offline copy with a fix for every device, and both keys in the keychain. With FIXES the
// first device has a year of history. With "demo" the devices are those of the reference service, with "town" they are
// in one town. With "service" the account is of a running reference service, whose key is in WAYPOST_SERVICE_KEY, and
// the devices are where its devices are.

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

/** A year of the first device, as if it had been downloaded. */
function seedYear(cache: Cache, fixes: number, now: number): void {
  const store = createDayStore(cache.days());
  const today = Math.floor(now / dayMs) * dayMs;
  for (const { range, records } of syntheticDays(today - 365 * dayMs, 365, fixes, Math.random)) {
    store.putTrack(device(0).record.id, range, {
      range,
      requestedAt: now,
      settledTo: now,
      records,
    });
  }
}

/** Devices with their fixes: the demo fleet, or one whose names narrow a search. */
function fleetOf(count: number, now: number, kind: string) {
  if (kind === 'demo' || kind === 'service') return demoFleet(count, now, kind === 'demo');
  const devices = Array.from({ length: count }, (_, i) => device(i));
  if (kind === 'town') return { devices, fixes: townFixes(count, now - 60_000) };
  return { devices, fixes: syntheticFixes(devices.keys(), now - 60_000) };
}

interface Account {
  address: string;
  userName: string;
  apiKey: string;
}

async function seed(
  folder: string,
  { count, fixes, kind }: { count: number; fixes: number; kind: string },
  { address, userName, apiKey }: Account,
): Promise<void> {
  const profile = profileOf(address, userName);
  const key = randomBytes(32);
  const keychain = openKeychain();
  await keychain.set(`cache:${profile.id}`, key.toString('base64'));
  await keepKey(keychain, profile, apiKey);

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
  const fleet = fleetOf(count, now, kind);
  cache.replaceDevices(fleet.devices, now);
  cache.putFixes(fleet.fixes);
  if (fixes > 0) seedYear(cache, fixes, now);
  cache.close();
  if (cache.notice) throw new Error(`the offline copy could not be written: ${cache.notice.kind}`);
}

const [folder, count, fixes = '0', kind = '', address, user] = process.argv.slice(2);
if (!folder || !count) {
  throw new Error('seed FOLDER COUNT [FIXES] [demo|town|service] [ADDRESS USER]');
}
await seed(
  folder,
  { count: Number(count), fixes: Number(fixes), kind },
  {
    // Nothing listens on the discard port: the app opens offline, without waiting.
    address: address ?? 'http://127.0.0.1:9',
    // The id comes from the user name and names the keychain entries: each profile needs its own.
    userName: user ?? `bench-${count}-${fixes}${kind === '' ? '' : `-${kind}`}`,
    apiKey: process.env['WAYPOST_SERVICE_KEY'] ?? 'no service will ever see this',
  },
);
