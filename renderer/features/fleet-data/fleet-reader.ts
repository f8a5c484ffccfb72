import type { FleetColumns } from '#shared/fleet/columns';
import { bestMatch, findDevices, labelOf, readRows, sortByName } from './fleet-lookup';
import { fleetView } from './fleet-view';
import { listedIn, searchIndexOf, slotOfId, type Generation } from './generation';
import type { FleetGrid } from './grid';
import { HeldOrder } from './held-order';
import type { Matching } from './matching';
import type { StateClock } from './state-clock';
import { TableOrder } from './table-order';
import type { FleetQuery, FleetRow, FleetView, RowRange } from './types';
import { ViewChanges } from './view-changes';

const fewestWatched = 48;

/** Answers what the table and the map ask about the fleet; `FleetModel` changes it. */
export class FleetReader {
  /** The fleet of the last full message; null before the first. */
  protected fleet: Generation | null = null;
  protected matching: Matching | null = null;
  protected selectedId: string | null = null;
  protected readonly tableOrder = new TableOrder();
  protected readonly heldOrder = new HeldOrder();
  protected readonly changes = new ViewChanges();
  #watched = { from: 0, to: 0 };

  constructor(protected query: FleetQuery) {}

  /** The view if it changed since the last call, else null. */
  takeView(): FleetView | null {
    const generation = this.fleet;
    if (!generation || !this.matching || !this.changes.takeView()) return null;
    const order = this.order();
    return fleetView(generation, this.matching, {
      version: this.changes.version,
      matched: order.length,
      ...this.heldOrder.show(order),
      selectedSlot: this.selectedSlot(),
    });
  }

  /** Whether `takeView` has a view to return. */
  get isViewChanged(): boolean {
    return this.fleet !== null && this.changes.hasView;
  }

  /** Whether anything that a map may show changed since the last call. */
  takeMapChanged(): boolean {
    return this.changes.takeMap();
  }

  /** The selected id if its columns changed since the last call. */
  takeSelectedTouched(): string | null {
    return this.changes.takeSelected() ? this.selectedId : null;
  }

  /** Rows `from` to `to` (exclusive) of the table. */
  rows(from: number, to: number): { version: number; rows: FleetRow[] } {
    const slots = Array.from(this.shownOrder().subarray(Math.max(0, from), Math.max(0, to)));
    this.changes.showed(slots);
    return { version: this.changes.version, rows: this.#read(slots) };
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
    const generation = this.fleet;
    return ids.map((id) => generation && labelOf(generation, id));
  }

  /** The id of the device that fits the search of the query best; null if none matches. */
  best(): string | null {
    if (!this.fleet || !this.matching) return null;
    return bestMatch(this.fleet, this.matching, this.order());
  }

  /** The devices that fit a text best, whatever the query; those that fit equally by name. */
  find(text: string, limit: number): FleetRow[] {
    return this.fleet ? findDevices(this.fleet, text, limit) : [];
  }

  /** Builds the index of the search, so that the first key does not wait for it. */
  prepareSearch(): void {
    if (this.fleet) searchIndexOf(this.fleet);
  }

  /** Slots of the matching devices, in the order of the query. */
  order(): Uint32Array {
    if (!this.fleet || !this.matching) return new Uint32Array(0);
    const { codes, ranks } = this.matching;
    return this.tableOrder.slots(this.fleet, this.query.sort, codes, ranks);
  }

  /** Slots of the rows of the table: the order as it was when its use began. */
  shownOrder(): Uint32Array {
    return this.heldOrder.show(this.order()).shown;
  }

  get generation(): number | null {
    return this.fleet?.number ?? null;
  }

  /** The id of the account of the fleet; '' before the first fleet. */
  get account(): string {
    return this.fleet?.account ?? '';
  }

  /** The data behind the map; null before the first fleet. */
  get drawn() {
    const generation = this.fleet;
    if (!generation || !this.matching) return null;
    return {
      grid: generation.grid,
      matches: this.matching.codes,
      states: generation.states.codes,
      course: generation.columns.course,
      flags: generation.columns.flags,
      selected: this.selectedSlot(),
    };
  }

  /** The slot of the selected device, or -1. */
  selectedSlot(): number {
    return this.selectedId === null ? -1 : this.slotOf(this.selectedId);
  }

  slotOf(id: string): number {
    return this.fleet ? slotOfId(this.fleet, id) : -1;
  }

  /** The number of listed devices. */
  get listed(): number {
    return this.fleet ? listedIn(this.fleet).total : 0;
  }

  /** The columns and states behind the slots, to name devices on the map. */
  get present(): { columns: FleetColumns; states: StateClock; grid: FleetGrid } | null {
    return this.fleet;
  }

  /** Slots sorted by name. */
  byName(slots: number[]): number[] {
    return this.fleet ? sortByName(this.fleet, slots) : slots;
  }

  #read(slots: readonly number[], search = this.query.search): FleetRow[] {
    return this.fleet ? readRows(this.fleet, slots, search) : [];
  }
}
