import { byText, type Sort } from '#lib/in-order';
import { rankCount } from '#lib/find-text';
import { fold } from '#shared/domain/text';
import type { Generation } from './generation';
import { type SortColumn, sortValues } from './rows';
import { textsOf } from './search';
import { type SortKeys, allSlots, resortChanged, sortSlots, sortedByRank } from './sorted-slots';

/** All devices in the order of one column. */
interface Sorted extends Sort<SortColumn> {
  slots: Uint32Array;
  keys: SortKeys;
  /** The present key of a slot; undefined: it has a text that had no rank yet. */
  keyOf: (slot: number) => number | undefined;
}

/**
 * The order of the devices of one list. That of all devices and the set of matching devices are separate: a keystroke
 * changes only the set, and a report moves only the devices whose value in the sort column it changes.
 */
export class TableOrder {
  /** The slots by name, then by id. */
  readonly byName: Uint32Array;
  /** The place of each slot in `byName`, which breaks every tie. */
  readonly tie: Uint32Array;
  /** Of columns of texts, which take half a second to compare: the other direction needs the same ranks. */
  readonly #ranks = new Map<SortColumn, ReadonlyMap<string, number>>();
  #sorted: Sorted | null = null;
  #matching: Uint32Array | null = null;

  constructor(private readonly fleet: Generation) {
    const names = Array.from(allSlots(fleet.columns.count), sortValues.name(fleet));
    this.byName = nameOrder(fleet, names, this.#ranksOf('name', names));
    this.tie = new Uint32Array(this.byName.length);
    for (let place = 0; place < this.tie.length; place++) this.tie[this.byName[place]!] = place;
  }

  /** Other devices match, or they fit the search in another way. */
  matchesChanged(): void {
    this.#matching = null;
  }

  /**
   * Slots of the matching devices. By name and by need of attention, the ones that fit the search better come first; `ranks` is
   * null without a search.
   */
  slots(sort: Sort<SortColumn>, codes: Uint8Array, ranks: Uint8Array | null): Uint32Array {
    if (this.#sorted?.column !== sort.column || this.#sorted.descending !== sort.descending) {
      this.#sorted = this.#sort(sort);
      this.#matching = null;
    }
    if (!this.#matching) {
      const matching = this.#sorted.slots.filter((slot) => codes[slot]);
      this.#matching = ranks && isByFit(sort.column) ? byRank(matching, ranks) : matching;
    }
    return this.#matching;
  }

  /** Moves devices whose value in the sort column changed; returns whether any has moved. */
  changed(slots: Iterable<number>): boolean {
    const sorted = this.#sorted;
    if (!sorted) return false;
    const { keys, keyOf } = sorted;
    const moved: number[] = [];
    for (const slot of slots) {
      const key = keyOf(slot);
      if (key === undefined) {
        // With another text, texts have other ranks.
        this.#sorted = null;
        return true;
      }
      if (Object.is(key, keys.key[slot])) continue;
      keys.key[slot] = key;
      moved.push(slot);
    }
    if (moved.length === 0) return false;
    sorted.slots = resortChanged(sorted.slots, moved, keys);
    this.#matching = null;
    return true;
  }

  #sort({ column, descending }: Sort<SortColumn>): Sorted {
    const { tie, byName } = this;
    if (column === 'name' && !descending) {
      // In order already, and the names of a list stay the same.
      const key = Float64Array.from(tie);
      return { column, descending, slots: byName, keys: { key, tie }, keyOf: (slot) => key[slot] };
    }
    const sign = descending ? -1 : 1;
    const valueOf: (slot: number) => number | string = sortValues[column](this.fleet);
    const values = Array.from(allSlots(tie.length), valueOf);
    const texts = values.filter((value) => typeof value === 'string');
    const rankOf = this.#ranksOf(column, texts);
    const keyOf = (slot: number) => {
      const value = valueOf(slot);
      const rank = typeof value === 'string' ? rankOf.get(value) : value;
      return rank === undefined ? undefined : sign * rank;
    };
    const keys = { key: Float64Array.from(values, (_, slot) => keyOf(slot)!), tie };
    return { column, descending, slots: sortSlots(byName.slice(), keys), keys, keyOf };
  }

  #ranksOf(column: SortColumn, texts: readonly string[]): ReadonlyMap<string, number> {
    const known = this.#ranks.get(column);
    if (known && texts.every((text) => known.has(text))) return known;
    const ranks = ranksOf(texts);
    this.#ranks.set(column, ranks);
    return ranks;
  }
}

/** Orders that nobody asked for in particular: a search puts what fits it better first. */
const isByFit = (column: SortColumn) => column === 'name' || column === 'state';

/** The slots by name, then by id. */
function nameOrder(
  { columns: { count, id } }: Generation,
  names: readonly string[],
  rankOf: ReadonlyMap<string, number>,
): Uint32Array {
  const { sorted, starts } = sortedByRank(
    allSlots(count),
    (slot) => rankOf.get(names[slot]!)!,
    count,
  );
  let ids: readonly string[] | null = null;
  for (let rank = 0; rank + 1 < starts.length; rank++) {
    if (starts[rank + 1]! - starts[rank]! < 2) continue;
    // Most fleets have no name twice.
    const all = (ids ??= textsOf(id));
    sorted
      .subarray(starts[rank], starts[rank + 1])
      .sort((a, b) => (all[a]! < all[b]! ? -1 : all[a]! > all[b]! ? 1 : a - b));
  }
  return sorted;
}

/** The rank of each text in natural order; texts that sort alike share one, an empty text has none (NaN). */
export function ranksOf(texts: readonly string[]): Map<string, number> {
  // Fleets repeat descriptions, tags and group names: only distinct texts are compared.
  const distinct = [...new Set(texts)].filter((text) => text !== '');
  const rankOf = new Map([['', Number.NaN]]);
  let rank = -1;
  let previous: string | null = null;
  for (const text of naturallySorted(distinct)) {
    if (previous === null || byText(previous, text) !== 0) rank += 1;
    rankOf.set(text, rank);
    previous = text;
  }
  return rankOf;
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

/** The slots by rank of the search; those of one rank stay in their order. */
export const byRank = (slots: Uint32Array, ranks: Uint8Array): Uint32Array =>
  sortedByRank(slots, (slot) => ranks[slot]!, rankCount).sorted;

/**
 * The order of the table while it is in use: no row moves under the pointer. Devices that no longer match stay in
 * their row, and those that match since come last.
 */
export class HeldOrder {
  #isHeld = false;
  /** null: taken over with the next order. */
  #held: Uint32Array | null = null;
  #last: { order: Uint32Array; shown: Uint32Array; isNew: boolean } | null = null;

  /** Holds the order as it is now, or no longer. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.renew();
  }

  /** The user asked for another order. */
  renew(): void {
    this.#held = null;
    this.#last = null;
  }

  /** The devices have other slots; -1: it is gone. */
  moveTo(slotOf: (slot: number) => number): void {
    const moved = this.#held && Array.from(this.#held, slotOf).filter((slot) => slot >= 0);
    this.renew();
    // What was held before the first devices were there is no order.
    if (moved?.length) this.#held = Uint32Array.from(moved);
  }

  /** What the table shows of an order; `isNew`: the order is another one. */
  show(order: Uint32Array): { shown: Uint32Array; isNew: boolean } {
    if (!this.#isHeld) return { shown: order, isNew: false };
    this.#held ??= order;
    if (this.#last?.order !== order) this.#last = { order, ...merged(this.#held, order) };
    return this.#last;
  }
}

function merged(held: Uint32Array, order: Uint32Array): { shown: Uint32Array; isNew: boolean } {
  if (held.length === order.length && held.every((slot, row) => slot === order[row]))
    return { shown: order, isNew: false };
  const known = new Set(held);
  const later = order.filter((slot) => !known.has(slot));
  const shown = new Uint32Array(held.length + later.length);
  shown.set(held);
  shown.set(later, held.length);
  return { shown, isNew: true };
}
