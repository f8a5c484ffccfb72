import { Kbd, Menu } from '@mantine/core';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { inAccount } from '#lib/account-scope';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { ariaShortcuts, isNoDialogOpen, shortcutText, useShortcut } from '#lib/shortcuts';
import { showFault } from '#lib/toasts';
import { currentFormat, useFormat } from '#lib/use-format';
import { showWritten } from '#lib/written-file';
import { mostPrintedRows } from '#shared/ipc/maps';
import { zoneLabel } from '#shared/domain/time-zone';
import classes from './data-table.module.css';

/** The texts of a table as they are printed. */
interface PrintedTexts {
  columns: { header: string; isEnd: boolean }[];
  rows: string[][];
  /** How many rows the table has. */
  count: number;
}

interface PrintRequest {
  /** The name of the table. */
  table: string;
  /** null: the table is gone. */
  onTexts: (texts: PrintedTexts | null) => void;
}

const requests = createStore<{ request: PrintRequest | null }>(() => ({ request: null }));

/** What the table of this name is asked to print; null: nothing. */
export const usePrintRequest = (table: string): PrintRequest | null =>
  useStore(requests, ({ request }) => (request?.table === table ? request : null));

function textsOf(table: string): Promise<PrintedTexts | null> {
  const { promise, resolve } = Promise.withResolvers<PrintedTexts | null>();
  requests.setState({ request: { table, onTexts: resolve } });
  return promise.finally(() => requests.setState({ request: null }));
}

/** A table that can be printed. */
export interface Printed {
  /** The name of the table. */
  table: string;
  /** What stands above it on paper; absent: the name of the table. */
  title?: string;
  /** The filter as text. */
  filter: string | (() => string);
}

/** Prints the rows of a table as on screen: with its columns, filter and order. */
async function print({ table, title = table, filter }: Printed, as: 'paper' | 'pdf') {
  const format = currentFormat();
  const { t } = format;
  const texts = await inAccount(textsOf(table));
  if (!texts) return;
  const { columns, rows, count } = texts;
  const sheet = {
    title,
    when: t('ui.print.when', {
      moment: format.moment(clock.now()),
      zone: zoneLabel(format.timeZone),
    }),
    filter: t('ui.print.filter', {
      filter: (typeof filter === 'string' ? filter : filter()).slice(0, 1000),
    }),
    rowCount:
      rows.length < count
        ? t('ui.print.part', { shown: rows.length, count })
        : t('ui.print.rows', { count }),
    columns,
    rows,
  };
  const outcome =
    as === 'paper' ? await api.printedTable.print(sheet) : await api.printedTable.save(sheet);
  if (!outcome.ok) return showFault(currentFormat().t('ui.print.failed'), outcome.fault);
  if (typeof outcome.value === 'object' && outcome.value) showWritten(outcome.value);
}

/** Ctrl+P prints the table that is on screen. */
export function usePrintKey(printed: Printed | undefined, isShown: () => boolean): void {
  useShortcut(
    'print',
    () => printed && void print(printed, 'paper'),
    () => printed !== undefined && isShown() && isNoDialogOpen(),
  );
}

/** Printing, in the menu of an export. */
export function PrintItems(printed: Printed) {
  const format = useFormat();
  const { t } = format;
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconPrinter size={14} />}
        rightSection={
          <Kbd size="xs" aria-hidden>
            {shortcutText('print', format)}
          </Kbd>
        }
        aria-keyshortcuts={ariaShortcuts('print')}
        onClick={() => void print(printed, 'paper')}
      >
        {t('ui.print')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFileTypePdf size={14} />}
        onClick={() => void print(printed, 'pdf')}
      >
        {t('ui.print.pdf')}
      </Menu.Item>
    </>
  );
}

/** So many rows are laid out at a time. */
const chunkRows = 200;
/** Places of positions come from a worker. */
const placesWithinMs = 1_000;
const lookEveryMs = 50;

/** What paper shows of a column of a table. */
export interface PrintedColumn<Row> {
  id: string;
  header: string;
  align?: 'end';
  /** Boxes or buttons, which are not printed. */
  isControl?: boolean;
  cell: (row: Row) => ReactNode;
}

interface PrintedRowsProps<Row> {
  request: PrintRequest;
  columns: readonly PrintedColumn<Row>[];
  count: number;
  /** `from` inclusive, `to` exclusive. */
  rowsBetween: (from: number, to: number) => Promise<readonly Row[]>;
}

/** Lays out the rows of a table where nobody sees them, some at a time, and reads their texts. */
export function PrintedRows<Row>({ request, columns, count, rowsBetween }: PrintedRowsProps<Row>) {
  const shown = columns.filter(({ isControl }) => !isControl);
  const [part, setPart] = useState<{ from: number; rows: readonly Row[] }>({ from: 0, rows: [] });
  const place = useRef<HTMLDivElement>(null);
  const current = useEffectEvent(() => ({ shown, count, rowsBetween }));
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const of = current();
      const texts: string[][] = [];
      const end = Math.min(of.count, mostPrintedRows);
      for (let from = 0; from < end && !isGone; from += chunkRows) {
        const next = await of.rowsBetween(from, Math.min(end, from + chunkRows));
        flushSync(() => setPart({ from, rows: next }));
        await placesNamed(place);
        texts.push(...textsIn(place.current));
      }
      request.onTexts({
        columns: of.shown.map(({ header, align }) => ({ header, isEnd: align === 'end' })),
        rows: texts,
        count: of.count,
      });
    };
    void read().catch(() => request.onTexts(null));
    return () => {
      isGone = true;
      request.onTexts(null);
    };
  }, [request]);
  return createPortal(
    <div ref={place} className={classes.printed} inert aria-hidden>
      {/* A row never takes over the fields of another one. */}
      {part.rows.map((row, index) => (
        <div key={part.from + index}>
          {shown.map((column) => (
            <div key={column.id}>{column.cell(row)}</div>
          ))}
        </div>
      ))}
    </div>,
    document.body,
  );
}

async function placesNamed(place: { current: HTMLElement | null }): Promise<void> {
  const isLoading = () => place.current?.querySelector('[data-place-loading]');
  for (let ms = 0; ms < placesWithinMs && isLoading(); ms += lookEveryMs) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** The text of a cell; of a field, what is in it. */
function textOf(cell: HTMLElement): string {
  const field = cell.querySelector('input');
  return field && field.type !== 'checkbox' ? field.value : cell.innerText;
}

function textsIn(place: HTMLElement | null): string[][] {
  return Array.from(place?.children ?? [], (row) =>
    Array.from(row.children, (cell) =>
      textOf(cell as HTMLElement)
        .trim()
        .replaceAll(/\s*\n\s*/g, '\n')
        .slice(0, 2000),
    ),
  );
}
