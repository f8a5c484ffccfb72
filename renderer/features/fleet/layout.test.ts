import { describe, expect, test } from 'vitest';
import {
  columnChoiceSchema,
  defaultColumns,
  movedColumn,
  resizedColumn,
  toggledColumn,
} from './layout';

describe('the columns of the table', () => {
  test('are moved to either side, but never before the name', () => {
    const { shown } = movedColumn(defaultColumns, 'alerts', 'state');
    expect(shown).toEqual(['name', 'alerts', 'state', 'place', 'fixAt']);
    expect(movedColumn({ shown, widths: {} }, 'alerts', 'fixAt').shown).toEqual([
      'name',
      'state',
      'place',
      'fixAt',
      'alerts',
    ]);
    expect(movedColumn(defaultColumns, 'alerts', 'name')).toEqual(defaultColumns);
    expect(movedColumn(defaultColumns, 'name', 'state')).toEqual(defaultColumns);
    expect(movedColumn(defaultColumns, 'phone', 'state')).toEqual(defaultColumns);
  });

  test('are hidden and shown again at the end; the name stays', () => {
    const hidden = toggledColumn(defaultColumns, 'state');
    expect(hidden.shown).toEqual(['name', 'place', 'fixAt', 'alerts']);
    expect(toggledColumn(hidden, 'state').shown).toEqual([...hidden.shown, 'state']);
    expect(toggledColumn(defaultColumns, 'name')).toEqual(defaultColumns);
  });

  test('forget a width that is reset', () => {
    const wide = resizedColumn(defaultColumns, 'place', 300);
    expect(wide.widths).toEqual({ place: 300 });
    expect(resizedColumn(wide, 'place', null)).toEqual(defaultColumns);
  });
});

describe('stored columns', () => {
  test('of a later version lose only what is not known', () => {
    expect(
      columnChoiceSchema.parse({
        shown: ['fixAt', 'nextService', 'fixAt'],
        widths: { nextService: 90, fixAt: 120 },
      }),
    ).toEqual({ shown: ['name', 'fixAt'], widths: { fixAt: 120 } });
  });
});
