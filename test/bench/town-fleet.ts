import type { FixUpdate } from '#main/cache/cache';
import { syntheticFix } from '#main/cache/synthetic-fleet.test-support';

/** The town of a fleet that is in one place, so that its map is shown at the zoom of streets. */
export const benchTown = { latitude: 45.07, longitude: 7.68 };

/** A fix for each of the first devices, within some kilometres of the town. */
export function townFixes(count: number, at: number): FixUpdate[] {
  return Array.from({ length: count }, (_, slot) => ({
    slot,
    ...syntheticFix(slot, at, {
      latitude: benchTown.latitude + ((slot % 37) - 18) / 300,
      longitude: benchTown.longitude + ((slot % 41) - 20) / 300,
    }),
    checkedAt: at + 1000,
  }));
}
