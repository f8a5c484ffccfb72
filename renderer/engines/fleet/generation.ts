import { type DeviceState, type StateRules, deviceStates } from '#shared/domain/device-state';
import { displayText } from '#shared/domain/text';
import {
  type FleetColumns,
  type FleetMessage,
  type GroupColumns,
  flagAlert,
  flagCritical,
  textAt,
} from '#shared/fleet/columns';
import type { Gazetteer } from '#shared/places/place';
import { FleetGrid } from './grid';
import { GroupIndex } from './group-index';
import { OrderKeys } from './order';
import { FleetPlaces } from './places';
import { fold } from '#shared/domain/text';
import { SearchIndex } from './search';
import { Attention, StateClock } from './states';
import type { FleetRow, MapDevice } from './types';

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

const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/** The label of a device. */
export const labelAt = (columns: FleetColumns, slot: number): string =>
  displayText(textAt(columns.name, slot)) || textAt(columns.id, slot);

/** The words that were searched, and the note on the device. */
interface Search {
  words: readonly string[];
  note: string | undefined;
}

/** One device as the table shows it; texts are decoded only here. */
export function readRow(
  columns: FleetColumns,
  slot: number,
  state: DeviceState,
  groups: GroupIndex,
  places: FleetPlaces,
  search: Search,
): FleetRow {
  const matched = matchedField(columns, slot, search);
  return {
    ...(matched && { matched }),
    id: textAt(columns.id, slot),
    label: labelAt(columns, slot),
    description: textAt(columns.description, slot),
    phone: textAt(columns.phone, slot),
    tags: textAt(columns.tags, slot).replaceAll('\u001f', ', '),
    groups: groups.namesOf(slot),
    ...(groups.gap && { groupGap: groups.gap }),
    state,
    fixAt: orNull(columns.fixAt[slot]),
    positionAt: orNull(columns.positionAt[slot]),
    checkedAt: orNull(columns.checkedAt[slot]),
    latitude: orNull(columns.latitude[slot]),
    longitude: orNull(columns.longitude[slot]),
    place: places.placeOf(slot),
    speed: orNull(columns.speed[slot]),
    course: orNull(columns.course[slot]),
    battery: orNull(columns.battery[slot]),
    expiresAt: orNull(columns.expiresAt[slot]),
    unlistedAt: orNull(columns.unlistedAt[slot]),
    isCritical: (columns.flags[slot]! & flagCritical) !== 0,
    hasAlert: (columns.flags[slot]! & (flagCritical | flagAlert)) !== 0,
  };
}

/** The field with a word of the search that the label does not have. */
function matchedField(
  columns: FleetColumns,
  slot: number,
  { words, note }: Search,
): FleetRow['matched'] {
  if (words.length === 0) return undefined;
  const label = fold(labelAt(columns, slot));
  const word = words.find((each) => !label.includes(each));
  if (word === undefined) return undefined;
  const has = (text: string) => fold(text).includes(word);
  const fields = ['description', 'phone', 'id'] as const;
  const tag = textAt(columns.tags, slot).split('\u001f').find(has);
  if (tag !== undefined) return { field: 'tags', text: tag };
  const field = fields.find((each) => has(textAt(columns[each], slot)));
  if (field) return { field, text: textAt(columns[field], slot) };
  return note !== undefined && has(note) ? { field: 'note', text: note } : undefined;
}

/** One device as the map names it. */
export function readMapDevice(
  from: { columns: FleetColumns; states: StateClock; grid: FleetGrid },
  slot: number,
): MapDevice {
  const { columns, states, grid } = from;
  return {
    slot,
    id: textAt(columns.id, slot),
    label: labelAt(columns, slot),
    state: deviceStates[states.codes[slot]!]!,
    x: grid.x[slot]!,
    y: grid.y[slot]!,
    course: columns.course[slot]!,
    flags: columns.flags[slot]!,
  };
}

/** The position of each device. */
function slotsById(columns: FleetColumns): Map<string, number> {
  const slots = new Map<string, number>();
  for (let slot = 0; slot < columns.count; slot++) slots.set(textAt(columns.id, slot), slot);
  return slots;
}
