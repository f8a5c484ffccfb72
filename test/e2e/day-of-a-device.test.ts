import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allowCalls, connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { saveAs } from '../support/history-page';

test('the nearest devices, a note and the report of a day are found from a device', async ({
  app,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 0 });
  const fleet = { North: 45.8, Depot: 45.76, East: 45.765 };
  for (const [index, [name, latitude]] of Object.entries(fleet).entries()) {
    const id = `d-${index}`;
    await service.control('addDevice', { id, name });
    const longitude = name === 'East' ? 4.9 : 4.84;
    await service.control('setFix', id, { latitude, longitude, speed: 0, course: 0 });
  }
  const { page } = app;
  await connect(page, service);
  await allowCalls(page);
  const table = page.getByRole('table', { name: 'Devices' });
  const details = page.getByRole('region', { name: 'Device details' });
  const more = (name: string) => async () => {
    await details.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  // Rows keep their places once the positions of all are known.
  await expect(page.getByRole('button', { name: 'Located devices: 3 located of 3' })).toBeVisible();
  await table.getByRole('row', { name: 'Depot' }).click();
  await more('Nearest devices')();
  const nearest = page.getByRole('region', { name: 'Nearest devices' });
  await expect(nearest.getByRole('listitem')).toHaveText([
    /^North.*4\.4\skm north/,
    /^East.*4\.7\skm east/,
  ]);
  await expect(nearest).toContainText('Straight-line distance');
  await nearest.getByRole('button', { name: /^East/ }).click();
  await expect(details.getByRole('heading', { name: 'East' })).toBeVisible();
  await details.getByRole('button', { name: 'Nearest devices' }).click();
  await nearest.getByRole('button', { name: 'Close nearest devices' }).click();

  await details.getByRole('button', { name: 'Add a note…' }).click();
  const text = details.getByRole('textbox', { name: 'Note on East' });
  await text.fill('Left door is stuck');
  await expect(page.getByRole('button', { name: /^1 unsaved change/ })).toBeVisible();
  await details.getByRole('button', { name: 'Save note' }).click();
  await expect(details.getByRole('region', { name: 'Note' })).toContainText(
    'On this computer only',
  );
  await expect(page.getByRole('button', { name: /unsaved change/ })).toBeHidden();
  await details.getByRole('button', { name: /^Back to/ }).click();
  await page.getByRole('searchbox', { name: 'Search devices' }).fill('stuck door');
  await expect(table.getByRole('row', { name: 'East' })).toContainText('Note: Left door is stuck');
  await table.getByRole('row', { name: 'East' }).click();

  await more('Share a day…')();
  const dialog = page.getByRole('dialog', { name: 'Share a day' });
  await expect(dialog.getByRole('combobox', { name: 'Devices' })).toHaveValue('');
  await expect(dialog.getByRole('option', { selected: true })).toHaveText('East');
  await dialog.getByRole('textbox', { name: t('reports.company') }).fill('Lyon Cold Chain');
  const file = path.join(profile, 'day.pdf');
  await saveAs(app, file);
  await dialog.getByRole('button', { name: 'Save PDF…' }).click();
  await expect(page.getByText('Saved as day.pdf')).toBeVisible();
  await expect(dialog).toBeHidden();
  const pdf = readFileSync(file, 'latin1');
  expect(pdf.slice(0, 5)).toBe('%PDF-');
  expect(pdf).toContain('(East, ');

  await app.electron.evaluate(({ shell }) => {
    shell.showItemInFolder = (shown) => void Object.assign(shell, { shown });
  });
  await page.getByRole('button', { name: 'Show in folder' }).click();
  await expect
    .poll(() => app.electron.evaluate(({ shell }) => (shell as { shown?: string }).shown))
    .toBe(file);

  await more('Share a day…')();
  await expect(dialog.getByRole('textbox', { name: t('reports.company') })).toHaveValue(
    'Lyon Cold Chain',
  );
  await dialog.getByText('Picture', { exact: true }).click();
  const picture = path.join(profile, 'day.png');
  await saveAs(app, picture);
  await dialog.getByRole('button', { name: 'Save picture…' }).click();
  await expect(page.getByText('Saved as day.png')).toBeVisible();
  expect(readFileSync(picture).subarray(1, 4).toString('latin1')).toBe('PNG');
});
