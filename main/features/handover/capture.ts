import { markOf } from '#shared/domain/handover';
import type { FleetColumns } from '#shared/fleet/columns';
import type { Capture } from './checkpoints';

const compared = ['latitude', 'longitude', 'expiredFrom', 'overLimitUntil'] as const;
type ComparedColumns = Pick<FleetColumns, (typeof compared)[number]>;

/** The marks of the devices in columns as they are when a mark is read. */
export function marksOf(count: number, columns: ComparedColumns, at: number): Capture {
  return {
    at,
    count,
    markOf: (slot) =>
      markOf(
        {
          latitude: columns.latitude[slot]!,
          longitude: columns.longitude[slot]!,
          expiredFrom: columns.expiredFrom[slot]!,
          overLimitUntil: columns.overLimitUntil[slot]!,
        },
        at,
      ),
  };
}

/** The same of a copy, which later answers do not change: copying takes a few milliseconds at most. */
export function captureOf(count: number, columns: ComparedColumns, at: number): Capture {
  const copy = Object.fromEntries(compared.map((name) => [name, columns[name].slice()]));
  return marksOf(count, copy as ComparedColumns, at);
}
