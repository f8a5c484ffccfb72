import { isBehind } from '#shared/domain/device-state';
import { flagNotUnderstood, type FleetColumns } from '#shared/fleet/columns';

/** Counts over the listed devices. */
export interface FleetCounts {
  devices: number;
  /** Devices with a last known position. */
  positions: number;
  notAskedYet: number;
  /** Devices whose last answer was not understood. */
  notUnderstood: number;
  oldestFixAt: number | null;
}

/** Counts the listed devices; reads the columns only, because the status asks twice a second. */
export function countFleet(
  columns: FleetColumns,
  now: number,
): Pick<FleetCounts, 'positions' | 'notUnderstood' | 'oldestFixAt'> {
  let positions = 0;
  let notUnderstood = 0;
  let oldest = Number.POSITIVE_INFINITY;
  for (let slot = 0; slot < columns.count; slot++) {
    if (!Number.isNaN(columns.unlistedAt[slot]!)) continue;
    if (columns.flags[slot]! & flagNotUnderstood) notUnderstood++;
    if (Number.isNaN(columns.latitude[slot]!)) continue;
    positions++;
    const at = columns.positionAt[slot]!;
    // The date of a wrong clock is no age.
    if (at < oldest && !isBehind(at, now)) oldest = at;
  }
  return { positions, notUnderstood, oldestFixAt: Number.isFinite(oldest) ? oldest : null };
}
