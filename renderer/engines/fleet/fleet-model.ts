import { nameSearch } from '#lib/search-rank';
import { type DeviceState, type StateRules, deviceStates } from '#shared/domain/device-state';
import {
  type FleetColumns,
  type FleetMessage,
  applyFixes,
  flagAcknowledged,
  flagCritical,
  textAt,
} from '#shared/fleet/columns';
import type { Gazetteer } from '#shared/places/place';
import {
  type Generation,
  generationOf,
  groupIndexOf,
  labelAt,
  listedIn,
  orderKeysOf,
  readRow,
  searchIndexOf,
  setNotesOf,
  slotOfId,
} from './generation';
import type { FleetGrid } from './grid';
import { Matching } from './matching';
import { textsOf } from './search';
import { type StateClock, stateCode } from './states';
import { HeldOrder, TableOrder, byRank } from './table-order';
import type { FleetQuery, FleetRow, FleetView, RowRange } from './types';

const fewestWatched = 48;

/**
 * The fleet as the window sees it: applies messages from main, the query and the time, and answers what the table and
 * the map ask. It is independent of the worker and of the clock: callers pass the current time.
 */
export class FleetModel {
  /** The fleet of the last full message; null before the first. */
  #fleet: Generation | null = null;
  #matching: Matching | null = null;
  #selectedId: string | null = null;
  #watched = { from: 0, to: 0 };
  readonly #tableOrder = new TableOrder();
  readonly #heldOrder = new HeldOrder();
  readonly #changes = new ViewChanges();
  #gazetteer: Gazetteer | null = null;
  #otherNames = '';
  #notes: ReadonlyMap<string, string> = new Map();
  #acknowledged: ReadonlyMap<string, number> = new Map();
  #query: FleetQuery;
  #rules: StateRules;

  constructor(query: FleetQuery, rules: StateRules) {
    this.#query = query;
    this.#rules = rules;
  }

  /** Applies a message from main. Ignores fixes and groups of another generation. */
  apply(message: FleetMessage, now: number): void {
    if (message.type === 'fleet') {
      this.#begin(message, now);
      return;
    }
    const generation = this.#fleet;
    if (!generation || message.generation !== generation.number) return;
    if (message.type === 'groups') {
      generation.groups = groupIndexOf(message.groups, generation.columns);
      generation.orderKeys?.groupsChanged();
      if (this.#query.sort.column === 'groups') this.#tableOrder.forget();
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
    if (generation.grid.placed !== before) this.#changes.view();
    const restated = generation.states.update(slots, now);
    if (restated.length > 0) this.#changes.view();
    if (generation.attention.update(slots, now)) this.#changes.view();
    this.#slotsChanged(slots, now);
  }

  setQuery(query: FleetQuery, now: number): void {
    const before = this.#query;
    this.#query = query;
    if (query !== before) this.#heldOrder.renew();
    const { column, descending } = query.sort;
    if (before.sort.column !== column || before.sort.descending !== descending) {
      this.#tableOrder.forget();
    }
    if (before.search !== query.search) {
      this.#matching?.search(query.search);
      // The same devices may be ranked differently.
      this.#tableOrder.forgetMatches();
    }
    this.#match(now);
    this.#touchRows();
  }

  /** Sets the towns, which are loaded after the first picture. */
  setGazetteer(gazetteer: Gazetteer, now: number): void {
    this.#gazetteer = { ...gazetteer, otherNames: this.#otherNames };
    const generation = this.#fleet;
    if (!generation) return;
    generation.places.setGazetteer(this.#gazetteer);
    this.#townsChanged(generation);
    this.#matching?.search(this.#query.search);
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
    if (this.#fleet) setNotesOf(this.#fleet, notes);
    this.#matching?.search(this.#query.search);
    this.#tableOrder.forgetMatches();
    this.#match(now);
    this.#touchRows();
  }

  /** Sets until when the critical reports of devices are acknowledged, by device id. */
  setAcknowledged(until: ReadonlyMap<string, number>, now: number): void {
    const ids = new Set([...this.#acknowledged.keys(), ...until.keys()]);
    this.#acknowledged = until;
    const generation = this.#fleet;
    if (!generation) return;
    const changed = this.#markAcknowledged(generation, ids);
    if (changed.length > 0) this.#restated(changed, now);
  }

  setRules(rules: StateRules, now: number): void {
    this.#rules = rules;
    const changed = this.#fleet?.states.setRules(rules, now) ?? [];
    if (changed.length > 0) this.#restated(changed, now);
  }

  holdOrder(isHeld: boolean): void {
    this.#heldOrder.hold(isHeld);
    this.#changes.rows();
  }

  select(id: string | null): void {
    if (id === this.#selectedId) return;
    this.#selectedId = id;
    this.#changes.view();
    this.#changes.map();
  }

  /** Advances the time: states and the age filter can change without a message. */
  advance(now: number): void {
    const changed = this.#fleet?.states.advance(now) ?? [];
    if (changed.length > 0) this.#restated(changed, now);
    const noticed = this.#fleet?.attention.advance(now) ?? [];
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
      this.#fleet?.states.nextChangeAt ?? Number.POSITIVE_INFINITY,
      this.#fleet?.attention.nextChangeAt ?? Number.POSITIVE_INFINITY,
    );
  }

  /** The view if it changed since the last call, else null. */
  takeView(): FleetView | null {
    const generation = this.#fleet;
    if (!generation || !this.#matching || !this.#changes.takeView()) return null;
    const order = this.order();
    return fleetView(generation, this.#matching, {
      version: this.#changes.version,
      matched: order.length,
      ...this.#heldOrder.show(order),
      selectedSlot: this.selectedSlot(),
    });
  }

  /** Whether `takeView` has a view to return. */
  get isViewChanged(): boolean {
    return this.#fleet !== null && this.#changes.hasView;
  }

  /** Whether anything that a map may show changed since the last call. */
  takeMapChanged(): boolean {
    return this.#changes.takeMap();
  }

  /** The selected id if its columns changed since the last call. */
  takeSelectedTouched(): string | null {
    return this.#changes.takeSelected() ? this.#selectedId : null;
  }

  /** Rows `from` to `to` (exclusive) of the table. */
  rows(from: number, to: number): { version: number; rows: FleetRow[] } {
    const slots = Array.from(this.shownOrder().subarray(Math.max(0, from), Math.max(0, to)));
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
    const start = Math.max(0, Math.min(from, this.shownOrder().length - most));
    return { from: start, ...this.rows(start, start + most) };
  }

  /** The names of devices by id; null for ids that are not in the fleet. */
  labels(ids: readonly string[]): (string | null)[] {
    const generation = this.#fleet;
    return ids.map((id) => generation && labelOf(generation, id));
  }

  /** The id of the device that fits the search of the query best; null if none matches. */
  best(): string | null {
    if (!this.#fleet || !this.#matching) return null;
    return bestMatch(this.#fleet, this.#matching, this.order());
  }

  /** The devices that fit a text best, whatever the query; those that fit equally by name. */
  find(text: string, limit: number): FleetRow[] {
    return this.#fleet ? findDevices(this.#fleet, text, limit) : [];
  }

  /** Builds the index of the search, so that the first key does not wait for it. */
  prepareSearch(): void {
    if (this.#fleet) searchIndexOf(this.#fleet);
  }

  /** Slots of the matching devices, in the order of the query. */
  order(): Uint32Array {
    if (!this.#fleet || !this.#matching) return new Uint32Array(0);
    const { codes, ranks } = this.#matching;
    return this.#tableOrder.slots(this.#fleet, this.#query.sort, codes, ranks);
  }

  /** Slots of the rows of the table: the order as it was when its use began. */
  shownOrder(): Uint32Array {
    return this.#heldOrder.show(this.order()).shown;
  }

  get generation(): number | null {
    return this.#fleet?.number ?? null;
  }

  /** The id of the account of the fleet; '' before the first fleet. */
  get account(): string {
    return this.#fleet?.account ?? '';
  }

  /** The data behind the map; null before the first fleet. */
  get drawn() {
    const generation = this.#fleet;
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
    return this.#fleet ? slotOfId(this.#fleet, id) : -1;
  }

  /** The number of listed devices. */
  get listed(): number {
    return this.#fleet ? listedIn(this.#fleet).total : 0;
  }

  /** The columns and states behind the slots, to name devices on the map. */
  get present(): { columns: FleetColumns; states: StateClock; grid: FleetGrid } | null {
    return this.#fleet;
  }

  /** Slots sorted by name. */
  byName(slots: number[]): number[] {
    return this.#fleet ? sortByName(this.#fleet, slots) : slots;
  }

  #begin(message: Extract<FleetMessage, { type: 'fleet' }>, now: number): void {
    const before = this.#fleet;
    this.#fleet = generationOf(message, this.#rules, now, this.#gazetteer);
    const acknowledged = this.#markAcknowledged(this.#fleet);
    if (acknowledged.length > 0) this.#fleet.attention.update(acknowledged, now);
    this.#keepHeldOrder(before, this.#fleet);
    setNotesOf(this.#fleet, this.#notes);
    this.#matching = new Matching(this.#fleet);
    this.#matching.search(this.#query.search);
    this.#tableOrder.forget();
    this.#match(now);
    this.#touchRows();
    if (this.#selectedId !== null) this.#changes.selected();
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
    if (!isSame) return this.#heldOrder.renew();
    const ids = textsOf(before.columns.id);
    this.#heldOrder.moveTo((slot) => slotOfId(after, ids[slot]!));
  }

  /** Devices have new positions. */
  #moved(generation: Generation, slots: Uint32Array): void {
    const { places } = generation;
    const isSorted = this.#query.sort.column === 'place';
    const haveTownsChanged = places.update(slots, isSorted);
    if (haveTownsChanged) this.#townsChanged(generation);
    this.#matching?.moved(slots);
  }

  #townsChanged(generation: Generation): void {
    generation.orderKeys?.placesChanged();
    if (this.#query.sort.column !== 'place') return;
    this.#tableOrder.forget();
    this.#changes.rows();
  }

  #restated(slots: readonly number[], now: number): void {
    this.#changes.view();
    this.#fleet?.attention.update(slots, now);
    this.#slotsChanged(Uint32Array.from(slots), now);
  }

  #slotsChanged(slots: Uint32Array, now: number): void {
    this.#changes.map();
    const { states, olderThanMs, attention, sort } = this.#query;
    const isByReports = states.length > 0 || olderThanMs !== null || attention != null;
    if (isByReports || this.#matching?.near != null) this.#match(now, slots);
    if (this.#fleet && this.#tableOrder.moved(this.#fleet, sort, slots)) {
      this.#changes.rows();
    }
    this.#changes.reports(slots, this.selectedSlot());
  }

  /** Computes again which of `slots` (or of all devices) match. */
  #match(now: number, slots?: Uint32Array): void {
    if (!this.#matching?.update(this.#query, now, slots)) return;
    this.#tableOrder.forgetMatches();
    this.#touchRows();
  }

  #touchRows(): void {
    this.#changes.rows();
    this.#changes.map();
  }

  #read(slots: readonly number[], search = this.#query.search): FleetRow[] {
    return this.#fleet ? readRows(this.#fleet, slots, search) : [];
  }
}

/** The rows of slots, each with what of it the search found. */
function readRows(
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
function labelOf(generation: Generation, id: string): string | null {
  const slot = slotOfId(generation, id);
  return slot >= 0 ? labelAt(generation.columns, slot) : null;
}

/** Slots sorted by name, in place. */
function sortByName(generation: Generation, slots: number[]): number[] {
  const { tie } = orderKeysOf(generation);
  return slots.sort((a, b) => tie[a]! - tie[b]!);
}

/** The id of the device of `order` that fits the search best, and of several the first by name; null if none matches. */
function bestMatch(
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
function findDevices(generation: Generation, text: string, limit: number): FleetRow[] {
  const matching = new Matching(generation);
  matching.search(text);
  const { tie } = orderKeysOf(generation);
  const found = matching.found();
  found.sort((a, b) => tie[a]! - tie[b]!);
  const ranked = matching.ranks ? byRank(found, matching.ranks) : found;
  return readRows(generation, Array.from(ranked.subarray(0, limit)), text);
}

/** What the page shows of the fleet around the rows. */
function fleetView(
  generation: Generation,
  matching: Pick<Matching, 'countInTableOnly' | 'near'>,
  {
    version,
    matched,
    shown,
    isNew,
    selectedSlot,
  }: {
    version: number;
    matched: number;
    /** Slots of the rows. */
    shown: Uint32Array;
    /** Whether the rows are in an order that was held. */
    isNew: boolean;
    /** -1: none. */
    selectedSlot: number;
  },
): FleetView {
  const { states, columns, groups, attention, isListed } = generation;
  const counts = Object.fromEntries(
    deviceStates.map((state) => [state, states.counts[stateCode(state)]]),
  ) as Record<DeviceState, number>;
  const { total, placed, checked } = listedIn(generation);
  return {
    version,
    total,
    checked,
    matched,
    rows: shown.length,
    hasNewOrder: isNew,
    matchedListed: matched - matching.countInTableOnly(),
    counts,
    attention: attention.counts,
    isListed,
    withoutPosition: total - placed,
    groups: groups.summary(),
    groupGap: groups.gap,
    near: matching.near,
    selected:
      selectedSlot < 0
        ? null
        : { id: textAt(columns.id, selectedSlot), index: shown.indexOf(selectedSlot) },
  };
}

/** What changed since the window was last told, so that nothing is posted twice. */
class ViewChanges {
  /** Slots whose rows were returned since the last version: only they can be on screen. */
  readonly #shown = new Set<number>();
  #version = 0;
  #haveRows = false;
  #hasView = true;
  #hasMap = true;
  #hasSelected = false;

  /** Counts the changes of rows. */
  get version(): number {
    return this.#version;
  }

  get hasView(): boolean {
    return this.#haveRows || this.#hasView;
  }

  /** Rows changed, moved, or match in another way. */
  rows(): void {
    this.#haveRows = true;
  }

  /** What is around the rows changed. */
  view(): void {
    this.#hasView = true;
  }

  map(): void {
    this.#hasMap = true;
  }

  /** The record or the report of the selected device changed. */
  selected(): void {
    this.#hasSelected = true;
  }

  /** These rows were returned. */
  showed(slots: readonly number[]): void {
    for (const slot of slots) this.#shown.add(slot);
  }

  /** The reports of these devices changed. */
  reports(slots: Uint32Array, selectedSlot: number): void {
    for (const slot of slots) {
      if (this.#shown.has(slot)) this.#haveRows = true;
      if (slot === selectedSlot) this.#hasSelected = true;
    }
  }

  /** Whether rows or view changed since the last call. */
  takeView(): boolean {
    const { hasView } = this;
    if (this.#haveRows) {
      this.#version += 1;
      this.#shown.clear();
    }
    this.#haveRows = false;
    this.#hasView = false;
    return hasView;
  }

  /** Whether anything that a map may show changed since the last call. */
  takeMap(): boolean {
    const hasMap = this.#hasMap;
    this.#hasMap = false;
    return hasMap;
  }

  takeSelected(): boolean {
    const hasSelected = this.#hasSelected;
    this.#hasSelected = false;
    return hasSelected;
  }
}
