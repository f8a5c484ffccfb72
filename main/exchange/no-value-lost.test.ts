import { inEnglish } from '../../test/support/english';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import type { ImportKind } from '#shared/ipc/exchange';
import { account } from './account.test-support';
import { planFileImport } from './import';
import type { ImportPlan } from './import-row';
import { cellOf, workbookOfSheets } from './workbook.test-support';

// A value in a file is used, refused with its place, or ignored with its name; never silently dropped.

interface Value {
  /** As it is shown, and as it is in CSV. */
  text: string;
  /** As a cell of a workbook. */
  xml: string;
  attributes: string;
  /** Where it can never be taken for a value. */
  isRefused?: 'everywhere' | 'in a workbook';
}
const plain = (text: string): Value => ({
  text,
  xml: `<is><t>${text}</t></is>`,
  attributes: 't="inlineStr"',
});
const noValue: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom('#N/A', '#REF!', '#DIV/0!', '#NAME?').map((text): Value => {
    return { text, xml: `<f>A1</f><v>${text}</v>`, attributes: 't="e"', isRefused: 'everywhere' };
  }),
  fc.constantFrom('#VALUE!', '8.61235E+14', '###', 'a\uFFFDb').map((text): Value => {
    return { ...plain(text), isRefused: 'everywhere' };
  }),
  fc.constantFrom('', '<v/>', '<v></v>').map((result): Value => {
    return { text: '', xml: `<f>A1</f>${result}`, attributes: '', isRefused: 'in a workbook' };
  }),
  fc.bigInt({ min: 10n ** 16n, max: 10n ** 20n }).map((number): Value => {
    return {
      text: `${number}`,
      xml: `<v>${number}</v>`,
      attributes: '',
      isRefused: 'in a workbook',
    };
  }),
);
const word = fc.oneof(
  fc.stringMatching(/^[A-Za-zŁłäñ][A-Za-zśüé0-9 ]{1,8}[A-Za-z0-9]$/).map(plain),
  fc.integer({ min: 1, max: 999_999 }).map((number): Value => {
    return { text: `${number}`, xml: `<v>${number}</v>`, attributes: '' };
  }),
);
const oneOf = (...texts: string[]) => fc.constantFrom(...texts).map(plain);

/** The columns of each kind with values for them; "Shoe size" and one without a title are of no field. */
const kinds: Record<ImportKind, Readonly<Record<string, fc.Arbitrary<Value>>>> = {
  users: {
    Name: word,
    Description: word,
    Message: word,
    'E-mail': fc.stringMatching(/^[a-z]{8}@[a-z]{8}\.example$/).map(plain),
    Country: oneOf('ES', 'PT'),
    'Time zone': oneOf('Europe/Madrid', 'Europe/Lisbon'),
  },
  groups: { Name: word, Description: word },
  membership: { Group: oneOf('North', 'South'), Device: oneOf('Van 1', 'Van 2') },
};
const unknown = ['Shoe size', ''];

interface Table {
  kind: ImportKind;
  titles: string[];
  /** The cells of each row; null: nothing. There may be more than titles. */
  rows: (Value | null)[][];
}

const tables: fc.Arbitrary<Table> = fc
  .constantFrom<ImportKind>('users', 'groups', 'membership')
  .chain((kind) => {
    const columns = [...Object.keys(kinds[kind]), ...unknown];
    return fc.shuffledSubarray(columns, { minLength: columns.length }).chain((titles) => {
      const cells = titles.map((title) =>
        fc.oneof(
          { weight: 12, arbitrary: kinds[kind][title] ?? word },
          { weight: 1, arbitrary: noValue },
          { weight: 1, arbitrary: fc.constant(null) },
        ),
      );
      const surplus = fc.oneof(
        { weight: 6, arbitrary: fc.constant<(Value | null)[]>([]) },
        fc.array(fc.oneof(word, noValue, fc.constant(null)), { minLength: 1, maxLength: 2 }),
      );
      const row = fc
        .tuple(fc.tuple(...cells), surplus)
        .map(([inside, outside]) => [...inside, ...outside]);
      const rows = fc.array(row, { minLength: 1, maxLength: 6 });
      return fc.record({ kind: fc.constant(kind), titles: fc.constant(titles), rows });
    });
  });

const letter = (column: number) => String.fromCharCode(65 + column);

/** The values of a table that were dropped, or taken although they are none. */
async function lostValues(table: Table, bytes: Uint8Array, format: 'csv' | 'xlsx') {
  const { kind, titles, rows } = table;
  const plan = inEnglish(await planFileImport(kind, bytes, account));
  return rows.flatMap((cells, index): readonly unknown[] => {
    const row = index + 2;
    const errors = plan.errors.filter((error) => error.row === row);
    const steps = plan.steps.filter((each) => each.row === row);
    if (errors.length > 0) {
      // The whole row is left out, and each reason is at its column or at the row.
      const misplaced = errors.filter(
        ({ column, columnIndex }) => columnIndex !== null && titles[columnIndex] !== column,
      );
      return [...misplaced, ...(kind === 'membership' ? [] : steps)];
    }
    const isUsed = kind === 'membership' ? isMember(plan, titles, cells) : steps.length === 1;
    const sent = JSON.stringify(steps);
    const lost = cells.filter((value, column) => {
      const title = titles[column] ?? '';
      if (value === null || (value.text === '' && format === 'csv')) return false;
      if (!Object.hasOwn(kinds[kind], title)) {
        const name = title || `Column ${letter(column)}`;
        return value.text !== '' && !plan.unknownColumns.includes(name);
      }
      const isTaken = value.isRefused === 'everywhere' || (value.isRefused && format === 'xlsx');
      return isTaken || (kind !== 'membership' && !sent.includes(value.text));
    });
    return isUsed || cells.every((value) => value === null) ? lost : [...lost, { row }];
  });
}

/** Whether the device of a row is a member of its group, at the latest after the import. */
function isMember({ steps }: ImportPlan, titles: readonly string[], cells: Table['rows'][number]) {
  const named = (title: string) => cells[titles.indexOf(title)]?.text;
  const groups: readonly Group[] = account.groups;
  const group = groups.find(({ name }) => name === named('Group'));
  const device = account.devices.find(({ name }) => name === named('Device'));
  const edits = steps.flatMap(({ step }) =>
    step.kind === 'group' && step.action === 'change' && step.id === group?.id ? [step.edit] : [],
  );
  const members = edits[0]?.deviceIds ?? group?.deviceIds ?? [];
  return device !== undefined && members.includes(device.id);
}

describe('no value of a table is lost', () => {
  test('in CSV', async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.constantFrom(',', ';', '\t', '|'), async (table, separator) => {
        const line = (texts: readonly string[]) => `${texts.join(separator)}\r\n`;
        const lines = table.rows.map((cells) => line(cells.map((value) => value?.text ?? '')));
        const bytes = new TextEncoder().encode(line(table.titles) + lines.join(''));
        expect(await lostValues(table, bytes, 'csv')).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('in a workbook', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        const header = table.titles.map((title) => (title === '' ? null : plain(title)));
        const rows = [header, ...table.rows].map((cells, index) => {
          const inner = cells.map((value, column) =>
            value ? cellOf(`${letter(column)}${index + 1}`, value.xml, value.attributes) : '',
          );
          return `<row r="${index + 1}">${inner.join('')}</row>`;
        });
        const bytes = workbookOfSheets([{ name: 'Table', rows: rows.join('') }]);
        expect(await lostValues(table, bytes, 'xlsx')).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
