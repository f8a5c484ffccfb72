/** Which column a table is sorted by. */
export interface Sort<Column extends string> {
  column: Column;
  descending: boolean;
}

/** The order of names as people read them: numbers by their value, case and accents aside. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export const byText = (a: string, b: string): number => collator.compare(a, b);

/** What a row is sorted by; null, or an empty text, is not known. */
export type SortValue = string | number | null;

/**
 * The rows in order. What is not known comes last, whichever way the order goes, and rows that are
 * equal stand in the order of their labels.
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

/** An empty text is missing; 0 is 0. */
const known = (value: SortValue): SortValue => (value === '' ? null : value);

/** The next order when a head is pressed: the other way where it is that column's already. */
export function turned<Column extends string>(sort: Sort<Column>, column: Column): Sort<Column> {
  return { column, descending: sort.column === column && !sort.descending };
}
