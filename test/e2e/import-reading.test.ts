import { inlineRow, workbookOfSheets } from '../../main/exchange/workbook.test-support';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { startImport } from '../support/import-page';

test('says which encoding, sheet and headings were used, and reads another one when it is chosen', async ({
  app,
  serve,
  profile,
}) => {
  const { page, choose, preview } = await startImport({ app, serve, profile }, 'Groups');
  const reading = preview.getByRole('group', { name: t('exchange.reading') });
  const pick = async (name: string, bytes: Uint8Array | string) => {
    await choose(name, bytes);
    await expect(preview.getByText(name)).toBeVisible();
  };
  const plan = async () => {
    await preview.getByRole('button', { name: 'Review changes…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    const text = await dialog.innerText();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    return text;
  };

  // "Łódź" and "Świnoujście" as a spreadsheet in Poland saves them.
  const polish = Buffer.from('Name;Description\r\n\xa3\xf3d\x9f;\x8cwinouj\x9ccie\r\n', 'latin1');
  await pick('polish.csv', polish);
  const encoding = reading.getByLabel('Encoding');
  await expect(encoding).toHaveValue('windows-1250');
  await expect(reading).toContainText('this is a guess');
  expect(await plan()).toContain('Łódź');
  await encoding.selectOption({ label: 'Windows-1252 (Western European): £ódŸ' });
  await expect(encoding).toHaveValue('windows-1252');
  expect(await plan()).toContain('£ódŸ');

  await pick('shifted.csv', 'Name,Description\nEast, 3 halls, cold\nWest,1 hall\n');
  await expect(
    preview
      .getByText('This row has 3 cells, the header 2; a text with a comma needs quotation marks.')
      .first(),
  ).toBeVisible();

  const sheet = (name: string, group: string, state?: 'hidden') => ({
    name,
    rows: inlineRow(1, ['Name']) + inlineRow(2, [group]),
    ...(state && { state }),
  });
  const sheets = [
    sheet('Old', 'Retired', 'hidden'),
    sheet('Staff', 'Coast'),
    sheet('Other', 'Hills'),
  ];
  await pick('sheets.xlsx', workbookOfSheets(sheets, { active: 2 }));
  const chosen = reading.getByLabel('Sheet');
  await expect(chosen).toHaveValue('Other');
  await expect(chosen.locator('option')).toHaveText(['Old (hidden)', 'Staff', 'Other']);
  await chosen.selectOption('Staff');
  await expect(chosen).toHaveValue('Staff');
  expect(await plan()).toContain('Coast');
  expect(app.errors).toEqual([]);
});
