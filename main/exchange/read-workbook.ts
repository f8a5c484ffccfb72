import { message, type Message } from '#shared/i18n/translate';
import { FaultError } from '#shared/fault';
import type { TableChoices } from '#shared/ipc/exchange';
import { errorProblem } from './cell-text';
import { dateText, inDigits, isoDateText, plainNumber, type NumberFormat } from './number-format';
import {
  columnLetters,
  type CellProblem,
  type IsTitle,
  type SourceRow,
  type SourceTable,
} from './table';
import {
  createTableBuilder,
  recordLimits,
  refuseFile,
  type TableLimits,
  refuseColumns,
  refuseText,
  type TableBuilder,
} from './table-limits';
import {
  readWorkbook,
  type Sheet,
  createTextReader,
  isTrue,
  longestCode,
  unescaped,
  type Workbook,
  readXmlEvents,
  openZipParts,
  type ZipParts,
} from './workbook-parts';
import { mostExactNumber } from './write-workbook';

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
  return refuseFile(message('exchange-files.workbook.empty'));
}

/** Nothing that a person sees in the workbook is imported without asking; here is nothing else. */
function refuseHidden(sheet: string): never {
  return refuseFile(message('exchange-files.workbook.hidden', { sheet }));
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
    const cell = `${columnLetters(first)}${firstRow}`;
    const problem = message('exchange-files.problem.merged', { cell });
    for (const [number, index] of rowsBetween(indexes, firstRow, lastRow)) {
      const list = problems.get(index) ?? [];
      problems.set(index, list);
      for (let column = first; column <= Math.min(last, width - 1); column++) {
        if (++count > limits.cells) refuseMerged(limits.cells);
        if (number !== firstRow || column !== first) list.push({ column, message: problem });
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

const refuseUnreadable = (): never => refuseFile(message('exchange-files.workbook.unreadable'));

const refuseMerged = (most: number): never =>
  refuseFile(message('exchange-files.limit.mergedCells', { most }));

/** The most rows of a sheet. A higher number is no row. */
const lastRow = 1_048_576;

const formulaProblem = message('exchange-files.problem.formula');
const digitsProblem = message('exchange-files.problem.digits');
const dateProblem = message('exchange-files.problem.date');
const damagedProblem = message('exchange-files.problem.damaged');

/** What a sheet has beside its cells. */
interface SheetFacts {
  hiddenRows: number[];
  /** Hidden columns, from 0, as ranges. */
  hiddenColumns: { first: number; last: number }[];
  merged: { firstRow: number; lastRow: number; first: number; last: number }[];
}

interface SheetOptions {
  withHiddenRows?: boolean;
  isEnough?: () => boolean;
}

/**
 * Reads the cells of a sheet, row by row, into a table. Only cells that are in the file take memory,
 * whatever their address and whatever size the sheet states. Formulas are not read, only the result
 * that was stored with them. `isEnough`: reading stops early.
 */
async function readSheet(
  chunks: ReturnType<ZipParts['chunks']>,
  workbook: Workbook,
  table: Pick<TableBuilder, 'add'>,
  limits: TableLimits,
  { withHiddenRows = false, isEnough = () => false }: SheetOptions = {},
): Promise<SheetFacts> {
  const { sharedStrings, formats, isFrom1904, isToBeCalculated } = workbook;
  const facts: SheetFacts = { hiddenRows: [], hiddenColumns: [], merged: [] };
  let row = 0;
  let isHidden = false;
  let cells: string[] = [];
  let problems: CellProblem[] = [];
  let isInData = false;
  /** The cell that is open. */
  let column = -1;
  let type = 'n';
  let format: NumberFormat = plainNumber;
  let isFormula = false;
  let value: string | null = null;
  let valueLength = 0;
  let pieces: string[] | null = null;
  let inline: string | null = null;
  const text = createTextReader(limits);

  function openCell(attributes: Readonly<Record<string, string>>): void {
    const { r: address, t = 'n', s = '0' } = attributes;
    column = address === undefined ? column + 1 : columnIn(address);
    if (column >= limits.columns) refuseColumns(limits);
    type = t;
    format = formats[Number(s)] ?? plainNumber;
    isFormula = false;
    value = null;
    inline = null;
  }

  function closeCell(): void {
    const isText = type === 'inlineStr' || type === 'str';
    const content = type === 'inlineStr' ? inline : isText ? value : (value?.trim() ?? null);
    const isPlaceholder = isToBeCalculated && (content === '0' || content === '');
    // A text may be empty as the result of a formula.
    if (isFormula && (content === null || (content === '' && type !== 'str') || isPlaceholder)) {
      problems.push({ column, message: formulaProblem });
    } else if (type === 'e' && !content) problems.push({ column, message: damagedProblem });
    if (content === null || content === '') return;
    while (cells.length < column) cells.push('');
    cells[column] = cellOf(content);
  }

  function cellOf(content: string): string {
    // What was not understood stays as in the file, with a problem.
    const orProblem = (shown: string | null, problem: Message) => {
      if (shown === null) problems.push({ column, message: problem });
      return shown ?? content;
    };
    switch (type) {
      case 'inlineStr':
        return content;
      case 's':
        return orProblem(sharedStrings[Number(content)] ?? null, damagedProblem);
      case 'b':
        return orProblem(truths.get(content.toLowerCase()) ?? null, damagedProblem);
      case 'd':
        return orProblem(isoDateText(content, format.kind), dateProblem);
      case 'e':
        return orProblem(null, errorProblem(content));
      case 'n': {
        const number = Number(content);
        if (!Number.isFinite(number)) return orProblem(null, damagedProblem);
        if (format.kind !== 'number') {
          return orProblem(dateText(number, format.kind, isFrom1904), dateProblem);
        }
        if (Math.abs(number) >= mostExactNumber) return orProblem(null, digitsProblem);
        const { digits } = format;
        return digits !== null && Number.isInteger(number)
          ? inDigits(number, digits)
          : String(number);
      }
      // The result of a formula that is a text.
      default:
        return unescaped(content);
    }
  }

  function openRow({ r, hidden }: Readonly<Record<string, string>>): void {
    row = r === undefined ? row + 1 : Number(r);
    if (!Number.isInteger(row) || row < 1 || row > lastRow) throw new Error('No such row.');
    isHidden = isTrue(hidden);
    cells = [];
    problems = [];
    column = -1;
  }

  function closeRow(): void {
    if (cells.length === 0 && problems.length === 0) return;
    if (isHidden) facts.hiddenRows.push(row);
    if (!isHidden || withHiddenRows) table.add(row, cells, problems);
  }

  /** A merged cell shows the value of its first one; the others are empty in the file. */
  function openMerge(range: string): void {
    const [from = '', to = from] = range.split(':');
    const [firstRow, lastOfRows] = [from, to].map((address) => Number(/\d+$/.exec(address)?.[0]));
    if (!firstRow || !lastOfRows) throw new Error('No such range.');
    const last = Math.min(columnIn(to), limits.columns);
    facts.merged.push({ firstRow, lastRow: lastOfRows, first: columnIn(from), last });
    if (facts.merged.length > limits.rows) refuseMerged(limits.rows);
  }

  await readXmlEvents(chunks, {
    isDone: isEnough,
    open: (name, attributes) => {
      const { ref = '', min, max, hidden } = attributes;
      if (name === 'sheetData') isInData = true;
      else if (name === 'col' && isTrue(hidden)) {
        facts.hiddenColumns.push({ first: Number(min) - 1, last: Number(max) - 1 });
      } else if (name === 'mergeCell') openMerge(ref);
      else if (!isInData) return;
      else if (name === 'row') openRow(attributes);
      else if (name === 'c') openCell(attributes);
      else if (name === 'v') {
        pieces = [];
        valueLength = 0;
      } else if (name === 'f') isFormula = true;
      else if (name === 'is') text.begin();
      else text.open(name);
    },
    text: (more) => {
      if (!pieces) return text.add(more, row);
      valueLength += more.length;
      if (valueLength > limits.cellCharacters * longestCode) refuseText(limits, row);
      pieces.push(more);
      return undefined;
    },
    close: (name) => {
      if (!isInData) return;
      if (name === 'v') {
        value = pieces?.join('') ?? null;
        pieces = null;
      } else if (name === 'is') inline = text.end();
      else if (name === 'c') closeCell();
      else if (name === 'row') closeRow();
      else if (name === 'sheetData') isInData = false;
      else text.close(name);
    },
  });
  return facts;
}

const truths = new Map([
  ['1', 'yes'],
  ['true', 'yes'],
  ['0', 'no'],
  ['false', 'no'],
]);

/** The column of an address such as B12, from 0. */
function columnIn(address: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(address)?.[0];
  if (letters === undefined) throw new Error('No such column.');
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
