import { rankCount } from '#lib/search-rank';
import { type Generation, orderKeysOf } from './generation';
import { type SortKeys, changesWithFixes, resortChanged, sortSlots, sortedByRank } from './order';
import type { FleetQuery } from './types';

type Sort = FleetQuery['sort'];

/**
 * The order of the rows. That of all devices and the set of matching devices are separate: a keystroke
 * changes only the set, and a fix moves only the devices it concerns.
 */
export class TableOrder {
  #keys: SortKeys | null = null;
  #all: Uint32Array | null = null;
  #matching: Uint32Array | null = null;

  /** The order of another column or generation is needed. */
  forget(): void {
    this.#keys = null;
    this.#all = null;
    this.#matching = null;
  }

  /** Other devices match. */
  forgetMatches(): void {
    this.#matching = null;
  }

  /**
   * Slots of the matching devices. By name, the ones that fit the search better come first; `ranks` is
   * null without a search.
   */
  slots(
    generation: Generation,
    { column, descending }: Sort,
    codes: Uint8Array,
    ranks: Uint8Array | null,
  ): Uint32Array {
    this.#all ??= this.#order(generation, { column, descending });
    if (!this.#matching) {
      const matching = this.#all.filter((slot) => codes[slot]);
      this.#matching = ranks && column === 'name' ? byRank(matching, ranks) : matching;
    }
    return this.#matching;
  }

  #order(generation: Generation, { column, descending }: Sort): Uint32Array {
    const orderKeys = orderKeysOf(generation);
    if (column === 'name' && !descending) return orderKeys.byName;
    this.#keys = orderKeys.keys(column, descending);
    return sortSlots(orderKeys.byName.slice(), this.#keys);
  }

  /** Moves devices whose fixes changed; returns whether the order may have changed. */
  moved(generation: Generation, { column, descending }: Sort, slots: Uint32Array): boolean {
    if (!this.#all || !this.#keys || !changesWithFixes(column)) return false;
    orderKeysOf(generation).refresh(this.#keys, column, descending, slots);
    this.#all = resortChanged(this.#all, slots, this.#keys);
    this.#matching = null;
    return true;
  }
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
