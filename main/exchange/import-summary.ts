import type { Language } from '#shared/i18n/languages';
import { createTranslate, message, saidIn, type Message, type Said } from '#shared/i18n/translate';
import type { ImportError, ImportPreview, TableReading } from '#shared/ipc/exchange';
import { cellProblem, cellToText } from './cell-text';
import { textInEncoding } from './encoding';
import type { ImportPlan } from './import-row';
import { namesOf } from './heading-words';
import {
  columnName,
  languageNote,
  wordingIn,
  type Column,
  type FileColumn,
  type SourceTable,
  type Table,
} from './table';
import { isShifted } from './table-limits';

/** What the window shows of a plan. */
type ImportSummary = Omit<ImportPreview, 'file' | 'creates' | 'changes' | 'job'>;

const mostErrors = 1_000;
const mostColumns = 100;
/** Rows from which the samples of a column are taken, and how many there are. */
const sampledRows = 200;
const mostSamples = 3;
/** Characters of a text that quotes the file, and of a sample of it. */
const longestText = 500;
const longestSample = 60;

/** A file may be much larger than what is shown of it. */
export function importSummary({ source, fields, errors, ...plan }: ImportPlan): ImportSummary {
  const shown = errors.slice(0, mostErrors).map(shortened);
  const isSecret = secretCells({ source, fields });
  const wrong = new Set(shown.map(({ row }) => row));
  const allWrong = new Set(errors.map(({ row }) => row));
  return {
    rows: plan.rows,
    unchanged: plan.unchanged,
    errors: shown,
    errorCount: errors.length,
    unknownColumns: plan.unknownColumns.slice(0, mostColumns).map(shortSaid),
    columns: source.header.slice(0, mostColumns).map((heading, index) => ({
      heading: shortText(heading.trim()),
      samples: samplesOf(source, index, isSecret),
    })),
    reading: withSamples(source, isSecret),
    fields: fields.map((field) => ({ ...field, columns: field.columns.slice(0, mostColumns) })),
    wrongRows: source.rows
      .filter(({ number }) => wrong.has(number))
      .map(({ number, cells }) => ({
        row: number,
        cells: cells
          .slice(0, mostColumns)
          .map((cell, index) =>
            isSecret(cells, index) || cell.length > longestText ? null : cell,
          ),
      })),
    wrongRowCount: source.rows.filter(({ number }) => allWrong.has(number)).length,
  };
}

/** Whether a cell may hold a password. */
type IsSecret = (cells: readonly string[], index: number) => boolean;

/** The cells of the password, and those after it in a row whose values are in wrong columns. */
function secretCells({ source, fields }: Pick<ImportPlan, 'source' | 'fields'>): IsSecret {
  const columns = new Set(fields.find(({ key }) => key === 'password')?.columns);
  const first = Math.min(...columns);
  return (cells, index) => columns.has(index) || (index > first && isShifted(cells, source));
}

/** How the file was read, with a text in each encoding that it may have. */
function withSamples({ rows, reading }: SourceTable, isSecret: IsSecret): TableReading {
  if (reading.format !== 'csv' || reading.encodings.length < 2) return reading;
  const isForeign = (cell: string) => /[^\0-\x7F\uFFFD]/.test(cell);
  for (const { cells } of rows) {
    const sample = cells.find((cell, index) => isForeign(cell) && !isSecret(cells, index));
    if (sample === undefined) continue;
    const text = sample.trim().slice(0, longestSample);
    const samples = reading.encodings.map((to) => textInEncoding(text, reading.encoding, to));
    return { ...reading, samples };
  }
  return reading;
}

function samplesOf({ rows }: SourceTable, index: number, isSecret: IsSecret): string[] {
  const texts = rows
    .slice(0, sampledRows)
    .map(({ cells }) => (isSecret(cells, index) ? '' : (cells[index] ?? '').trim()));
  const different = [...new Set(texts)].filter((text) => text !== '');
  return different.slice(0, mostSamples).map((text) => text.slice(0, longestSample));
}

const shortText = (text: string) =>
  text.length > longestText ? `${text.slice(0, longestText)}…` : text;

/** An error quotes the file, whose texts may be long. */
function shortened({ column, message, ...place }: ImportError): ImportError {
  return { ...place, column: column && shortSaid(column), message: shortSaid(message) };
}

function shortSaid(said: Said): Said {
  if (typeof said === 'string') return shortText(said);
  if (!said.values) return said;
  const values = Object.entries(said.values).map(([name, value]) => [
    name,
    typeof value === 'string' ? shortText(value) : value,
  ]);
  return { ...said, values: Object.fromEntries(values) as Message['values'] };
}

/** Why a row was not imported, in a file of such rows. Import does not read it. */
export const problemColumn: FileColumn = {
  key: 'problem',
  title: message('columns.problem'),
  kind: 'text',
  isWrittenOnly: true,
};

/** Stands for a cell that was not understood and has no text; import refuses it. */
const unreadWord = '#N/A';

/** The rows with an error as in their file, each with its reasons. Passwords are left out. */
export function wrongRowsTable({ source, fields, errors }: ImportPlan, language: Language): Table {
  const t = createTranslate(language);
  const byRow = Map.groupBy(errors, ({ row }) => row);
  const rows = source.rows.filter(({ number }) => byRow.has(number));
  const isSecret = secretCells({ source, fields });
  const hasPasswords = fields.some(({ key, columns }) => key === 'password' && columns.length > 0);
  const width = rows.reduce(
    (most, { cells }) => Math.max(most, cells.length),
    source.header.length,
  );
  // That of the file that was corrected before.
  const isProblem = namesOf(problemColumn);
  const indexes = Array.from({ length: width }, (_, index) => index).filter(
    (index) => !isProblem.has(columnName(source.header[index] ?? '')),
  );
  // Values beside the table stay beside it, so that import refuses them again.
  const inside = indexes.filter((index) => index < source.titledColumns);
  const beside = indexes.filter((index) => index >= source.titledColumns);
  const titleOf = (title: string): Column => ({ key: title, title, kind: 'asRead' });
  const reasons = (row: number) =>
    byRow
      .get(row)!
      .map(({ column, message: problem }) =>
        column === null
          ? said(problem)
          : t('exchange-files.problem.ofColumn', { column: said(column), problem: said(problem) }),
      )
      .join(' ');
  const said = (text: Said) => saidIn(t, text);
  return {
    name: t('exchange-files.table.problems'),
    columns: [
      ...inside.map((index) => titleOf(source.header[index] ?? '')),
      { key: problemColumn.key, title: said(problemColumn.title), kind: problemColumn.kind },
      ...beside.map(() => titleOf('')),
    ],
    rows: rows.map(({ number, cells, problems = [] }) => {
      const texts = (columns: readonly number[]) =>
        columns.map((index) => {
          if (isSecret(cells, index)) return isShifted(cells, source) ? unreadWord : '';
          const cell = cells[index] ?? '';
          // Without its reason, such a text would be taken for a value, and an empty cell for none.
          const isUnread = problems.some(
            ({ column }) => (column ?? Math.max(index, cells.length)) === index,
          );
          return isUnread && cellProblem(cell) === null ? unreadWord : cellToText(cell);
        });
      return [...texts(inside), reasons(number), ...texts(beside)];
    }),
    notes: [
      [t('exchange-files.table.problems'), t('exchange-files.about.correct')],
      languageNote(language, t),
      ...(hasPasswords
        ? [[t('exchange-files.about.passwords'), t('exchange-files.about.noPasswords')] as const]
        : []),
    ],
    timeZone: 'UTC',
    wording: wordingIn(language, t),
  };
}
