import type { FixUpdate } from '#main/cache/cache';
import type { ListedDevice } from '#main/cache/fleet';
import { demoDevice } from '#main/service/demo/fleet';
import { randomFor } from '#main/service/demo/random';
import { demoFixAt } from '#main/service/demo/simulator';
import { defaultSeed, defaultTimeZone } from '#main/service/context';
import { writeMoment } from '#main/service/rules/calendar';
import { expiresAt } from '#main/service/rules/licences';
import { decodeDevice } from '#shared/wire/device';
import { decodeFix } from '#shared/wire/fix';

// The fleet of the reference service, as the app would have stored it after a sync. Downloading the
// positions of 100,000 devices takes hours within the call budget, so the bench decodes the records
// that the service would send. Its vehicles are in thirteen cities, where at most a hundred symbols are
// in view. Unless `isSpread` is false they are spread over Central Europe, with several hundred in view.

const spreadOver = { west: 4, south: 46, width: 14, height: 8 };

interface DemoFleet {
  devices: ListedDevice[];
  fixes: FixUpdate[];
}

/** The first `count` devices of the demo fleet with their newest fix at `now`. */
export function demoFleet(count: number, now: number, isSpread = true): DemoFleet {
  const devices: ListedDevice[] = [];
  const fixes: FixUpdate[] = [];
  for (let slot = 0; slot < count; slot++) {
    const row = demoDevice(defaultSeed, slot, now, defaultTimeZone);
    const expiry = expiresAt(row, defaultTimeZone);
    const record = {
      id: row.id,
      name: row.name,
      description: row.description,
      min: row.phone,
      tags: row.tags,
      expires: expiry === null ? null : writeMoment(expiry),
      active: row.isActive,
      limits: { ...row.limits, emailsSentToday: 0, smsSentToday: 0 },
    };
    const decoded = decodeDevice(record, null);
    if (!decoded) throw new Error(`the demo device ${slot} cannot be decoded`);
    devices.push(decoded);
    const simulated = row.demo && demoFixAt(row.demo, now);
    if (!simulated) continue;
    const random = randomFor(defaultSeed, 'spot', slot);
    const fix = decodeFix({
      dateTime: writeMoment(simulated.at),
      ...simulated.record,
      ...(isSpread && {
        longitude: spreadOver.west + random() * spreadOver.width,
        latitude: spreadOver.south + random() * spreadOver.height,
      }),
    });
    if (fix) fixes.push({ slot, fix: fix.record, raw: fix.raw, checkedAt: now });
  }
  return { devices, fixes };
}
