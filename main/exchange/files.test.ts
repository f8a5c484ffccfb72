import { says } from '../../test/support/english';
import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import { describe, expect, test } from 'vitest';
import {
  cellToText,
  listText,
  mapText,
  momentText,
  parseBoolean,
  parseList,
  parseMap,
  parseMoment,
  textToCsvCell,
  textToTypedCell,
} from './cell-text';
import { csvText, readCsv } from './csv';
import { encodedPieces, joinedPieces } from './pieces';
import type { Cell, Column, LongTable, Table } from './table';
import { readTable, writeTable } from './table-file';
import { readXlsx } from './read-workbook';
import { sheetOf, titled, workbookWith } from './workbook.test-support';
import { xlsxPieces } from './write-workbook';

const columns: Column[] = [
  { key: 'id', title: 'Id', kind: 'text' },
  { key: 'text', title: 'Text', kind: 'text' },
  { key: 'size', title: 'Size', kind: 'number' },
];

function table(rows: Table['rows']): Table {
  return { name: 'Things', columns, rows, notes: [['Filter', 'a, "b"; =c\nd']], timeZone: 'UTC' };
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const nasty = fc.oneof(
  fc.constantFrom('constructor', '__proto__', 'toString', 'null', 'TRUE', '1e5', '007'),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        "'",
        '"',
        ',',
        ';',
        '\t',
        '\r',
        '\n',
        ' ',
        '#',
        '\\',
        '0',
        'x',
        '<clear>',
        '_x000D_',
        '\u0000',
        '\uFEFF',
        '\uFFFD',
        '\u2028',
        '😀',
        '\u{1FFFE}',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);
const filled = nasty.filter((text) => text.trim() !== '');

describe('text in cells', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-2+3', "'-2+3"],
    [' =1+1', "' =1+1"],
    ['\uFF1D1+1', "'\uFF1D1+1"],
    ['\t=1', "'\t'=1"],
    ['x;=cmd|calc', "x;'=cmd|calc"],
    ['x\t=1', "x\t'=1"],
    ['x, +1', "x,' +1"],
    ['x|@SUM(A1)', "x|'@SUM(A1)"],
    ['x\n-2+3', "x\n'-2+3"],
    ['x;"=1"', 'x;\'"=1"'],
    ['\uFEFF=1', "'\uFEFF=1"],
    ['x;\u200B\uFE66SUM(1)', "x;'\u200B\uFE66SUM(1)"],
    ['\u22125', "'\u22125"],
    ["x;'=1", "x;''=1"],
    ["x;'y", "x;'y"],
    ['a; b=c', 'a; b=c'],
    ['+34 600-11-22-33', "'+34 600-11-22-33"],
    ["'=1", "''=1"],
    ['<clear>', "'<clear>"],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
    ['Ana', 'Ana'],
  ])('%j is %j in CSV', (text, cell) => {
    expect(textToCsvCell(text)).toBe(cell);
    expect(cellToText(cell)).toBe(text);
  });

  test('a typed cell is marked only if it would be ambiguous', () => {
    expect(textToTypedCell('=1+1')).toBe('=1+1');
    expect(textToTypedCell("'=1+1")).toBe("''=1+1");
    expect(textToTypedCell('<CLEAR> ')).toBe("'<CLEAR> ");
  });

  test('every text is read back, however it was marked', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(cellToText(textToCsvCell(text))).toBe(text);
        expect(cellToText(textToTypedCell(text))).toBe(text);
        expect(textToCsvCell(text)).not.toMatch(/^\s*[=+\-@]|^[\t\r\n]/);
      }),
    );
  });

  test('no part of a file is a formula, at whichever separator it is split', () => {
    const cell = fc.array(fc.oneof(fc.constantFrom('x;=cmd', ';', ' ', '=', '"', '\uFEFF'), nasty));
    fc.assert(
      fc.property(cell, nasty, (parts, second) => {
        const values = table([[`a${parts.join('')}`, second, -1.5]]);
        const file = new TextDecoder().decode(
          writeTable({ ...values, notes: [['Filter', parts.join('')]] }, 'csv'),
        );
        for (const separator of [/[,\r\n]/, /[;\r\n]/, /[\t\r\n]/, /[|\r\n]/]) {
          for (const part of file.split(separator)) {
            const content = part.normalize('NFKC').replace(/^[\s\p{Cc}\p{Cf}"]+/u, '');
            expect(content === '-1.5' ? '' : content).not.toMatch(/^[=+\-@\u2212]/);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test('a long run of separators is looked through once', () => {
    const long = `${'\t;" '.repeat(100_000)}=1`;
    expect(cellToText(textToCsvCell(long))).toBe(long);
  });

  test('lists and maps are readable and are read back', () => {
    expect(listText(['read', 'a;b', ' x', 'say "hi"'])).toBe('read; "a;b"; " x"; "say ""hi"""');
    expect(mapText({ depot: 'north', 'a=b': 'c=d' })).toBe('depot=north; a\\=b=c=d');
    expect(parseList('read;write ; "a;b";')).toEqual(['read', 'write', 'a;b']);
    expect(parseList('a; "b')).toBeNull();
    expect(parseList('"a" b')).toBeNull();
    expect(parseMap('depot')).toBeNull();
    fc.assert(
      fc.property(fc.array(nasty), (items) => {
        expect(parseList(listText(items))).toEqual(items);
      }),
    );
    fc.assert(
      fc.property(fc.dictionary(nasty, nasty), (map) => {
        expect(Object.entries(parseMap(mapText(map)) ?? {})).toEqual(Object.entries(map));
      }),
    );
  });

  test('timestamps have the offset of their zone and are read back to the millisecond', () => {
    const summer = Date.UTC(2030, 6, 1, 6);
    expect(momentText(summer, 'Europe/Madrid')).toBe('2030-07-01T08:00:00+02:00');
    expect(parseMoment('2030-07-01', 'Europe/Madrid')).toBe(Date.UTC(2030, 5, 30, 22));
    expect(parseMoment('2030-07-01 08:00', 'Europe/Madrid')).toBe(summer);
    expect(parseMoment('2030-07-01T06:00:00Z', 'Europe/Madrid')).toBe(summer);
    expect(parseMoment('01/07/2030', 'Europe/Madrid')).toBeNull();
    expect(parseMoment('2030-02-30T08:00', 'Europe/Madrid')).toBeNull();
    const zones = fc.constantFrom('UTC', 'America/St_Johns', 'Pacific/Kiritimati', 'Africa/Cairo');
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 4e12 }), zones, (at, zone) => {
        expect(parseMoment(momentText(at, zone), 'Asia/Tokyo')).toBe(at);
      }),
    );
  });

  test('a timestamp at the end of the calendar is in no zone of year 10000', () => {
    const at = Date.parse('9999-12-31T23:59:59.999Z');
    expect(momentText(at, 'Europe/Berlin')).toBe('9999-12-31T23:59:59.999+00:00');
    expect(parseMoment(momentText(at, 'Europe/Berlin'), 'Asia/Tokyo')).toBe(at);
  });

  test('reads yes and no as spreadsheets write them', () => {
    expect(['yes', ' TRUE', '1', 'on'].map(parseBoolean)).toEqual([true, true, true, true]);
    expect(['No', 'false', '0', 'off'].map(parseBoolean)).toEqual([false, false, false, false]);
    expect(parseBoolean('maybe')).toBeNull();
  });
});

describe('CSV', () => {
  test('opens correctly in Excel', () => {
    const bytes = writeTable(table([['007', 'a, "b"\nc', -3.5]]), 'csv');
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
    expect(new TextDecoder().decode(bytes)).toBe(
      '"# Filter: a, ""b"";\' =c d"\r\nId,Text,Size\r\n007,"a, ""b""\nc",-3.5\r\n',
    );
  });

  test.each([
    ['comma', utf8('Id,Text\r\n1,"a;b"\r\n')],
    ['semicolon', utf8('Id;Text\r\n1;a;b'.replace('a;b', '"a;b"'))],
    ['tab', utf8('Id\tText\n1\ta;b\n')],
    ['old line ends', utf8('Id,Text\r1,a;b')],
    ['byte order mark', utf8('\uFEFFId,Text\n1,a;b')],
    ['sep line', utf8('sep=|\r\nId|Text\r\n1|a;b')],
    ['notes that Excel has filled up', utf8('"# Filter: a, b",\r\n,\r\nId,Text\r\n1,a;b')],
    ['UTF-16', new Uint8Array(Buffer.from('\uFEFFId\tText\r\n1\ta;b', 'utf16le'))],
    ['UTF-16, the other way round', Buffer.from('\uFEFFId\tText\r\n1\ta;b', 'utf16le').swap16()],
  ])('is read with %s', (_, bytes) => {
    const { header, rows } = readCsv(bytes);
    expect({ header, cells: rows.map(({ cells }) => cells) }).toEqual({
      header: ['Id', 'Text'],
      cells: [['1', 'a;b']],
    });
  });

  test('is read in the Windows code page if it is not UTF-8', () => {
    expect(readCsv(new Uint8Array([0x49, 0x64, 0x0a, 0xe9, 0x80])).rows[0]?.cells).toEqual(['é€']);
  });

  test('numbers rows as a spreadsheet shows them', () => {
    const { headerRow, rows } = readCsv(utf8('# note\nId,Text\n1,"a\nb"\n,\n2,c\n'));
    expect(headerRow).toBe(2);
    expect(rows.map(({ number }) => number)).toEqual([3, 5]);
  });

  test('reports an unclosed quote, and reads an empty file as no rows', () => {
    expect(() => readCsv(utf8('Id,Text\n1,a\n2,"b\n3,c'))).toThrow('invalid');
    expect(() => readCsv(utf8('\n# only a note\n'))).toThrow('invalid');
  });

  test('reads every text back', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(filled, nasty), { minLength: 1 }), (pairs) => {
        const { rows } = readCsv(
          writeTable(table(pairs.map(([id, text]) => [id, text, 1])), 'csv'),
        );
        expect(rows.map(({ cells }) => cells.slice(0, 2).map(cellToText))).toEqual(pairs);
      }),
    );
  });
});

const typedStyles =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/>' +
  '<numFmt numFmtId="165" formatCode="dd/mm/yyyy hh:mm"/></numFmts>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';

describe('XLSX', () => {
  test('reads the sheet that has the columns, at any position', async () => {
    const other: Table = {
      ...table([['x', 'y', 1]]),
      columns: columns.map((column) => ({
        ...column,
        key: `${column.key}2`,
        title: `${column.title}2`,
      })),
    };
    const bytes = writeTable(other, 'xlsx');
    const about: Column[] = [{ key: 'filter', title: 'Filter', kind: 'text' }];
    expect((await readXlsx(bytes, titled(about))).header[0]).toBe('Filter');
    expect((await readXlsx(bytes, titled(other.columns))).header).toEqual([
      'Id2',
      'Text2',
      'Size2',
    ]);
  });

  test('reads typed dates, times, numbers and checkboxes, with the row numbers of the sheet', async () => {
    const typed = workbookWith(
      sheetOf(
        '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c></row>' +
          '<row r="3"><c r="B3" s="1"><v>47514</v></c></row>' +
          '<row r="5"><c r="A5"><v>7</v></c><c r="B5" s="2"><v>47514.354166666664</v></c></row>' +
          '<row r="6"><c r="A6"><v>861234567890123</v></c><c r="B6" t="b"><v>1</v></c></row>',
      ),
      {
        'xl/styles.xml': typedStyles,
        'xl/sharedStrings.xml': '<sst><si><t>Id</t></si><si><t>Text</t></si></sst>',
      },
    );
    const { headerRow, rows } = await readXlsx(typed, titled(columns));
    expect(headerRow).toBe(2);
    expect(rows).toEqual([
      { number: 3, cells: ['', '2030-01-31'] },
      { number: 5, cells: ['7', '2030-01-31T08:30:00'] },
      { number: 6, cells: ['861234567890123', 'yes'] },
    ]);
  });

  test('refuses a workbook that would exhaust the memory', async () => {
    const zip = zipSync({ 'xl/workbook.xml': new Uint8Array(8) });
    // The unpacked size is in the central directory, 24 bytes after its signature.
    const directory = Buffer.from(zip).indexOf('PK\u0001\u0002', 0, 'latin1');
    new DataView(zip.buffer, zip.byteOffset).setUint32(directory + 24, 2 ** 31, true);
    await expect(readXlsx(zip, titled(columns))).rejects.toMatchObject({
      fault: { message: says('unpacks to more than 512 MB') },
    });
  });

  test('replaces text longer than a cell allows with a keyword', async () => {
    const { rows } = await readXlsx(
      writeTable(table([['1', 'x'.repeat(40_000), 1]]), 'xlsx'),
      titled(columns),
    );
    expect(rows[0]?.cells[1]).toBe('<too long for a cell>');
  });

  test('refuses files that are not workbooks, and workbooks of the old format', async () => {
    const broken = utf8('PK\u0003\u0004 but nothing more');
    await expect(readTable(broken, titled(columns))).rejects.toMatchObject({
      fault: { kind: 'invalid' },
    });
    const old = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]);
    await expect(readTable(old, titled(columns))).rejects.toMatchObject({
      fault: { message: says('.xls') },
    });
  });
});

const typedColumns: Column[] = [
  { key: 'id', title: 'Id', kind: 'text' },
  { key: 'text', title: 'Text & <more>', kind: 'text' },
  { key: 'size', title: 'Size', kind: 'number' },
  { key: 'at', title: 'Time', kind: 'moment' },
];

const typedTable = (rows: Table['rows']): Table => ({
  name: 'Things',
  columns: typedColumns,
  rows,
  notes: [['Filter', 'a, "b"; =c\nd']],
  timeZone: 'Europe/Madrid',
});
const long = (rows: Table['rows']): LongTable => ({ ...typedTable(rows), rowCount: rows.length });
const written = (rows: Table['rows']) => joinedPieces(xlsxPieces(long(rows)));

const row = fc.tuple(
  nasty.map((end) => `x${end}`),
  nasty,
  fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  fc.option(fc.integer({ min: 0, max: 2_000_000_000_000 })),
);

describe('a written table', () => {
  test('holds every cell of the table', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1 }), async (rows) => {
        const read = await readXlsx(writeTable(typedTable(rows), 'xlsx'), titled(typedColumns));
        expect(read.header).toEqual(typedColumns.map(({ title }) => title));
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
    expect(written(rows)).toEqual(writeTable(typedTable(rows), 'xlsx'));
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
    const pieces = xlsxPieces({ ...typedTable([]), rowCount: 1_048_576, rows: endless });
    expect(() => [...pieces]).toThrow(
      expect.objectContaining({
        fault: {
          kind: 'invalid',
          field: 'format',
          message: says('Export it as CSV'),
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
    const tableOf = () => ({ ...typedTable([]), rowCount: 20_000, rows });
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
    const { rows: read } = readCsv(joinedPieces(encodedPieces(csvText(typedTable(rows)))));
    expect(read.map(({ cells }) => cells)).toEqual(
      rows.map((cells) => cells.map((cell) => (cell === null ? '' : String(cell)))),
    );
  });
});

// Our reader against a package that shares no code with it. The package is only a check: it keeps the
// empty cells up to the last address in memory.

const styles =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/>' +
  '<numFmt numFmtId="165" formatCode="&quot;days&quot; 0.0"/></numFmts>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';
const shared = '<sst><si><t>plain</t></si><si><r><t>rich </t></r><r><t>text</t></r></si></sst>';

const anyCell = fc.oneof(
  fc.constant(''),
  fc.constantFrom('t="s"><v>0</v>', 't="s"><v>1</v>', 't="b"><v>1</v>', 't="b"><v>0</v>'),
  fc.integer({ min: 61, max: 60_000 }).map((day) => `s="1"><v>${day}</v>`),
  fc.double({ min: 61, max: 60_000, noNaN: true }).map((day) => `s="2"><v>${day}</v>`),
  fc
    // With more digits a number is refused.
    .double({ noNaN: true, min: -1e15, max: 1e15, minExcluded: true, maxExcluded: true })
    .map((value) => `s="3"><v>${value}</v>`),
  fc.stringMatching(/^[\w ]{1,9}$/).map((text) => `t="inlineStr"><is><t>${text}</t></is>`),
  fc.stringMatching(/^[\w ]{1,9}$/).map((text) => `t="str"><f>A1</f><v>${text}</v>`),
);

test('reads the same cells as another reader', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyCell, { maxLength: 5 }), { minLength: 1 }),
      async (rows) => {
        const xml = rows.map((cells, r) => {
          const inner = cells.map((each, c) =>
            each === '' ? '' : `<c r="${String.fromCharCode(66 + c)}${r + 2}" ${each}</c>`,
          );
          const mark = `<c r="A${r + 2}" t="inlineStr"><is><t>row</t></is></c>`;
          return `<row r="${r + 2}">${mark}${inner.join('')}</row>`;
        });
        const header = '<row r="1"><c r="A1" t="inlineStr"><is><t>Id</t></is></c></row>';
        const bytes = workbookWith(sheetOf(header + xml.join('')), {
          'xl/styles.xml': styles,
          'xl/sharedStrings.xml': shared,
        });
        const ours = await readXlsx(bytes, null);
        const [theirs] = await readXlsxFile(new Uint8Array(bytes).buffer, { trim: false });
        const expected = theirs!.data.slice(1).map((row) => row.map(textOf));
        const width = Math.max(...expected.map((row) => row.length));
        const read = ours.rows.map(({ cells }) => [
          ...cells,
          ...Array.from({ length: width - cells.length }, () => ''),
        ]);
        expect(read).toEqual(expected);
      },
    ),
    { numRuns: 100 },
  );
});

function textOf(value: unknown): string {
  if (value === null) return '';
  if (value instanceof Date) {
    const rounded = new Date(Math.round(value.getTime() / 1_000) * 1_000);
    const [day = '', time = ''] = rounded.toISOString().slice(0, 19).split('T');
    return time === '00:00:00' ? day : `${day}T${time}`;
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
