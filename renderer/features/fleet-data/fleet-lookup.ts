import { textAt } from '#shared/fleet/columns';
import { nameSearch } from '#lib/search-rank';
import { orderKeysOf, slotOfId, type Generation } from './generation';
import { Matching } from './matching';
import { labelAt, readRow } from './rows';
import { byRank } from './table-order';
import type { FleetRow } from './types';

/** The rows of slots, each with what of it the search found. */
export function readRows(
  { columns, states, groups, places, notes }: Generation,
  slots: readonly number[],
  search: string,
): FleetRow[] {
  const { words } = nameSearch(search);
  return slots.map((slot) => {
    const found = { words, note: notes.get(slot) };
    return readRow(columns, slot, states.stateOf(slot), groups, places, found);
  });
}

/** The name of a device; null if its id is not in the fleet. */
export function labelOf(generation: Generation, id: string): string | null {
  const slot = slotOfId(generation, id);
  return slot >= 0 ? labelAt(generation.columns, slot) : null;
}

/** Slots sorted by name, in place. */
export function sortByName(generation: Generation, slots: number[]): number[] {
  const { tie } = orderKeysOf(generation);
  return slots.sort((a, b) => tie[a]! - tie[b]!);
}

/** The id of the device of `order` that fits the search best, and of several the first by name; null if none matches. */
export function bestMatch(
  generation: Generation,
  { ranks }: Pick<Matching, 'ranks'>,
  order: Uint32Array,
): string | null {
  const { tie } = orderKeysOf(generation);
  let best = -1;
  for (const slot of order) {
    if (best < 0) best = slot;
    const difference = ranks ? ranks[slot]! - ranks[best]! : 0;
    if (ranks && (difference < 0 || (difference === 0 && tie[slot]! < tie[best]!))) best = slot;
  }
  return best < 0 ? null : textAt(generation.columns.id, best);
}

/** The devices that fit a text best, at most `limit`; those that fit equally by name. */
export function findDevices(generation: Generation, text: string, limit: number): FleetRow[] {
  const matching = new Matching(generation);
  matching.search(text);
  const { tie } = orderKeysOf(generation);
  const found = matching.found();
  found.sort((a, b) => tie[a]! - tie[b]!);
  const ranked = matching.ranks ? byRank(found, matching.ranks) : found;
  return readRows(generation, Array.from(ranked.subarray(0, limit)), text);
}
