/** Which column a table is sorted by. */
export interface Sort<Column extends string> {
  column: Column;
  descending: boolean;
}

let current = 'en';
let collator = collatorOf(current);

function collatorOf(locale: string) {
  return new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
}

/** Texts are in the order of this locale from now on, in this thread. */
export function sortIn(locale: string): void {
  current = locale;
  collator = collatorOf(locale);
}

export const sortLocale = (): string => current;

/** Natural order in the language of the user: numbers by their value, case and accents as the language has them. */
export const byText = (a: string, b: string): number => collator.compare(a, b);

/** The value a row is sorted by; null or an empty text is unknown. */
export type SortValue = string | number | null;

/**
 * Sorts rows. Unknown values come last in both directions, and equal rows are sorted by their labels.
 */
export function inOrder<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  labelOf: (row: Row) => string,
  descending: boolean,
): Row[] {
  const turn = descending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, value: known(valueOf(row)) }));
  keyed.sort((a, b) => {
    const [left, right] = [a.value, b.value];
    const byLabel = () => byText(labelOf(a.row), labelOf(b.row));
    if (left === null || right === null) {
      return Number(left === null) - Number(right === null) || byLabel();
    }
    const difference =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : byText(String(left), String(right));
    return turn * difference || byLabel();
  });
  return keyed.map(({ row }) => row);
}

/** An empty text counts as unknown; 0 does not. */
const known = (value: SortValue): SortValue => (value === '' ? null : value);

/** The sort order after a click on a column header: a second click reverses it. */
export function turned<Column extends string>(sort: Sort<Column>, column: Column): Sort<Column> {
  return { column, descending: sort.column === column && !sort.descending };
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
