import { Text } from '@mantine/core';
import { useState } from 'react';
import type { ImportChoices, ImportError, WrongRow, ImportColumn } from '#shared/ipc/exchange';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { focusGridInput, GridInput } from '#ui/field';
import { page } from '#ui/page';
import classes from './exchange.module.css';
import type { OpenedImport } from './use-import';

type Edits = ImportChoices['edits'];

/** A row that is wrong or was corrected, as it is shown. */
interface ShownRow extends WrongRow {
  errors: readonly ImportError[];
  /** Its cells beyond the last heading, if it is wrong as a whole. */
  surplus: readonly number[];
}

interface WrongRowsProps {
  opened: OpenedImport;
  onEdit: (edits: Edits) => void;
}

/** The rows with errors, with their cells as in the file. A changed cell is checked at once. */
export function WrongRows({ opened, onEdit }: WrongRowsProps) {
  const format = useFormat();
  const { t } = format;
  const { preview, choices } = opened;
  const { edits } = choices;
  const [selected, setSelected] = useState(0);
  const [typed, setTyped] = useState<{ name: string; text: string } | null>(null);
  const rows = shownRows(opened);
  const indexes = shownColumns(opened, rows);
  const secret = new Set(preview.fields.find(({ key }) => key === 'password')?.columns);

  const editOf = (row: number, column: number) =>
    edits.find((edit) => edit.row === row && edit.column === column);
  const without = (row: number, column: number) =>
    edits.filter((edit) => edit.row !== row || edit.column !== column);
  const step = (row: ShownRow, column: number, by: 1 | -1) => {
    const at = rows.findIndex((each) => each.row === row.row) + by;
    const next = rows[at];
    if (!next) return;
    setSelected(at);
    focusGridInput(nameOf(next.row, column));
  };

  const columns: DataColumn<ShownRow>[] = [
    {
      id: 'row',
      header: t('exchange.errors.row'),
      width: 64,
      align: 'end',
      sticks: true,
      cell: ({ row }) => <span>{row}</span>,
    },
    {
      id: 'problem',
      header: t('exchange.errors.problem'),
      width: 220,
      grows: true,
      cell: ({ errors }) => {
        const text = errors.map((error) => errorInColumn(error, format)).join(' ');
        return text === '' ? (
          <span className={page.dimmed}>{t('exchange.errors.corrected')}</span>
        ) : (
          text
        );
      },
    },
    ...indexes.map((index): DataColumn<ShownRow> => {
      const header = columnName(preview.columns[index], index, format);
      return {
        id: String(index),
        header,
        width: 130,
        grows: true,
        cell: (row) => {
          const edit = editOf(row.row, index);
          const inFile = row.cells[index] ?? '';
          if (row.cells[index] === null && !edit) {
            return (
              <span>
                {secret.has(index) ? t('exchange.errors.notShown') : t('exchange.errors.tooLong')}
              </span>
            );
          }
          const error = errorAt(row, index);
          const name = nameOf(row.row, index);
          const value = edit?.text ?? inFile;
          const commit = () => {
            if (typed?.name !== name) return;
            setTyped(null);
            if (typed.text === value) return;
            const others = without(row.row, index);
            const next = { row: row.row, column: index, text: typed.text };
            onEdit(typed.text === inFile ? others : [...others, next]);
          };
          return (
            <GridInput
              key={name}
              name={name}
              label={t('exchange.errors.cell', { column: header, row: row.row })}
              value={typed?.name === name ? typed.text : value}
              unsavedOver={edit ? inFile || t('exchange.errors.empty') : undefined}
              problem={error && reasonOf(error, format)}
              isReachable={rows[selected]?.row === row.row}
              onType={(text) => setTyped({ name, text })}
              onRevert={() => {
                setTyped(null);
                if (edit) onEdit(without(row.row, index));
              }}
              onStep={(by) => {
                commit();
                step(row, index, by);
              }}
              onBlur={commit}
            />
          );
        },
      };
    }),
  ];
  const current = rows[selected];
  const reasons = current?.errors.map((error) => errorWithPlace(error, format)) ?? [];
  const beyond =
    current?.surplus.map((index) => columnName(preview.columns[index], index, format)) ?? [];
  return (
    <>
      <div className={classes.errors} style={{ height: tableHeight(rows.length) }}>
        <DataTable
          label={t('exchange.errors.table')}
          columns={columns}
          count={rows.length}
          rowHeight={rowHeight}
          rowAt={(index) => rows[index]}
          rowLabel={(row) =>
            row.errors.length === 0
              ? t('exchange.errors.correctedRow', { row: row.row })
              : row.errors.map((error) => errorWithPlace(error, format)).join(' ')
          }
          selectedIndex={selected}
          selectedKey={String(rows[selected]?.row ?? '')}
          onSelect={setSelected}
          onEnter={(index) => {
            const row = rows[index];
            const column = indexes.find((each) => row && errorAt(row, each) !== undefined);
            if (row) focusGridInput(nameOf(row.row, column ?? indexes[0] ?? 0));
          }}
        />
      </div>
      {/* A reason may be longer than its cell. */}
      <Text size="sm" aria-live="polite">
        {reasons.join(' ')}
      </Text>
      {beyond.length > 0 && (
        <Text size="sm">
          {t(`exchange.errors.surplus.${preview.reading.format}`, { columns: beyond })}
        </Text>
      )}
    </>
  );
}

const rowHeight = 34;
const mostRowsInView = 8;

/** The rows, the header and a scroll bar below. */
const tableHeight = (rows: number) => (Math.min(rows, mostRowsInView) + 1) * rowHeight + 16;

const nameOf = (row: number, column: number) => `${column}:${row}`;

function errorInColumn(error: ImportError, format: Format): string {
  const { column, message: reason } = error;
  return column === null
    ? reasonOf(error, format)
    : format.t('exchange.errors.inColumn', { column, reason });
}

/** Why a cell is marked: its own error, or that of a row with more cells than headings. */
const errorAt = ({ errors, surplus }: ShownRow, index: number): ImportError | undefined =>
  errors.find(({ columnIndex }) =>
    columnIndex === null ? surplus.includes(index) : columnIndex === index,
  );

/** Wrong rows, and corrected ones in their place, in the order of the file. */
function shownRows({ preview, choices, wrongRows }: OpenedImport): ShownRow[] {
  const edited = new Set(choices.edits.map(({ row }) => row));
  const wrong = new Map(preview.wrongRows.map((row) => [row.row, row]));
  const errorsByRow = Map.groupBy(preview.errors, ({ row }) => row);
  const titled = preview.columns.findLastIndex(({ heading }) => heading !== '') + 1;
  return [...wrongRows.values()]
    .filter(({ row }) => wrong.has(row) || edited.has(row))
    .map((row) => {
      const errors = errorsByRow.get(row.row) ?? [];
      const isWhole = errors.some(({ columnIndex }) => columnIndex === null);
      const present = wrong.get(row.row);
      const surplus = isWhole && present ? filledFrom(titled, present) : [];
      return { ...row, errors, surplus };
    })
    .toSorted((a, b) => a.row - b.row);
}

/** The filled cells from a column on; none if one of them cannot be edited here. */
function filledFrom(first: number, { cells }: WrongRow): number[] {
  const beyond = cells.slice(first);
  if (beyond.includes(null)) return [];
  return beyond.flatMap((cell, index) => (cell?.trim() === '' ? [] : first + index));
}

/** The columns that fields are read from, those with an error, and cells beyond the last heading. */
function shownColumns({ preview }: OpenedImport, rows: readonly ShownRow[]): number[] {
  const used = preview.fields.flatMap(({ columns }) => columns);
  const wrong = preview.errors.flatMap(({ columnIndex }) => columnIndex ?? []);
  // The values of a row that is wrong as a whole may be in any column.
  const isWhole = preview.errors.some(
    ({ row, columnIndex }) => row !== null && columnIndex === null,
  );
  const all = isWhole ? preview.columns.map((_, index) => index) : [];
  const beyond = rows.flatMap(({ cells }) =>
    cells.flatMap((cell, index) =>
      index >= preview.columns.length && cell?.trim() !== '' ? index : [],
    ),
  );
  return [...new Set([...used, ...wrong, ...all, ...beyond])].toSorted((a, b) => a - b);
}

/** An error of a file with its place, as the spreadsheet numbers rows. */
export function errorWithPlace(error: ImportError, { t }: Format): string {
  const { row, column, message: reason } = error;
  if (row === null) {
    return column === null
      ? t('exchange.errors.unknownRow', { reason })
      : t('exchange.errors.unknownRowInColumn', { column, reason });
  }
  return column === null
    ? t('exchange.errors.inRow', { row, reason })
    : t('exchange.errors.inCell', { row, column, reason });
}

/** What is wrong, without its place. */
export const reasonOf = ({ message }: ImportError, { said }: Format): string => said(message);

/** The heading of a column; its letters if it has none. */
export function columnName(column: ImportColumn | undefined, index: number, { t }: Format): string {
  return column?.heading || t('exchange.column', { letters: columnLetters(index) });
}

/** A column as a choice: "E-mail (column B: ana@example.com, …)". */
export function columnLabel(column: ImportColumn, index: number, format: Format): string {
  const names = { heading: columnName(column, index, format), letters: columnLetters(index) };
  const [sample] = column.samples;
  return sample === undefined
    ? format.t('exchange.column.choice.empty', names)
    : format.t('exchange.column.choice', { ...names, sample });
}

/** "A", "B", … "Z", "AA", as a spreadsheet names columns. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
