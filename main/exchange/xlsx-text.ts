import { fail } from '#shared/fault';
import { tooLongWord } from './cell-text';
import type { Cell, CellKind } from './table';

/** The limits of a sheet; Excel reports a larger file as damaged. */
const mostRows = 1_048_576;
const longestText = 32_767;
/** A spreadsheet keeps 15 digits of a number. */
export const mostExactNumber = 1e15;

/** Refuses more rows than fit below a header. */
export function refuseTooManyRows(rows: number): void {
  if (rows < mostRows) return;
  fail({
    kind: 'invalid',
    field: 'format',
    message: `A spreadsheet holds ${mostRows - 1} rows, and these are ${rows}. Export it as CSV.`,
  });
}

/** A number of more than 15 digits is written as text: a spreadsheet would not keep them. */
export function isNumberCell(cell: Cell, kind: CellKind): cell is number {
  return kind === 'number' && typeof cell === 'number' && Math.abs(cell) < mostExactNumber;
}

/**
 * Text in the encoding of the file format (ECMA-376, ST_Xstring): characters that XML cannot
 * contain, or a writer may drop, as `_xHHHH_`; an underscore before text that looks like such a
 * code, likewise. A keyword replaces text that is longer than a cell allows.
 */
export function storedText(text: string): string {
  const stored = text
    .toWellFormed()
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[^\t\n\x20-\x7E\u00A0-\uD7FF\uE000-\uFDCF\uFDF0-\uFFFC]/gu, (character) =>
      // Beyond the basic plane only the last two code points of each plane are not characters.
      character.length === 2 && ((character.codePointAt(0) ?? 0) & 0xfffe) !== 0xfffe
        ? character
        : Array.from({ length: character.length }, (_, index) => hex(character, index)).join(''),
    );
  return stored.length > longestText ? tooLongWord : stored;
}

function hex(text: string, index: number): string {
  return `_x${text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0')}_`;
}
