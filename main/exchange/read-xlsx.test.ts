import fc from 'fast-check';
import readXlsxFile from 'read-excel-file/universal';
import { expect, test } from 'vitest';
import { readXlsx } from './read-workbook';
import { sheetOf, workbookWith } from './workbook.test-support';

// Our reader against a package that shares no code with it. The package is only a check: it keeps the
// empty cells up to the last address in memory.

const styles =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/>' +
  '<numFmt numFmtId="165" formatCode="&quot;days&quot; 0.0"/></numFmts>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';
const shared = '<sst><si><t>plain</t></si><si><r><t>rich </t></r><r><t>text</t></r></si></sst>';

const cell = fc.oneof(
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
    fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 5 }), { minLength: 1 }), async (rows) => {
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
    }),
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
