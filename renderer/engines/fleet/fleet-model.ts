import type { UrgentAlert } from '#shared/domain/alert';
import { type DeviceState, type StateRules, deviceStates } from '#shared/domain/device-state';
import { PlaceIndex, type Place } from '#shared/domain/places';
import type { VehicleKind } from '#shared/domain/vehicle-kind';
import { type FleetMessage, applyFixes, flagCritical, flagUrgent } from '#shared/fleet/columns';
import type { Gazetteer } from '#shared/places/place';
import { allSlots } from '#lib/in-order';
import { Generation, textsOf } from './generation';
import { type SilentDays, stateCode } from './states';
import { HeldOrder, Matching, TableOrder, byRank, type FleetRow, readRows } from './table';
import type { CallForHelp, FleetQuery, FleetView, RowRange } from './types';

const fewestWatched = 48;

/**
 * The fleet as the window sees it: applies messages from main, the query and the time, and answers what the table and
 * the map ask. It is independent of the worker and of the clock: callers pass the current time.
 */
export class FleetModel {
  /** The fleet of the last full message; null before the first. */
  #current: { fleet: Generation; matching: Matching } | null = null;
  /** Built when the table is first ordered: the map does not need it. */
  #tableOrder: TableOrder | null = null;
  #selectedId: string | null = null;
  #watched = { from: 0, to: 0 };
  readonly #heldOrder = new HeldOrder();
  readonly #changes = new ViewChanges();
  #gazetteer: Gazetteer | null = null;
  #places: PlaceIndex | null = null;
  #placesVersion = 0;
  #areTownsLoading = true;
  #otherNames = '';
  #notes: ReadonlyMap<string, string> = new Map();
  #kinds: ReadonlyMap<string, VehicleKind> = new Map();
  readonly #alerts = new ShownAlerts();
  #snoozed: ReadonlyMap<string, number> = new Map();
  #days: SilentDays | null = null;
  #query: FleetQuery;
  #rules: StateRules;

  constructor(query: FleetQuery, rules: StateRules) {
    this.#query = query;
    this.#rules = rules;
  }

  /** Applies a message from main. Ignores fixes and groups of another generation. */
  apply(message: FleetMessage, now: number): void {
    if (message.type === 'fleet') return this.#begin(message, now);
    const { fleet } = this;
    if (!fleet || message.generation !== fleet.number) return;
    if (message.type === 'groups') {
      fleet.setGroups(message.groups);
      this.#allChanged(now);
      return;
    }
    const { slots, fixes } = message;
    applyFixes(fleet.columns, slots, fixes);
    this.#alerts.received(fleet, slots);
    const before = fleet.grid.placed;
    fleet.grid.update(slots);
    if (fleet.grid.placed !== before) this.#changes.view();
    fleet.places.moved(slots);
    if (fleet.states.update(slots, now).length > 0) this.#changes.view();
    this.#devicesChanged(slots, now);
  }

  setQuery(query: FleetQuery): void {
    const before = this.#query;
    this.#query = query;
    if (query !== before) this.#heldOrder.renew();
    if (before.search !== query.search) this.#search();
    this.#match();
    this.#touchRows();
  }

  /** Sets the towns, which are loaded after the first picture; null if they cannot be loaded. */
  setGazetteer(gazetteer: Gazetteer | null, now: number): void {
    this.#areTownsLoading = false;
    if (gazetteer) {
      this.#gazetteer = { ...gazetteer, otherNames: this.#otherNames };
      this.fleet?.places.setGazetteer(this.#gazetteer);
      this.#search();
    }
    this.#allChanged(now);
  }

  /** Sets the user's places. */
  setPlaces(places: readonly Place[], now: number): void {
    this.#places = places.length > 0 ? new PlaceIndex(places) : null;
    this.#placesVersion += 1;
    this.fleet?.places.setPlaces(this.#places);
    this.#search();
    this.#allChanged(now);
  }

  /** The user's places; null: there are none. */
  get placeIndex(): PlaceIndex | null {
    return this.#places;
  }

  /** Sets the names of towns in other languages, which are loaded for the first search for a town. */
  setOtherNames(otherNames: string, now: number): void {
    this.#otherNames = otherNames;
    if (this.#gazetteer) this.setGazetteer(this.#gazetteer, now);
  }

  /** Sets the user's notes by device id, which the search finds. */
  setNotes(notes: ReadonlyMap<string, string>): void {
    this.#notes = notes;
    this.fleet?.setNotes(notes);
    this.#search();
    this.#match();
    this.#touchRows();
  }

  /** Sets which alerts are acknowledged, and which are open. */
  setAlerts(known: KnownAlerts, now: number): void {
    const changed = this.#alerts.set(known, this.fleet);
    this.#restated(changed, now);
  }

  /** Sets until when the silence of devices needs no attention, by device id. */
  setSnoozed(until: ReadonlyMap<string, number>, now: number): void {
    this.#snoozed = until;
    if (this.fleet) this.#restated(this.#snoozeIn(this.fleet, now), now);
  }

  /** Sets when the user's days begin. */
  setDays(days: SilentDays, now: number): void {
    this.#days = days;
    if (this.fleet) this.#restated(this.fleet.attention.setDays(days, now), now);
  }

  /** Sets the vehicle kinds that the user chose, by device id. */
  setKinds(kinds: ReadonlyMap<string, VehicleKind>, now: number): void {
    this.#kinds = kinds;
    if (!this.fleet) return;
    this.#devicesChanged(this.fleet.setKinds(kinds), now);
    this.#touchRows();
  }

  setRules(rules: StateRules, now: number): void {
    this.#rules = rules;
    if (this.fleet) this.#restated(this.fleet.states.setRules(rules, now), now);
  }

  /** Texts have another order than before. */
  sortAgain(now: number): void {
    if (!this.fleet) return;
    this.#tableOrder = null;
    this.#heldOrder.renew();
    this.fleet.sortGroups();
    this.#allChanged(now);
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

  /** Advances the time: states can change without a message. */
  advance(now: number): void {
    const { fleet } = this;
    if (!fleet) return;
    this.#restated(fleet.states.advance(now), now);
    this.#restated(fleet.attention.advance(now), now);
  }

  /** The time at which `advance` has to be called next. */
  get nextChangeAt(): number {
    if (!this.fleet) return Number.POSITIVE_INFINITY;
    const { states, attention } = this.fleet;
    return Math.min(states.nextChangeAt, attention.nextChangeAt);
  }

  /** The view if it changed since the last call, else null. */
  takeView(): FleetView | null {
    if (!this.#current || !this.#changes.takeView()) return null;
    const { fleet, matching } = this.#current;
    const order = this.order();
    const { shown, isNew } = this.#heldOrder.show(order);
    const { placed, checked } = fleet.countListed();
    const slot = this.selectedSlot();
    return {
      version: this.#changes.version,
      total: fleet.total,
      checked,
      matched: order.length,
      rows: shown.length,
      hasNewOrder: isNew,
      matchedListed: order.length - matching.countInTableOnly(),
      counts: Object.fromEntries(
        deviceStates.map((state) => [state, fleet.states.counts[stateCode(state)]]),
      ) as Record<DeviceState, number>,
      attention: fleet.attention.counts,
      sos: this.#alerts.callsForHelp(fleet),
      isListed: fleet.isListed,
      withoutPosition: fleet.total - placed,
      areTownsLoading: this.#areTownsLoading,
      usualCountry: fleet.places.usualCountry(),
      groups: fleet.groups.summary(),
      groupGap: fleet.groups.gap,
      placesVersion: this.#places ? this.#placesVersion : 0,
      filterPlace: this.#places?.places.find(({ id }) => id === this.#query.place)?.name ?? null,
      near: matching.near,
      selected: slot < 0 ? null : { id: fleet.idAt(slot), index: shown.indexOf(slot) },
    };
  }

  /** Whether `takeView` has a view to return. */
  get isViewChanged(): boolean {
    return this.#current !== null && this.#changes.hasView;
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
    const slots = Array.from(this.#shownOrder().subarray(Math.max(0, from), Math.max(0, to)));
    this.#changes.showed(slots);
    const rows = this.fleet ? readRows(this.fleet, slots, this.#query.search) : [];
    return { version: this.#changes.version, rows };
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
    const start = Math.max(0, Math.min(from, this.#shownOrder().length - most));
    return { from: start, ...this.rows(start, start + most) };
  }

  /** The ids of the matching devices, in the order of the rows. */
  ids(): string[] {
    if (!this.#current) return [];
    const { fleet, matching } = this.#current;
    const matched = this.#shownOrder().filter((slot) => matching.codes[slot]);
    return Array.from(matched, (slot) => fleet.idAt(slot));
  }

  /** The names of devices by id; null for ids that are not in the fleet. */
  labels(ids: readonly string[]): (string | null)[] {
    return ids.map((id) => {
      const slot = this.slotOf(id);
      return this.fleet && slot >= 0 ? this.fleet.labelAt(slot) : null;
    });
  }

  /**
   * The id of the device that fits the search of the query best, and of several the first by name; null if none
   * matches.
   */
  best(): string | null {
    if (!this.#current) return null;
    const { fleet, matching } = this.#current;
    const { ranks } = matching;
    const { tie } = this.#orderOf(fleet);
    let best = -1;
    for (const slot of this.order()) {
      if (best < 0) best = slot;
      const difference = ranks ? ranks[slot]! - ranks[best]! : 0;
      if (ranks && (difference < 0 || (difference === 0 && tie[slot]! < tie[best]!))) best = slot;
    }
    return best < 0 ? null : fleet.idAt(best);
  }

  /** The devices that fit a text best, whatever the query; those that fit equally by name. */
  find(text: string, limit: number): FleetRow[] {
    if (!this.fleet) return [];
    const matching = new Matching(this.fleet);
    matching.search(text);
    const found = matching.found(this.#orderOf(this.fleet).byName);
    const ranked = matching.ranks ? byRank(found, matching.ranks) : found;
    return readRows(this.fleet, Array.from(ranked.subarray(0, limit)), text);
  }

  /** Builds the index of the search, so that the first key does not wait for it. */
  prepareSearch(): void {
    void this.fleet?.searchIndex;
  }

  /** Slots of the matching devices, in the order of the query. */
  order(): Uint32Array {
    if (!this.#current) return new Uint32Array(0);
    const { fleet, matching } = this.#current;
    return this.#orderOf(fleet).slots(this.#query.sort, matching.codes, matching.ranks);
  }

  /** The list of devices and what is derived from it; null before the first. */
  get fleet(): Generation | null {
    return this.#current?.fleet ?? null;
  }

  /** By slot: 0 for a device that does not match, 1 for one that is drawn; empty before the first fleet. */
  get matches(): Uint8Array {
    return this.#current?.matching.codes ?? new Uint8Array(0);
  }

  /** The slot of the selected device, or -1. */
  selectedSlot(): number {
    return this.#selectedId === null ? -1 : this.slotOf(this.#selectedId);
  }

  slotOf(id: string): number {
    return this.fleet?.slotOf(id) ?? -1;
  }

  /** Slots sorted by name. */
  byName(slots: Iterable<number>): number[] {
    if (!this.fleet) return [...slots];
    const { tie } = this.#orderOf(this.fleet);
    return [...slots].sort((a, b) => tie[a]! - tie[b]!);
  }

  #orderOf(fleet: Generation): TableOrder {
    return (this.#tableOrder ??= new TableOrder(fleet));
  }

  /** Slots of the rows of the table: the order as it was when its use began. */
  #shownOrder(): Uint32Array {
    return this.#heldOrder.show(this.order()).shown;
  }

  #begin(message: Extract<FleetMessage, { type: 'fleet' }>, now: number): void {
    const before = this.fleet;
    const fleet = new Generation(message, this.#rules, now, this.#gazetteer, this.#places);
    fleet.attention.update(this.#alerts.begin(fleet), now);
    fleet.attention.setDays(this.#days, now);
    this.#snoozeIn(fleet, now);
    this.#keepHeldOrder(before, fleet);
    fleet.setNotes(this.#notes);
    fleet.setKinds(this.#kinds);
    this.#current = { fleet, matching: new Matching(fleet) };
    this.#tableOrder = null;
    this.#search();
    this.#match();
    this.#touchRows();
    if (this.#selectedId !== null) this.#changes.selected();
  }

  #snoozeIn(fleet: Generation, now: number): number[] {
    const bySlot = new Map<number, number>();
    for (const [id, until] of this.#snoozed) {
      const slot = fleet.slotOf(id);
      if (slot >= 0) bySlot.set(slot, until);
    }
    return fleet.attention.setSnoozed(bySlot, now);
  }

  #keepHeldOrder(before: Generation | null, after: Generation): void {
    // Before the first list is complete, its order grows with it.
    const isSame = before?.isListed && before.account === after.account;
    if (!isSame) return this.#heldOrder.renew();
    const ids = textsOf(before.columns.id);
    this.#heldOrder.moveTo((slot) => after.slotOf(ids[slot]!));
  }

  /** States or marks changed, which the view counts. */
  #restated(slots: readonly number[], now: number): void {
    if (slots.length === 0) return;
    this.#changes.view();
    this.#devicesChanged(Uint32Array.from(slots), now);
  }

  /** Something that all devices share changed: groups or towns. */
  #allChanged(now: number): void {
    if (!this.fleet) return;
    this.#devicesChanged(allSlots(this.fleet.columns.count), now);
    this.#touchRows();
  }

  /** Anything of these devices changed. */
  #devicesChanged(slots: Uint32Array, now: number): void {
    this.#changes.map();
    if (this.fleet?.attention.update(slots, now)) this.#changes.view();
    this.#match(slots);
    if (this.#tableOrder?.changed(slots)) this.#changes.rows();
    this.#changes.reports(slots, this.selectedSlot());
  }

  /** Finds again what the search text finds; the same devices may be ranked differently. */
  #search(): void {
    this.#current?.matching.search(this.#query.search);
    this.#tableOrder?.matchesChanged();
  }

  /** Computes again which of `slots` (or of all devices) match. */
  #match(slots?: Uint32Array): void {
    if (!this.#current?.matching.update(this.#query, slots)) return;
    this.#tableOrder?.matchesChanged();
    this.#touchRows();
  }

  #touchRows(): void {
    this.#changes.rows();
    this.#changes.map();
  }
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

/** What is known of alerts besides the last reports. */
export interface KnownAlerts {
  /** By device id, until when its reports are acknowledged. */
  acknowledgedUntil: ReadonlyMap<string, number>;
  /** The most urgent open alert of each device that has a critical one. */
  open: ReadonlyMap<string, UrgentAlert>;
}

/** Keeps the flags of alerts as they are shown: without what is acknowledged, and with what is open. */
class ShownAlerts {
  #known: KnownAlerts = { acknowledgedUntil: new Map(), open: new Map() };
  /** By slot, the flags of the report where others are shown. */
  #reported = new Map<number, number>();
  #calls: readonly CallForHelp[] = [];

  /** Another list of devices; returns the slots whose flags changed. */
  begin(fleet: Generation): number[] {
    this.#reported = new Map();
    return this.#show(fleet, this.#known);
  }

  /** Reports of these slots were received. */
  received(fleet: Generation, slots: Uint32Array): void {
    if (this.#known.acknowledgedUntil.size === 0 && this.#known.open.size === 0) return;
    for (const slot of slots) {
      this.#reported.delete(slot);
      this.#showOf(fleet, slot, fleet.idAt(slot));
    }
  }

  /** Returns the slots whose flags changed. */
  set(known: KnownAlerts, fleet: Generation | null): number[] {
    const before = this.#known;
    this.#known = known;
    return fleet ? [...new Set([...this.#show(fleet, before), ...this.#show(fleet, known)])] : [];
  }

  /** The newest first; the same array until they change. */
  callsForHelp(fleet: Generation): readonly CallForHelp[] {
    const next = Array.from(fleet.attention.sos, (slot): CallForHelp => {
      const id = fleet.idAt(slot);
      const alert = this.#known.open.get(id);
      return { id, label: fleet.labelAt(slot), at: alert?.severity === 'sos' ? alert.at : null };
    }).sort((a, b) => (b.at ?? Number.MAX_VALUE) - (a.at ?? Number.MAX_VALUE));
    if (JSON.stringify(next) !== JSON.stringify(this.#calls)) this.#calls = next;
    return this.#calls;
  }

  #show(fleet: Generation, { acknowledgedUntil, open }: KnownAlerts): number[] {
    const changed: number[] = [];
    for (const id of new Set([...acknowledgedUntil.keys(), ...open.keys()])) {
      const slot = fleet.slotOf(id);
      if (slot >= 0 && this.#showOf(fleet, slot, id)) changed.push(slot);
    }
    return changed;
  }

  #showOf(fleet: Generation, slot: number, id: string): boolean {
    const { flags, fixAt } = fleet.columns;
    const before = flags[slot]!;
    const reported = this.#reported.get(slot) ?? before & flagUrgent;
    const isSeen =
      fixAt[slot]! <= (this.#known.acknowledgedUntil.get(id) ?? Number.NEGATIVE_INFINITY);
    const open = this.#known.open.get(id);
    const ofOpen = open ? (open.severity === 'sos' ? flagUrgent : flagCritical) : 0;
    const shown = (isSeen ? 0 : reported) | ofOpen;
    if (shown === reported) this.#reported.delete(slot);
    else this.#reported.set(slot, reported);
    flags[slot] = (before & ~flagUrgent) | shown;
    return flags[slot] !== before;
  }
}
