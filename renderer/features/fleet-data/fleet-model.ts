import type { StateRules } from '#shared/domain/device-state';
import type { Gazetteer } from '#shared/places/place';
import { applyFixes, type FleetColumns, type FleetMessage } from '#shared/fleet/columns';
import { bestMatch, findDevices, labelOf, readRows, sortByName } from './fleet-lookup';
import { fleetView } from './fleet-view';
import {
  generationOf,
  groupIndexOf,
  searchIndexOf,
  setNotesOf,
  slotOfId,
  type Generation,
} from './generation';
import type { FleetGrid } from './grid';
import { Matching } from './matching';
import type { StateClock } from './state-clock';
import { TableOrder } from './table-order';
import type { FleetQuery, FleetRow, FleetView, RowRange } from './types';
import { ViewChanges } from './view-changes';

const fewestWatched = 48;

/**
 * The fleet as the window sees it: applies messages from main and answers requests of the table and the
 * map. It is independent of the worker and of the clock: callers pass the current time.
 */
export class FleetModel {
  #generation: Generation | null = null;
  #selectedId: string | null = null;
  #matching: Matching | null = null;
  readonly #order = new TableOrder();
  #watched = { from: 0, to: 0 };
  readonly #changes = new ViewChanges();
  #gazetteer: Gazetteer | null = null;
  #notes: ReadonlyMap<string, string> = new Map();

  constructor(
    private query: FleetQuery,
    private rules: StateRules,
  ) {}

  /** Applies a message from main. Ignores fixes and groups of another generation. */
  apply(message: FleetMessage, now: number): void {
    if (message.type === 'fleet') {
      this.#begin(message, now);
      return;
    }
    const generation = this.#generation;
    if (!generation || message.generation !== generation.number) return;
    if (message.type === 'groups') {
      generation.groups = groupIndexOf(message.groups, generation.columns);
      generation.orderKeys?.groupsChanged();
      if (this.query.sort.column === 'groups') this.#order.forget();
      this.#match(now);
      this.#touchRows();
      return;
    }
    const { slots, fixes } = message;
    applyFixes(generation.columns, slots, fixes);
    const before = generation.grid.placed;
    generation.grid.update(slots);
    this.#moved(generation, slots);
    if (generation.grid.placed !== before) this.#changes.view();
    const restated = generation.states.update(slots, now);
    if (restated.length > 0) this.#changes.view();
    if (generation.attention.update(slots, now)) this.#changes.view();
    this.#slotsChanged(slots, now);
  }

  /** Returns whether the search text changed. */
  setQuery(query: FleetQuery, now: number): 'searched' | 'changed' {
    const before = this.query;
    this.query = query;
    const { column, descending } = query.sort;
    if (before.sort.column !== column || before.sort.descending !== descending) {
      this.#order.forget();
    }
    const hasSearched = before.search !== query.search;
    if (hasSearched) {
      this.#matching?.search(query.search);
      // The same devices may be ranked differently.
      this.#order.forgetMatches();
    }
    this.#match(now);
    this.#touchRows();
    return hasSearched ? 'searched' : 'changed';
  }

  /** Sets the towns, which are loaded after the first picture. */
  setGazetteer(gazetteer: Gazetteer, now: number): void {
    this.#gazetteer = gazetteer;
    const generation = this.#generation;
    if (!generation) return;
    generation.places.setGazetteer(gazetteer);
    this.#townsChanged(generation);
    this.#matching?.search(this.query.search);
    this.#match(now);
    this.#touchRows();
  }

  /** Sets the user's notes by device id, which the search finds. */
  setNotes(notes: ReadonlyMap<string, string>, now: number): void {
    this.#notes = notes;
    if (this.#generation) setNotesOf(this.#generation, notes);
    this.#matching?.search(this.query.search);
    this.#order.forgetMatches();
    this.#match(now);
    this.#touchRows();
  }

  setRules(rules: StateRules, now: number): void {
    this.rules = rules;
    const changed = this.#generation?.states.setRules(rules, now) ?? [];
    if (changed.length > 0) this.#restated(changed, now);
  }

  select(id: string | null): void {
    if (id === this.#selectedId) return;
    this.#selectedId = id;
    this.#changes.view();
    this.#changes.map();
  }

  /** Advances the time: states and the age filter can change without a message. */
  advance(now: number): void {
    const changed = this.#generation?.states.advance(now) ?? [];
    if (changed.length > 0) this.#restated(changed, now);
    const noticed = this.#generation?.attention.advance(now) ?? [];
    if (noticed.length > 0) this.#restated(noticed, now);
    if (this.#matching && now >= this.#matching.nextChangeAt) {
      this.#match(now);
      this.#touchRows();
    }
  }

  /** The time at which `advance` has to be called next. */
  get nextChangeAt(): number {
    return Math.min(
      this.#matching?.nextChangeAt ?? Number.POSITIVE_INFINITY,
      this.#generation?.states.nextChangeAt ?? Number.POSITIVE_INFINITY,
      this.#generation?.attention.nextChangeAt ?? Number.POSITIVE_INFINITY,
    );
  }

  /** The view if it changed since the last call, else null. */
  takeView(): FleetView | null {
    const generation = this.#generation;
    if (!generation || !this.#matching || !this.#changes.takeView()) return null;
    return fleetView(generation, this.#matching, {
      version: this.#changes.version,
      order: this.order(),
      selectedSlot: this.selectedSlot(),
    });
  }

  /** Whether `takeView` has a view to return. */
  get isViewChanged(): boolean {
    return this.#generation !== null && this.#changes.hasView;
  }

  /** Whether anything that a map may show changed since the last call. */
  takeMapChanged(): boolean {
    return this.#changes.takeMap();
  }

  /** The selected id if its columns changed since the last call. */
  takeSelectedTouched(): string | null {
    return this.#changes.takeSelected() ? this.#selectedId : null;
  }

  /** Rows `from` to `to` (exclusive) of the current order. */
  rows(from: number, to: number): { version: number; rows: FleetRow[] } {
    const slots = Array.from(this.order().subarray(Math.max(0, from), Math.max(0, to)));
    this.#changes.showed(slots);
    return { version: this.#changes.version, rows: this.#read(slots) };
  }

  /** The rows of slots, wherever the devices are in the order. */
  rowsOf(slots: readonly number[]): FleetRow[] {
    return this.#read(slots, '');
  }

  /** Sets which rows are on screen. */
  watch(from: number, to: number): void {
    this.#watched = { from, to };
  }

  /** The rows on screen, as far as the current order still has them. */
  watchedRows(): RowRange {
    const { from, to } = this.#watched;
    // A list that grows again shows more rows than before.
    const most = Math.max(to - from, fewestWatched);
    const start = Math.max(0, Math.min(from, this.order().length - most));
    return { from: start, ...this.rows(start, start + most) };
  }

  /** The names of devices by id; null for ids that are not in the fleet. */
  labels(ids: readonly string[]): (string | null)[] {
    const generation = this.#generation;
    return ids.map((id) => generation && labelOf(generation, id));
  }

  /** The id of the device that fits the search of the query best; null if none matches. */
  best(): string | null {
    if (!this.#generation || !this.#matching) return null;
    return bestMatch(this.#generation, this.#matching, this.order());
  }

  /** The devices that fit a text best, whatever the query; those that fit equally by name. */
  find(text: string, limit: number): FleetRow[] {
    return this.#generation ? findDevices(this.#generation, text, limit) : [];
  }

  /** Prepares the data that the first search would otherwise have to wait for. */
  warmUp(): void {
    if (this.#generation) searchIndexOf(this.#generation);
  }

  /** Slots of the matching devices, in the order of the query. */
  order(): Uint32Array {
    if (!this.#generation || !this.#matching) return new Uint32Array(0);
    const { codes, ranks } = this.#matching;
    return this.#order.slots(this.#generation, this.query.sort, codes, ranks);
  }

  get generation(): number | null {
    return this.#generation?.number ?? null;
  }

  /** The data behind the map; null before the first fleet. */
  get drawn() {
    const generation = this.#generation;
    if (!generation || !this.#matching) return null;
    return {
      grid: generation.grid,
      matches: this.#matching.codes,
      states: generation.states.codes,
      course: generation.columns.course,
      flags: generation.columns.flags,
      selected: this.selectedSlot(),
    };
  }

  /** The slot of the selected device, or -1. */
  selectedSlot(): number {
    return this.#selectedId === null ? -1 : this.slotOf(this.#selectedId);
  }

  slotOf(id: string): number {
    return this.#generation ? slotOfId(this.#generation, id) : -1;
  }

  /** The columns and states behind the slots, to name devices on the map. */
  get present(): { columns: FleetColumns; states: StateClock; grid: FleetGrid } | null {
    return this.#generation;
  }

  /** Slots sorted by name. */
  byName(slots: number[]): number[] {
    return this.#generation ? sortByName(this.#generation, slots) : slots;
  }

  #begin(message: Extract<FleetMessage, { type: 'fleet' }>, now: number): void {
    this.#generation = generationOf(message, this.rules, now, this.#gazetteer);
    setNotesOf(this.#generation, this.#notes);
    this.#matching = new Matching(this.#generation);
    this.#matching.search(this.query.search);
    this.#order.forget();
    this.#match(now);
    this.#touchRows();
    if (this.#selectedId !== null) this.#changes.selected();
  }

  /** Devices have new positions. */
  #moved(generation: Generation, slots: Uint32Array): void {
    const { places } = generation;
    const isSorted = this.query.sort.column === 'place';
    const haveTownsChanged = places.update(slots, isSorted);
    if (haveTownsChanged) this.#townsChanged(generation);
    this.#matching?.moved(slots);
  }

  #townsChanged(generation: Generation): void {
    generation.orderKeys?.placesChanged();
    if (this.query.sort.column !== 'place') return;
    this.#order.forget();
    this.#changes.rows();
  }

  #restated(slots: readonly number[], now: number): void {
    this.#changes.view();
    this.#generation?.attention.update(slots, now);
    this.#slotsChanged(Uint32Array.from(slots), now);
  }

  #slotsChanged(slots: Uint32Array, now: number): void {
    this.#changes.map();
    const { states, olderThanMs, attention, sort } = this.query;
    const isByReports = states.length > 0 || olderThanMs !== null || attention != null;
    if (isByReports || this.#matching?.near != null) this.#match(now, slots);
    if (this.#generation && this.#order.moved(this.#generation, sort, slots)) {
      this.#changes.rows();
    }
    this.#changes.reports(slots, this.selectedSlot());
  }

  /** Computes again which of `slots` (or of all devices) match. */
  #match(now: number, slots?: Uint32Array): void {
    if (!this.#matching?.update(this.query, now, slots)) return;
    this.#order.forgetMatches();
    this.#touchRows();
  }

  #touchRows(): void {
    this.#changes.rows();
    this.#changes.map();
  }

  #read(slots: readonly number[], search = this.query.search): FleetRow[] {
    return this.#generation ? readRows(this.#generation, slots, search) : [];
  }
}
