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
