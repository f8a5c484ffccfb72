import { byText } from '#lib/in-order';
import { deviceStates, isPresent } from '#shared/domain/device-state';
import { type FleetColumns, type TextColumn, flagAlert, flagCritical } from '#shared/fleet/columns';
import type { FleetPlaces } from './places';
import type { GroupIndex } from './group-index';
import type { StateClock } from './states';
import { fold } from '#shared/domain/text';
import { textsOf } from './search';
import type { SortColumn } from './types';

/** The rank of each text in natural order; equal texts share one, empty ones have none (NaN). */
export function textRanks(texts: readonly string[]): Float64Array {
  const ranks = new Float64Array(texts.length).fill(Number.NaN);
  // Fleets repeat descriptions, tags and group names: only distinct texts are compared.
  const distinct = [...new Set(texts)].filter((text) => text !== '');
  const rankOf = new Map<string, number>();
  let rank = -1;
  let previous: string | null = null;
  for (const text of naturallySorted(distinct)) {
    if (previous === null || byText(previous, text) !== 0) rank += 1;
    rankOf.set(text, rank);
    previous = text;
  }
  for (let i = 0; i < texts.length; i++) ranks[i] = rankOf.get(texts[i]!) ?? Number.NaN;
  return ranks;
}

/**
 * Sorts by a cheap approximation first: the collator then sorts an almost sorted list, which needs
 * only a fraction of the comparisons.
 */
function naturallySorted(texts: readonly string[]): string[] {
  const keyed = texts.map((text) => ({
    text,
    key: fold(text).replace(/\d+/g, (digits) => digits.padStart(12, '0')),
  }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ text }) => text).sort(byText);
}

/** Columns whose order a fix can change. */
const movingColumns: readonly SortColumn[] = ['state', 'fixAt', 'speed', 'battery', 'alerts'];

const isPresentCode = deviceStates.map(isPresent);

export const changesWithFixes = (column: SortColumn) => movingColumns.includes(column);

/** The sort keys of one generation; text ranks are computed on first use and cached. */
export class OrderKeys {
  /** The slots by name, then by id. */
  readonly byName: Uint32Array;
  /** The place of each slot in `byName`, which breaks every tie. */
  readonly tie: Uint32Array;
  readonly #ranks = new Map<SortColumn, Float64Array>();

  constructor(
    private readonly columns: FleetColumns,
    private readonly states: StateClock,
    private readonly groups: () => GroupIndex,
    private readonly places: FleetPlaces,
  ) {
    this.byName = this.#nameOrder();
    this.tie = new Uint32Array(this.byName.length);
    for (let place = 0; place < this.tie.length; place++) this.tie[this.byName[place]!] = place;
  }

  /** Clears the keys that were computed from the groups. */
  groupsChanged(): void {
    this.#ranks.delete('groups');
  }

  /** Clears the keys that were computed from the nearest towns. */
  placesChanged(): void {
    this.#ranks.delete('place');
  }

  /** The keys of a column, so that ascending keys give the requested order, with empty values last. */
  keys(column: SortColumn, descending: boolean): SortKeys {
    const valueOf = this.#values(column);
    const key = new Float64Array(this.columns.count);
    for (let i = 0; i < key.length; i++) key[i] = descending ? -valueOf(i) : valueOf(i);
    return { key, tie: this.tie };
  }

  /** Updates keys after the columns of `slots` changed. */
  refresh(keys: SortKeys, column: SortColumn, descending: boolean, slots: Iterable<number>): void {
    const valueOf = this.#values(column);
    for (const slot of slots) keys.key[slot] = descending ? -valueOf(slot) : valueOf(slot);
  }

  /** The value by slot; NaN is empty. */
  #values(column: SortColumn): (slot: number) => number {
    if (column === 'speed') {
      // Only current speeds are shown.
      const { codes } = this.states;
      const { speed } = this.columns;
      return (slot) => (isPresentCode[codes[slot]!] ? speed[slot]! : Number.NaN);
    }
    if (column === 'alerts') {
      const { flags } = this.columns;
      return (slot) => alertRank(flags[slot]!);
    }
    const values = this.#column(column);
    return (slot) => values[slot]!;
  }

  #column(column: Exclude<SortColumn, 'speed' | 'alerts'>): ArrayLike<number> {
    switch (column) {
      case 'state':
        return this.states.codes;
      case 'fixAt':
      case 'battery':
      case 'expiresAt':
        return this.columns[column];
      case 'groups':
        return this.#rank(column, () => this.groups().labels());
      case 'place':
        return this.#rank(column, () => this.places.townLabels());
      case 'name':
        return this.#rank(column, () => this.#labels());
      case 'description':
      case 'phone':
      case 'tags':
      case 'id':
        return this.#rank(column, () => textsOf(this.columns[column]));
    }
  }

  #rank(column: SortColumn, texts: () => readonly string[]): Float64Array {
    const known = this.#ranks.get(column);
    if (known) return known;
    const ranks = textRanks(texts());
    this.#ranks.set(column, ranks);
    return ranks;
  }

  #labels(): string[] {
    return labelsOf(this.columns.name, this.columns.id);
  }

  #nameOrder(): Uint32Array {
    const names = this.#rank('name', () => this.#labels());
    const { length } = names;
    // Those without a name come last.
    const rankOf = (slot: number) => (Number.isNaN(names[slot]!) ? length : names[slot]!);
    const { sorted, starts } = sortedByRank(allSlots(length), rankOf, length + 1);
    let ids: readonly string[] | null = null;
    for (let rank = 0; rank + 1 < starts.length; rank++) {
      if (starts[rank + 1]! - starts[rank]! < 2) continue;
      // Most fleets have no name twice.
      const all = (ids ??= textsOf(this.columns.id));
      sorted
        .subarray(starts[rank], starts[rank + 1])
        .sort((a, b) => (all[a]! < all[b]! ? -1 : all[a]! > all[b]! ? 1 : a - b));
    }
    return sorted;
  }
}

/** Critical alerts first; without an alert the value is empty. */
function alertRank(flags: number): number {
  if ((flags & flagCritical) !== 0) return 0;
  return (flags & flagAlert) !== 0 ? 1 : Number.NaN;
}

/** The label of each device: its name, or its id if it has no name. */
function labelsOf(name: TextColumn, id: TextColumn): string[] {
  const ids = textsOf(id);
  return textsOf(name).map((text, slot) => text.trim() || ids[slot]!);
}

/**
 * Slots sorted by a number each, ties broken by a second one. Used for the rows of the table and for
 * the grid; in both, a few hundred of a hundred thousand slots change at a time.
 */
export interface SortKeys {
  /** Ascending; NaN comes last. */
  key: Float64Array;
  /** A different number for each slot, so that the order is total. */
  tie: Uint32Array;
}

const comesBefore = ({ key, tie }: SortKeys) => {
  return (a: number, b: number): number => {
    const left = key[a]!;
    const right = key[b]!;
    if (left < right) return -1;
    if (left > right) return 1;
    // Equal, or one of them is NaN.
    if (left !== right) {
      const leftIsEmpty = Number.isNaN(left);
      if (leftIsEmpty !== Number.isNaN(right)) return leftIsEmpty ? 1 : -1;
    }
    return tie[a]! - tie[b]!;
  };
};

/** Sorts `slots` in place. */
export function sortSlots(slots: Uint32Array, keys: SortKeys): Uint32Array {
  return slots.sort(comesBefore(keys));
}

/** Every slot, in order. */
export const allSlots = (count: number): Uint32Array<ArrayBuffer> =>
  new Uint32Array(count).map((_, slot) => slot);

/**
 * `slots` by their ranks, whole numbers below `ranks`; those of one rank stay in their order. Those of rank `r` are from
 * `starts[r]` to `starts[r + 1]`. Counted, because comparing 100,000 slots takes ten times as long.
 */
export function sortedByRank(
  slots: Uint32Array,
  rankOf: (slot: number) => number,
  ranks: number,
): { sorted: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(ranks + 1);
  for (const slot of slots) starts[rankOf(slot) + 1]! += 1;
  for (let rank = 0; rank < ranks; rank++) starts[rank + 1]! += starts[rank]!;
  const next = starts.slice();
  const sorted = new Uint32Array(slots.length);
  for (const slot of slots) sorted[next[rankOf(slot)]!++] = slot;
  return { sorted, starts };
}

/**
 * The order after the keys of `changed` have changed: these slots are removed, sorted and merged in
 * again, in linear time instead of a full sort. `isIn` says which slots belong to
 * the order now.
 */
export function resortChanged(
  order: Uint32Array,
  changed: Iterable<number>,
  keys: SortKeys,
  isIn: (slot: number) => boolean = () => true,
): Uint32Array<ArrayBuffer> {
  const out = new Set(changed);
  const moved = sortSlots(Uint32Array.from(out).filter(isIn), keys);
  const compare = comesBefore(keys);
  const merged = new Uint32Array(order.length + moved.length);
  let used = 0;
  let next = 0;
  for (let i = 0; i < order.length; i++) {
    const slot = order[i]!;
    if (out.has(slot)) continue;
    while (next < moved.length && compare(moved[next]!, slot) < 0) merged[used++] = moved[next++]!;
    merged[used++] = slot;
  }
  while (next < moved.length) merged[used++] = moved[next++]!;
  return merged.slice(0, used);
}
