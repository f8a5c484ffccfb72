import { orderKeysOf, type Generation } from './generation';
import { changesWithFixes } from './order';
import { resortChanged, sortedByRank, sortSlots, type SortKeys } from './sorted-slots';
import { rankCount } from '#lib/search-rank';
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
