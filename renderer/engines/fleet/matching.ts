import { deviceStates } from '#shared/domain/device-state';
import type { NearSearch } from '#shared/places/near';
import { nameSearch, searchRanks } from '#lib/search-rank';
import { searchIndexOf, type Generation } from './generation';
import { allSlots } from './order';
import { stateCode } from './states';
import type { FleetQuery } from './types';

/** Of a device that is no longer listed: in the table, but not counted and not on the map. */
const inTableOnly = 2;

/** Which devices of one generation match the query: by search text, state, group, age and attention. */
export class Matching {
  /** By slot: 0 for a device that does not match. */
  readonly codes: Uint8Array;
  readonly #isFound: Uint8Array;
  /** By slot, of found devices: from `searchRanks`; null without a search text. */
  #ranks: Uint8Array | null = null;
  /** Found by the words of the search; current only while `#near` is set. */
  #hasWords = new Uint8Array();
  #near: NearSearch | null = null;
  /** When the next device can begin to match because its fix becomes too old. */
  #nextChangeAt = Number.POSITIVE_INFINITY;

  constructor(private readonly generation: Generation) {
    this.codes = new Uint8Array(generation.columns.count);
    this.#isFound = new Uint8Array(generation.columns.count);
  }

  get nextChangeAt(): number {
    return this.#nextChangeAt;
  }

  /** The town of a search "near …"; null for other searches. */
  get near(): NearSearch | null {
    return this.#near;
  }

  get ranks(): Uint8Array | null {
    return this.#ranks;
  }

  /** Sets which devices the search text finds: by their texts, or as "near TOWN". */
  search(text: string): void {
    const search = nameSearch(text);
    this.#ranks = null;
    if (search.words.length === 0) this.#isFound.fill(1);
    else {
      const index = searchIndexOf(this.generation);
      index.mark(search.words, this.#isFound);
      this.#ranks = new Uint8Array(this.#isFound.length).fill(searchRanks.elsewhere);
      index.rank(search, this.#isFound, this.#ranks);
    }
    this.#near = this.generation.places.findNear(text);
    if (!this.#near) return;
    this.#hasWords = this.#isFound.slice();
    for (let slot = 0; slot < this.#isFound.length; slot++) this.#findNear(this.#near, slot);
  }

  /** Computes again whether devices with new positions are near the town of the search. */
  moved(slots: Uint32Array): void {
    if (!this.#near) return;
    for (const slot of slots) this.#findNear(this.#near, slot);
  }

  /** Slots that the search text finds. */
  found(): Uint32Array {
    return allSlots(this.#isFound.length).filter((slot) => this.#isFound[slot]);
  }

  #findNear(near: NearSearch, slot: number): void {
    const isFound = this.#hasWords[slot] === 1 || this.generation.places.isNear(near, slot);
    this.#isFound[slot] = isFound ? 1 : 0;
  }

  /** Computes again which of `slots` (or of all devices) match; returns whether any changed. */
  update(query: FleetQuery, now: number, slots?: Uint32Array): boolean {
    const { codes } = this;
    const codeOf = this.#rule(query, now);
    let hasChanged = false;
    if (!slots) this.#nextChangeAt = Number.POSITIVE_INFINITY;
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
    return this.generation.unlisted.filter((slot) => this.codes[slot] === inTableOnly).length;
  }

  /** The code of a slot at this moment; notes when a device that is not old enough will be. */
  #rule(query: FleetQuery, now: number): (slot: number) => number {
    const { states, group, olderThanMs, attention: reason } = query;
    const { columns, states: clock, groups, attention } = this.generation;
    const { fixAt, checkedAt } = columns;
    const passes = deviceStates.map((state) => states.length === 0 || states.includes(state));
    const isUnlistedChosen = states.includes('unlisted');
    const unlistedCode = stateCode('unlisted');
    const inGroup = group === null ? null : groups.filter(group);
    const isOld = (slot: number, atLeastMs: number) => {
      const at = fixAt[slot]!;
      // A device that was never asked for is not old.
      if (Number.isNaN(at)) return !Number.isNaN(checkedAt[slot]!);
      if (now - at > atLeastMs) return true;
      this.#nextChangeAt = Math.min(this.#nextChangeAt, at + atLeastMs + 1);
      return false;
    };
    return (slot) => {
      const state = clock.codes[slot]!;
      if (this.#isFound[slot] !== 1 || !passes[state]) return 0;
      if (reason && !attention.needs(slot, reason)) return 0;
      if (inGroup && !inGroup(slot)) return 0;
      if (olderThanMs !== null && !isOld(slot, olderThanMs)) return 0;
      return state === unlistedCode && !isUnlistedChosen ? inTableOnly : 1;
    };
  }
}
