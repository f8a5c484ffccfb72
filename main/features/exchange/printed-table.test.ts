import { expect, test } from 'vitest';
import type { PrintedPage } from '#main/features/maps/map-picture';
import { english, t } from '../../../test/support/english';
import { FaultError } from '#shared/fault';
import { createPrintedTable } from './printed-table';

const sheet = {
  title: 'Devices',
  when: 'Printed 09/06/2026, 14:03 (UTC)',
  filter: 'State: Moving; search “<b>”',
  rowCount: '2 rows',
  columns: [
    { header: 'Name', isEnd: false },
    { header: 'Speed', isEnd: true },
  ],
  rows: [
    ['<script>alert(1)</script>', '42'],
    ['شاحنة "12"', '7'],
  ],
};

function printing(tag: 'en' | 'ar', result: 'sent' | 'cancelled' | 'noPrinter' = 'sent') {
  const pages: PrintedPage[] = [];
  const note = (page: PrintedPage) => void pages.push(page);
  const printed = createPrintedTable({
    profile: () => ({ id: 'a', address: 'https://a.example', userName: 'ana', isDemo: false }),
    language: () => ({ ...english, tag }),
    t,
    printOnPaper: (page) => (note(page), Promise.resolve(result)),
    printPage: (page) => (note(page), Promise.resolve(new Uint8Array([1]))),
    pickSaveFile: () => Promise.resolve(null),
    written: () => 'w1',
  });
  return { printed, pages };
}

test('a page has the account, the time and the filter, and no text of the fleet as markup', async () => {
  const { printed, pages } = printing('en');
  expect(await printed.print(sheet)).toBe(true);
  const { html = '', isLandscape } = pages[0] ?? {};
  expect(isLandscape).toBe(false);
  for (const text of ['ana at https://a.example', sheet.when, '2 rows', 'search “&lt;b&gt;”']) {
    expect(html).toContain(text);
  }
  expect(html).toContain('<html lang="en" dir="ltr">');
  expect(html).not.toContain('<script');
  expect(html.indexOf('&lt;script&gt;')).toBeLessThan(html.indexOf('شاحنة'));
  const wide = { ...sheet, columns: Array.from({ length: 8 }, () => sheet.columns[0]!) };
  await printed.print(wide);
  expect(pages[1]?.isLandscape).toBe(true);
});

test('runs in the direction of the language, and each text of a cell in its own', async () => {
  const { printed, pages } = printing('ar');
  await printed.print(sheet);
  const html = pages[0]?.html;
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('@bottom-left');
  // A direction of the cell would align it away from its head.
  expect(html).toContain('<td class="end"><bdi>42</bdi></td>');
});

test('a cancelled print is no fault, and a missing printer is one', async () => {
  expect(await printing('en', 'cancelled').printed.print(sheet)).toBe(false);
  await expect(printing('en', 'noPrinter').printed.print(sheet)).rejects.toThrow(FaultError);
  expect(await printing('en').printed.save(sheet)).toBeNull();
});
