import { type DeviceState, deviceStates, isPresent } from '#shared/domain/device-state';
import type { GroupGap } from '#shared/domain/group';
import type { Place } from '#shared/domain/places';
import { fold, searchForm } from '#shared/domain/text';
import { type VehicleKind, vehicleKinds } from '#shared/domain/vehicle-kind';
import { flagAlert, flagCritical, flagSos, flagUrgent, textAt } from '#shared/fleet/columns';
import { type NearSearch, findNear, isWithin } from '#shared/places/near';
import type { PlaceOrTown } from '#shared/places/place';
import { nameSearch, rankCount, searchRanks } from '#lib/find-text';
import {
  type Sort,
  type SortKeys,
  allSlots,
  byText,
  resortChanged,
  sortSlots,
  sortedByRank,
} from '#lib/in-order';
import { type Generation, textsOf } from './generation';
import { type AttentionKind, attentionKinds, silentSince, stateCode } from './states';

/** The states that are no reason for attention; the others are chosen by their reason. */
const calmStates = [
  'moving',
  'stopped',
  'unknownMotion',
  'stale',
  'unchecked',
  'expired',
  'notUnderstood',
  'neverAsked',
  'unlisted',
] as const satisfies readonly DeviceState[];
type CalmState = (typeof calmStates)[number];

/** What devices are told apart by: why they need attention, or their state. */
export type FleetState = AttentionKind | CalmState;
export const fleetStates: readonly FleetState[] = [
  ...attentionKinds,
  ...silentSince,
  ...calmStates,
];

/** A vehicle kind, or none that is known. */
export type FilteredKind = VehicleKind | 'none';
export const filteredKinds: readonly FilteredKind[] = ['none', ...vehicleKinds];

/** The filters of the fleet page besides the search. */
export interface Filters {
  /** Devices of any of them; empty: every listed device. */
  states: readonly FleetState[];
  /** A group's id, 'none' for devices without a group, null for all. */
  group: string | 'none' | null;
  /** Devices of any of them; empty: all. */
  kinds: readonly FilteredKind[];
  /** The id of a place of the user, 'any' for devices in one, 'none' for those in none, null for all. */
  place: string | null;
}

export const noFilters: Filters = { states: [], group: null, kinds: [], place: null };

/** Whether devices pass a filter; null: it is not set. */
type FilterRule<Value> = (value: Value, fleet: Generation) => ((slot: number) => boolean) | null;

const isCalm = (state: FleetState): state is CalmState =>
  (calmStates as readonly string[]).includes(state);

/** Every filter, evaluated again for each device that changes, whatever it is made of. */
const filterRules: { [Name in keyof Filters]: FilterRule<Filters[Name]> } = {
  states: (chosen, { states: { codes }, attention }) => {
    if (chosen.length === 0) return null;
    const isOf = attention.isOf(chosen.filter((state) => !isCalm(state)));
    const passes = deviceStates.map((state) => (chosen as readonly string[]).includes(state));
    for (const state of ['silent', 'noPosition'] as const) passes[stateCode(state)] = false;
    return (slot) => passes[codes[slot]!]! || isOf(slot);
  },
  group: (group, fleet) => (group === null ? null : fleet.groups.filter(group)),
  kinds: (chosen, fleet) => {
    const passes = filteredKinds.map((kind) => chosen.includes(kind));
    return chosen.length === 0 ? null : (slot) => passes[fleet.kindCodeOf(slot)]!;
  },
  place: (chosen, { places }) => {
    if (chosen === null) return null;
    if (chosen === 'none') return (slot) => places.isOutside(slot);
    if (chosen === 'any') return (slot) => places.placesOf(slot).length > 0;
    return (slot) => places.placesOf(slot).some(({ id }) => id === chosen);
  },
};

/** What a search such as "at depot north" or "outside any place" finds devices by. */
interface PlaceSearch {
  /** Devices in any of them; null: those in no place. */
  places: ReadonlySet<Place> | null;
  /** Devices elsewhere that have the words are not found. */
  isOnly: boolean;
}

/** In every language, because people search in the one that they speak; folded. */
const atForm =
  /^(?:at|in|en|em|a|au|aux|chez|bei|beim|im|am|al|alla|presso|في|عند|אצל|ב)\s+(\S.*)$/u;
const outsideForm =
  /^(?:outside (?:any|all|every|of any)? ?places?|fuera de (?:todo|cualquier|todos los)? ?lugar(?:es)?|fora de (?:qualquer|todos os)? ?loca(?:l|is)|hors de tout lieu|au?sserhalb (?:aller|jedes|von) orten?s?|ausserhalb aller orte|fuori da (?:ogni|qualsiasi|tutti i) luog(?:o|hi)|خارج (?:كل|اي|أي|جميع)? ?(?:الاماكن|الأماكن|مكان)|מחו[ץצ] ל?(?:כל)? ?ה?מקו(?:ם|מ|מות))$/u;

/** The places that a search is about; null: none. */
function findPlaces(all: readonly Place[], search: string): PlaceSearch | null {
  const typed = fold(search.trim()).replaceAll(/\s+/gu, ' ');
  if (typed.length < 2) return null;
  if (outsideForm.test(typed)) return { places: null, isOnly: true };
  const named = (text: string) => {
    const words = text.split(' ');
    return all.filter(({ name }) => {
      const folded = fold(name);
      return words.every((word) => folded.includes(word));
    });
  };
  const asked = atForm.exec(typed)?.[1];
  const at = asked === undefined ? [] : named(asked);
  if (at.length > 0) return { places: new Set(at), isOnly: true };
  const found = named(typed);
  return found.length > 0 ? { places: new Set(found), isOnly: false } : null;
}

/** Of a device that is no longer listed: in the table, but not counted and not on the map. */
const inTableOnly = 2;

/** Which devices of one list match the query: by the search text and the filters. */
export class Matching {
  /** By slot: 0 for a device that does not match. */
  readonly codes: Uint8Array;
  readonly #isFound: Uint8Array;
  /** By slot, of found devices: from `searchRanks`; null without a search text. */
  #ranks: Uint8Array | null = null;
  /** Found by the words of the search; current only while `#near` or `#at` is set. */
  #hasWords = new Uint8Array();
  #near: NearSearch | null = null;
  #at: PlaceSearch | null = null;

  constructor(private readonly fleet: Generation) {
    this.codes = new Uint8Array(fleet.columns.count);
    this.#isFound = new Uint8Array(fleet.columns.count);
  }

  /** The town of a search "near …"; null for other searches. */
  get near(): NearSearch | null {
    return this.#near;
  }

  get ranks(): Uint8Array | null {
    return this.#ranks;
  }

  /** Sets which devices the search text finds: by their texts, as "near TOWN", or by places. */
  search(text: string): void {
    const search = nameSearch(text);
    this.#ranks = null;
    if (search.words.length === 0) this.#isFound.fill(1);
    else {
      const index = this.fleet.searchIndex;
      index.mark(search.words, this.#isFound);
      this.#ranks = new Uint8Array(this.#isFound.length).fill(searchRanks.elsewhere);
      index.rank(search, this.#isFound, this.#ranks);
    }
    const { gazetteer, index } = this.fleet.places;
    this.#near = gazetteer && findNear(gazetteer.towns, text, gazetteer.otherNames);
    this.#at = index && findPlaces(index.places, text);
    if (!this.#near && !this.#at) return;
    this.#hasWords = this.#at?.isOnly
      ? new Uint8Array(this.#isFound.length)
      : this.#isFound.slice();
    for (let slot = 0; slot < this.#isFound.length; slot++) this.#findWhere(slot);
  }

  /** Those of `slots` that the search text finds. */
  found(slots: Uint32Array): Uint32Array {
    return slots.filter((slot) => this.#isFound[slot]);
  }

  #findWhere(slot: number): void {
    const { latitude, longitude } = this.fleet.columns;
    const isFound =
      this.#hasWords[slot] === 1 ||
      (this.#near !== null && isWithin(this.#near, latitude[slot]!, longitude[slot]!)) ||
      (this.#at !== null && this.#isAt(this.#at, slot));
    this.#isFound[slot] = isFound ? 1 : 0;
  }

  #isAt({ places: wanted }: PlaceSearch, slot: number): boolean {
    const { places } = this.fleet;
    return wanted ? places.placesOf(slot).some((each) => wanted.has(each)) : places.isOutside(slot);
  }

  /** Computes again which of `slots` (or of all devices) match; returns whether any changed. */
  update(filters: Filters, slots?: Uint32Array): boolean {
    const { codes } = this;
    // A device with a new position may be near the town or in the place by now.
    if (slots && (this.#near || this.#at)) for (const slot of slots) this.#findWhere(slot);
    const codeOf = this.#rule(filters);
    let hasChanged = false;
    const decide = (slot: number) => {
      const code = codeOf(slot);
      if (codes[slot] === code) return;
      codes[slot] = code;
      hasChanged = true;
    };
    if (slots) for (const slot of slots) decide(slot);
    else for (let slot = 0; slot < codes.length; slot++) decide(slot);
    return hasChanged;
  }

  /** How many matching devices are no longer listed and in the table only. */
  countInTableOnly(): number {
    return this.fleet.unlisted.filter((slot) => this.codes[slot] === inTableOnly).length;
  }

  /** The code of a slot. */
  #rule(filters: Filters): (slot: number) => number {
    const passes = (Object.keys(filterRules) as (keyof Filters)[])
      .map((name) => passesOf(name, filters, this.fleet))
      .filter((rule) => rule !== null);
    const { codes } = this.fleet.states;
    const unlistedCode = stateCode('unlisted');
    const isUnlistedChosen = filters.states.includes('unlisted');
    return (slot) => {
      if (this.#isFound[slot] !== 1) return 0;
      for (const rule of passes) if (!rule(slot)) return 0;
      return codes[slot] === unlistedCode && !isUnlistedChosen ? inTableOnly : 1;
    };
  }
}

const passesOf = <Name extends keyof Filters>(name: Name, filters: Filters, fleet: Generation) =>
  (filterRules[name] as FilterRule<Filters[Name]>)(filters[name], fleet);

/** All devices in the order of one column. */
interface Sorted extends Sort<SortColumn> {
  slots: Uint32Array;
  keys: SortKeys;
  /** The present key of a slot; undefined: it has a text that had no rank yet. */
  keyOf: (slot: number) => number | undefined;
}

/**
 * The order of the devices of one list. That of all devices and the set of matching devices are separate: a keystroke
 * changes only the set, and a report moves only the devices whose value in the sort column it changes.
 */
export class TableOrder {
  /** The slots by name, then by id. */
  readonly byName: Uint32Array;
  /** The place of each slot in `byName`, which breaks every tie. */
  readonly tie: Uint32Array;
  /** Of columns of texts, which take half a second to compare: the other direction needs the same ranks. */
  readonly #ranks = new Map<SortColumn, ReadonlyMap<string, number>>();
  #sorted: Sorted | null = null;
  #matching: Uint32Array | null = null;

  constructor(private readonly fleet: Generation) {
    const names = Array.from(allSlots(fleet.columns.count), sortValues.name(fleet));
    this.byName = nameOrder(fleet, names, this.#ranksOf('name', names));
    this.tie = new Uint32Array(this.byName.length);
    for (let place = 0; place < this.tie.length; place++) this.tie[this.byName[place]!] = place;
  }

  /** Other devices match, or they fit the search in another way. */
  matchesChanged(): void {
    this.#matching = null;
  }

  /**
   * Slots of the matching devices. By name and by need of attention, the ones that fit the search better come first; `ranks` is
   * null without a search.
   */
  slots(sort: Sort<SortColumn>, codes: Uint8Array, ranks: Uint8Array | null): Uint32Array {
    if (this.#sorted?.column !== sort.column || this.#sorted.descending !== sort.descending) {
      this.#sorted = this.#sort(sort);
      this.#matching = null;
    }
    if (!this.#matching) {
      const matching = this.#sorted.slots.filter((slot) => codes[slot]);
      this.#matching = ranks && isByFit(sort.column) ? byRank(matching, ranks) : matching;
    }
    return this.#matching;
  }

  /** Moves devices whose value in the sort column changed; returns whether any has moved. */
  changed(slots: Iterable<number>): boolean {
    const sorted = this.#sorted;
    if (!sorted) return false;
    const { keys, keyOf } = sorted;
    const moved: number[] = [];
    for (const slot of slots) {
      const key = keyOf(slot);
      if (key === undefined) {
        // With another text, texts have other ranks.
        this.#sorted = null;
        return true;
      }
      if (Object.is(key, keys.key[slot])) continue;
      keys.key[slot] = key;
      moved.push(slot);
    }
    if (moved.length === 0) return false;
    sorted.slots = resortChanged(sorted.slots, moved, keys);
    this.#matching = null;
    return true;
  }

  #sort({ column, descending }: Sort<SortColumn>): Sorted {
    const { tie, byName } = this;
    if (column === 'name' && !descending) {
      // In order already, and the names of a list stay the same.
      const key = Float64Array.from(tie);
      return { column, descending, slots: byName, keys: { key, tie }, keyOf: (slot) => key[slot] };
    }
    const sign = descending ? -1 : 1;
    const valueOf: (slot: number) => number | string = sortValues[column](this.fleet);
    const values = Array.from(allSlots(tie.length), valueOf);
    const texts = values.filter((value) => typeof value === 'string');
    const rankOf = this.#ranksOf(column, texts);
    const keyOf = (slot: number) => {
      const value = valueOf(slot);
      const rank = typeof value === 'string' ? rankOf.get(value) : value;
      return rank === undefined ? undefined : sign * rank;
    };
    const keys = { key: Float64Array.from(values, (_, slot) => keyOf(slot)!), tie };
    return { column, descending, slots: sortSlots(byName.slice(), keys), keys, keyOf };
  }

  #ranksOf(column: SortColumn, texts: readonly string[]): ReadonlyMap<string, number> {
    const known = this.#ranks.get(column);
    if (known && texts.every((text) => known.has(text))) return known;
    const ranks = ranksOf(texts);
    this.#ranks.set(column, ranks);
    return ranks;
  }
}

/** Orders that nobody asked for in particular: a search puts what fits it better first. */
const isByFit = (column: SortColumn) => column === 'name' || column === 'state';

/** The slots by name, then by id. */
function nameOrder(
  { columns: { count, id } }: Generation,
  names: readonly string[],
  rankOf: ReadonlyMap<string, number>,
): Uint32Array {
  const { sorted, starts } = sortedByRank(
    allSlots(count),
    (slot) => rankOf.get(names[slot]!)!,
    count,
  );
  let ids: readonly string[] | null = null;
  for (let rank = 0; rank + 1 < starts.length; rank++) {
    if (starts[rank + 1]! - starts[rank]! < 2) continue;
    // Most fleets have no name twice.
    const all = (ids ??= textsOf(id));
    sorted
      .subarray(starts[rank], starts[rank + 1])
      .sort((a, b) => (all[a]! < all[b]! ? -1 : all[a]! > all[b]! ? 1 : a - b));
  }
  return sorted;
}

/** The rank of each text in natural order; texts that sort alike share one, an empty text has none (NaN). */
export function ranksOf(texts: readonly string[]): Map<string, number> {
  // Fleets repeat descriptions, tags and group names: only distinct texts are compared.
  const distinct = [...new Set(texts)].filter((text) => text !== '');
  const rankOf = new Map([['', Number.NaN]]);
  let rank = -1;
  let previous: string | null = null;
  for (const text of naturallySorted(distinct)) {
    if (previous === null || byText(previous, text) !== 0) rank += 1;
    rankOf.set(text, rank);
    previous = text;
  }
  return rankOf;
}

/**
 * Sorts by a cheap approximation first: the collator then sorts an almost sorted list, which needs
 * only a fraction of the comparisons.
 */
function naturallySorted(texts: readonly string[]): string[] {
  const keyed = texts.map((text) => ({
    text,
    key: fold(text).replace(/\d+/g, (digits) => digits.padStart(12, '0')),
  }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ text }) => text).sort(byText);
}

/** The slots by rank of the search; those of one rank stay in their order. */
export const byRank = (slots: Uint32Array, ranks: Uint8Array): Uint32Array =>
  sortedByRank(slots, (slot) => ranks[slot]!, rankCount).sorted;

/**
 * The order of the table while it is in use: no row moves under the pointer. Devices that no longer match stay in
 * their row, and those that match since come last.
 */
export class HeldOrder {
  #isHeld = false;
  /** null: taken over with the next order. */
  #held: Uint32Array | null = null;
  #last: { order: Uint32Array; shown: Uint32Array; isNew: boolean } | null = null;

  /** Holds the order as it is now, or no longer. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.renew();
  }

  /** The user asked for another order. */
  renew(): void {
    this.#held = null;
    this.#last = null;
  }

  /** The devices have other slots; -1: it is gone. */
  moveTo(slotOf: (slot: number) => number): void {
    const moved = this.#held && Array.from(this.#held, slotOf).filter((slot) => slot >= 0);
    this.renew();
    // What was held before the first devices were there is no order.
    if (moved?.length) this.#held = Uint32Array.from(moved);
  }

  /** What the table shows of an order; `isNew`: the order is another one. */
  show(order: Uint32Array): { shown: Uint32Array; isNew: boolean } {
    if (!this.#isHeld) return { shown: order, isNew: false };
    this.#held ??= order;
    if (this.#last?.order !== order) this.#last = { order, ...merged(this.#held, order) };
    return this.#last;
  }
}

function merged(held: Uint32Array, order: Uint32Array): { shown: Uint32Array; isNew: boolean } {
  if (held.length === order.length && held.every((slot, row) => slot === order[row]))
    return { shown: order, isNew: false };
  const known = new Set(held);
  const later = order.filter((slot) => !known.has(slot));
  const shown = new Uint32Array(held.length + later.length);
  shown.set(held);
  shown.set(later, held.length);
  return { shown, isNew: true };
}

/** One device as the table shows it. Numbers are null where not provided; times epoch ms. */
export interface FleetRow {
  id: string;
  /** The name, or the id if there is no name. */
  label: string;
  description: string;
  /** What the user chose, or what a tag states. */
  kind: VehicleKind | null;
  phone: string;
  tags: string;
  groups: readonly string[];
  /** Why the device may be in other groups too; absent: these are all. */
  groupGap?: GroupGap;
  state: DeviceState;
  /** Time of the last report. */
  fixAt: number | null;
  /** Time of the last report that had a position; position, speed and course are of that report. */
  positionAt: number | null;
  checkedAt: number | null;
  latitude: number | null;
  longitude: number | null;
  /** In places of the user, else near a town; null without a position, or while the towns are loading. */
  place: PlaceOrTown | null;
  /** In the service's unit. */
  speed: number | null;
  course: number | null;
  battery: number | null;
  expiresAt: number | null;
  unlistedAt: number | null;
  /** Somebody asks for help, which is not acknowledged. */
  isSos: boolean;
  /** A critical alert is not acknowledged; so is a call for help. */
  isCritical: boolean;
  /** The last report carries alerts, critical or not. */
  hasAlert: boolean;
  /** Why the search found it, if not by its name. */
  matched?: { field: 'description' | 'phone' | 'tags' | 'id' | 'note'; text: string };
}

/** A number or a text of each device of a list. Empty, so last in the order: NaN and "". */
type SortValue = (fleet: Generation) => (slot: number) => number | string;

/**
 * What the table sorts by, for each column. The order follows by itself whatever the values are made of; only the list
 * of devices itself (name, expiry …) stays the same for one `Generation`.
 */
export const sortValues = {
  name: ({ columns }) => {
    const names = textsOf(columns.name);
    const ids = textsOf(columns.id);
    return (slot) => names[slot]!.trim() || ids[slot]!;
  },
  // By need of attention: the states are in no order of their own.
  state: (fleet) => (slot) => fleet.attention.orderOf(slot),
  // In the order of `vehicleKinds`.
  kind: (fleet) => (slot) => fleet.kindCodeOf(slot) || Number.NaN,
  fixAt: (fleet) => (slot) => fleet.columns.fixAt[slot]!,
  place: (fleet) => (slot) => fleet.places.label(slot),
  // Only current speeds are shown.
  speed:
    ({ columns, states }) =>
    (slot) =>
      isPresent(states.stateOf(slot)) ? columns.speed[slot]! : Number.NaN,
  battery: (fleet) => (slot) => fleet.columns.battery[slot]!,
  groups: (fleet) => (slot) => fleet.groups.namesOf(slot).join(', '),
  description: (fleet) => listOf(textsOf(fleet.columns.description)),
  phone: (fleet) => listOf(textsOf(fleet.columns.phone)),
  tags: (fleet) => listOf(textsOf(fleet.columns.tags)),
  expiresAt: (fleet) => (slot) => fleet.columns.expiresAt[slot]!,
  id: (fleet) => listOf(textsOf(fleet.columns.id)),
  // Calls for help first, then critical alerts.
  alerts: (fleet) => (slot) => {
    const flags = fleet.columns.flags[slot]!;
    if ((flags & flagSos) !== 0) return 0;
    if ((flags & flagCritical) !== 0) return 1;
    return (flags & flagAlert) !== 0 ? 2 : Number.NaN;
  },
} satisfies Record<string, SortValue>;

/** Sortable columns: all of them. */
export type SortColumn = keyof typeof sortValues;
export const sortColumns = Object.keys(sortValues) as SortColumn[];

function listOf(texts: readonly string[]) {
  return (slot: number) => texts[slot]!;
}

const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/** The rows of slots, with what of each a search found; texts are decoded only here. */
export function readRows(fleet: Generation, slots: readonly number[], search: string): FleetRow[] {
  const { columns, groups, states, places } = fleet;
  const { words } = nameSearch(search);
  return slots.map((slot) => {
    const matched = matchedField(fleet, slot, words);
    return {
      ...(matched && { matched }),
      id: textAt(columns.id, slot),
      label: fleet.labelAt(slot),
      description: textAt(columns.description, slot),
      kind: fleet.kindOf(slot),
      phone: textAt(columns.phone, slot),
      tags: textAt(columns.tags, slot).replaceAll('\u001f', ', '),
      groups: groups.namesOf(slot),
      ...(groups.gap && { groupGap: groups.gap }),
      state: states.stateOf(slot),
      fixAt: orNull(columns.fixAt[slot]),
      positionAt: orNull(columns.positionAt[slot]),
      checkedAt: orNull(columns.checkedAt[slot]),
      latitude: orNull(columns.latitude[slot]),
      longitude: orNull(columns.longitude[slot]),
      place: places.whereaboutsOf(slot),
      speed: orNull(columns.speed[slot]),
      course: orNull(columns.course[slot]),
      battery: orNull(columns.battery[slot]),
      expiresAt: orNull(columns.expiresAt[slot]),
      unlistedAt: orNull(columns.unlistedAt[slot]),
      isSos: (columns.flags[slot]! & flagSos) !== 0,
      isCritical: (columns.flags[slot]! & flagUrgent) !== 0,
      hasAlert: (columns.flags[slot]! & (flagUrgent | flagAlert)) !== 0,
    };
  });
}

/** The field with a word of the search that the label does not have. */
function matchedField(
  fleet: Generation,
  slot: number,
  words: readonly string[],
): FleetRow['matched'] {
  if (words.length === 0) return undefined;
  const { columns } = fleet;
  const label = searchForm(fleet.labelAt(slot));
  const word = words.find((each) => !label.includes(each));
  if (word === undefined) return undefined;
  const has = (text: string) => searchForm(text).includes(word);
  const fields = ['description', 'phone', 'id'] as const;
  const tag = textAt(columns.tags, slot).split('\u001f').find(has);
  if (tag !== undefined) return { field: 'tags', text: tag };
  const field = fields.find((each) => has(textAt(columns[each], slot)));
  if (field) return { field, text: textAt(columns[field], slot) };
  const note = fleet.notes.get(slot);
  return note !== undefined && has(note) ? { field: 'note', text: note } : undefined;
}
