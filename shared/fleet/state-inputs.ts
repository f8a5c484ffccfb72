import type { StateInputs } from '../domain/device-state';
import {
  flagAheadAnswer,
  flagBehindAnswer,
  flagNoPosition,
  flagNotUnderstood,
  type FleetColumns,
} from './columns';

/** The values of a device from which its state is derived. */
export function stateInputsAt(columns: FleetColumns, slot: number): StateInputs {
  const flags = columns.flags[slot]!;
  return {
    unlistedAt: columns.unlistedAt[slot]!,
    expiresAt: columns.expiredFrom[slot]!,
    checkedAt: columns.checkedAt[slot]!,
    fixAt: columns.fixAt[slot]!,
    hasPosition: !Number.isNaN(columns.latitude[slot]!) && (flags & flagNoPosition) === 0,
    speed: columns.speed[slot]!,
    inactiveSeconds: columns.inactiveSeconds[slot]!,
    isNotUnderstood: (flags & flagNotUnderstood) !== 0,
    isAnswerAhead: (flags & flagAheadAnswer) !== 0,
    isAnswerBehind: (flags & flagBehindAnswer) !== 0,
  };
}
