import type { StateRules } from '#shared/domain/device-state';
import { displayText } from '#shared/domain/text';
import { kindOfTag, type VehicleKind, vehicleKinds } from '#shared/domain/vehicle-kind';
import {
  type FleetColumns,
  type FleetMessage,
  type GroupColumns,
  textAt,
} from '#shared/fleet/columns';
import type { PlaceIndex } from '#shared/domain/places';
import type { Gazetteer } from '#shared/places/place';
import { FleetGrid } from './grid';
import { GroupIndex } from './groups';
import { FleetPlaces } from './places';
import { SearchIndex } from './search';
import { Attention, StateClock } from './states';

/** One list of devices and everything derived from it; all of it is built again for the next list. */
export class Generation {
  readonly number: number;
  /** The id of its account. */
  readonly account: string;
  readonly isListed: boolean;
  readonly columns: FleetColumns;
  readonly states: StateClock;
  readonly attention: Attention;
  readonly grid: FleetGrid;
  readonly places: FleetPlaces;
  /** Slots of devices that the service no longer lists. */
  readonly unlisted: readonly number[];
  #groups: GroupIndex;
  #notes: ReadonlyMap<number, string> = new Map();
  #chosenKinds: ReadonlyMap<string, VehicleKind> = new Map();
  /** By slot, as codes, as far as they were asked for. */
  readonly #kinds: Uint8Array;
  // Built on first use: the map does not need them.
  #searchIndex: SearchIndex | null = null;
  #slotById: Map<string, number> | null = null;

  constructor(
    message: Extract<FleetMessage, { type: 'fleet' }>,
    rules: StateRules,
    now: number,
    gazetteer: Gazetteer | null,
    places: PlaceIndex | null,
  ) {
    const { columns } = message;
    this.number = message.generation;
    this.account = message.account;
    this.isListed = message.isListed;
    this.columns = columns;
    this.#kinds = new Uint8Array(columns.count).fill(notRead);
    this.states = new StateClock(columns, rules, now);
    this.attention = new Attention(columns, this.states, now);
    this.grid = new FleetGrid(columns, columns.count);
    this.places = new FleetPlaces(columns, gazetteer, places);
    this.unlisted = Array.from(columns.unlistedAt.keys()).filter((slot) => this.#isUnlisted(slot));
    this.#groups = this.#indexOf(message.groups);
  }

  /** The groups, which count listed devices only. */
  get groups(): GroupIndex {
    return this.#groups;
  }

  setGroups(groups: GroupColumns): void {
    this.#groups = this.#indexOf(groups);
  }

  /** Orders the groups again. */
  sortGroups(): void {
    this.#groups = this.#indexOf(this.#groups.columns);
  }

  /** The user's notes by slot. */
  get notes(): ReadonlyMap<number, string> {
    return this.#notes;
  }

  /** Sets the notes, by device id; the search index is built again at the next search. */
  setNotes(notes: ReadonlyMap<string, string>): void {
    if (notes.size === 0 && this.#notes.size === 0) return;
    const bySlot = new Map<number, string>();
    for (const [id, text] of notes) {
      const slot = this.slotOf(id);
      if (slot >= 0) bySlot.set(slot, text);
    }
    this.#notes = bySlot;
    this.#searchIndex = null;
  }

  /** Sets the vehicle kinds that the user chose, by device id; returns the slots that may have another now. */
  setKinds(chosen: ReadonlyMap<string, VehicleKind>): Uint32Array {
    const ids = new Set([...this.#chosenKinds.keys(), ...chosen.keys()]);
    this.#chosenKinds = chosen;
    const slots = Uint32Array.from(ids, (id) => this.slotOf(id)).filter((slot) => slot !== noSlot);
    for (const slot of slots) this.#kinds[slot] = notRead;
    return slots;
  }

  /** What the user chose, or what a tag of the record states, as its place in `vehicleKinds` from 1; 0: not known. */
  kindCodeOf(slot: number): number {
    if (this.#kinds[slot] === notRead) {
      const stated = this.#chosenKinds.get(this.idAt(slot)) ?? this.#statedKind(slot);
      this.#kinds[slot] = stated ? vehicleKinds.indexOf(stated) + 1 : 0;
    }
    return this.#kinds[slot]!;
  }

  kindOf(slot: number): VehicleKind | null {
    return vehicleKinds[this.kindCodeOf(slot) - 1] ?? null;
  }

  /** How many listed devices are of each kind, by their codes. */
  countKinds(): Uint32Array {
    const counts = new Uint32Array(vehicleKinds.length + 1);
    for (let slot = 0; slot < this.columns.count; slot++)
      if (!this.#isUnlisted(slot)) counts[this.kindCodeOf(slot)]! += 1;
    return counts;
  }

  /** How many listed devices are in each place, and in none. */
  countPlaces() {
    const listed = Array.from(this.columns.id.ends.keys()).filter(
      (slot) => !this.#isUnlisted(slot),
    );
    return this.places.count(listed);
  }

  #statedKind(slot: number): VehicleKind | null {
    for (const tag of textAt(this.columns.tags, slot).split('\u001f')) {
      const at = tag.indexOf(': ');
      const kind = at < 0 ? null : kindOfTag(tag.slice(0, at), tag.slice(at + 2));
      if (kind) return kind;
    }
    return null;
  }

  get searchIndex(): SearchIndex {
    return (this.#searchIndex ??= new SearchIndex(this.columns, this.#notes));
  }

  /** The slot of a device, or -1. */
  slotOf(id: string): number {
    this.#slotById ??= slotsById(this.columns);
    return this.#slotById.get(id) ?? -1;
  }

  idAt(slot: number): string {
    return textAt(this.columns.id, slot);
  }

  labelAt(slot: number): string {
    return displayText(textAt(this.columns.name, slot)) || this.idAt(slot);
  }

  /** The number of listed devices. */
  get total(): number {
    return this.columns.count - this.unlisted.length;
  }

  /** How many listed devices have a known place, and how many were checked. */
  countListed(): { placed: number; checked: number } {
    const { checkedAt, count } = this.columns;
    const isChecked = (slot: number) => !Number.isNaN(checkedAt[slot]!);
    const unlistedPlaced = this.unlisted.filter((slot) => this.grid.has(slot)).length;
    let checked = -this.unlisted.filter(isChecked).length;
    for (let slot = 0; slot < count; slot++) if (isChecked(slot)) checked += 1;
    return { placed: this.grid.placed - unlistedPlaced, checked };
  }

  #indexOf(groups: GroupColumns): GroupIndex {
    return new GroupIndex(groups, this.columns.count, (slot) => this.#isUnlisted(slot));
  }

  #isUnlisted(slot: number): boolean {
    return !Number.isNaN(this.columns.unlistedAt[slot]!);
  }
}

/** -1, of a device that is not in the list, in an array of slots. */
const noSlot = 0xff_ff_ff_ff;

/** The code of a vehicle kind that was not asked for yet; 0: none is known. */
const notRead = 255;

function slotsById(columns: FleetColumns): Map<string, number> {
  const slots = new Map<string, number>();
  for (let slot = 0; slot < columns.count; slot++) slots.set(textAt(columns.id, slot), slot);
  return slots;
}
