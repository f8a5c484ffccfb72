import { deviceStates, type DeviceState } from '#shared/domain/device-state';
import { textAt } from '#shared/fleet/columns';
import { listedIn, type Generation } from './generation';
import type { Matching } from './matching';
import { stateCode } from './state-clock';
import type { FleetView } from './types';

/** What the page shows of the fleet around the rows. */
export function fleetView(
  generation: Generation,
  matching: Pick<Matching, 'countInTableOnly' | 'near'>,
  {
    version,
    matched,
    shown,
    isNew,
    selectedSlot,
  }: {
    version: number;
    matched: number;
    /** Slots of the rows. */
    shown: Uint32Array;
    /** Whether the rows are in an order that was held. */
    isNew: boolean;
    /** -1: none. */
    selectedSlot: number;
  },
): FleetView {
  const { states, columns, groups, attention, isListed } = generation;
  const counts = Object.fromEntries(
    deviceStates.map((state) => [state, states.counts[stateCode(state)]]),
  ) as Record<DeviceState, number>;
  const { total, placed, checked } = listedIn(generation);
  return {
    version,
    total,
    checked,
    matched,
    rows: shown.length,
    hasNewOrder: isNew,
    matchedListed: matched - matching.countInTableOnly(),
    counts,
    attention: attention.counts,
    isListed,
    withoutPosition: total - placed,
    groups: groups.summary(),
    groupGap: groups.gap,
    near: matching.near,
    selected:
      selectedSlot < 0
        ? null
        : { id: textAt(columns.id, selectedSlot), index: shown.indexOf(selectedSlot) },
  };
}
