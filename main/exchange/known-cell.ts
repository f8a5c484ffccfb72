import { mapKnown, type Known } from '#shared/domain/known';
import type { Cell } from './table';

const longestOriginal = 80;

/**
 * A value of the service as a cell: empty if it was not provided, the original if it was not
 * understood, and `none` only if the service states that there is none.
 */
export function knownCell<T>(known: Known<T | null>, cell: (value: T) => Cell, none: Cell): Cell {
  const cells = mapKnown(known, (value) => (value === null ? none : cell(value)));
  if (cells.is === 'value') return cells.value;
  if (cells.is !== 'notUnderstood') return null;
  const { original } = cells;
  const text = typeof original === 'string' ? original : (JSON.stringify(original) ?? '');
  return `Not understood: ${text.slice(0, longestOriginal)}`;
}
