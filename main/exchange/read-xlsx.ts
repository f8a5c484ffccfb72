import { fail, FaultError } from '#shared/fault';
import type { TableChoices } from '#shared/ipc/exchange';
import {
  columnLetters,
  type CellProblem,
  type IsTitle,
  type SourceRow,
  type SourceTable,
} from './table';
import { createTableBuilder, figure, recordLimits, refuse, type TableLimits } from './table-limits';
import { readSheet, type SheetFacts } from './xlsx-sheet';
import { readWorkbook, type Sheet } from './xlsx-parts';
import { openZipParts } from './zip-parts';

/**
 * Reads one sheet of a workbook. Without a choice, the visible one that was open when it was saved;
 * if that has none of the columns, the visible one that has most of them.
 */
export async function readXlsx(
  bytes: Uint8Array,
  isTitle: IsTitle | null,
  limits: TableLimits = recordLimits,
  onShare?: (share: number) => void,
  choices: TableChoices = {},
): Promise<SourceTable> {
  try {
    return await read(bytes, isTitle, limits, onShare, choices);
  } catch (error) {
    if (error instanceof FaultError) throw error;
    return refuseUnreadable();
  }
}

async function read(
  bytes: Uint8Array,
  isTitle: IsTitle | null,
  limits: TableLimits,
  onShare: ((share: number) => void) | undefined,
  { sheet: chosen, withHiddenRows = false, headerRow }: TableChoices,
): Promise<SourceTable> {
  const parts = await openZipParts(bytes);
  const workbook = await readWorkbook(parts, limits);
  if (!workbook) return refuseUnreadable();
  const filled: (Sheet & { found: number })[] = [];
  for (const sheet of workbook.sheets) {
    const head = createTableBuilder(limits, 'xlsx', isTitle);
    await readSheet(parts.chunks(sheet.part), workbook, head, limits, {
      withHiddenRows: true,
      isEnough: head.hasHeader,
    });
    const header = head.table()?.header;
    if (!header) continue;
    const found = isTitle ? header.filter(isTitle).length : 0;
    filled.push({ ...sheet, found });
  }
  const sheet = filled.find(({ name }) => name === chosen) ?? sheetToRead(filled);
  const builder = createTableBuilder(limits, 'xlsx', isTitle, headerRow);
  const chunks = parts.chunks(sheet.part, onShare);
  const facts = await readSheet(chunks, workbook, builder, limits, { withHiddenRows });
  const table = builder.table();
  if (!table) return refuseHidden(sheet.name);
  const { headerRows, rowsAbove, ...rest } = table;
  const hiddenColumns = rest.header.filter(
    (title, index) =>
      title !== '' &&
      facts.hiddenColumns.some(({ first, last }) => first <= index && index <= last),
  );
  return {
    ...rest,
    rows: withMergedCells(rest.rows, facts, rest.titledColumns, limits),
    reading: {
      format: 'xlsx',
      headerRow: rest.headerRow,
      headerRows,
      rowsAbove,
      sheet: sheet.name,
      sheets: filled.map(({ name, isHidden }) => ({ name, isHidden })),
      hiddenRows: facts.hiddenRows.slice(0, mostListed),
      hiddenRowCount: facts.hiddenRows.length,
      areHiddenRowsRead: withHiddenRows,
      hiddenColumns,
    },
  };
}

/** Hidden rows that are listed. */
const mostListed = 5;

function sheetToRead(filled: readonly (Sheet & { found: number })[]): Sheet {
  const visible = filled.filter(({ isHidden }) => !isHidden);
  const active = visible.find(({ isActive }) => isActive);
  const best = visible.toSorted((a, b) => b.found - a.found)[0];
  if (active && (active.found > 0 || best?.found === 0)) return active;
  if (best) return best;
  const [hidden] = filled;
  if (hidden) return refuseHidden(hidden.name);
  return fail({ kind: 'invalid', field: 'file', message: 'The workbook is empty.' });
}

/** Nothing that a person sees in the workbook is imported without asking; here is nothing else. */
function refuseHidden(sheet: string): never {
  return fail({
    kind: 'invalid',
    field: 'file',
    message: `What the person who opens this workbook can see is empty: the content of the sheet “${sheet}” is hidden. Show it in the spreadsheet program, save the workbook, and import it again.`,
  });
}

/** The empty cells of a merged cell: which value they have is seen in a spreadsheet only. */
function withMergedCells(
  rows: readonly SourceRow[],
  { merged }: SheetFacts,
  width: number,
  limits: TableLimits,
): readonly SourceRow[] {
  if (merged.length === 0) return rows;
  const indexes = new Map(rows.map(({ number }, index) => [number, index]));
  const problems = new Map<number, CellProblem[]>();
  let count = 0;
  for (const { firstRow, lastRow, first, last } of merged) {
    const message = `This cell is merged with ${columnLetters(first)}${firstRow}. Separate the merged cells in the spreadsheet and fill in each, or write the value here.`;
    for (const [number, index] of rowsBetween(indexes, firstRow, lastRow)) {
      const list = problems.get(index) ?? [];
      problems.set(index, list);
      for (let column = first; column <= Math.min(last, width - 1); column++) {
        if (++count > limits.cells) refuse(`more than ${figure(limits.cells)} merged cells`);
        if (number !== firstRow || column !== first) list.push({ column, message });
      }
    }
  }
  return rows.map((row, index) => {
    const more = problems.get(index) ?? [];
    return more.length === 0 ? row : { ...row, problems: [...(row.problems ?? []), ...more] };
  });
}

/** The shorter way: the numbers of the range, or all rows. */
function rowsBetween(
  indexes: ReadonlyMap<number, number>,
  first: number,
  last: number,
): [number: number, index: number][] {
  if (last - first > indexes.size) {
    return [...indexes].filter(([number]) => number >= first && number <= last);
  }
  const found: [number, number][] = [];
  for (let number = first; number <= last; number++) {
    const index = indexes.get(number);
    if (index !== undefined) found.push([number, index]);
  }
  return found;
}

function refuseUnreadable(): never {
  return fail({
    kind: 'invalid',
    field: 'file',
    message: 'The workbook cannot be read. Save it again as "Excel workbook (.xlsx)" or as CSV.',
  });
}
