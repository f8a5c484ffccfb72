import type { App as ElectronApp } from 'electron';
import {
  inlineRow,
  sheetOf,
  withFalseSize,
  workbookWith,
} from '../../main/exchange/workbook.test-support';
import type { App } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { startImport } from '../support/import-page';

/** Runs in main: the process that reads files, while there is one. */
const fileProcess = ({ app: electronApp }: { app: ElectronApp }) =>
  electronApp.getAppMetrics().find(({ name }) => name === 'Waypost files')?.pid ?? null;

/** Halts the next process that reads a file, so that it cannot end before it is killed. */
async function haltNextFileProcess({ electron }: App): Promise<void> {
  await expect.poll(() => electron.evaluate(fileProcess)).toBeNull();
  await electron.evaluate(({ app: electronApp }) => {
    const timer = setInterval(() => {
      const found = electronApp.getAppMetrics().find(({ name }) => name === 'Waypost files');
      if (!found) return;
      clearInterval(timer);
      process.kill(found.pid, 'SIGSTOP');
    }, 5);
  });
}

test('a hostile workbook is refused with its limit, reading can be cancelled or killed, and the next file is read', async ({
  app,
  serve,
  profile,
}) => {
  const { page, choose, preview } = await startImport({ app, serve, profile }, 'Groups');

  const header = inlineRow(1, ['Name']);
  const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  await choose('far.xlsx', workbookWith(sheetOf(header + far, '<dimension ref="A1:XFD1048576"/>')));
  const refusal = page.getByRole('alert').filter({ hasText: t('exchange.file.notImported') });
  await expect(refusal).toContainText('This file has more than 1,000 columns.');
  const plain = workbookWith(sheetOf(header));
  await choose('false.xlsx', withFalseSize(plain, 'xl/worksheets/sheet1.xml', 0xffff_fffe));
  await expect(refusal).toContainText('This workbook unpacks to more than 512 MB.');

  // Long enough to be seen: most of it are cells of an unknown column.
  const rows = Array.from({ length: 99_999 }, (_, i) => `Name ${i},${'x'.repeat(400)}`);
  const long = ['Name,Other', ...rows].join('\n');
  await choose('long.csv', long);
  await expect(page.getByText('Reading long.csv…')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('button', { name: /Choose (a|another) file/ })).toBeVisible();
  await expect(preview).toBeHidden();

  await haltNextFileProcess(app);
  await choose('killed.csv', long);
  await expect(page.getByText('Reading killed.csv…')).toBeVisible();
  await expect.poll(() => app.electron.evaluate(fileProcess)).not.toBeNull();
  process.kill((await app.electron.evaluate(fileProcess))!, 'SIGKILL');
  await expect(
    page.getByRole('alert').filter({ hasText: t('faults.file.unread.title') }),
  ).toContainText('The process that read “killed.csv” ended early');

  await choose('good.csv', 'Name\nEast\n');
  await expect(preview).toContainText(/Rows\s*1\s*New\s*1/);
  expect(app.errors).toEqual([]);
});
