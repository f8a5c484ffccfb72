import type { StateRules } from '#shared/domain/device-state';
import type { GroupGap } from '#shared/domain/group';
import type { Place, PlaceIndex } from '#shared/domain/places';
import { mercatorX, mercatorY, metresPerUnit } from '#shared/domain/mercator';
import { displayText, searchForm } from '#shared/domain/text';
import { kindOfTag, type VehicleKind, vehicleKinds } from '#shared/domain/vehicle-kind';
import {
  type FixColumns,
  type FleetColumns,
  type FleetMessage,
  type GroupColumns,
  type TextColumn,
  textAt,
  textStart,
} from '#shared/fleet/columns';
import { type Gazetteer, type PlaceOrTown, townAt } from '#shared/places/place';
import { type NameSearch, nameRank } from '#lib/find-text';
import { allSlots, byText, resortChanged, sortSlots } from '#lib/in-order';
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

/** A group in a list of choices. */
export interface GroupSummary {
  id: string;
  name: string;
  /** How many of its known members are listed devices. */
  count: number;
  /** Not all of its members are known. */
  isIncomplete?: boolean;
}

/** Maps devices to groups and groups to devices. */
export class GroupIndex {
  readonly #starts: Uint32Array;
  readonly #groups: Uint32Array;
  /** The groups in the order of their names, as in every list of groups. */
  readonly #byName: readonly number[];
  #summary: GroupSummary[] | null = null;

  constructor(
    readonly columns: GroupColumns,
    deviceCount: number,
    /** Devices that belong to a group but are not counted. */
    private readonly isUncounted: (slot: number) => boolean = () => false,
  ) {
    const { ends, slots } = columns;
    const starts = new Uint32Array(deviceCount + 1);
    for (const slot of slots) if (slot < deviceCount) starts[slot + 1]! += 1;
    for (let slot = 0; slot < deviceCount; slot++) starts[slot + 1]! += starts[slot]!;
    const groups = new Uint32Array(starts[deviceCount]!);
    const next = starts.slice();
    this.#byName = Array.from(columns.ids.keys()).toSorted((a, b) =>
      byText(this.#nameOf(a), this.#nameOf(b)),
    );
    for (const group of this.#byName) {
      for (let i = group === 0 ? 0 : ends[group - 1]!; i < ends[group]!; i++) {
        const slot = slots[i]!;
        if (slot < deviceCount) groups[next[slot]!++] = group;
      }
    }
    this.#starts = starts;
    this.#groups = groups;
  }

  /** Why the groups of a device may not all be known; undefined: they are. */
  get gap(): GroupGap | undefined {
    return this.columns.gap;
  }

  /** Every group with its number of devices; always the same array. */
  summary(): readonly GroupSummary[] {
    const { ids, incomplete } = this.columns;
    return (this.#summary ??= this.#byName.map((group) => ({
      id: ids[group]!,
      name: this.#nameOf(group),
      count: this.#countOf(group),
      ...(incomplete?.includes(group) && { isIncomplete: true }),
    })));
  }

  #nameOf(group: number): string {
    return this.columns.names[group] || this.columns.ids[group]!;
  }

  #countOf(group: number): number {
    const { ends, slots } = this.columns;
    let count = 0;
    for (let i = group === 0 ? 0 : ends[group - 1]!; i < ends[group]!; i++) {
      if (!this.isUncounted(slots[i]!)) count++;
    }
    return count;
  }

  /** The names of the groups of a device, in their order. */
  namesOf(slot: number): string[] {
    const found: string[] = [];
    for (let i = this.#starts[slot]!; i < this.#starts[slot + 1]!; i++) {
      found.push(this.#nameOf(this.#groups[i]!));
    }
    return found;
  }

  /** Whether a device passes the group filter: a group's id, or 'none' for devices without a group. */
  filter(group: string): (slot: number) => boolean {
    const starts = this.#starts;
    if (group === 'none') return (slot) => starts[slot] === starts[slot + 1];
    const target = this.columns.ids.indexOf(group);
    const groups = this.#groups;
    return (slot) => {
      for (let i = starts[slot]!; i < starts[slot + 1]!; i++) if (groups[i] === target) return true;
      return false;
    };
  }
}

/** The deepest level of the grid: 2^26 cells along each axis, 0.6 m at the equator. */
export const deepestLevel = 26;
const halfBits = deepestLevel / 2;
const halfSize = 1 << halfBits;
const cellsPerAxis = 2 ** deepestLevel;

/** A device that moves less than this keeps its position for clustering. */
const anchorMetres = 10;

function spread(bits: number): number {
  let spreaded = bits & (halfSize - 1);
  spreaded = (spreaded | (spreaded << 8)) & 0x00ff00ff;
  spreaded = (spreaded | (spreaded << 4)) & 0x0f0f0f0f;
  spreaded = (spreaded | (spreaded << 2)) & 0x33333333;
  return (spreaded | (spreaded << 1)) & 0x55555555;
}

const interleave = (x: number, y: number) => spread(x) + spread(y) * 2;

/**
 * The position of a cell of the deepest level on the Z curve (52 bits, exact in a double). Every cell
 * of every level is one range of the curve, so one sorted list gives the clusters of all zooms.
 */
export function curvePlace(cellX: number, cellY: number): number {
  const high = interleave(Math.floor(cellX / halfSize), Math.floor(cellY / halfSize));
  const low = interleave(cellX % halfSize, cellY % halfSize);
  return high * halfSize * halfSize + low;
}

/** The range of the curve that a cell of a level covers: from inclusive to exclusive. */
export function curveRange(level: number, cellX: number, cellY: number): [number, number] {
  const side = 2 ** (deepestLevel - level);
  const from = curvePlace(cellX * side, cellY * side);
  return [from, from + side * side];
}

const deepestCell = (coordinate: number) =>
  Math.min(cellsPerAxis - 1, Math.max(0, Math.floor(coordinate * cellsPerAxis)));

/** The position of every device on the Mercator plane, sorted along the Z curve. */
export class FleetGrid {
  /** Mercator coordinates by slot; NaN without a position. */
  readonly x: Float64Array<ArrayBuffer>;
  readonly y: Float64Array<ArrayBuffer>;
  /** The same without moves of less than 10 m; used for clusters, so that they stay stable. */
  readonly anchorX: Float64Array<ArrayBuffer>;
  readonly anchorY: Float64Array<ArrayBuffer>;
  /** Slots with a position, sorted along the curve. */
  order: Uint32Array;
  readonly #place: Float64Array;
  readonly #tie: Uint32Array;

  constructor(
    private readonly fixes: FixColumns,
    count: number,
  ) {
    this.x = new Float64Array(count).fill(Number.NaN);
    this.y = new Float64Array(count).fill(Number.NaN);
    this.anchorX = new Float64Array(count).fill(Number.NaN);
    this.anchorY = new Float64Array(count).fill(Number.NaN);
    this.#place = new Float64Array(count).fill(Number.NaN);
    this.#tie = allSlots(count);
    for (let slot = 0; slot < count; slot++) this.#locate(slot);
    const placed = this.#tie.filter((slot) => this.has(slot));
    this.order = sortSlots(placed, { key: this.#place, tie: this.#tie });
  }

  has(slot: number): boolean {
    return !Number.isNaN(this.x[slot]!);
  }

  /** The number of devices with a position. */
  get placed(): number {
    return this.order.length;
  }

  /** Updates the positions of `slots` from the columns. */
  update(slots: Uint32Array): void {
    const moved: number[] = [];
    for (const slot of slots) if (this.#locate(slot)) moved.push(slot);
    if (moved.length === 0) return;
    const keys = { key: this.#place, tie: this.#tie };
    this.order = resortChanged(this.order, moved, keys, (slot) => this.has(slot));
  }

  /** The index in `order` of the first device at or after a position on the curve. */
  firstAt(place: number, from = 0): number {
    let low = from;
    let high = this.order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#place[this.order[middle]!]! < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  placeOf(slot: number): number {
    return this.#place[slot]!;
  }

  /** Returns whether the device changed its position on the curve. */
  #locate(slot: number): boolean {
    const x = mercatorX(this.fixes.longitude[slot]!);
    const y = mercatorY(this.fixes.latitude[slot]!);
    const hasPosition = !Number.isNaN(x) && !Number.isNaN(y);
    this.x[slot] = hasPosition ? x : Number.NaN;
    this.y[slot] = hasPosition ? y : Number.NaN;
    if (hasPosition && this.#isNearAnchor(slot, x, y)) return false;
    this.anchorX[slot] = this.x[slot]!;
    this.anchorY[slot] = this.y[slot]!;
    const before = this.#place[slot]!;
    const after = hasPosition ? curvePlace(deepestCell(x), deepestCell(y)) : Number.NaN;
    this.#place[slot] = after;
    return !Object.is(before, after);
  }

  #isNearAnchor(slot: number, x: number, y: number): boolean {
    const dx = x - this.anchorX[slot]!;
    const dy = y - this.anchorY[slot]!;
    if (Number.isNaN(dx) || Math.abs(dx) > 1e-5 || Math.abs(dy) > 1e-5) return false;
    return Math.hypot(dx, dy) * metresPerUnit(y) < anchorMetres;
  }
}

const notComputed = -2;
const noTown = -1;

/** Devices whose countries say which one is usual. */
const mostSampled = 64;

const nowhere: readonly Place[] = [];

/**
 * The user's places and the nearest town of each device, computed on first use and again only after the device moved.
 */
export class FleetPlaces {
  readonly #town: Int32Array;
  /** By slot; undefined: not computed. */
  #within: (readonly Place[] | undefined)[] = [];

  constructor(
    private readonly columns: FleetColumns,
    public gazetteer: Gazetteer | null,
    public index: PlaceIndex | null,
  ) {
    this.#town = new Int32Array(columns.count).fill(notComputed);
  }

  setGazetteer(gazetteer: Gazetteer): void {
    this.gazetteer = gazetteer;
    this.#town.fill(notComputed);
  }

  /** null: there are none. */
  setPlaces(index: PlaceIndex | null): void {
    this.index = index;
    this.#within = [];
  }

  /** Devices may have moved. */
  moved(slots: Uint32Array): void {
    for (const slot of slots) this.#town[slot] = notComputed;
    if (this.index) for (const slot of slots) this.#within[slot] = undefined;
  }

  /** The user's places that a device is in, the smallest first. */
  placesOf(slot: number): readonly Place[] {
    if (!this.index) return nowhere;
    const { longitude, latitude } = this.columns;
    return (this.#within[slot] ??= this.index.placesAt(longitude[slot]!, latitude[slot]!));
  }

  /** A device with a known position that is in no place. */
  isOutside(slot: number): boolean {
    return this.placesOf(slot).length === 0 && !Number.isNaN(this.columns.latitude[slot]!);
  }

  /** How many of some devices are in each place, and in none of them. */
  count(slots: Iterable<number>): { places: Map<string, number>; outside: number } {
    const places = new Map<string, number>();
    let outside = 0;
    for (const slot of slots) {
      for (const { id } of this.placesOf(slot)) places.set(id, (places.get(id) ?? 0) + 1);
      if (this.isOutside(slot)) outside += 1;
    }
    return { places, outside };
  }

  /** The index of the nearest town; -1 without a position or without towns. */
  #townOf(slot: number): number {
    const known = this.#town[slot]!;
    if (known !== notComputed) return known;
    const latitude = this.columns.latitude[slot]!;
    const longitude = this.columns.longitude[slot]!;
    const hasPosition = !Number.isNaN(latitude) && !Number.isNaN(longitude);
    const town =
      this.gazetteer && hasPosition ? this.gazetteer.index.nearest(latitude, longitude) : noTown;
    this.#town[slot] = town;
    return town;
  }

  /** Where a device is: in places of the user, else near a town. */
  whereaboutsOf(slot: number): PlaceOrTown | null {
    const within = this.placesOf(slot);
    if (within.length > 0) return { places: within.map(({ name }) => name) };
    const town = this.#townOf(slot);
    if (town === noTown || !this.gazetteer) return null;
    const { latitude, longitude } = this.columns;
    return townAt(this.gazetteer.towns, town, latitude[slot]!, longitude[slot]!);
  }

  /** The country of more than half of the devices, by a sample; null: there is none, or no town is known. */
  usualCountry(): string | null {
    if (!this.gazetteer) return null;
    const { region, regions } = this.gazetteer.towns;
    const counts = new Map<string, number>();
    const step = Math.max(1, Math.floor(this.columns.count / mostSampled));
    for (let slot = 0; slot < this.columns.count; slot += step) {
      const town = this.#townOf(slot);
      if (town === noTown) continue;
      const [country] = regions[region[town]!]!;
      counts.set(country, (counts.get(country) ?? 0) + 1);
    }
    const found = [...counts.values()].reduce((sum, count) => sum + count, 0);
    for (const [country, count] of counts) if (2 * count > found) return country;
    return null;
  }

  /** "Depot North"; "Turin, IT"; '' without a place and a town. */
  label(slot: number): string {
    const [place] = this.placesOf(slot);
    if (place) return place.name;
    const town = this.#townOf(slot);
    if (town === noTown || !this.gazetteer) return '';
    const { names, region, regions } = this.gazetteer.towns;
    return `${names.of(town)}, ${regions[region[town]!]![0]}`;
  }
}

/** Cannot be typed as part of a word, so no word matches across two fields of a device. */
const fieldEnd = '\u001f';

/** The searchable text of every device, folded once for each generation. The label is its first field. */
export class SearchIndex {
  readonly #texts: readonly string[];

  constructor(columns: FleetColumns, notes: ReadonlyMap<number, string> = new Map()) {
    const descriptions = textsOf(columns.description);
    const phones = textsOf(columns.phone);
    const ids = textsOf(columns.id);
    const tags = textsOf(columns.tags);
    this.#texts = textsOf(columns.name).map((name, slot) => {
      const phone = phones[slot]!;
      // "99 123-456" is also found by "99123456".
      const digits = phone.replace(/[\s().-]+/g, '');
      // A device without a name is shown by its id.
      const label = name.trim() === '' ? ids[slot]! : name;
      const fields = [descriptions[slot]!, ids[slot]!, phone, tags[slot]!];
      if (digits !== phone) fields.push(digits);
      const note = notes.get(slot);
      if (note !== undefined) fields.push(note);
      return `${searchForm(label.trim())}${fieldEnd}${searchForm(fields.join(fieldEnd))}`;
    });
  }

  /** Sets `mask[slot]` to 1 for each device that has every word, and to 0 for the others. */
  mark(words: readonly string[], mask: Uint8Array): void {
    for (const [slot, text] of this.#texts.entries()) {
      mask[slot] = words.every((word) => text.includes(word)) ? 1 : 0;
    }
  }

  /** Sets `ranks[slot]` of each device with `mask[slot]` 1, from `searchRanks`. */
  rank(search: NameSearch, mask: Uint8Array, ranks: Uint8Array): void {
    for (const [slot, text] of this.#texts.entries()) {
      if (mask[slot] !== 1) continue;
      ranks[slot] = nameRank(text.slice(0, text.indexOf(fieldEnd)), search);
    }
  }
}

// A leading byte order mark belongs to the text: dropping it would shift every text after it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The texts of a column, or those of the slots from `from` to `to` (exclusive). Decodes the buffer once and splits
 * the result, because a hundred thousand small decodes take twenty times as long.
 */
export function textsOf(column: TextColumn, from = 0, to = column.ends.length): string[] {
  const { bytes, ends } = column;
  const first = textStart(column, from);
  const decoded = bytes.subarray(first, textStart(column, to));
  const whole = decoder.decode(decoded);
  const texts: string[] = [];
  const isAscii = whole.length === decoded.length;
  let byte = first;
  let unit = 0;
  for (let i = from; i < to; i++) {
    const end = ends[i]!;
    const start = unit;
    if (isAscii) {
      unit = end - first;
    } else {
      // UTF-16 units: one for each leading byte, two if it starts a sequence of four bytes.
      for (; byte < end; byte++) {
        const value = bytes[byte]!;
        if ((value & 0xc0) !== 0x80) unit += value >= 0xf0 ? 2 : 1;
      }
    }
    texts.push(whole.slice(start, unit));
  }
  return texts;
}
