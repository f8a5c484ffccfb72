import { describe, expect, test } from 'vitest';
import type { ViewContent } from './fleet-store';
import { allDevices, contentOf, isSameContent, viewOf } from './saved-views';

const silentVans: ViewContent = {
  query: {
    search: ' van ',
    states: ['silent', 'stale'],
    group: 'g-1',
    kinds: ['van', 'truck'],
    place: 'depot-north',
    sort: { column: 'fixAt', descending: true },
  },
  columns: { shown: ['name', 'battery', 'state'], widths: { battery: 120, state: 90 } },
};

describe('a saved view', () => {
  test('keeps filter, order and columns', () => {
    const view = viewOf('v', ' Silent vans ', silentVans);
    expect(view.name).toBe('Silent vans');
    expect(isSameContent(contentOf(view), silentVans)).toBe(true);
    expect(isSameContent(contentOf(view), allDevices)).toBe(false);
  });

  test('is the same whatever was chosen first', () => {
    const { query, columns } = silentVans;
    const other: ViewContent = {
      query: { ...query, search: 'van', states: ['stale', 'silent'], kinds: ['truck', 'van'] },
      columns: { ...columns, widths: { state: 90, battery: 120 } },
    };
    expect(isSameContent(silentVans, other)).toBe(true);
    const reversed = { ...columns, shown: columns.shown.toReversed() };
    expect(isSameContent(silentVans, { query, columns: reversed })).toBe(false);
  });

  test('of another version loses only what is not known', () => {
    const view = viewOf('v', 'Later', silentVans);
    const later = {
      ...view,
      filters: { ...view.filters, states: ['silent', 'flying'], kinds: ['van', 'tank'], height: 4 },
      sort: { column: 'altitude', descending: true },
      columns: { shown: ['altitude', 'state'], widths: { altitude: 90 } },
    };
    expect(contentOf(later)).toEqual({
      query: {
        search: 'van',
        states: ['silent'],
        group: 'g-1',
        kinds: ['van'],
        place: 'depot-north',
        sort: { column: 'name', descending: false },
      },
      columns: { shown: ['name', 'state'], widths: {} },
    });
  });
});
