import { readFileSync } from 'node:fs';
import path from 'node:path';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { pickFile, startImport } from '../support/import-page';
import { liveWithin } from '../support/live-within';
import { connectOtherClient } from '../support/other-client';
import { accessibilityFaults } from '../support/page-checks';

/** Rows of a customer's own list, the first of them with these values. */
function staff(count: number, wrong: readonly string[] = []): string {
  const right = Array.from(
    { length: count - wrong.length },
    (_, i) => `Driver ${i} Ruiz,driver${i}@fleet.example,2031-02-26`,
  );
  return ['Full name,E-Mail address,Valid to', ...wrong, ...right].join('\r\n');
}

test('a list with its own headings is mapped, its wrong rows are corrected, and the next one needs no question', async ({
  app,
  serve,
  profile,
}) => {
  test.setTimeout(180_000);
  const { page, service, choose, preview } = await startImport({ app, serve, profile });
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  const wrong = [
    'Ana Sol,ana at fleet.example,2031-02-26',
    ',ben@fleet.example,2031-02-26',
    'Eva Sol,eva@fleet.example,soon',
    'Ida Sol,,2031-02-26',
    'Ivo Sol,ivo(at)fleet.example,2031-02-26',
  ];
  await choose('staff.csv', staff(82, wrong));

  // The country is in no column: it is asked for once, not in 82 rows.
  const columns = preview.getByRole('group', { name: 'Columns' });
  await expect(columns).toContainText('Full name (column A: Ana Sol)');
  await expect(columns.getByRole('combobox', { name: 'Which column is “E-mail”?' })).toHaveValue(
    /^E-Mail address /,
  );
  await expect(preview).toContainText('Choose the missing columns above.');
  expect(await accessibilityFaults(page, { within: '[aria-label="Preview"]' })).toEqual([]);
  await columns.getByRole('combobox', { name: 'Country of all new users' }).fill('spain');
  await page.getByRole('option', { name: 'Spain (ES)' }).click();

  await columns.getByRole('button', { name: 'Use these columns' }).click();
  await expect(columns.getByRole('table')).toBeHidden();
  await expect(preview).toContainText(
    /Rows\s*82\s*New\s*77\s*Changed\s*0\s*Unchanged\s*0\s*Errors\s*5/,
  );
  const rows = preview.getByRole('table', { name: t('exchange.errors.table') });
  await expect(rows.getByRole('row', { name: /^Row 2, column E-Mail address/ })).toBeVisible();
  expect(await accessibilityFaults(page, { within: '[aria-label="Preview"]' })).toEqual([]);
  const save = path.join(profile, 'staff to correct.csv');
  await pickFile(app, save);
  await preview.getByRole('button', { name: 'Save the 5 rows…' }).click();
  await expect(page.getByText('5 rows written to staff to correct.csv')).toBeVisible();
  const saved = readFileSync(save, 'utf8');
  expect(saved).toContain('Full name,E-Mail address,Valid to,Problem');
  expect(saved).toContain('Ana Sol,ana at fleet.example,2031-02-26,E-Mail address: ');

  // By keyboard: Enter goes to the wrong cell, and from there to the next row.
  const cell = (name: string) => rows.getByRole('textbox', { name });
  await rows.getByRole('row', { name: /^Row 2/ }).focus();
  await page.keyboard.press('Enter');
  await expect(cell('E-Mail address, row 2')).toBeFocused();
  await page.keyboard.type('ana@fleet.example');
  await page.keyboard.press('Enter');
  await expect(rows.getByRole('row', { name: 'Row 2: corrected' })).toBeVisible();
  await cell('Full name, row 3').fill('Ben Sol');
  await cell('Valid to, row 4').fill('2031-02-26');
  await cell('E-Mail address, row 5').fill('ida@fleet.example');
  await cell('E-Mail address, row 6').click();
  await expect(preview).toContainText(/New\s*81\s*Changed\s*0\s*Unchanged\s*0\s*Errors\s*1/);
  await cell('E-Mail address, row 6').fill('ivo@fleet.example');
  await page.keyboard.press('Enter');
  await expect(preview).toContainText(/New\s*82\s*Changed\s*0\s*Unchanged\s*0\s*Errors\s*0/);

  // The plan has the columns of the file.
  await preview.getByRole('button', { name: 'Review changes…' }).click();
  const dialog = page.getByRole('dialog');
  for (const name of ['Name', 'E-mail', 'Valid until', 'Country']) {
    await expect(dialog.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await expect(dialog.getByRole('row', { name: /^Ana Sol/ })).toContainText(
    /Ana Sol\s*ana@fleet\.example\s*26 Feb 2031/,
  );
  await dialog.getByRole('button', { name: 'Create 82 users' }).click();
  const otherClient = await connectOtherClient(service);
  const emails = async () =>
    (await otherClient.get<{ users: { email: string }[] }>('users')).users.map(
      ({ email }) => email,
    );
  // The rest is created in the background.
  await expect
    .poll(emails, liveWithin)
    .toEqual(expect.arrayContaining(['ana@fleet.example', 'ivo@fleet.example']));

  // The next list of that kind.
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await choose(
    'staff.csv',
    'Full name,E-Mail address,Valid to\r\nLea Sol,lea@fleet.example,2031-02-26\r\n',
  );
  await expect(preview).toContainText(/Rows\s*1\s*New\s*1\s*Changed\s*0/);
  await expect(columns.getByRole('table')).toBeHidden();
  await expect(columns).toContainText(
    'Imported: Name, E-mail, Country, Time zone and Valid until.',
  );
  expect(app.errors).toEqual([]);
});

test('a row that was split at a comma says so, and is put right on the screen', async ({
  app,
  serve,
  profile,
}) => {
  const { page, choose, preview } = await startImport({ app, serve, profile }, 'Groups');
  await choose('depots.csv', 'Depot,Remarks\nEast,3 halls, cold store\nWest,1 hall\n');
  await expect(preview).toContainText(
    /Rows\s*2\s*New\s*1\s*Changed\s*0\s*Unchanged\s*0\s*Errors\s*1/,
  );
  await expect(
    preview.getByText(
      'Row 2: This row has 3 cells, the header 2; a text with a comma needs quotation marks.',
      { exact: true },
    ),
  ).toBeVisible();
  // What to do is said, and the cells to empty are marked until they are.
  const surplus = preview.getByRole('textbox', { name: 'Column C, row 2' });
  const help =
    'To correct it here, write each value into its column, without quotation marks, and empty Column C.';
  await expect(preview.getByText(help, { exact: true })).toBeVisible();
  await preview.getByRole('row', { name: /^Row 2/ }).focus();
  await page.keyboard.press('Enter');
  await expect(surplus).toBeFocused();
  await expect(surplus).toHaveAttribute('aria-invalid', 'true');
  const remarks = preview.getByRole('textbox', { name: 'Remarks, row 2' });
  await expect(remarks).toHaveAttribute('aria-invalid', 'false');
  await remarks.fill('3 halls, cold store');
  await surplus.fill('');
  await page.keyboard.press('Enter');
  await expect(preview).toContainText(
    /Rows\s*2\s*New\s*2\s*Changed\s*0\s*Unchanged\s*0\s*Errors\s*0/,
  );
  await expect(preview.getByText(help, { exact: true })).toBeHidden();
  await expect(surplus).toHaveAttribute('aria-invalid', 'false');
  await preview.getByRole('button', { name: 'Review changes…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: /^East/ })).toContainText('3 halls, cold store');
  await page.keyboard.press('Escape');
  await preview.getByRole('button', { name: t('exchange.plan.again') }).click();
  await preview.getByRole('button', { name: 'Review changes…' }).click();
  await dialog.getByRole('button', { name: 'Create 2 groups' }).click();
  await expect(page.getByText('2 groups created', { exact: true })).toBeVisible();
  expect(app.errors).toEqual([]);
});
