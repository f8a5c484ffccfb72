import { expect, test } from 'vitest';
import { demoDevice } from '../../main/service/demo/fleet';
import { demoFixes } from '../../main/service/demo/simulator';
import { defaultDevices, defaultSeed } from '../../main/service/context';
import { demoPlaces } from '../../main/session/demo-places';
import { PlaceIndex } from '../../shared/domain/places';

test('vehicles of the demo fleet stop at each of its places on a working day', () => {
  const from = Date.parse('2027-03-03T06:00:00Z');
  const range = { from, to: from + 3_600_000 };
  const index = new PlaceIndex(demoPlaces());
  const stops = new Map<string, Set<string>>();
  for (let n = 0; n < defaultDevices; n++) {
    const { id, demo } = demoDevice(defaultSeed, n, range.to, 'Europe/London', 'both', 'city');
    for (const { record } of demoFixes(demo!, range, range.to, 10_000)) {
      if (Number(record['speed']) > 0) continue;
      const [longitude, latitude] = [Number(record['longitude']), Number(record['latitude'])];
      for (const { name } of index.placesAt(longitude, latitude)) {
        stops.set(name, (stops.get(name) ?? new Set()).add(id));
      }
    }
  }
  for (const { name } of demoPlaces()) expect(stops.get(name)?.size, name).toBeGreaterThan(1);
});
