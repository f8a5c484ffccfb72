import { syntheticFix } from '#main/cache/synthetic-fleet.test-support';
import {
  createFleet as createRealFleet,
  type Fleet,
  type FleetOptions,
} from '#main/features/fleet/fleet';

// Main's own fleet; the bench can answer in place of the service.

export * from '#main/features/fleet/fleet';

export function createFleet(options: FleetOptions): Fleet {
  const fleet = createRealFleet(options);
  Object.assign(globalThis, {
    /** Applies new positions of `size` devices as if sent by the service; returns the time. */
    benchBurst: (size: number, round: number) => {
      const { columns } = options.cache.loadFleet();
      const ids = fleet.ids();
      const step = Math.max(1, Math.floor(ids.length / size));
      const now = Date.now();
      const at = performance.timeOrigin + performance.now();
      for (let i = 0; i < size; i++) {
        const id = ids[(i * step + round) % ids.length]!;
        const slot = options.cache.slotOf(id)!;
        const latitude = columns.latitude[slot]! + 0.01 * Math.sin(i + round);
        const longitude = columns.longitude[slot]! + 0.01 * Math.cos(i + round);
        if (Number.isNaN(latitude)) continue;
        const change = { latitude, longitude, speed: 12, course: (i * 37 + round * 11) % 360 };
        const { fix, raw } = syntheticFix(i, now, change);
        fleet.putFix(id, { fix, raw, isUnderstood: true }, now);
      }
      fleet.flush();
      return at;
    },
  });
  return fleet;
}
