// Why it is so: docs/decisions/0008-fleet-in-a-worker-of-the-window.md
import type { AlertOverview, UrgentAlert } from '#shared/domain/alert';
import { type DeviceState, type StateRules, deviceStates } from '#shared/domain/device-state';
import type { Viewport } from '#shared/domain/mercator';
import { PlaceIndex, type Place } from '#shared/domain/places';
import { type VehicleKind, vehicleKinds } from '#shared/domain/vehicle-kind';
import { type FleetMessage, applyFixes, flagCritical, flagUrgent } from '#shared/fleet/columns';
import { isNearSearch } from '#shared/places/near';
import { type Gazetteer, type PlaceOrTown, whereaboutsOf } from '#shared/places/place';
import { allSlots, byText, sortIn, sortLocale } from '#lib/in-order';
import type { Emit } from '#lib/rpc';
import { Generation, textsOf } from './generation';
import { nearestDevices } from './nearest';
import { type SilentDays, stateCode } from './states';
import { HeldOrder, Matching, TableOrder, byRank, type FleetRow, readRows } from './table';
import {
  type CallForHelp,
  type ClusterRef,
  type FleetEvents,
  type FleetExtent,
  type FleetQuery,
  type FleetView,
  type NearestDevices,
  type NearestQuestion,
  type Position,
  type RowRange,
  initialQuery,
} from './types';
import { MapAnswers } from './visible';

/** The client sends the real rules immediately; their schema stays out of the worker. */
const initialRules: StateRules = {
  movingAbove: 0,
  staleAfterMs: Number.POSITIVE_INFINITY,
  silentAfterMs: Number.POSITIVE_INFINITY,
};

/** Everything that changed is sent at most once in this time. */
const frameMs = 16;
/** Positions change the table at most this often: rows that change faster cannot be read. */
const tableMs = 250;
/** States need not be exact to the second. */
const leastStateMs = 1_000;
/** A timer can wait at most 2^31 ms; a day is short enough. */
const mostTimerMs = 86_400_000;

const fewestWatched = 48;

/** Clock and timer, as a parameter for tests. Milliseconds. */
export interface Clock {
  /** Epoch time of the computer. */
  now(): number;
  /** A time that nobody sets, for timers. */
  elapsed(): number;
  /** Calls back after a delay; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** Loads the towns, and their names in other languages. */
export interface TownFiles {
  gazetteer(): Promise<Gazetteer | null>;
  otherNames(): Promise<string>;
}

/**
 * The fleet as one window sees it, in a worker: applies what main posts and what the window sets, answers what table and
 * map ask, and sends what changed, in one flush for all changes of a frame. The window calls its public methods, by
 * `FleetClient` and `MapFeed`.
 */
export class FleetModel {
  /** The fleet of the last full message; null before the first. */
  #current: { fleet: Generation; matching: Matching } | null = null;
  /** Built when the table is first ordered: the map does not need it. */
  #tableOrder: TableOrder | null = null;
  readonly #heldOrder = new HeldOrder();
  readonly #map = new MapAnswers(this);
  #port: MessagePort | null = null;

  #query = initialQuery;
  #selectedId: string | null = null;
  #watched = { from: 0, to: 0 };
  #rules = initialRules;
  #serviceOffsetMs = 0;
  #places: PlaceIndex | null = null;
  #placesVersion = 0;
  #notes: ReadonlyMap<string, string> = new Map();
  #kinds: ReadonlyMap<string, VehicleKind> = new Map();
  readonly #alerts = new ShownAlerts();
  #snoozed: ReadonlyMap<string, number> = new Map();
  #days: SilentDays | null = null;

  #gazetteer: Gazetteer | null = null;
  #areTownsLoading = true;
  #otherNames = '';
  #loadingTowns: Promise<Gazetteer | null> | null = null;
  #loadingNames: Promise<void> | null = null;

  /** What changed since it was last sent. Rows: they changed, moved, or match in another way; view: what is around them. */
  readonly #changed = { rows: false, view: true, map: true, selected: false };
  /** Counts the changes of rows. */
  #version = 0;
  /** Slots whose rows were returned since the last version: only they can be on screen. */
  readonly #shownSlots = new Set<number>();
  #sent: Partial<Pick<FleetView, 'groups' | 'sos'>> = {};
  #extent: FleetExtent = {
    generation: Number.NaN,
    account: '',
    total: 0,
    positions: 0,
    isChecked: false,
  };
  /** The table changes for another reason than positions. */
  #isTableDue = true;
  #nextTableAt = 0;
  #nextFrameAt = 0;
  #flushAt = Number.POSITIVE_INFINITY;
  #cancelFlush = () => {};

  constructor(
    private readonly emit: Emit<FleetEvents>,
    private readonly clock: Clock,
    private readonly files: TownFiles,
  ) {}

  /** Passes the port on which main posts columns to the worker. */
  attach(port: MessagePort): void {
    this.#port?.close();
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<FleetMessage>) => this.#apply(data);
  }

  setQuery(query: FleetQuery): void {
    if (isNearSearch(query.search)) void this.#loadedNames();
    const before = this.#query;
    this.#query = query;
    this.#heldOrder.renew();
    if (before.search !== query.search) this.#search();
    this.#match();
    this.#touchRows();
    this.#tableChanged();
  }

  setRules(rules: StateRules): void {
    this.#rules = rules;
    if (this.fleet) this.#restated(this.fleet.states.setRules(rules, this.#now()));
    this.#tableChanged();
  }

  /** How far the clock of the service is ahead of that of this computer. */
  setServiceOffset(offsetMs: number): void {
    this.#serviceOffsetMs = offsetMs;
    // The correction may go backwards, so everything is judged again.
    this.setRules(this.#rules);
  }

  /** Whose rules texts are sorted by. */
  setLocale(locale: string): void {
    if (locale === sortLocale()) return;
    sortIn(locale);
    this.#tableOrder = null;
    this.#heldOrder.renew();
    this.fleet?.sortGroups();
    this.#allChanged();
  }

  /** The user's notes by device id, which the search finds. */
  setNotes(notes: readonly (readonly [deviceId: string, text: string])[]): void {
    this.#notes = new Map(notes);
    this.fleet?.setNotes(this.#notes);
    this.#search();
    this.#match();
    this.#touchRows();
    this.#tableChanged();
  }

  /** Which alerts are acknowledged and which are open (`AlertOverview`). */
  setAlerts({
    acknowledgedUntil,
    urgent,
  }: Pick<AlertOverview, 'acknowledgedUntil' | 'urgent'>): void {
    const open = new Map(urgent.map((alert) => [alert.deviceId, alert]));
    const known = { acknowledgedUntil: new Map(acknowledgedUntil), open };
    this.#restated(this.#alerts.set(known, this.fleet));
    this.#tableChanged();
  }

  /** By device id, until when its silence needs no attention. */
  setSnoozed(until: readonly (readonly [deviceId: string, until: number])[]): void {
    this.#snoozed = new Map(until);
    if (this.fleet) this.#restated(this.#snoozeIn(this.fleet));
    this.#tableChanged();
  }

  /** When the user's days begin, for when devices went silent. */
  setDays(days: SilentDays): void {
    this.#days = days;
    if (this.fleet) this.#restated(this.fleet.attention.setDays(days, this.#now()));
    this.#tableChanged();
  }

  /** The vehicle kinds that the user chose, by device id. */
  setKinds(kinds: readonly (readonly [deviceId: string, kind: VehicleKind])[]): void {
    this.#kinds = new Map(kinds);
    if (!this.fleet) return;
    this.#devicesChanged(this.fleet.setKinds(this.#kinds));
    this.#touchRows();
    this.#tableChanged();
  }

  /** The user's places. */
  setPlaces(places: readonly Place[]): void {
    this.#places = places.length > 0 ? new PlaceIndex(places) : null;
    this.#placesVersion += 1;
    this.fleet?.places.setPlaces(this.#places);
    this.#search();
    this.#allChanged();
  }

  /** Estimates where the selected device is while it moves; null: not. `metresPerSecond` is one unit of their speeds. */
  setEstimates(metresPerSecond: number | null): void {
    this.#map.setEstimates(metresPerSecond);
    this.#mapChanged();
  }

  /** Sets what is on screen (with a margin); `onVisible` answers at most once a frame. */
  setViewport(viewport: Viewport): void {
    this.#map.setViewport(viewport);
    this.#mapChanged();
  }

  /** Selects by id, from the table, the map or a link; null clears. */
  select(id: string | null): void {
    if (id === this.#selectedId) return;
    this.#selectedId = id;
    this.#changed.view = true;
    this.#changed.map = true;
    this.#tableChanged();
  }

  /** Holds the order of the rows as it is now, or no longer. A new query has its own order. */
  holdOrder(isHeld: boolean): void {
    this.#heldOrder.hold(isHeld);
    this.#changed.rows = true;
    this.#tableChanged();
  }

  /** Sets which rows are on screen, and returns them; each change of the view comes with them too. */
  watch(from: number, to: number): RowRange {
    this.#watched = { from, to };
    return this.#watchedRows();
  }

  /** Rows `from` (inclusive) to `to` (exclusive) in the order of the query. */
  rows(from: number, to: number): { version: number; rows: FleetRow[] } {
    const slots = Array.from(this.#shownOrder().subarray(Math.max(0, from), Math.max(0, to)));
    for (const slot of slots) this.#shownSlots.add(slot);
    const rows = this.fleet ? readRows(this.fleet, slots, this.#query.search) : [];
    return { version: this.#version, rows };
  }

  /** The ids of the matching devices, in the order of the rows. */
  ids(): string[] {
    if (!this.#current) return [];
    const { fleet, matching } = this.#current;
    const matched = this.#shownOrder().filter((slot) => matching.codes[slot]);
    return Array.from(matched, (slot) => fleet.idAt(slot));
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
    for (const slot of this.#order()) {
      if (best < 0) best = slot;
      const difference = ranks ? ranks[slot]! - ranks[best]! : 0;
      if (ranks && (difference < 0 || (difference === 0 && tie[slot]! < tie[best]!))) best = slot;
    }
    return best < 0 ? null : fleet.idAt(best);
  }

  /**
   * The first `limit` devices that fit a text best, for palettes and pickers, whatever the query; those that fit equally
   * by name.
   */
  async find(text: string, limit: number): Promise<FleetRow[]> {
    if (isNearSearch(text)) await this.#loadedNames();
    if (!this.fleet) return [];
    const matching = new Matching(this.fleet);
    matching.search(text);
    const found = matching.found(this.#orderOf(this.fleet).byName);
    const ranked = matching.ranks ? byRank(found, matching.ranks) : found;
    return readRows(this.fleet, Array.from(ranked.subarray(0, limit)), text);
  }

  /** The names of devices, in the order of the ids; null for an id that is not in the fleet. */
  labels(ids: readonly string[]): (string | null)[] {
    return ids.map((id) => {
      const slot = this.fleet?.slotOf(id) ?? -1;
      return slot < 0 ? null : this.fleet!.labelAt(slot);
    });
  }

  /** How many listed devices are in each place, the fullest first, and how many with a position are in none. */
  placeCounts(): { places: { id: string; name: string; count: number }[]; outside: number } {
    const counted = this.fleet?.countPlaces();
    const places = (this.#places?.places ?? []).map(({ id, name }) => ({
      id,
      name,
      count: counted?.places.get(id) ?? 0,
    }));
    return {
      places: places.sort((a, b) => b.count - a.count || byText(a.name, b.name)),
      outside: counted?.outside ?? 0,
    };
  }

  /** The vehicle kinds of which there are listed devices, with their number; null: not known. */
  kindCounts(): { kind: VehicleKind | null; count: number }[] {
    return Array.from(this.fleet?.countKinds() ?? [], (count, code) => ({
      kind: vehicleKinds[code - 1] ?? null,
      count,
    })).filter(({ count }) => count > 0);
  }

  /** The devices nearest to a point or a device, by their last known positions. */
  nearest(question: NearestQuestion): NearestDevices {
    return nearestDevices(this.fleet, this.matches, question);
  }

  /** Where each position is, of a device or of a report; waits until the towns are loaded. */
  async places(positions: readonly Position[]): Promise<(PlaceOrTown | null)[]> {
    const gazetteer = await this.#loadedTowns();
    const known = { places: this.#places, gazetteer };
    return positions.map(({ latitude, longitude }) => whereaboutsOf(known, latitude, longitude));
  }

  /** The ids of devices visible in the table or on the map, up to a limit. */
  inView(limit: number): string[] {
    const inTable = this.#watchedRows().rows.map(({ id }) => id);
    return [...new Set([...inTable, ...this.#map.inView(limit)])].slice(0, limit);
  }

  /** The ids of all matching devices; none if they are more than the limit. */
  inTable(limit: number): string[] {
    return this.#order().length > limit ? [] : this.ids();
  }

  /** The box around the matching devices; null if none has a position. */
  extent() {
    return this.#map.extent();
  }

  /** A device's position by id; null if it has none. */
  locate(id: string) {
    return this.#map.locate(id);
  }

  /** Names devices; empty if the generation is outdated. */
  devices(generation: number, slots: Uint32Array) {
    return this.#map.devices(generation, slots);
  }

  members(generation: number, cluster: ClusterRef, limit: number, maxZoom: number) {
    return this.#map.members(generation, cluster, limit, maxZoom);
  }

  get fleet(): Generation | null {
    return this.#current?.fleet ?? null;
  }

  get matches(): Uint8Array {
    return this.#current?.matching.codes ?? new Uint8Array(0);
  }

  get selectedSlot(): number {
    return this.#selectedId === null ? -1 : (this.fleet?.slotOf(this.#selectedId) ?? -1);
  }

  get nameRanks(): Uint32Array {
    return this.fleet ? this.#orderOf(this.fleet).tie : new Uint32Array(0);
  }

  /** Ignores fixes and groups of another generation. */
  #apply(message: FleetMessage): void {
    if (message.type === 'fleet') return this.#begin(message);
    const { fleet } = this;
    if (!fleet || message.generation !== fleet.number) return;
    if (message.type === 'groups') {
      fleet.setGroups(message.groups);
      return this.#allChanged();
    }
    const { slots, fixes } = message;
    applyFixes(fleet.columns, slots, fixes);
    this.#alerts.received(fleet, slots);
    const before = fleet.grid.placed;
    fleet.grid.update(slots);
    if (fleet.grid.placed !== before) this.#changed.view = true;
    fleet.places.moved(slots);
    if (fleet.states.update(slots, this.#now()).length > 0) this.#changed.view = true;
    this.#devicesChanged(slots);
    this.#planFlush(this.#nextFrameAt);
  }

  #begin(message: Extract<FleetMessage, { type: 'fleet' }>): void {
    const before = this.fleet;
    const now = this.#now();
    const fleet = new Generation(message, this.#rules, now, this.#gazetteer, this.#places);
    fleet.attention.update(this.#alerts.begin(fleet), now);
    fleet.attention.setDays(this.#days, now);
    this.#snoozeIn(fleet);
    this.#keepHeldOrder(before, fleet);
    fleet.setNotes(this.#notes);
    fleet.setKinds(this.#kinds);
    this.#current = { fleet, matching: new Matching(fleet) };
    this.#tableOrder = null;
    this.#search();
    this.#match();
    this.#touchRows();
    if (this.#selectedId !== null) this.#changed.selected = true;
    this.#tableChanged();
  }

  #snoozeIn(fleet: Generation): number[] {
    const bySlot = new Map<number, number>();
    for (const [id, until] of this.#snoozed) {
      const slot = fleet.slotOf(id);
      if (slot >= 0) bySlot.set(slot, until);
    }
    return fleet.attention.setSnoozed(bySlot, this.#now());
  }

  #keepHeldOrder(before: Generation | null, after: Generation): void {
    // Before the first list is complete, its order grows with it.
    const isSame = before?.isListed && before.account === after.account;
    if (!isSame) return this.#heldOrder.renew();
    const ids = textsOf(before.columns.id);
    this.#heldOrder.moveTo((slot) => after.slotOf(ids[slot]!));
  }

  /** States or marks changed, which the view counts. */
  #restated(slots: readonly number[]): void {
    if (slots.length === 0) return;
    this.#changed.view = true;
    this.#devicesChanged(Uint32Array.from(slots));
  }

  /** Something that all devices share changed: groups, places or the order of texts. */
  #allChanged(): void {
    if (!this.fleet) return;
    this.#devicesChanged(allSlots(this.fleet.columns.count));
    this.#touchRows();
    this.#tableChanged();
  }

  /** Anything of these devices changed. */
  #devicesChanged(slots: Uint32Array): void {
    this.#changed.map = true;
    if (this.fleet?.attention.update(slots, this.#now())) this.#changed.view = true;
    this.#match(slots);
    if (this.#tableOrder?.changed(slots)) this.#changed.rows = true;
    const selected = this.selectedSlot;
    for (const slot of slots) {
      if (this.#shownSlots.has(slot)) this.#changed.rows = true;
      if (slot === selected) this.#changed.selected = true;
    }
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
    this.#changed.rows = true;
    this.#changed.map = true;
  }

  #orderOf(fleet: Generation): TableOrder {
    return (this.#tableOrder ??= new TableOrder(fleet));
  }

  /** Slots of the matching devices, in the order of the query. */
  #order(): Uint32Array {
    if (!this.#current) return new Uint32Array(0);
    const { fleet, matching } = this.#current;
    return this.#orderOf(fleet).slots(this.#query.sort, matching.codes, matching.ranks);
  }

  /** Slots of the rows of the table: the order as it was when its use began. */
  #shownOrder(): Uint32Array {
    return this.#heldOrder.show(this.#order()).shown;
  }

  /** The rows on screen, as far as the current order still has them. */
  #watchedRows(): RowRange {
    const { from, to } = this.#watched;
    // A list that grows again shows more rows than before.
    const most = Math.max(to - from, fewestWatched);
    const start = Math.max(0, Math.min(from, this.#shownOrder().length - most));
    return { from: start, ...this.rows(start, start + most) };
  }

  /** The table changes for another reason than positions. */
  #tableChanged(): void {
    this.#isTableDue = true;
    this.#planFlush(this.#nextFrameAt);
  }

  #mapChanged(): void {
    this.#changed.map = true;
    this.#planFlush(this.#nextFrameAt);
  }

  /** Flushes at `at`, if not before. */
  #planFlush(at: number): void {
    if (at >= this.#flushAt) return;
    this.#cancelFlush();
    this.#flushAt = at;
    const waitMs = Math.max(0, at - this.clock.elapsed());
    this.#cancelFlush = this.clock.after(waitMs, () => this.#flush());
  }

  #flush(): void {
    this.#flushAt = Number.POSITIVE_INFINITY;
    this.#advance();
    const isNewFleet = this.#emitExtent();
    // An answer to the user first: a key changes the table. Ordering a new fleet takes longer than its picture.
    if (!isNewFleet) this.#emitTable();
    this.#emitMap();
    if (isNewFleet) this.#emitTable();
    if (this.#changed.selected && this.#selectedId !== null)
      this.emit('selectedChanged', this.#selectedId);
    this.#changed.selected = false;
    this.#nextFrameAt = this.clock.elapsed() + frameMs;
    this.#planNextChange();
  }

  /** States can change with time alone. */
  #advance(): void {
    const { fleet } = this;
    if (!fleet) return;
    this.#restated(fleet.states.advance(this.#now()));
    this.#restated(fleet.attention.advance(this.#now()));
  }

  /** States and the estimate change with time alone. */
  #planNextChange(): void {
    const states = this.fleet?.states.nextChangeAt ?? Number.POSITIVE_INFINITY;
    const attention = this.fleet?.attention.nextChangeAt ?? Number.POSITIVE_INFINITY;
    const waitMs = Math.min(states, attention, this.#map.estimateChangesAt) - this.#now();
    if (!Number.isFinite(waitMs)) return;
    const inMs = Math.min(mostTimerMs, Math.max(leastStateMs, waitMs));
    this.#planFlush(this.clock.elapsed() + inMs);
  }

  /** Announces a new fleet, or one with many more positions; returns whether it is new. */
  #emitExtent(): boolean {
    const { fleet } = this;
    if (!fleet) return false;
    const { number: generation, account, total, grid } = fleet;
    const isNew = generation !== this.#extent.generation;
    if (!isNew && grid.placed < Math.max(1, 2 * this.#extent.positions)) return false;
    const isChecked = fleet.countListed().checked >= total;
    this.#extent = { generation, account, total, positions: grid.placed, isChecked };
    this.emit('fleet', this.#extent);
    return isNew;
  }

  /** Sends the table; a moment later if only positions changed it and it was sent just before. */
  #emitTable(): void {
    if (!this.#current || !(this.#changed.rows || this.#changed.view)) return;
    const now = this.clock.elapsed();
    if (!this.#isTableDue) {
      if (now < this.#nextTableAt) return this.#planFlush(this.#nextTableAt);
      this.#nextTableAt = now + tableMs;
    }
    this.#isTableDue = false;
    if (this.#changed.rows) {
      this.#version += 1;
      this.#shownSlots.clear();
    }
    this.#changed.rows = false;
    this.#changed.view = false;
    const { groups, sos, ...view } = this.#view(this.#current);
    if (view.checked >= view.total && !this.#extent.isChecked) {
      const positions = view.total - view.withoutPosition;
      this.#extent = { ...this.#extent, positions, isChecked: true };
      this.emit('fleet', this.#extent);
    }
    const lists = {
      ...(groups !== this.#sent.groups && { groups }),
      ...(sos !== this.#sent.sos && { sos }),
    };
    this.#sent = { groups, sos };
    this.emit('view', { view: { ...view, ...lists }, rows: this.#watchedRows() });
    // After the first picture, which does not need them.
    void this.#loadedTowns();
  }

  #view({ fleet, matching }: { fleet: Generation; matching: Matching }): FleetView {
    const order = this.#order();
    const { shown, isNew } = this.#heldOrder.show(order);
    const { placed, checked } = fleet.countListed();
    const slot = this.selectedSlot;
    return {
      version: this.#version,
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

  #emitMap(): void {
    const hasMoved = this.#now() >= this.#map.estimateChangesAt;
    if (!this.#changed.map && !hasMoved) return;
    this.#changed.map = false;
    const visible = this.#map.takeVisible(this.#now());
    if (visible) this.emit('visible', visible);
  }

  /** Loads the towns once (null: they cannot be), and prepares the search, so that its first key does not wait. */
  #loadedTowns(): Promise<Gazetteer | null> {
    this.#loadingTowns ??= this.files.gazetteer().then((gazetteer) => {
      this.#areTownsLoading = false;
      this.#gazetteer = gazetteer && { ...gazetteer, otherNames: this.#otherNames };
      this.#townsChanged();
      void this.fleet?.searchIndex;
      return gazetteer;
    });
    return this.#loadingTowns;
  }

  /** Loads the names of towns in other languages once, for the first search for a town. */
  #loadedNames(): Promise<void> {
    this.#loadingNames ??= this.files.otherNames().then((otherNames) => {
      this.#otherNames = otherNames;
      if (!this.#gazetteer) return;
      this.#gazetteer = { ...this.#gazetteer, otherNames };
      this.#townsChanged();
    });
    return this.#loadingNames;
  }

  #townsChanged(): void {
    if (this.#gazetteer) {
      this.fleet?.places.setGazetteer(this.#gazetteer);
      this.#search();
    }
    this.#allChanged();
  }

  /** States and ages are judged by the clock of the service. */
  #now(): number {
    return this.clock.now() + this.#serviceOffsetMs;
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
