import type { StateRules } from '#shared/domain/device-state';
import { markOf } from '#shared/domain/handover';
import {
  flagAheadAnswer,
  flagBehindAnswer,
  flagNoPosition,
  flagNotUnderstood,
  type FleetColumns,
} from '#shared/fleet/columns';
import type { Capture } from './checkpoints';

const compared = [
  'latitude',
  'longitude',
  'fixAt',
  'checkedAt',
  'expiredFrom',
  'overLimitUntil',
  'unlistedAt',
] as const;
type ComparedColumns = Pick<FleetColumns, 'count' | 'flags' | (typeof compared)[number]>;

/** The marks of the devices in columns as they are when a mark is read. */
export function marksOf(columns: ComparedColumns, rules: StateRules, at: number): Capture {
  return {
    at,
    count: columns.count,
    markOf: (slot) => {
      const flags = columns.flags[slot]!;
      return markOf(
        {
          latitude: columns.latitude[slot]!,
          longitude: columns.longitude[slot]!,
          fixAt: columns.fixAt[slot]!,
          checkedAt: columns.checkedAt[slot]!,
          expiredFrom: columns.expiredFrom[slot]!,
          overLimitUntil: columns.overLimitUntil[slot]!,
          unlistedAt: columns.unlistedAt[slot]!,
          hasPosition: (flags & flagNoPosition) === 0,
          isNotUnderstood: (flags & flagNotUnderstood) !== 0,
          isAnswerAhead: (flags & flagAheadAnswer) !== 0,
          isAnswerBehind: (flags & flagBehindAnswer) !== 0,
        },
        rules,
        at,
      );
    },
  };
}

/** The same of a copy, which later answers do not change: copying takes a few milliseconds at most. */
export function captureOf(columns: FleetColumns, rules: StateRules, at: number): Capture {
  const copy = Object.fromEntries(compared.map((name) => [name, columns[name].slice()]));
  const { count, flags } = columns;
  return marksOf(
    { ...(copy as Pick<FleetColumns, (typeof compared)[number]>), count, flags: flags.slice() },
    rules,
    at,
  );
}
