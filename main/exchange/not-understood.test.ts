import { english, inEnglish, says, textOf } from '../../test/support/english';
import { describe, expect, test } from 'vitest';
import { noChoices, type ImportKind, type TableChoices } from '#shared/ipc/exchange';
import { account, context, user } from './account.test-support';
import { planFileImport } from './import';
import type { ImportPlan } from './import-row';
import { importSummary, wrongRowsTable } from './import-summary';
import { writeTable } from './table-file';
import { usersTable } from './users-table';
import { cellOf, inlineRow, workbookOfSheets, type TestSheet } from './workbook.test-support';

// A value in a file that was not understood blocks its row with its place; it is never taken for empty.

const errorsOf = ({ errors }: ImportPlan) =>
  errors.map(({ row, column, message }) => `${row} ${textOf(column)}: ${textOf(message)}`);
const rowsOf = ({ steps }: ImportPlan) => steps.map(({ row }) => row);
const text = (kind: ImportKind, lines: string, table: TableChoices = {}) =>
  planFileImport(kind, new TextEncoder().encode(lines), account, { ...noChoices, table });
const groupsIn = (
  sheets: string | readonly TestSheet[],
  options?: Parameters<typeof workbookOfSheets>[1],
  table: TableChoices = {},
) =>
  planFileImport(
    'groups',
    workbookOfSheets(
      typeof sheets === 'string' ? [{ name: 'Groups', rows: header + sheets }] : sheets,
      options,
    ),
    account,
    { ...noChoices, table },
  );
const header = inlineRow(1, ['Group id', 'Name', 'Description', 'Remark']);
const noResult =
  'This formula has no result yet: open the file in a spreadsheet program and save it.';
const inline = (value: string) => `<is><t>${value}</t></is>`;

describe('a damaged cell refuses its row, not the workbook', () => {
  const damaged =
    'The value of this cell is damaged in the workbook. Enter it again, or empty the cell.';
  const rowWith = (cell: string) =>
    `<row r="2">${cellOf('B2', inline('East'), 't="inlineStr"')}${cell}</row>`;

  test.each([
    ['a shared text that does not exist', cellOf('C2', '<v>77</v>', 't="s"')],
    ['a number with a comma', cellOf('C2', '<v>1,5</v>')],
    ['a number that is none', cellOf('C2', '<v>Infinity</v>')],
    ['neither true nor false', cellOf('C2', '<v>2</v>', 't="b"')],
    ['an error without its name', cellOf('C2', '', 't="e"')],
  ])('%s', async (_, cell) => {
    const plan = await groupsIn(rowWith(cell));
    expect(errorsOf(plan)).toEqual([`2 Description: ${damaged}`]);
    expect(plan.steps).toEqual([]);
  });

  test('a number of blanks is empty, not 0', async () => {
    const plan = await groupsIn(rowWith(cellOf('C2', '<v> </v>')));
    expect(plan.steps[0]?.step).toEqual({
      kind: 'group',
      action: 'create',
      edit: { name: 'East' },
    });
  });
});

describe('a formula', () => {
  const rowWith = (cell: string) =>
    `<row r="2">${cellOf('B2', inline('East'), 't="inlineStr"')}${cell}</row>`;

  test.each([
    ['no result', cellOf('C2', '<f>1+1</f>')],
    ['an empty result', cellOf('C2', '<f>1+1</f><v/>')],
    ['an empty result of unknown text', cellOf('C2', '<f>"a"</f>', 't="str"')],
    ['a shared formula', cellOf('C2', '<f t="shared" si="0"/>')],
  ])('with %s refuses its row', async (_, cell) => {
    const plan = await groupsIn(rowWith(cell));
    expect(errorsOf(plan)).toEqual([`2 Description: ${noResult}`]);
    expect(plan.steps).toEqual([]);
  });

  test('whose result is an empty text is empty', async () => {
    const plan = await groupsIn(rowWith(cellOf('C2', '<f>IF(1,"","a")</f><v></v>', 't="str"')));
    expect(plan.steps[0]?.step).toEqual({
      kind: 'group',
      action: 'create',
      edit: { name: 'East' },
    });
  });

  test.each([
    ['0', 'fullCalcOnLoad="1"', cellOf('C2', '<f>"Shift "&amp;3</f><v>0</v>')],
    ['0', 'forceFullCalc="1"', cellOf('C2', '<f>"Shift "&amp;3</f><v>0</v>')],
    ['0', 'calcCompleted="0"', cellOf('C2', '<f>"Shift "&amp;3</f><v>0</v>', 't="str"')],
    ['""', 'fullCalcOnLoad="1"', cellOf('C2', '<f>"Shift "&amp;3</f><v></v>', 't="str"')],
  ])('with the placeholder %s of a workbook with %s is refused', async (_, attribute, cell) => {
    const plan = await groupsIn(rowWith(cell), { after: `<calcPr ${attribute}/>` });
    expect(errorsOf(plan)).toEqual([`2 Description: ${noResult}`]);
  });

  test('whose result is 0 is 0', async () => {
    const plan = await groupsIn(rowWith(cellOf('C2', '<f>1-1</f><v>0</v>')));
    expect(plan.steps[0]?.step).toMatchObject({ edit: { description: '0' } });
  });

  test('in a column that is not imported refuses nothing, and the column is named', async () => {
    const plan = await groupsIn(rowWith(cellOf('D2', '<f>1+1</f>')));
    expect(errorsOf(plan)).toEqual([]);
    expect(inEnglish(plan.unknownColumns)).toEqual(['Remark']);
    expect(rowsOf(plan)).toEqual([2]);
  });
});

describe('an error of a spreadsheet', () => {
  test.each(['#N/A', '#REF!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!', '#VALUE!', '#SPILL!'])(
    '%s is refused as an error cell, a formula result, a text and in CSV',
    async (error) => {
      const message = `The cell shows the error ${error}. Correct it in the spreadsheet, or empty the cell.`;
      for (const [content, type] of [
        [`<f>A1</f><v>${error}</v>`, 'e'],
        [`<f>A1</f><v>${error}</v>`, 'str'],
        [inline(error), 'inlineStr'],
      ] as const) {
        const cells = cellOf('B2', content, `t="${type}"`);
        const plan = await groupsIn(`<row r="2">${cells}</row>`);
        expect(errorsOf(plan)).toEqual([`2 Name: ${message}`]);
        expect(plan.steps).toEqual([]);
      }
      expect(errorsOf(await text('groups', `Name\n${error}\n`))).toEqual([`2 Name: ${message}`]);
    },
  );

  test.each([
    '#NV',
    '#BEZUG!',
    '#¡REF!',
    '#¿NOMBRE?',
    '#N/D',
    '#Н/Д',
    '#ИМЯ?',
    '#DĚLENÍ_NULOU!',
    '###',
    'Err:502',
  ])('%s in another language or program is refused in CSV', async (error) => {
    const { errors, steps } = await text('groups', `Name;Description\nEast;${error}\n`);
    expect(errors).toMatchObject([{ row: 2, column: 'Description' }]);
    expect(steps).toEqual([]);
  });

  test('is imported as text behind an apostrophe, as an export writes it', async () => {
    const odd = { ...user, name: '#REF!', description: '8.61235E+14' };
    for (const format of ['csv', 'xlsx'] as const) {
      const bytes = writeTable(usersTable([odd], context), format);
      const unchanged = inEnglish(
        await planFileImport('users', bytes, { ...account, users: [odd] }),
      );
      expect(unchanged).toMatchObject({ steps: [], errors: [], unchanged: 1 });
      const [step] = inEnglish(await planFileImport('users', bytes, account)).steps;
      expect(step?.step).toMatchObject({ edit: { name: '#REF!', description: '8.61235E+14' } });
    }
  });

  test('a hashtag is no error', async () => {
    const plan = await text('groups', 'Name\n#depot\n#1 Vans\n#\n');
    expect(plan.errors).toEqual([]);
    expect(plan.steps).toHaveLength(3);
  });
});

describe('a number', () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="&quot;DE&quot;000\\-000"/></numFmts>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
  const named = (value: string, attributes = '') =>
    groupsIn(`<row r="2">${cellOf('B2', `<v>${value}</v>`, attributes)}</row>`, { styles });

  test('is read with the leading zeros that are shown', async () => {
    expect((await named('123', 's="1"')).steps[0]?.label).toBe('00123');
    expect((await named('12345', 's="2"')).steps[0]?.label).toBe('DE012-345');
    expect((await named('123456789', 's="1"')).steps[0]?.label).toBe('123456789');
    expect((await named('861234567890123')).steps[0]?.label).toBe('861234567890123');
  });

  test.each(['8934071100000000000', '1E+15', '8.934071100278954E+18'])(
    'with more than 15 digits has lost some and is refused: %s',
    async (value) => {
      expect(errorsOf(await named(value))).toEqual([
        expect.stringContaining('2 Name: This number has more than 15 digits') as unknown,
      ]);
    },
  );

  test.each(['8.61235E+14', '8,93407E+18', '1E+15'])(
    'shortened in CSV is refused: %s',
    async (value) => {
      expect(errorsOf(await text('groups', `Name;Description\n${value};x\n`))).toEqual([
        expect.stringContaining('2 Name: This is a shortened number') as unknown,
      ]);
    },
  );
});

describe('a date', () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="yyyy-mm-dd h:mm:ss"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/>' +
    '<numFmt numFmtId="166" formatCode="h:mm"/><numFmt numFmtId="167" formatCode="[h]:mm"/></numFmts>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/></cellXfs>';
  const described = async (cell: string, properties = '') => {
    const rows = `<row r="2">${cellOf('B2', inline('East'), 't="inlineStr"')}${cell}</row>`;
    const plan = await groupsIn(rows, { styles, properties });
    const step = plan.steps[0]?.step;
    return step?.kind === 'group' && step?.action === 'create'
      ? step.edit.description
      : errorsOf(plan)[0];
  };

  test.each([
    ['2027-03-01T08:30:00', 1, '46447.354166666664', '2027-03-01T08:30:00'],
    ['2027-09-01T00:15:00', 1, '46631.010416666664', '2027-09-01T00:15:00'],
    ['2027-03-01', 2, '46447', '2027-03-01'],
    ['2027-03-01T00:00:00', 2, '46447', '2027-03-01'],
    ['2027-03-01T00:00:00', 1, '46447', '2027-03-01T00:00:00'],
    ['2027-03-01T08:29:59.9996', 1, '46447.354166666664', '2027-03-01T08:30:00'],
    ['2027-03-01 08:30:00', 1, '46447.354166666664', '2027-03-01T08:30:00'],
    ['2027-03-01T00:00:00Z', 2, '46447', '2027-03-01'],
    ['08:30:00', 3, '0.3541666666666667', '08:30:00'],
    ['T08:30', 3, '0.3541666666666667', '08:30:00'],
    ['PT36H30M', 4, '1.5208333333333333', '36:30:00'],
    ['1900-01-31', 2, '31', '1900-01-31'],
  ])('as ISO text %s and as a number is the same', async (iso, style, serial, shown) => {
    expect(await described(cellOf('C2', `<v>${iso}</v>`, `t="d" s="${style}"`))).toBe(shown);
    expect(await described(cellOf('C2', `<v>${serial}</v>`, `s="${style}"`))).toBe(shown);
  });

  test.each(['UTC', 'America/Bogota', 'Asia/Tokyo', 'Pacific/Apia'])(
    'does not depend on the zone of the computer: %s',
    async (zone) => {
      const before = process.env['TZ'];
      process.env['TZ'] = zone;
      try {
        const iso = cellOf('C2', '<v>2027-03-01T23:30:00</v>', 't="d" s="1"');
        expect(await described(iso)).toBe('2027-03-01T23:30:00');
        const serial = cellOf('C2', '<v>46447.979166666664</v>', 's="1"');
        expect(await described(serial)).toBe('2027-03-01T23:30:00');
      } finally {
        if (before === undefined) delete process.env['TZ'];
        else process.env['TZ'] = before;
      }
    },
  );

  test('in a workbook that counts from 1904 is the same day', async () => {
    const cell = cellOf('C2', '<v>44985</v>', 's="2"');
    expect(await described(cell, '<workbookPr date1904="1"/>')).toBe('2027-03-01');
  });

  test('keeps a zone that it states', async () => {
    const cell = cellOf('C2', '<v>2027-03-01T08:30:00+02:00</v>', 't="d" s="1"');
    expect(await described(cell)).toBe('2027-03-01T08:30:00+02:00');
  });

  test.each([
    ['a day that does not exist', '<v>2027-02-30</v>', 't="d" s="2"'],
    ['no date', '<v>soon</v>', 't="d" s="2"'],
    ['29 February 1900', '<v>60</v>', 's="2"'],
    ['day 0', '<v>0</v>', 's="2"'],
    ['a day before the first', '<v>-3</v>', 's="2"'],
    ['a day after the last', '<v>99999999</v>', 's="2"'],
  ])('that is %s is refused', async (_, content, attributes) => {
    expect(await described(cellOf('C2', content, attributes))).toMatch(
      /^2 Description: The cell is formatted as a date/,
    );
  });
});

describe('a row that was split at the wrong places', () => {
  test('is refused with the count of its cells; others are imported', async () => {
    const groups = await text(
      'groups',
      'Group id,Name,Description\n,Depot East, 3 halls, cold store\n,Depot West,1 hall\n',
    );
    expect(errorsOf(groups)).toEqual([
      '2 null: This row has 4 cells, the header 3; a text with a comma needs quotation marks.',
    ]);
    expect(groups.steps.map(({ row, label }) => [row, label])).toEqual([[3, 'Depot West']]);
    expect(groups.unknownColumns).toEqual([]);
  });

  test.each([
    ['semicolon', 'Name;Description\nEast;a; b\n'],
    ['tab', 'Name\tDescription\nEast\ta\tb\n'],
    ['vertical bar', 'Name|Description\nEast|a|b\n'],
    ['comma', 'Name,Description,,\nEast,a, b,\n'],
    ['comma', 'Name,Description\nEast,a,,b\n'],
  ])('is refused with the name of the separator: %s', async (name, lines) => {
    const plan = await text('groups', lines);
    expect(plan.steps).toEqual([]);
    expect(errorsOf(plan)).toEqual([
      expect.stringContaining(`a text with a ${name} needs quotation marks.`) as unknown,
    ]);
  });

  test('empty cells at the end are no values', async () => {
    const plan = await text('groups', 'Name,Description\nEast,a,,,\n');
    expect(plan.errors).toEqual([]);
    expect(rowsOf(plan)).toEqual([2]);
  });

  test('in a workbook a value directly beside the table refuses its row, a remark is named', async () => {
    const plan = await groupsIn(
      inlineRow(2, ['', 'East', 'a', '', 'shifted']) +
        inlineRow(3, ['', 'West', 'a', '', '', 'remark']),
    );
    expect(errorsOf(plan)).toEqual([
      '2 null: This row has a value in column E, which has no title: its values may be in the wrong columns. Move it, or give the column a title.',
    ]);
    expect(rowsOf(plan)).toEqual([3]);
    expect(inEnglish(plan.unknownColumns)).toEqual(['Remark', 'Column F']);
  });

  test('is imported once its cells are corrected', async () => {
    const lines = new TextEncoder().encode('Name,Description\nEast,3 halls, cold\n');
    const edits = [
      { row: 2, column: 1, text: '3 halls, cold' },
      { row: 2, column: 2, text: '' },
    ];
    const plan = inEnglish(await planFileImport('groups', lines, account, { ...noChoices, edits }));
    expect(plan.errors).toEqual([]);
    expect(plan.steps[0]?.step).toMatchObject({ edit: { description: '3 halls, cold' } });
  });

  test('a column without a title is ignored by the letter of its place', async () => {
    const plan = await text('groups', 'Name,,Description\nEast,x,a\n');
    expect(inEnglish(plan.unknownColumns)).toEqual(['Column B']);
    expect(plan.steps[0]?.step).toMatchObject({ edit: { name: 'East', description: 'a' } });
  });
});

test('a password that was moved to another column is not shown and not saved', async () => {
  const lines =
    'Name,Password,E-mail,Country,Time zone\nFalk, Ines,hunter2,ines@fleet.example,ES,Europe/Madrid\n';
  const plan = await text('users', lines);
  expect(plan.errors).toMatchObject([{ row: 2, column: null }]);
  expect(JSON.stringify(importSummary(plan))).not.toContain('hunter2');
  const bytes = writeTable(wrongRowsTable(plan, english), 'csv');
  expect(new TextDecoder().decode(bytes)).not.toContain('hunter2');
  expect(inEnglish(await planFileImport('users', bytes, account)).steps).toEqual([]);
});

test('a corrected cell is no longer refused', async () => {
  const rows = `<row r="2">${cellOf('B2', '<f>1</f>')}</row>`;
  const bytes = workbookOfSheets([{ name: 'Groups', rows: header + rows }]);
  const edits = [{ row: 2, column: 1, text: 'East' }];
  const plan = inEnglish(await planFileImport('groups', bytes, account, { ...noChoices, edits }));
  expect(plan.errors).toEqual([]);
  expect(plan.steps[0]?.label).toBe('East');
});

test('a letter that was lost before is no letter', async () => {
  const plan = await text('groups', 'Name\nDep\uFFFDt\n');
  expect(errorsOf(plan)).toEqual([
    '2 Name: A letter of this cell was lost: � is in its place. Write the text again, or choose another encoding.',
  ]);
});

test.each(['csv', 'xlsx'] as const)(
  'saved as %s, the refused rows are refused again until they are corrected',
  async (format) => {
    const csv = 'Group id,Name,Description\n,East, 3 halls, cold\n,#REF!,x\n,W\uFFFDst,x\n,Cut';
    const rows =
      inlineRow(2, ['', 'East', 'x', '', 'shifted']) +
      `<row r="3">${cellOf('B3', '<f>1</f>')}${cellOf('C3', inline('x'), 't="inlineStr"')}</row>` +
      `<row r="4">${cellOf('B4', '<v>8934071100000000000</v>')}</row>` +
      inlineRow(5, ['', '', 'x']);
    const after = '<mergeCells><mergeCell ref="B4:B5"/></mergeCells>';
    const plans = [
      await text('groups', csv),
      await groupsIn([{ name: 'Groups', rows: header + rows, after }]),
    ];
    for (const plan of plans) {
      expect(new Set(plan.errors.map(({ row }) => row))).toEqual(new Set([2, 3, 4, 5]));
      const bytes = writeTable(wrongRowsTable(plan, english), format);
      const again = inEnglish(await planFileImport('groups', bytes, account));
      expect(again.steps).toEqual([]);
      expect(new Set(again.errors.map(({ row }) => row)).size).toBe(4);
    }
  },
);

test('an empty part of a merged cell is refused: its value is seen in a spreadsheet only', async () => {
  const rows =
    inlineRow(2, ['', 'East', 'Vans']) +
    inlineRow(3, ['', 'West']) +
    inlineRow(4, ['', 'Coast', 'x']);
  const after = '<mergeCells><mergeCell ref="C2:C3"/><mergeCell ref="F1:Z9"/></mergeCells>';
  const plan = await groupsIn([{ name: 'Groups', rows: header + rows, after }]);
  expect(errorsOf(plan)).toEqual([
    expect.stringContaining('3 Description: This cell is merged with C2.') as unknown,
  ]);
  expect(rowsOf(plan)).toEqual([2, 4]);
});

describe('the header', () => {
  test('is found below titles and remarks, which are named', async () => {
    const plan = await text(
      'groups',
      'Groups of the north, 2027\n\nAs of March\nName,Description\nEast,a\n',
    );
    expect(plan.steps.map(({ label }) => label)).toEqual(['East']);
    expect(plan.source).toMatchObject({
      headerRow: 4,
      reading: { rowsAbove: [1, 3], headerRow: 4 },
    });
  });

  test('is the second of two, if that has the known titles', async () => {
    const plan = await text('groups', 'Group,,\nGroup id,Name,Description\n,East,a\n');
    expect(plan.steps[0]?.step).toMatchObject({ edit: { name: 'East' } });
  });

  test('is found by headings of other programs and languages', async () => {
    const lines =
      'Lista de conductores;2027\n\nNombre completo;Correo electrónico\nEva;eva@fleet.example\n';
    const plan = await text('users', lines);
    expect(plan.source).toMatchObject({
      headerRow: 3,
      reading: { separator: ';', rowsAbove: [1] },
    });
  });

  test('can be chosen', async () => {
    const lines = 'Name,Description\nName,Description\nEast,a\n';
    expect(rowsOf(await text('groups', lines))).toEqual([2, 3]);
    expect(rowsOf(await text('groups', lines, { headerRow: 2 }))).toEqual([3]);
  });

  test('may begin with a column of numbers called "#"', async () => {
    const plan = await text('groups', '#,Name\n1,East\n');
    expect(plan.steps.map(({ label }) => label)).toEqual(['East']);
    expect(inEnglish(plan.unknownColumns)).toEqual(['#']);
  });
});

test('a row in which the file ends early may be cut off', async () => {
  const plan = await text('groups', 'Group id,Name,Description\n,East,a\n,We');
  expect(rowsOf(plan)).toEqual([2]);
  expect(errorsOf(plan)).toEqual([
    '3 null: The file ends in this row, after 2 cells: it may have been cut off.',
  ]);
  const inText = await text('groups', 'Name,Description\nEast,a\nWest,"Vans of the');
  expect(rowsOf(inText)).toEqual([2]);
  expect(errorsOf(inText)[0]).toContain('3 null: The file ends in this row');
  const shortRows = await text('groups', 'Group id,Name,Description\n,East\n,West');
  expect(rowsOf(shortRows)).toEqual([2, 3]);
});

test.each([
  ['|', 'Name|Description\nEast|a, b; c\n'],
  [';', 'sep=;\r\nName;Description\nEast;"a, b; c"\n'],
  ['|', '"sep=|"\r\nName|Description\nEast|a, b; c\n'],
  [';', 'Name;Description, long\nEast;"a, b; c"\n'],
])('the separator is found: %s', async (separator, lines) => {
  const plan = await text('groups', lines);
  expect(plan.source.reading).toMatchObject({ separator });
  expect(plan.steps[0]?.label).toBe('East');
});

test('another separator can be chosen', async () => {
  const plan = await text('groups', 'Name,x;Description\nEast;a\n', { separator: ';' });
  expect(plan.source.header).toEqual(['Name,x', 'Description']);
});

describe('of a workbook', () => {
  const sheet = (name: string, group: string, more: Partial<TestSheet> = {}): TestSheet => ({
    name,
    rows: inlineRow(1, ['Name', 'Description']) + inlineRow(2, [group, 'x']),
    ...more,
  });
  const labels = ({ steps }: ImportPlan) => steps.map(({ label }) => label);

  test.each(['hidden', 'veryHidden'] as const)(
    'a %s sheet is not read by itself',
    async (state) => {
      const plan = await groupsIn([sheet('Old', 'Retired', { state }), sheet('New', 'East')]);
      expect(labels(plan)).toEqual(['East']);
      expect(plan.source.reading).toMatchObject({
        sheet: 'New',
        sheets: [
          { name: 'Old', isHidden: true },
          { name: 'New', isHidden: false },
        ],
      });
      const chosen = await groupsIn(
        [sheet('Old', 'Retired', { state }), sheet('New', 'East')],
        {},
        { sheet: 'Old' },
      );
      expect(labels(chosen)).toEqual(['Retired']);
    },
  );

  test('the sheet that was open is read', async () => {
    const sheets = [sheet('Old', 'Retired'), sheet('New', 'East')];
    expect(labels(await groupsIn(sheets))).toEqual(['Retired']);
    const plan = await groupsIn(sheets, { active: 1 });
    expect(labels(plan)).toEqual(['East']);
    expect(plan.source.reading).toMatchObject({ sheet: 'New' });
  });

  test('an open sheet without the columns gives way to one with them', async () => {
    const about = { name: 'About', rows: inlineRow(1, ['Made by', 'On']) };
    expect(labels(await groupsIn([about, sheet('New', 'East')]))).toEqual(['East']);
  });

  test('nothing but hidden sheets are refused by name', async () => {
    await expect(groupsIn([sheet('Old', 'x', { state: 'hidden' })])).rejects.toMatchObject({
      fault: {
        message: says('the content of the sheet “Old” is hidden'),
      },
    });
  });

  test('hidden rows are named and not read, unless they are chosen', async () => {
    const rows =
      inlineRow(1, ['Name']) +
      inlineRow(2, ['East']).replace('<row ', '<row hidden="1" ') +
      inlineRow(3, ['West']);
    const plan = await groupsIn([{ name: 'Groups', rows }]);
    expect(labels(plan)).toEqual(['West']);
    expect(plan.source.reading).toMatchObject({ hiddenRows: [2], areHiddenRowsRead: false });
    const all = await groupsIn([{ name: 'Groups', rows }], {}, { withHiddenRows: true });
    expect(labels(all)).toEqual(['East', 'West']);
    expect(all.source.reading).toMatchObject({ hiddenRows: [2], areHiddenRowsRead: true });
  });

  test('hidden columns are read and named', async () => {
    const before = '<cols><col min="2" max="2" hidden="1"/></cols>';
    const plan = await groupsIn([sheet('Groups', 'East', { before })]);
    expect(plan.source.reading).toMatchObject({ hiddenColumns: ['Description'] });
    expect(plan.steps[0]?.step).toMatchObject({ edit: { description: 'x' } });
  });
});
