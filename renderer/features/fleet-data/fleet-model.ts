import type { StateRules } from '#shared/domain/device-state';
import type { Gazetteer } from '#shared/places/place';
import {
  applyFixes,
  flagAcknowledged,
  flagCritical,
  type FleetMessage,
} from '#shared/fleet/columns';
import { FleetReader } from './fleet-reader';
import { generationOf, groupIndexOf, setNotesOf, slotOfId, type Generation } from './generation';
import { Matching } from './matching';
import { textsOf } from './texts';
import type { FleetQuery } from './types';

/**
 * The fleet as the window sees it: applies messages from main, the query and the time. It is independent
 * of the worker and of the clock: callers pass the current time.
 */
export class FleetModel extends FleetReader {
  #gazetteer: Gazetteer | null = null;
  #otherNames = '';
  #notes: ReadonlyMap<string, string> = new Map();
  #acknowledged: ReadonlyMap<string, number> = new Map();

  constructor(
    query: FleetQuery,
    private rules: StateRules,
  ) {
    super(query);
  }

  /** Applies a message from main. Ignores fixes and groups of another generation. */
  apply(message: FleetMessage, now: number): void {
    if (message.type === 'fleet') {
      this.#begin(message, now);
      return;
    }
    const generation = this.fleet;
    if (!generation || message.generation !== generation.number) return;
    if (message.type === 'groups') {
      generation.groups = groupIndexOf(message.groups, generation.columns);
      generation.orderKeys?.groupsChanged();
      if (this.query.sort.column === 'groups') this.tableOrder.forget();
      this.#match(now);
      this.#touchRows();
      return;
    }
    const { slots, fixes } = message;
    applyFixes(generation.columns, slots, fixes);
    this.#markAcknowledged(generation);
    const before = generation.grid.placed;
    generation.grid.update(slots);
    this.#moved(generation, slots);
    if (generation.grid.placed !== before) this.changes.view();
    const restated = generation.states.update(slots, now);
    if (restated.length > 0) this.changes.view();
    if (generation.attention.update(slots, now)) this.changes.view();
    this.#slotsChanged(slots, now);
  }

  /** Returns whether the search text changed. */
  setQuery(query: FleetQuery, now: number): 'searched' | 'changed' {
    const before = this.query;
    this.query = query;
    if (query !== before) this.heldOrder.renew();
    const { column, descending } = query.sort;
    if (before.sort.column !== column || before.sort.descending !== descending) {
      this.tableOrder.forget();
    }
    const hasSearched = before.search !== query.search;
    if (hasSearched) {
      this.matching?.search(query.search);
      // The same devices may be ranked differently.
      this.tableOrder.forgetMatches();
    }
    this.#match(now);
    this.#touchRows();
    return hasSearched ? 'searched' : 'changed';
  }

  /** Sets the towns, which are loaded after the first picture. */
  setGazetteer(gazetteer: Gazetteer, now: number): void {
    this.#gazetteer = { ...gazetteer, otherNames: this.#otherNames };
    const generation = this.fleet;
    if (!generation) return;
    generation.places.setGazetteer(this.#gazetteer);
    this.#townsChanged(generation);
    this.matching?.search(this.query.search);
    this.#match(now);
    this.#touchRows();
  }

  /** Sets the names of towns in other languages, which are loaded for the first search for a town. */
  setOtherNames(otherNames: string, now: number): void {
    this.#otherNames = otherNames;
    if (this.#gazetteer) this.setGazetteer(this.#gazetteer, now);
  }

  /** Sets the user's notes by device id, which the search finds. */
  setNotes(notes: ReadonlyMap<string, string>, now: number): void {
    this.#notes = notes;
    if (this.fleet) setNotesOf(this.fleet, notes);
    this.matching?.search(this.query.search);
    this.tableOrder.forgetMatches();
    this.#match(now);
    this.#touchRows();
  }

  /** Sets until when the critical reports of devices are acknowledged, by device id. */
  setAcknowledged(until: ReadonlyMap<string, number>, now: number): void {
    const ids = new Set([...this.#acknowledged.keys(), ...until.keys()]);
    this.#acknowledged = until;
    const generation = this.fleet;
    if (!generation) return;
    const changed = this.#markAcknowledged(generation, ids);
    if (changed.length > 0) this.#restated(changed, now);
  }

  setRules(rules: StateRules, now: number): void {
    this.rules = rules;
    const changed = this.fleet?.states.setRules(rules, now) ?? [];
    if (changed.length > 0) this.#restated(changed, now);
  }

  holdOrder(isHeld: boolean): void {
    this.heldOrder.hold(isHeld);
    this.changes.rows();
  }

  select(id: string | null): void {
    if (id === this.selectedId) return;
    this.selectedId = id;
    this.changes.view();
    this.changes.map();
  }

  /** Advances the time: states and the age filter can change without a message. */
  advance(now: number): void {
    const changed = this.fleet?.states.advance(now) ?? [];
    if (changed.length > 0) this.#restated(changed, now);
    const noticed = this.fleet?.attention.advance(now) ?? [];
    if (noticed.length > 0) this.#restated(noticed, now);
    if (this.matching && now >= this.matching.nextChangeAt) {
      this.#match(now);
      this.#touchRows();
    }
  }

  /** The time at which `advance` has to be called next. */
  get nextChangeAt(): number {
    return Math.min(
      this.matching?.nextChangeAt ?? Number.POSITIVE_INFINITY,
      this.fleet?.states.nextChangeAt ?? Number.POSITIVE_INFINITY,
      this.fleet?.attention.nextChangeAt ?? Number.POSITIVE_INFINITY,
    );
  }

  #begin(message: Extract<FleetMessage, { type: 'fleet' }>, now: number): void {
    const before = this.fleet;
    this.fleet = generationOf(message, this.rules, now, this.#gazetteer);
    const acknowledged = this.#markAcknowledged(this.fleet);
    if (acknowledged.length > 0) this.fleet.attention.update(acknowledged, now);
    this.#keepHeldOrder(before, this.fleet);
    setNotesOf(this.fleet, this.#notes);
    this.matching = new Matching(this.fleet);
    this.matching.search(this.query.search);
    this.tableOrder.forget();
    this.#match(now);
    this.#touchRows();
    if (this.selectedId !== null) this.changes.selected();
  }

  /** Marks critical reports that are acknowledged; returns the slots whose mark changed. */
  #markAcknowledged(generation: Generation, ids: Iterable<string> = this.#acknowledged.keys()) {
    const { flags, fixAt } = generation.columns;
    const changed: number[] = [];
    for (const id of ids) {
      const slot = slotOfId(generation, id);
      const flag = slot < 0 ? 0 : flags[slot]! & (flagCritical | flagAcknowledged);
      if (flag === 0) continue;
      const isOpen = !(fixAt[slot]! <= (this.#acknowledged.get(id) ?? Number.NEGATIVE_INFINITY));
      const next = isOpen ? flagCritical : flagAcknowledged;
      if (flag === next) continue;
      flags[slot]! ^= flagCritical | flagAcknowledged;
      changed.push(slot);
    }
    return changed;
  }

  #keepHeldOrder(before: Generation | null, after: Generation): void {
    // Before the first list is complete, its order grows with it.
    const isSame = before?.isListed && before.account === after.account;
    if (!isSame) return this.heldOrder.renew();
    const ids = textsOf(before.columns.id);
    this.heldOrder.moveTo((slot) => slotOfId(after, ids[slot]!));
  }

  /** Devices have new positions. */
  #moved(generation: Generation, slots: Uint32Array): void {
    const { places } = generation;
    const isSorted = this.query.sort.column === 'place';
    const haveTownsChanged = places.update(slots, isSorted);
    if (haveTownsChanged) this.#townsChanged(generation);
    this.matching?.moved(slots);
  }

  #townsChanged(generation: Generation): void {
    generation.orderKeys?.placesChanged();
    if (this.query.sort.column !== 'place') return;
    this.tableOrder.forget();
    this.changes.rows();
  }

  #restated(slots: readonly number[], now: number): void {
    this.changes.view();
    this.fleet?.attention.update(slots, now);
    this.#slotsChanged(Uint32Array.from(slots), now);
  }

  #slotsChanged(slots: Uint32Array, now: number): void {
    this.changes.map();
    const { states, olderThanMs, attention, sort } = this.query;
    const isByReports = states.length > 0 || olderThanMs !== null || attention != null;
    if (isByReports || this.matching?.near != null) this.#match(now, slots);
    if (this.fleet && this.tableOrder.moved(this.fleet, sort, slots)) {
      this.changes.rows();
    }
    this.changes.reports(slots, this.selectedSlot());
  }

  /** Computes again which of `slots` (or of all devices) match. */
  #match(now: number, slots?: Uint32Array): void {
    if (!this.matching?.update(this.query, now, slots)) return;
    this.tableOrder.forgetMatches();
    this.#touchRows();
  }

  #touchRows(): void {
    this.changes.rows();
    this.changes.map();
  }
}
