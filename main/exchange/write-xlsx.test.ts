import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { cellToText, parseMoment } from './cell-text';
import { csvText, readCsv } from './csv';
import { encodedPieces, joinedPieces } from './pieces';
import type { Cell, Column, LongTable, Table } from './table';
import { readXlsx } from './read-workbook';
import { writeTable } from './table-file';
import { xlsxPieces } from './write-workbook';
import { titled } from './workbook.test-support';

const columns: Column[] = [
  { key: 'id', title: 'Id', kind: 'text' },
  { key: 'text', title: 'Text & <more>', kind: 'text' },
  { key: 'size', title: 'Size', kind: 'number' },
  { key: 'at', title: 'Time', kind: 'moment' },
];

const table = (rows: Table['rows']): Table => ({
  name: 'Things',
  columns,
  rows,
  notes: [['Filter', 'a, "b"; =c\nd']],
  timeZone: 'Europe/Madrid',
});
const long = (rows: Table['rows']): LongTable => ({ ...table(rows), rowCount: rows.length });
const written = (rows: Table['rows']) => joinedPieces(xlsxPieces(long(rows)));

const text = fc.oneof(
  fc.constantFrom('constructor', '__proto__', '=1+1', '007', '1e5', '_x000D_', '<clear>', ' a '),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('\u0000', '\r', '\n', '\t', '&', '<', "'", '\uFFFE', '\uD800', '😀'))
    .map((parts) => parts.join('')),
);
const row = fc.tuple(
  text.map((end) => `x${end}`),
  text,
  fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  fc.option(fc.integer({ min: 0, max: 2_000_000_000_000 })),
);

describe('a workbook', () => {
  test('holds every cell of the table', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1 }), async (rows) => {
        const read = await readXlsx(writeTable(table(rows), 'xlsx'), titled(columns));
        expect(read.header).toEqual(columns.map(({ title }) => title));
        expect(read.rows.map(({ cells }) => cellToText(cells[1] ?? ''))).toEqual(
          rows.map(([, cell]) => cell.toWellFormed()),
        );
        for (const [index, [, , size, at]] of rows.entries()) {
          const cells = read.rows[index]!.cells;
          expect(cells[2] ? Number(cells[2]) : null).toBe(size === 0 ? 0 : size);
          expect(cells[3] ? parseMoment(cells[3], 'UTC') : null).toBe(at);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('is the same in pieces as in memory', () => {
    const rows = [['007', '=1+1', -3.5, null]];
    expect(written(rows)).toEqual(writeTable(table(rows), 'xlsx'));
  });

  test('types text as text and numbers as numbers, with the notes on a second sheet', async () => {
    const parts = unzipSync(written([['007', '=1+1', -3.5, null]]));
    const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
    expect(sheet).toContain('<c r="C2"><v>-3.5</v></c>');
    expect(sheet).toContain('s="1" t="inlineStr"><is><t xml:space="preserve">=1+1</t>');
    expect(sheet).not.toContain('<f>');
    expect(new TextDecoder().decode(parts['xl/styles.xml'])).toContain('numFmtId="49"');
    const about: Column[] = [{ key: 'filter', title: 'Filter', kind: 'text' }];
    const { header } = await readXlsx(written([['1', '', null, null]]), titled(about));
    expect(header).toEqual(['Filter', 'a, "b"; =c\nd']);
  });

  test('has columns beyond Z', async () => {
    const wide = Array.from({ length: 60 }, (_, i): Column => ({
      key: `k${i}`,
      title: `T${i}`,
      kind: 'number',
    }));
    const cells = wide.map((_, i) => i);
    const bytes = joinedPieces(xlsxPieces({ ...long([cells]), columns: wide }));
    const read = await readXlsx(bytes, titled(wide));
    expect(read.header).toEqual(wide.map(({ title }) => title));
    expect(read.rows[0]!.cells).toEqual(cells.map(String));
  });

  test('that exceeds the limits of a sheet is refused before its first row', () => {
    const endless = { [Symbol.iterator]: () => expect.fail('a row was made') };
    const pieces = xlsxPieces({ ...table([]), rowCount: 1_048_576, rows: endless });
    expect(() => [...pieces]).toThrow(
      expect.objectContaining({
        fault: {
          kind: 'invalid',
          field: 'format',
          message: expect.stringContaining('Export it as CSV') as string,
        },
      }) as Error,
    );
  });

  test('counts its rows as they are written, and is never completely in memory', () => {
    let made = 0;
    let counted = 0;
    const rows = {
      *[Symbol.iterator](): Generator<readonly Cell[]> {
        for (; made < 20_000; made++) yield [`id ${made}`, 'text', made, made];
      },
    };
    const tableOf = () => ({ ...table([]), rowCount: 20_000, rows });
    for (const pieces of [
      xlsxPieces(tableOf(), (more) => (counted += more)),
      encodedPieces(csvText(tableOf(), (more) => (counted += more))),
    ]) {
      made = 0;
      counted = 0;
      let most = 0;
      for (const piece of pieces) {
        expect(made - counted).toBeLessThanOrEqual(2_500);
        most = Math.max(most, piece.length);
      }
      expect(counted).toBe(20_000);
      expect(most).toBeLessThan(500_000);
    }
  });

  test('as CSV is the same in batches as in one piece', () => {
    const rows = Array.from({ length: 1_201 }, (_, i) => [`x${i}`, i % 3 ? '' : 'a,"b"', i, null]);
    const { rows: read } = readCsv(joinedPieces(encodedPieces(csvText(table(rows)))));
    expect(read.map(({ cells }) => cells)).toEqual(
      rows.map((cells) => cells.map((cell) => (cell === null ? '' : String(cell)))),
    );
  });
});
