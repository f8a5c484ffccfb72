import { type DeviceState, deviceStates } from '#shared/domain/device-state';
import { type VehicleKind, vehicleKinds } from '#shared/domain/vehicle-kind';
import type { NearSearch } from '#shared/places/near';
import { nameSearch, searchRanks } from '#lib/find-text';
import type { Generation } from './generation';
import type { PlaceSearch } from './places';
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
    this.#near = this.fleet.places.findNear(text);
    this.#at = this.fleet.places.findPlaces(text);
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
    const { places } = this.fleet;
    const isFound =
      this.#hasWords[slot] === 1 ||
      (this.#near !== null && places.isNear(this.#near, slot)) ||
      (this.#at !== null && places.isAt(this.#at, slot));
    this.#isFound[slot] = isFound ? 1 : 0;
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
