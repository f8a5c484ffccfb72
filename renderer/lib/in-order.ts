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
