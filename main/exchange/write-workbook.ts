import { directionOf } from '#shared/i18n/languages';
import { message } from '#shared/i18n/translate';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { failInvalid } from '#shared/fault';
import { isWord, textToTypedCell, tooLongWord } from './cell-text';
import { batchesOf, encodedPieces, type CountRows, type Pieces } from './pieces';
import {
  cellText,
  columnLetters,
  type Cell,
  type Column,
  type LongTable,
  type CellKind,
  wordingOf,
  type Wording,
} from './table';
import { escaped } from './map-formats';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const coreTypes = 'application/vnd.openxmlformats-package';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Indexes in `cellXfs` of the styles below. */
const styles = { text: 1, title: 2 };

/** Rows formatted at a time. */
const batchRows = 250;

/**
 * A table as a workbook: a sheet with every text typed as text, so that ids keep their zeros and
 * formulas are inert, and a sheet with the notes. It is written row by row, so a long table is
 * never completely in memory. Text is written into its cell, because a table of shared strings
 * would have to be complete before the first row.
 */
export function* xlsxPieces(
  table: LongTable,
  count?: CountRows,
): Generator<Uint8Array<ArrayBuffer>> {
  refuseTooManyRows(table.rowCount);
  yield* zipPieces([
    ...frame(table).map(([name, text]) => ({ name, content: encodedPieces([head + text]) })),
    { name: 'xl/worksheets/sheet1.xml', content: encodedPieces(sheet(table, count)) },
    { name: 'xl/worksheets/sheet2.xml', content: encodedPieces(aboutSheet(table)) },
  ]);
}

function frame({ name, ...table }: LongTable): [name: string, text: string][] {
  const { tag, about } = wordingOf(table);
  const part = (file: string, type: string) =>
    `<Override PartName="/xl/${file}.xml" ContentType="${types}.${type}+xml"/>`;
  const relation = (id: number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relations}/${kind}" Target="${target}"/>`;
  const relationships = (inner: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
  return [
    [
      '[Content_Types].xml',
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        part('workbook', 'sheet.main') +
        part('styles', 'styles') +
        part('worksheets/sheet1', 'worksheet') +
        part('worksheets/sheet2', 'worksheet') +
        `<Override PartName="/docProps/core.xml" ContentType="${coreTypes}.core-properties+xml"/>` +
        '</Types>',
    ],
    [
      '_rels/.rels',
      relationships(
        relation(1, 'officeDocument', 'xl/workbook.xml') +
          `<Relationship Id="rId2" Type="${packages}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
      ),
    ],
    [
      'docProps/core.xml',
      `<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
        `<dc:language>${tag}</dc:language></cp:coreProperties>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>` +
        `<sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/>` +
        `<sheet name="${escaped(about)}" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationships(
        relation(1, 'worksheet', 'worksheets/sheet1.xml') +
          relation(2, 'worksheet', 'worksheets/sheet2.xml') +
          relation(3, 'styles', 'styles.xml'),
      ),
    ],
    ['xl/styles.xml', styleSheet],
  ];
}

/** Format 49 is "@", text: values typed over it later keep their zeros too. */
const styleSheet =
  `<styleSheet xmlns="${main}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  '</cellXfs></styleSheet>';

function* sheet(table: LongTable, count?: CountRows): Generator<string> {
  const { columns, timeZone } = table;
  const wording = wordingOf(table);
  const letters = columns.map((_, index) => columnLetters(index));
  const rowOf = (number: number, cells: string) => `<row r="${number}">${cells}</row>`;
  yield (
    `${head}<worksheet xmlns="${main}">` +
    sheetView(table, '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>') +
    columnWidths(columns.map(({ title }) => Math.max(14, title.length + 2))) +
    '<sheetData>'
  );
  yield rowOf(
    1,
    columns.map(({ title }, i) => textXml(`${letters[i]}1`, title, styles.title)).join(''),
  );
  let number = 1;
  const rowXml = (cells: readonly Cell[]) => {
    number += 1;
    const inner = columns
      .map((column, i) =>
        cellXml(`${letters[i]}${number}`, cells[i] ?? null, column, timeZone, wording),
      )
      .join('');
    return rowOf(number, inner);
  };
  for (const batch of batchesOf(table.rows, batchRows)) {
    yield batch.map(rowXml).join('');
    count?.(batch.length);
  }
  yield '</sheetData></worksheet>';
}

/** The first column of a language that runs to the left is on the right. */
function sheetView(table: LongTable, pane = ''): string {
  const side = directionOf(wordingOf(table).tag) === 'rtl' ? ' rightToLeft="1"' : '';
  return `<sheetViews><sheetView${side} workbookViewId="0">${pane}</sheetView></sheetViews>`;
}

function* aboutSheet(table: LongTable): Generator<string> {
  yield `${head}<worksheet xmlns="${main}">${sheetView(table)}${columnWidths([22, 90])}<sheetData>`;
  for (const [index, note] of table.notes.entries()) {
    const cells = note.map((text, i) => textXml(`${columnLetters(i)}${index + 1}`, text));
    yield `<row r="${index + 1}">${cells.join('')}</row>`;
  }
  yield '</sheetData></worksheet>';
}

function cellXml(
  at: string,
  cell: Cell,
  { kind }: Column,
  timeZone: string,
  wording: Wording,
): string {
  if (isNumberCell(cell, kind)) return `<c r="${at}"><v>${cell}</v></c>`;
  const text = cellText(cell, kind, timeZone, wording);
  if (text === '') return '';
  return textXml(at, kind === 'asRead' && isWord(text) ? text : textToTypedCell(text));
}

function textXml(at: string, text: string, style = styles.text): string {
  const inner = escaped(storedText(text));
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${inner}</t></is></c>`;
}

function columnWidths(widths: readonly number[]): string {
  const columns = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<cols>${columns.join('')}</cols>`;
}

/** A file in an archive, generated while it is packed. */
interface ZipMember {
  name: string;
  content: Pieces;
}

/** The original ZIP format, which every spreadsheet reads, allows no larger file. */
const mostBytes = 2 ** 32 - 1;
/** Takes a third of the time of the default level for a tenth more bytes. */
const level = 3;
/** The earliest time that an archive can store: the same content gives the same bytes. */
const noTime = new Date(1980, 0, 1);

/**
 * An archive in pieces: fflate writes the structure, the system's zlib compresses, several times as
 * fast.
 */
function* zipPieces(members: Iterable<ZipMember>): Generator<Uint8Array<ArrayBuffer>> {
  let ready: Uint8Array<ArrayBuffer>[] = [];
  let packed = 0;
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
    packed += bytes.length;
    if (packed > mostBytes) refuseTooLarge();
  });
  function* taken(): Generator<Uint8Array<ArrayBuffer>> {
    yield* ready;
    ready = [];
  }
  for (const { name, content } of members) {
    const file: ZipInputFile = { filename: name, size: 0, crc: 0, compression: 8, mtime: noTime };
    zip.add(file);
    const push = (bytes: Uint8Array<ArrayBuffer>, isLast: boolean) =>
      file.ondata?.(null, bytes, isLast);
    for (const piece of content) {
      file.size += piece.length;
      file.crc = crc32(piece, file.crc);
      if (file.size > mostBytes) refuseTooLarge();
      // Ends at a byte boundary without ending the stream, so that the next piece may follow.
      push(deflateRawSync(piece, { level, finishFlush: constants.Z_SYNC_FLUSH }), false);
      yield* taken();
    }
    push(deflateRawSync(new Uint8Array(0)), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

function refuseTooLarge(): never {
  return failInvalid('format', message('exchange-files.workbook.fourGigabytes'));
}

/** The limits of a sheet; Excel reports a larger file as damaged. */
const mostRows = 1_048_576;
const longestText = 32_767;
/** A spreadsheet keeps 15 digits of a number. */
export const mostExactNumber = 1e15;

/** Refuses more rows than fit below a header. */
function refuseTooManyRows(rows: number): void {
  if (rows < mostRows) return;
  failInvalid('format', message('exchange-files.workbook.rows', { most: mostRows - 1, rows }));
}

/** A number of more than 15 digits is written as text: a spreadsheet would not keep them. */
function isNumberCell(cell: Cell, kind: CellKind): cell is number {
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
