import type { Message } from '#shared/i18n/translate';
import { inEnglish, t } from '../../test/support/english';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { FaultError } from '#shared/fault';
import { account } from './account.test-support';
import { planFileImport } from './import';
import type { Column } from './table';
import { readTable } from './table-file';
import { recordLimits, tableLimits, type TableLimits } from './table-limits';
import { titled, inlineRow, sheetOf, withFalseSize, workbookWith } from './workbook.test-support';

// Files made to exhaust memory or time, or to be read as something else.

const columns: Column[] = [
  { key: 'id', title: 'Id', kind: 'text' },
  { key: 'text', title: 'Text', kind: 'text' },
];
const utf8 = (text: string) => new TextEncoder().encode(text);
const header = inlineRow(1, ['Id', 'Text']);

const read = (bytes: Uint8Array, limits: TableLimits = recordLimits) =>
  readTable(bytes, titled(columns), limits);

/** The message with which a file is refused. */
async function refusal(bytes: Uint8Array, limits?: TableLimits): Promise<string> {
  const error: unknown = await read(bytes, limits).catch((reason: unknown) => reason);
  if (error instanceof FaultError && error.fault.kind === 'invalid')
    return t(error.fault.message as Message);
  throw new Error('The file was not refused with a message.', { cause: error });
}

describe('a workbook', () => {
  test('with one cell at the last address takes no memory for the empty ones', async () => {
    const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
    const dimension = '<dimension ref="A1:XFD1048576"/>';
    expect(await refusal(workbookWith(sheetOf(header + far, dimension)))).toBe(
      'This file has more than 1,000 columns. Remove the columns that you do not import.',
    );
    const low = '<row r="1048576"><c r="A1048576"><v>7</v></c></row>';
    const { rows } = await read(workbookWith(sheetOf(header + low, dimension)));
    expect(rows).toEqual([{ number: 1_048_576, cells: ['7'] }]);
  });

  test.each([
    ['rows', { rows: 3 }, 'more than 3 rows'],
    ['cells', { cells: 9 }, 'more than 9 cells'],
    ['columns', { columns: 1 }, 'more than 1 columns'],
    ['characters in a cell', { cellCharacters: 20 }, 'more than 20 characters in one cell'],
    ['characters', { characters: 60 }, 'more than 60 characters'],
  ])('with too many %s is refused with the limit', async (_, limit, words) => {
    const limits = { ...recordLimits, ...limit };
    const rows = Array.from({ length: 4 }, (__, i) => [`id ${i}`, 'x'.repeat(150)]);
    const sheet = sheetOf(header + rows.map((cells, i) => inlineRow(i + 2, cells)).join(''));
    expect(await refusal(workbookWith(sheet), limits)).toContain(words);
    const csv = ['Id,Text', ...rows.map((cells) => cells.join(','))].join('\n');
    expect(await refusal(utf8(csv), limits)).toContain(words);
  });

  test('whose few shared texts make many characters is refused', async () => {
    const shared = `<sst><si><t>Id</t></si><si><t>${'x'.repeat(90_000)}</t></si></sst>`;
    const rows = Array.from(
      { length: 3_000 },
      (_, i) => `<row r="${i + 1}"><c t="s"><v>${i === 0 ? 0 : 1}</v></c></row>`,
    );
    const bytes = workbookWith(sheetOf(rows.join('')), { 'xl/sharedStrings.xml': shared });
    expect(await refusal(bytes)).toContain('more than 200,000,000 characters');
  });

  test('that unpacks to many times its size is refused while it is unpacked', async () => {
    const bomb = workbookWith(sheetOf(header + ' '.repeat(20_000_000)));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refusal(bomb)).toContain('more than 200 times its size');
  });

  test('whose directory states false sizes is refused, whichever way they are false', async () => {
    const part = 'xl/worksheets/sheet1.xml';
    const bytes = workbookWith(sheetOf(header + ' '.repeat(1_000_000)));
    const large = withFalseSize(bytes, part, 0xffff_fffe);
    expect(await refusal(large)).toContain('unpacks to more than 512 MB');
    for (const size of [0, 10, 300_000_000]) {
      expect(await refusal(withFalseSize(bytes, part, size))).toContain('cannot be read');
    }
  });

  test('never expands an entity and reads nothing outside of itself', async () => {
    const laughs = Array.from(
      { length: 9 },
      (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`,
    );
    const types = [
      `<!DOCTYPE w [<!ENTITY l0 "ha">${laughs.join('')}]>`,
      '<!DOCTYPE w [<!ENTITY l9 SYSTEM "file:///etc/passwd">]>',
      '<!DOCTYPE w SYSTEM "http://127.0.0.1:9/evil.dtd">',
    ];
    for (const type of types) {
      const sheet = type + sheetOf(header + inlineRow(2, ['1', '&l9;']));
      expect(await refusal(workbookWith(sheet))).toContain('cannot be read');
    }
    const external = '<Relationships><Relationship Id="rId1" Type="x/worksheet" ';
    const relations = `${external}Target="http://127.0.0.1:9/s.xml" TargetMode="External"/></Relationships>`;
    const outside = workbookWith(sheetOf(header), { 'xl/_rels/workbook.xml.rels': relations });
    expect(await refusal(outside)).toBe('The workbook is empty.');
  });

  test('with formulas yields their stored results only, and names those without one', async () => {
    const row =
      '<row r="2"><c r="A2" t="str"><f>cmd|\' /C calc\'!A0</f><v>safe</v></c>' +
      '<c r="B2"><f>WEBSERVICE("http://127.0.0.1:9/")</f></c></row>';
    const { rows } = await read(workbookWith(sheetOf(header + row)));
    const message = { key: 'exchange-files.problem.formula' };
    expect(rows).toEqual([{ number: 2, cells: ['safe'], problems: [{ column: 1, message }] }]);
  });

  test.each([
    ['deep nesting', `${'<a>'.repeat(50_000)}`],
    ['an element with many attributes', `<row ${'a="1" '.repeat(1)}${manyAttributes()}/>`],
    ['an attribute without an end', `<row a="${'x'.repeat(5_000_000)}`],
    ['a row that does not exist', '<row r="99999999999"/>'],
    ['a cell that does not exist', '<row r="1"><c r="ZZZZ1"><v>1</v></c></row>'],
  ])('with %s is refused', async (_, rows) => {
    expect(await refusal(workbookWith(sheetOf(rows)))).toContain('cannot be read');
  });

  test('with many sheets, parts or paths outside of it is refused', async () => {
    const sheets = '<sheet name="a" r:id="rId1"/>'.repeat(101);
    const many = {
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`,
    };
    expect(await refusal(workbookWith('', many))).toContain('more than 100 sheets');
    const parts = Object.fromEntries(Array.from({ length: 5_001 }, (_, i) => [`p${i}`, '']));
    expect(await refusal(workbookWith('', parts))).toContain('more than 5,000 parts');
    for (const name of ['../../outside.xml', '/etc/outside.xml', 'C:\\outside.xml']) {
      expect(await refusal(workbookWith(sheetOf(header), { [name]: 'x' }))).toContain(
        'cannot be read',
      );
    }
  });

  test('in an archive, of an old kind or with a password is refused with what to do', async () => {
    const inner = workbookWith(sheetOf(header));
    expect(await refusal(zipSync({ 'book.xlsx': inner }))).toContain('cannot be read');
    expect(await refusal(zipSync({ 'xl/workbook.bin': inner }))).toContain('cannot be read');
    expect(await refusal(zipSync({}))).toContain('cannot be read');
    const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    expect(await refusal(compound)).toContain('.xls');
    const name = Buffer.from('EncryptedPackage', 'utf16le');
    expect(await refusal(Buffer.concat([compound, name]))).toContain('protected by a password');
    const locked = Buffer.from(inner);
    for (let at = 0; (at = locked.indexOf('PK\u0001\u0002', at, 'latin1')) >= 0; at += 4) {
      locked.writeUInt16LE(1, at + 8);
    }
    expect(await refusal(locked)).toContain('protected by a password');
  });
});

function manyAttributes(): string {
  return Array.from({ length: 1_000 }, (_, i) => `a${i}="1"`).join(' ');
}

describe('a CSV file', () => {
  test('with more rows than the limit is refused with the limit', async () => {
    const csv = utf8(`Name\n${'x\n'.repeat(tableLimits.users.rows + 1)}`);
    await expect(planFileImport('users', csv, account)).rejects.toMatchObject({
      fault: {
        message: { key: 'exchange-files.limit.rows', values: { most: 100_000 } },
      },
    });
  });

  test.each([
    ['one line without an end', 'x'.repeat(20_000_000), 'more than 100,000 characters'],
    ['a line of separators', `Id,Text\n${','.repeat(10_000_000)}`, 'more than 1,000 columns'],
    [
      'a line of quoted line breaks',
      `Id,Text\n${'"\n",'.repeat(1_000_000)}`,
      'more than 1,000 columns',
    ],
    ['a quote that is never closed', `Id,Text\n1,"${'x\n'.repeat(5_000_000)}`, 'in row 2 is not'],
    ['quotes everywhere', `Id\n${'"a"b'.repeat(1_000_000)}`, 'in row 2 do not match'],
  ])('that is %s is refused', async (_, csv, words) => {
    expect(await refusal(utf8(csv))).toContain(words);
  });

  test('is read in UTF-16 without a mark, with NUL characters, and under another name', async () => {
    const text = 'Id,Text\r\n1,é';
    const little = new Uint8Array(Buffer.from(text, 'utf16le'));
    const big = Buffer.from(text, 'utf16le').swap16();
    for (const bytes of [little, big]) {
      expect((await read(bytes)).rows).toEqual([{ number: 2, cells: ['1', 'é'] }]);
    }
    expect((await read(utf8('Id,Text\n1,a\u0000b'))).rows[0]?.cells).toEqual(['1', 'a\u0000b']);
    expect((await read(utf8('PK,Text\n1,a'))).header).toEqual(['PK', 'Text']);
  });

  test.each([
    ['quotation marks around each line', '"Id,Text"\r\n"1,""a, b"""\r\n"2,c"\r\n'],
    ['quotation marks around each row', 'Id;Text\n"1;""a, b"""\n"2;c"'],
    ['the mark at its end that DOS writes', 'Id,Text\r\n1,"a, b"\r\n2,c\r\n\u001A'],
    ['texts that a spreadsheet must not take for numbers', 'Id;Text\n="1";"=""a, b"""\n2;c'],
  ])('with %s is read as it was meant', async (_, csv) => {
    const { rows } = await read(utf8(csv));
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['1', 'a, b'],
      ['2', 'c'],
    ]);
  });

  test('of one column keeps the separators in its texts', async () => {
    const { rows } = await read(utf8('Text\n"a, b"\n"c, d"'));
    expect(rows.map(({ cells }) => cells)).toEqual([['a, b'], ['c, d']]);
  });
});

test.each([
  ['./worksheets/sheet1.xml', 'xl/worksheets/sheet1.xml'],
  ['../xl/worksheets/sheet1.xml', 'xl/worksheets/sheet1.xml'],
  ['worksheets/Sheet1.xml', 'xl/worksheets/sheet1.xml'],
])('the sheet of a workbook is found by the path %s', async (target, part) => {
  const sheet = sheetOf(header + inlineRow(2, ['1', 'a']));
  const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="${target}"/></Relationships>`;
  const file = workbookWith(sheet, { 'xl/_rels/workbook.xml.rels': relations, [part]: sheet });
  expect((await read(file)).rows).toEqual([{ number: 2, cells: ['1', 'a'] }]);
});

test('column titles that are names of built-in members are unknown columns', async () => {
  const csv = 'Id,__proto__,constructor,toString,Name\n,x,y,z,Eva';
  const { errors, unknownColumns } = inEnglish(await planFileImport('groups', utf8(csv), account));
  expect(errors).toEqual([]);
  expect(unknownColumns).toEqual(['__proto__', 'constructor', 'toString']);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
