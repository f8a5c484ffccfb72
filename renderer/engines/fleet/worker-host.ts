// Why it is so: docs/decisions/0008-fleet-in-a-worker-of-the-window.md
import type { AlertOverview } from '#shared/domain/alert';
import type { StateRules } from '#shared/domain/device-state';
import type { Place } from '#shared/domain/places';
import { type VehicleKind, vehicleKinds } from '#shared/domain/vehicle-kind';
import type { FleetMessage } from '#shared/fleet/columns';
import { isNearSearch } from '#shared/places/near';
import { type Gazetteer, type PlaceOrTown, whereaboutsOf } from '#shared/places/place';
import type { Viewport } from '#shared/domain/mercator';
import { byText, sortIn, sortLocale } from '#lib/in-order';
import { type Emit, type WorkerScope, emitter, serveMethods } from '#lib/rpc';
import { FleetModel } from './fleet-model';
import { nearestDevices } from './nearest';
import type { SilentDays } from './states';
import type { FleetRow } from './table';
import {
  type ClusterRef,
  type FleetEvents,
  type FleetExtent,
  type FleetQuery,
  type FleetView,
  type NearestQuestion,
  type Position,
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

/** Serves the fleet to one window; runs in a worker, or directly in tests. */
export function serveFleet(scope: WorkerScope, clock: Clock, files: TownFiles): void {
  const host = new FleetHost(emitter<FleetEvents>(scope), clock, files);
  serveMethods(scope, host);
}

/**
 * Changes the model as the window and main say, and sends what changed: one flush for all changes of a frame. The window
 * calls its public methods, by `FleetClient` and `MapFeed`.
 */
export class FleetHost {
  #serviceOffsetMs = 0;
  #rules = initialRules;
  readonly #model = new FleetModel(initialQuery, this.#rules);
  readonly #map = new MapAnswers(this.#model);
  #port: MessagePort | null = null;
  #extent: FleetExtent = {
    generation: Number.NaN,
    account: '',
    total: 0,
    positions: 0,
    isChecked: false,
  };
  #groups: FleetView['groups'] | null = null;
  #sos: FleetView['sos'] | null = null;
  /** The table changes for another reason than positions. */
  #isTableDue = true;
  #isViewportNew = false;
  #nextTableAt = 0;
  #nextFrameAt = 0;
  #flushAt = Number.POSITIVE_INFINITY;
  #cancelFlush = () => {};
  #towns: Promise<Gazetteer | null> | null = null;
  #otherNames: Promise<void> | null = null;

  constructor(
    private readonly emit: Emit<FleetEvents>,
    private readonly clock: Clock,
    private readonly files: TownFiles,
  ) {}

  /** Passes the port on which main posts columns to the worker. */
  attach(port: MessagePort): void {
    this.#port?.close();
    this.#port = port;
    port.onmessage = ({ data: message }: MessageEvent<FleetMessage>) => {
      this.#model.apply(message, this.#now());
      if (message.type === 'fixes') this.#planFlush(this.#nextFrameAt);
      else this.#tableChanged();
    };
  }

  setQuery(query: FleetQuery): void {
    if (isNearSearch(query.search)) void this.#loadedNames();
    this.#model.setQuery(query);
    this.#tableChanged();
  }

  setRules(rules: StateRules): void {
    this.#rules = rules;
    this.#model.setRules(rules, this.#now());
    this.#tableChanged();
  }

  /** Whose rules texts are sorted by. */
  setLocale(locale: string): void {
    if (locale === sortLocale()) return;
    sortIn(locale);
    this.#model.sortAgain(this.#now());
    this.#tableChanged();
  }

  /** How far the clock of the service is ahead of that of this computer. */
  setServiceOffset(offsetMs: number): void {
    this.#serviceOffsetMs = offsetMs;
    // The correction may go backwards, so everything is judged again.
    this.#model.setRules(this.#rules, this.#now());
    this.#tableChanged();
  }

  /** The user's notes by device id, which the search finds. */
  setNotes(notes: readonly (readonly [deviceId: string, text: string])[]): void {
    this.#model.setNotes(new Map(notes));
    this.#tableChanged();
  }

  /** Which alerts are acknowledged and which are open (`AlertOverview`). */
  setAlerts({
    acknowledgedUntil,
    urgent,
  }: Pick<AlertOverview, 'acknowledgedUntil' | 'urgent'>): void {
    const open = new Map(urgent.map((alert) => [alert.deviceId, alert]));
    this.#model.setAlerts({ acknowledgedUntil: new Map(acknowledgedUntil), open }, this.#now());
    this.#tableChanged();
  }

  /** The vehicle kinds that the user chose, by device id. */
  setKinds(kinds: readonly (readonly [deviceId: string, kind: VehicleKind])[]): void {
    this.#model.setKinds(new Map(kinds), this.#now());
    this.#tableChanged();
  }

  /** The user's places. */
  setPlaces(places: readonly Place[]): void {
    this.#model.setPlaces(places, this.#now());
    this.#tableChanged();
  }

  /** How many listed devices are in each place, the fullest first, and how many with a position are in none. */
  placeCounts(): { places: { id: string; name: string; count: number }[]; outside: number } {
    const { placeIndex, fleet } = this.#model;
    const counted = fleet?.countPlaces();
    const places = (placeIndex?.places ?? []).map(({ id, name }) => ({
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
    const counts = this.#model.fleet?.countKinds() ?? [];
    return Array.from(counts, (count, code) => ({
      kind: vehicleKinds[code - 1] ?? null,
      count,
    })).filter(({ count }) => count > 0);
  }

  /** By device id, until when its silence needs no attention. */
  setSnoozed(until: readonly (readonly [deviceId: string, until: number])[]): void {
    this.#model.setSnoozed(new Map(until), this.#now());
    this.#tableChanged();
  }

  /** When the user's days begin, for when devices went silent. */
  setDays(days: SilentDays): void {
    this.#model.setDays(days, this.#now());
    this.#tableChanged();
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
    this.#model.select(id);
    this.#tableChanged();
  }

  /** Holds the order of the rows as it is now, or no longer. A new query has its own order. */
  holdOrder(isHeld: boolean): void {
    this.#model.holdOrder(isHeld);
    this.#tableChanged();
  }

  /** Sets which rows are on screen, and returns them; each change of the view comes with them too. */
  watch(from: number, to: number) {
    this.#model.watch(from, to);
    return this.#model.watchedRows();
  }

  /** Rows `from` (inclusive) to `to` (exclusive) in the order of the query. */
  rows(from: number, to: number) {
    return this.#model.rows(from, to);
  }

  /** Ids of all matching devices, in the order of the rows. */
  ids() {
    return this.#model.ids();
  }

  /** The id of the matching device that fits the search best; null if none matches. */
  best() {
    return this.#model.best();
  }

  /** The first `limit` devices that match a text, for palettes and pickers. */
  async find(text: string, limit: number): Promise<FleetRow[]> {
    if (isNearSearch(text)) await this.#loadedNames();
    return this.#model.find(text, limit);
  }

  /** The names of devices, in the order of the ids; null for an id that is not in the fleet. */
  labels(ids: readonly string[]) {
    return this.#model.labels(ids);
  }

  /** The devices nearest to a point or a device, by their last known positions. */
  nearest(question: NearestQuestion) {
    return nearestDevices(this.#model, question);
  }

  /** Where each position is, of a device or of a report; waits until the towns are loaded. */
  async places(positions: readonly Position[]): Promise<(PlaceOrTown | null)[]> {
    const gazetteer = await this.#loadedTowns();
    const known = { places: this.#model.placeIndex, gazetteer };
    return positions.map(({ latitude, longitude }) => whereaboutsOf(known, latitude, longitude));
  }

  /** The ids of devices visible in the table or on the map, up to a limit. */
  inView(limit: number): string[] {
    const inTable = this.#model.watchedRows().rows.map(({ id }) => id);
    return [...new Set([...inTable, ...this.#map.inView(limit)])].slice(0, limit);
  }

  /** The ids of all matching devices; none if they are more than the limit. */
  inTable(limit: number): string[] {
    return this.#model.order().length > limit ? [] : this.#model.ids();
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

  /** The table changes for another reason than positions. */
  #tableChanged(): void {
    this.#isTableDue = true;
    this.#planFlush(this.#nextFrameAt);
  }

  #mapChanged(): void {
    this.#isViewportNew = true;
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
    this.#model.advance(this.#now());
    const isNewFleet = this.#emitExtent();
    // An answer to the user first: a key changes the table. Ordering a new fleet takes longer than its picture.
    if (!isNewFleet) this.#emitTable();
    this.#emitMap();
    if (isNewFleet) this.#emitTable();
    const touched = this.#model.takeSelectedTouched();
    if (touched !== null) this.emit('selectedChanged', touched);
    this.#nextFrameAt = this.clock.elapsed() + frameMs;
    this.#planNextChange();
  }

  /** States and the estimate change with time alone. */
  #planNextChange(): void {
    const waitMs = Math.min(this.#model.nextChangeAt, this.#map.estimateChangesAt) - this.#now();
    if (!Number.isFinite(waitMs)) return;
    const inMs = Math.min(mostTimerMs, Math.max(leastStateMs, waitMs));
    this.#planFlush(this.clock.elapsed() + inMs);
  }

  /** Announces a new fleet, or one with many more positions; returns whether it is new. */
  #emitExtent(): boolean {
    const { fleet } = this.#model;
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
    if (!this.#model.isViewChanged) return;
    const now = this.clock.elapsed();
    if (!this.#isTableDue) {
      if (now < this.#nextTableAt) return this.#planFlush(this.#nextTableAt);
      this.#nextTableAt = now + tableMs;
    }
    this.#isTableDue = false;
    const { groups, sos, ...view } = this.#model.takeView()!;
    if (view.checked >= view.total && !this.#extent.isChecked) {
      const positions = view.total - view.withoutPosition;
      this.#extent = { ...this.#extent, positions, isChecked: true };
      this.emit('fleet', this.#extent);
    }
    const rows = this.#model.watchedRows();
    const lists = { ...(groups !== this.#groups && { groups }), ...(sos !== this.#sos && { sos }) };
    this.emit('view', { view: { ...view, ...lists }, rows });
    this.#groups = groups;
    this.#sos = sos;
    // After the first picture, which does not need them.
    void this.#loadedTowns();
  }

  #emitMap(): void {
    const hasMoved = this.#now() >= this.#map.estimateChangesAt;
    if (!this.#model.takeMapChanged() && !this.#isViewportNew && !hasMoved) return;
    this.#isViewportNew = false;
    const visible = this.#map.takeVisible(this.#now());
    if (visible) this.emit('visible', visible);
  }

  /** Loads the towns once, and prepares the search, so that its first key does not wait. */
  #loadedTowns(): Promise<Gazetteer | null> {
    this.#towns ??= this.files.gazetteer().then((gazetteer) => {
      this.#model.setGazetteer(gazetteer, this.#now());
      this.#model.prepareSearch();
      this.#tableChanged();
      return gazetteer;
    });
    return this.#towns;
  }

  /** Loads the other names of towns once. */
  #loadedNames(): Promise<void> {
    this.#otherNames ??= this.files.otherNames().then((names) => {
      this.#model.setOtherNames(names, this.#now());
      this.#tableChanged();
    });
    return this.#otherNames;
  }

  /** States and ages are judged by the clock of the service. */
  #now(): number {
    return this.clock.now() + this.#serviceOffsetMs;
  }
}
