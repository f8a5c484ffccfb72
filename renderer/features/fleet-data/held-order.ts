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
