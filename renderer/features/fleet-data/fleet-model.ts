import { deviceStates, type DeviceState, type StateRules } from '#shared/domain/device-state';
import { applyFixes, textAt, type FleetColumns, type FleetMessage } from '#shared/fleet/columns';
import { generationOf, groupIndexOf, listedIn, type Generation } from './generation';
import type { FleetGrid } from './grid';
import { changesWithFixes, OrderKeys } from './order';
import { labelAt, readRow, slotsById } from './rows';
import { SearchIndex, searchWords } from './search';
import { resortChanged, sortSlots, type SortKeys } from './sorted-slots';
import { stateCode, type StateClock } from './state-clock';
import type { FleetQuery, FleetRow, FleetView, RowRange } from './types';

const fewestWatched = 48;
/** Of a device that is no longer listed: in the table, but not counted and not on the map. */
const inTableOnly = 2;

/**
 * The fleet as the window sees it: applies messages from main and answers requests of the table and the
 * map. It is independent of the worker and of the clock: callers pass the current time.
 *
 * The order of all devices and the set of matching devices are separate: a keystroke changes only the
 * set, and a fix moves only the devices it concerns.
 */
export class FleetModel {
  #generation: Generation | null = null;
  #selectedId: string | null = null;
  #matches = new Uint8Array(0);
  #searchMask = new Uint8Array(0);
  /** When the next device can begin to match because its fix becomes too old. */
  #matchChangeAt = Number.POSITIVE_INFINITY;
  #sortKeys: SortKeys | null = null;
  #fullOrder: Uint32Array | null = null;
  #order: Uint32Array | null = null;
  /** Slots whose rows were returned since the last version: only they can be on screen. */
  readonly #shown = new Set<number>();
  #watched = { from: 0, to: 0 };
  #version = 0;
  #rowsChanged = false;
  #viewChanged = true;
  #selectedTouched = false;
  #mapChanged = true;

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
      if (this.query.sort.column === 'groups') this.#forgetOrder();
      this.#match(now);
      this.#touchRows();
      return;
    }
    const { slots, fixes } = message;
    applyFixes(generation.columns, slots, fixes);
    const before = generation.grid.placed;
    generation.grid.update(slots);
    if (generation.grid.placed !== before) this.#viewChanged = true;
    const restated = generation.states.update(slots, now);
    if (restated.length > 0) this.#viewChanged = true;
    this.#slotsChanged(slots, now);
  }

  /** Returns whether the search text changed. */
  setQuery(query: FleetQuery, now: number): 'searched' | 'changed' {
    const before = this.query;
    this.query = query;
    const { column, descending } = query.sort;
    if (before.sort.column !== column || before.sort.descending !== descending) this.#forgetOrder();
    const hasSearched = before.search !== query.search;
    if (hasSearched) this.#search();
    this.#match(now);
    this.#touchRows();
    return hasSearched ? 'searched' : 'changed';
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
    if (now >= this.#matchChangeAt) {
      this.#match(now);
      this.#touchRows();
    }
  }

  /** The time at which `advance` has to be called next. */
  get nextChangeAt(): number {
    return Math.min(
      this.#matchChangeAt,
      this.#generation?.states.nextChangeAt ?? Number.POSITIVE_INFINITY,
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

  /** The first devices by name that match a text, whatever the query. */
  find(text: string, limit: number): FleetRow[] {
    const generation = this.#generation;
    if (!generation) return [];
    const mask = new Uint8Array(generation.columns.count);
    this.#searchIndexOf(generation).mark(searchWords(text), mask);
    const keys = this.#orderKeysOf(generation);
    const found = new Uint32Array(mask.length).map((_, slot) => slot).filter((slot) => mask[slot]);
    found.sort((a, b) => keys.tie[a]! - keys.tie[b]!);
    return this.#read(Array.from(found.subarray(0, limit)));
  }

  /** Prepares the data that the first search would otherwise have to wait for. */
  warmUp(): void {
    if (this.#generation) this.#searchIndexOf(this.#generation);
  }

  /** Slots of the matching devices, in the order of the query. */
  order(): Uint32Array {
    const generation = this.#generation;
    if (!generation) return new Uint32Array(0);
    const { column, descending } = this.query.sort;
    this.#sortKeys ??= this.#orderKeysOf(generation).keys(column, descending);
    this.#fullOrder ??= sortSlots(
      new Uint32Array(generation.columns.count).map((_, slot) => slot),
      this.#sortKeys,
    );
    this.#order ??= this.#fullOrder.filter((slot) => this.#matches[slot]);
    return this.#order;
  }

  get generation(): number | null {
    return this.#generation?.number ?? null;
  }

  /** The data behind the map; null before the first fleet. */
  get drawn() {
    const generation = this.#generation;
    if (!generation) return null;
    return {
      grid: generation.grid,
      matches: this.#matches,
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
    const generation = this.#generation;
    if (!generation) return -1;
    generation.slotById ??= slotsById(generation.columns);
    return generation.slotById.get(id) ?? -1;
  }

  /** The columns and states behind the slots, to name devices on the map. */
  get present(): { columns: FleetColumns; states: StateClock; grid: FleetGrid } | null {
    return this.#generation;
  }

  /** Slots sorted by name. */
  byName(slots: number[]): number[] {
    if (!this.#generation) return slots;
    const { tie } = this.#orderKeysOf(this.#generation);
    return slots.sort((a, b) => tie[a]! - tie[b]!);
  }

  #begin(message: Extract<FleetMessage, { type: 'fleet' }>, now: number): void {
    const { columns } = message;
    this.#generation = generationOf(message, this.rules, now);
    this.#matches = new Uint8Array(columns.count);
    this.#searchMask = new Uint8Array(columns.count);
    this.#forgetOrder();
    this.#search();
    this.#match(now);
    this.#touchRows();
    this.#selectedTouched = this.#selectedId !== null;
  }

  #restated(slots: readonly number[], now: number): void {
    this.#viewChanged = true;
    this.#slotsChanged(Uint32Array.from(slots), now);
  }

  #slotsChanged(slots: Uint32Array, now: number): void {
    this.#mapChanged = true;
    const { states, olderThanMs, sort } = this.query;
    if (states.length > 0 || olderThanMs !== null) this.#match(now, slots);
    if (this.#fullOrder && this.#sortKeys && changesWithFixes(sort.column)) {
      const { orderKeys } = this.#generation!;
      orderKeys!.refresh(this.#sortKeys, sort.column, sort.descending, slots);
      this.#fullOrder = resortChanged(this.#fullOrder, slots, this.#sortKeys);
      this.#order = null;
      this.#rowsChanged = true;
    }
    const selected = this.selectedSlot();
    for (const slot of slots) {
      if (this.#shown.has(slot)) this.#rowsChanged = true;
      if (slot === selected) this.#selectedTouched = true;
    }
  }

  #search(): void {
    const generation = this.#generation;
    if (!generation) return;
    const words = searchWords(this.query.search);
    if (words.length === 0) this.#searchMask.fill(1);
    else this.#searchIndexOf(generation).mark(words, this.#searchMask);
  }

  /** Computes again which of `slots` (or of all devices) match. */
  #match(now: number, slots?: Uint32Array): void {
    const generation = this.#generation;
    if (!generation) return;
    const { states, group, olderThanMs } = this.query;
    const { fixAt, checkedAt } = generation.columns;
    const passes = deviceStates.map((state) => states.length === 0 || states.includes(state));
    const isUnlistedChosen = states.includes('unlisted');
    const unlistedCode = stateCode('unlisted');
    const codes = generation.states.codes;
    const inGroup = group === null ? null : generation.groups.filter(group);
    let hasChanged = false;
    let nextAt = slots ? this.#matchChangeAt : Number.POSITIVE_INFINITY;
    const decide = (slot: number) => {
      let isMatch = this.#searchMask[slot] === 1 && passes[codes[slot]!]!;
      if (isMatch && inGroup) isMatch = inGroup(slot);
      if (isMatch && olderThanMs !== null) {
        const at = fixAt[slot]!;
        // A device that was never asked for is not old.
        isMatch = Number.isNaN(at) ? !Number.isNaN(checkedAt[slot]!) : now - at > olderThanMs;
        if (!isMatch && !Number.isNaN(at)) nextAt = Math.min(nextAt, at + olderThanMs + 1);
      }
      const isInTableOnly = codes[slot] === unlistedCode && !isUnlistedChosen;
      const code = isMatch ? (isInTableOnly ? inTableOnly : 1) : 0;
      if (this.#matches[slot] !== code) {
        this.#matches[slot] = code;
        hasChanged = true;
      }
    };
    if (slots) for (const slot of slots) decide(slot);
    else for (let slot = 0; slot < codes.length; slot++) decide(slot);
    this.#matchChangeAt = nextAt;
    if (!hasChanged) return;
    this.#order = null;
    this.#rowsChanged = true;
    this.#mapChanged = true;
  }

  #matchesInTableOnly(): number {
    const unlisted = this.#generation?.unlisted ?? [];
    return unlisted.filter((slot) => this.#matches[slot] === inTableOnly).length;
  }

  #touchRows(): void {
    this.#rowsChanged = true;
    this.#mapChanged = true;
  }

  #forgetOrder(): void {
    this.#sortKeys = null;
    this.#fullOrder = null;
    this.#order = null;
  }

  #orderKeysOf(generation: Generation): OrderKeys {
    generation.orderKeys ??= new OrderKeys(
      generation.columns,
      generation.states,
      () => generation.groups,
    );
    return generation.orderKeys;
  }

  #searchIndexOf(generation: Generation): SearchIndex {
    generation.searchIndex ??= new SearchIndex(generation.columns);
    return generation.searchIndex;
  }

  #read(slots: readonly number[]): FleetRow[] {
    const generation = this.#generation;
    if (!generation) return [];
    const { columns, states, groups } = generation;
    return slots.map((slot) => readRow(columns, slot, states.stateOf(slot), groups));
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
      matchedListed: order.length - this.#matchesInTableOnly(),
      counts,
      isListed: generation?.isListed ?? false,
      withoutPosition: total - placed,
      groups: generation?.groups.summary() ?? [],
      groupGap: generation?.groups.gap,
      selected:
        slot < 0 ? null : { id: textAt(generation!.columns.id, slot), index: order.indexOf(slot) },
    };
  }
}
