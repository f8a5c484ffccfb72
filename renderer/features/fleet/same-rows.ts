import { shallow } from 'zustand/vanilla/shallow';
import type { FleetRow, RowRange } from '#features/fleet-data';

const isSameValue = (a: unknown, b: unknown) =>
  Object.is(a, b) ||
  (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null && shallow(a, b));

function isSameRow(before: FleetRow, next: FleetRow): boolean {
  const names = Object.keys(next) as (keyof FleetRow)[];
  return (
    names.length === Object.keys(before).length &&
    names.every((name) => isSameValue(before[name], next[name]))
  );
}

/**
 * The next rows; a row that is the same as before in the same place is the same object, so that only rows
 * that changed are rendered.
 */
export function withSameRows(before: RowRange, next: RowRange): RowRange {
  const rows = next.rows.map((row, at) => {
    const known = before.rows[next.from + at - before.from];
    return known && isSameRow(known, row) ? known : row;
  });
  return { ...next, rows };
}
