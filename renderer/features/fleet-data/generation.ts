import type { StateRules } from '#shared/domain/device-state';
import type { FleetColumns, FleetMessage, GroupColumns } from '#shared/fleet/columns';
import type { Gazetteer } from '#shared/places/place';
import { Attention } from './attention';
import { FleetPlaces } from './fleet-places';
import { FleetGrid } from './grid';
import { GroupIndex } from './group-index';
import { OrderKeys } from './order';
import { slotsById } from './rows';
import { SearchIndex } from './search';
import { StateClock } from './state-clock';

/** Derived from one list of devices; all of it is built again for the next list. */
export interface Generation {
  number: number;
  /** The id of its account. */
  account: string;
  columns: FleetColumns;
  states: StateClock;
  attention: Attention;
  grid: FleetGrid;
  groups: GroupIndex;
  places: FleetPlaces;
  isListed: boolean;
  /** The user's notes by slot. */
  notes: ReadonlyMap<number, string>;
  /** Slots of devices that the service no longer lists. */
  unlisted: readonly number[];
  /** Built on first use: the map does not need them. */
  orderKeys: OrderKeys | null;
  searchIndex: SearchIndex | null;
  slotById: Map<string, number> | null;
}

/** The generation that a list of devices begins. */
export function generationOf(
  message: Extract<FleetMessage, { type: 'fleet' }>,
  rules: StateRules,
  now: number,
  gazetteer: Gazetteer | null,
): Generation {
  const { columns } = message;
  const unlisted: number[] = [];
  for (let slot = 0; slot < columns.count; slot++) {
    if (isUnlisted(columns, slot)) unlisted.push(slot);
  }
  const states = new StateClock(columns, rules, now);
  return {
    number: message.generation,
    account: message.account,
    columns,
    states,
    attention: new Attention(columns, states, now),
    grid: new FleetGrid(columns, columns.count),
    groups: groupIndexOf(message.groups, columns),
    places: new FleetPlaces(columns, gazetteer),
    isListed: message.isListed,
    notes: new Map(),
    unlisted,
    orderKeys: null,
    searchIndex: null,
    slotById: null,
  };
}

const isUnlisted = (columns: FleetColumns, slot: number) =>
  !Number.isNaN(columns.unlistedAt[slot]!);

/** The index of the groups, which counts listed devices only. */
export const groupIndexOf = (groups: GroupColumns, columns: FleetColumns) =>
  new GroupIndex(groups, columns.count, (slot) => isUnlisted(columns, slot));

/** The number of listed devices, of those with a known place, and of those that were checked. */
export function listedIn({ columns, grid, unlisted }: Generation): {
  total: number;
  placed: number;
  checked: number;
} {
  const { checkedAt, count } = columns;
  const isChecked = (slot: number) => !Number.isNaN(checkedAt[slot]!);
  const unlistedPlaced = unlisted.filter((slot) => grid.has(slot)).length;
  let checked = -unlisted.filter(isChecked).length;
  for (let slot = 0; slot < count; slot++) if (isChecked(slot)) checked += 1;
  return { total: count - unlisted.length, placed: grid.placed - unlistedPlaced, checked };
}

export function orderKeysOf(generation: Generation): OrderKeys {
  const { columns, states, places } = generation;
  generation.orderKeys ??= new OrderKeys(columns, states, () => generation.groups, places);
  return generation.orderKeys;
}

export function searchIndexOf(generation: Generation): SearchIndex {
  generation.searchIndex ??= new SearchIndex(generation.columns, generation.notes);
  return generation.searchIndex;
}

/** The slot of a device, or -1. */
export function slotOfId(generation: Generation, id: string): number {
  generation.slotById ??= slotsById(generation.columns);
  return generation.slotById.get(id) ?? -1;
}

/** Sets the notes, by device id; the search index is built again at the next search. */
export function setNotesOf(generation: Generation, notes: ReadonlyMap<string, string>): void {
  if (notes.size === 0 && generation.notes.size === 0) return;
  const bySlot = new Map<number, string>();
  for (const [id, text] of notes) {
    const slot = slotOfId(generation, id);
    if (slot >= 0) bySlot.set(slot, text);
  }
  generation.notes = bySlot;
  generation.searchIndex = null;
}
