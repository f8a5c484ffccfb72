import type { Locator, Page } from '@playwright/test';
import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';

const names = ['12 Truck (van)', 'شاحنة 12 (كبيرة)', '7 משאית'];
const phone = '+44 7700 900123';

/** How far a character of a text is from the left, on the screen. */
const leftOf = (text: Locator, index: number) =>
  text.evaluate((element, at) => {
    const range = document.createRange();
    const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()!;
    const from = at < 0 ? node.textContent!.length + at : at;
    range.setStart(node, from);
    range.setEnd(node, from + 1);
    return range.getBoundingClientRect().left;
  }, index);

/** Which way a text runs on the screen: its first character against its last. */
async function runOf(text: Locator): Promise<'right' | 'left'> {
  await expect(text).toBeVisible();
  return (await leftOf(text, 0)) < (await leftOf(text, -1)) ? 'right' : 'left';
}

const choose = (page: Page, language: 'en' | 'ar') =>
  page.evaluate(async (tag) => {
    await window.waypost.settings.change({ language: tag });
  }, language);

test('names of either script, coordinates and numbers are read right in English and in Arabic', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  for (const [index, name] of names.entries()) {
    await service.control('addDevice', { id: `id-${index}`, name, phone });
    await service.control('setFix', `id-${index}`, {
      dateTime: new Date(await service.control('now')).toISOString(),
      latitude: 45.815 + index / 100,
      longitude: -15.98,
    });
  }
  const { page } = app;
  await connect(page, service);
  const rows = page.locator('main [role=table]').getByRole('row');
  const nameIn = (name: string) => rows.getByText(name, { exact: true });
  for (const language of ['en', 'ar'] as const) {
    await choose(page, language);
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
    expect(await Promise.all(names.map((name) => runOf(nameIn(name))))).toEqual([
      'right',
      'left',
      'left',
    ]);
  }

  // All that has no letters runs to the right, in Arabic, too.
  await nameIn(names[1]!).click();
  for (const text of ['45.82500, -15.98000', phone]) {
    expect(await runOf(page.getByText(text, { exact: true }))).toBe('right');
  }
  expect(await runOf(page.getByRole('heading', { level: 2, name: names[1]! }))).toBe('left');
  // MapLibre's glyphs are not mirrored.
  const direction = () => new OffscreenCanvas(1, 1).getContext('2d')!.direction;
  await expect.poll(() => page.evaluate(direction)).toBe('ltr');
});
