import { deviceStates, type DeviceState, type StateRules } from '#shared/domain/device-state';
import type { Gazetteer } from '#shared/places/place';
import { applyFixes, textAt, type FleetColumns, type FleetMessage } from '#shared/fleet/columns';
import { attentionKinds } from './attention';
import {
  generationOf,
  groupIndexOf,
  listedIn,
  orderKeysOf,
  searchIndexOf,
  setNotesOf,
  slotOfId,
  type Generation,
} from './generation';
import type { FleetGrid } from './grid';
import { Matching } from './matching';
import { labelAt, readRow } from './rows';
import { nameSearch } from '#lib/search-rank';
import { stateCode, type StateClock } from './state-clock';
import { byRank, TableOrder } from './table-order';
import type { FleetQuery, FleetRow, FleetView, RowRange } from './types';

const fewestWatched = 48;

const nothingNeeded = Object.fromEntries(
  attentionKinds.map((kind) => [kind, 0]),
) as FleetView['attention'];

/**
 * The fleet as the window sees it: applies messages from main and answers requests of the table and the
 * map. It is independent of the worker and of the clock: callers pass the current time.
 */
export class FleetModel {
  #generation: Generation | null = null;
  #selectedId: string | null = null;
  #matching: Matching | null = null;
  readonly #order = new TableOrder();
  /** Slots whose rows were returned since the last version: only they can be on screen. */
  readonly #shown = new Set<number>();
  #watched = { from: 0, to: 0 };
  #version = 0;
  #rowsChanged = false;
  #viewChanged = true;
  #selectedTouched = false;
  #mapChanged = true;
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
    if (generation.grid.placed !== before) this.#viewChanged = true;
    const restated = generation.states.update(slots, now);
    if (restated.length > 0) this.#viewChanged = true;
    if (generation.attention.update(slots, now)) this.#viewChanged = true;
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
    this.#viewChanged = true;
    this.#mapChanged = true;
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
    if (!this.#generation) return null;
    if (this.#rowsChanged) {
      this.#version += 1;
      this.#shown.clear();
    } else if (!this.#viewChanged) return null;
    this.#rowsChanged = false;
    this.#viewChanged = false;
    return this.#view();
  }

  /** Whether `takeView` has a view to return. */
  get isViewChanged(): boolean {
    return this.#generation !== null && (this.#rowsChanged || this.#viewChanged);
  }

  /** Whether anything that a map may show changed since the last call. */
  takeMapChanged(): boolean {
    const changed = this.#mapChanged;
    this.#mapChanged = false;
    return changed;
  }

  /** The selected id if its columns changed since the last call. */
  takeSelectedTouched(): string | null {
    const touched = this.#selectedTouched;
    this.#selectedTouched = false;
    return touched ? this.#selectedId : null;
  }

  /** Rows `from` to `to` (exclusive) of the current order. */
  rows(from: number, to: number): { version: number; rows: FleetRow[] } {
    const slots = Array.from(this.order().subarray(Math.max(0, from), Math.max(0, to)));
    for (const slot of slots) this.#shown.add(slot);
    return { version: this.#version, rows: this.#read(slots) };
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
    return ids.map((id) => {
      const slot = this.slotOf(id);
      const generation = this.#generation;
      return generation && slot >= 0 ? labelAt(generation.columns, slot) : null;
    });
  }

  /** The id of the device that fits the search of the query best; null if none matches. */
  best(): string | null {
    const generation = this.#generation;
    if (!generation || !this.#matching) return null;
    const { ranks } = this.#matching;
    const { tie } = orderKeysOf(generation);
    let best = -1;
    for (const slot of this.order()) {
      if (best < 0) best = slot;
      const difference = ranks ? ranks[slot]! - ranks[best]! : 0;
      if (ranks && (difference < 0 || (difference === 0 && tie[slot]! < tie[best]!))) best = slot;
    }
    return best < 0 ? null : textAt(generation.columns.id, best);
  }

  /** The devices that fit a text best, whatever the query; those that fit equally by name. */
  find(text: string, limit: number): FleetRow[] {
    const generation = this.#generation;
    if (!generation) return [];
    const matching = new Matching(generation);
    matching.search(text);
    const keys = orderKeysOf(generation);
    const found = matching.found();
    found.sort((a, b) => keys.tie[a]! - keys.tie[b]!);
    const ranked = matching.ranks ? byRank(found, matching.ranks) : found;
    return this.#read(Array.from(ranked.subarray(0, limit)), text);
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
    if (!this.#generation) return slots;
    const { tie } = orderKeysOf(this.#generation);
    return slots.sort((a, b) => tie[a]! - tie[b]!);
  }

  #begin(message: Extract<FleetMessage, { type: 'fleet' }>, now: number): void {
    this.#generation = generationOf(message, this.rules, now, this.#gazetteer);
    setNotesOf(this.#generation, this.#notes);
    this.#matching = new Matching(this.#generation);
    this.#matching.search(this.query.search);
    this.#order.forget();
    this.#match(now);
    this.#touchRows();
    this.#selectedTouched = this.#selectedId !== null;
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
    this.#rowsChanged = true;
  }

  #restated(slots: readonly number[], now: number): void {
    this.#viewChanged = true;
    this.#generation?.attention.update(slots, now);
    this.#slotsChanged(Uint32Array.from(slots), now);
  }

  #slotsChanged(slots: Uint32Array, now: number): void {
    this.#mapChanged = true;
    const { states, olderThanMs, attention, sort } = this.query;
    const isByReports = states.length > 0 || olderThanMs !== null || attention != null;
    if (isByReports || this.#matching?.near != null) this.#match(now, slots);
    if (this.#generation && this.#order.moved(this.#generation, sort, slots)) {
      this.#rowsChanged = true;
    }
    const selected = this.selectedSlot();
    for (const slot of slots) {
      if (this.#shown.has(slot)) this.#rowsChanged = true;
      if (slot === selected) this.#selectedTouched = true;
    }
  }

  /** Computes again which of `slots` (or of all devices) match. */
  #match(now: number, slots?: Uint32Array): void {
    if (!this.#matching?.update(this.query, now, slots)) return;
    this.#order.forgetMatches();
    this.#touchRows();
  }

  #touchRows(): void {
    this.#rowsChanged = true;
    this.#mapChanged = true;
  }

  #read(slots: readonly number[], search = this.query.search): FleetRow[] {
    const generation = this.#generation;
    if (!generation) return [];
    const { columns, states, groups, places, notes } = generation;
    const { words } = nameSearch(search);
    return slots.map((slot) => {
      const found = { words, note: notes.get(slot) };
      return readRow(columns, slot, states.stateOf(slot), groups, places, found);
    });
  }

  #view(): FleetView {
    const generation = this.#generation;
    const counts = Object.fromEntries(
      deviceStates.map((state) => [state, generation?.states.counts[stateCode(state)] ?? 0]),
    ) as Record<DeviceState, number>;
    const order = this.order();
    const { total, placed } = generation ? listedIn(generation) : { total: 0, placed: 0 };
    const slot = this.selectedSlot();
    return {
      version: this.#version,
      total,
      matched: order.length,
      matchedListed: order.length - (this.#matching?.countInTableOnly() ?? 0),
      counts,
      attention: generation?.attention.counts ?? nothingNeeded,
      isListed: generation?.isListed ?? false,
      withoutPosition: total - placed,
      groups: generation?.groups.summary() ?? [],
      groupGap: generation?.groups.gap,
      near: this.#matching?.near ?? null,
      selected:
        slot < 0 ? null : { id: textAt(generation!.columns.id, slot), index: order.indexOf(slot) },
    };
  }
}
