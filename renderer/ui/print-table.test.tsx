import { Menu } from '@mantine/core';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mostPrintedRows, type PrintedSheet } from '#shared/ipc/maps';
import { showAccount } from '#lib/account-scope';
import { toasts } from '#lib/toasts';
import { answer } from '../../test/support/window/main';
import { show } from '../../test/support/window/show';
import { DataTable, type DataColumn } from './data-table';
import { Dialog } from './dialog';
import { ExportButton } from './export-menu';
import { PrintItems } from './print-table';
import { t } from '../../test/support/english';

interface Van {
  id: string;
  speed: number;
}

const columns: DataColumn<Van>[] = [
  { id: 'box', header: 'Select', isControl: true, width: 30, cell: () => <input /> },
  { id: 'name', header: 'Name', width: 100, cell: ({ id }) => `Van ${id}` },
  { id: 'speed', header: 'Speed', width: 60, align: 'end', cell: ({ speed }) => <b>{speed}</b> },
  { id: 'limit', header: 'Limit', width: 60, cell: ({ id }) => <input defaultValue={`L${id}`} /> },
];

function Page({ vans, printed }: { vans: number; printed?: DataColumn<Van>[] }) {
  return (
    <>
      <Menu opened>
        <Menu.Dropdown>
          <PrintItems table="Vans" title="My vans" filter={() => 'State: Moving'} />
        </Menu.Dropdown>
      </Menu>
      <DataTable
        label="Vans"
        columns={columns}
        count={vans}
        rowAt={(index) => ({ id: String(index), speed: vans - index })}
        rowLabel={({ id }) => id}
        selectedIndex={-1}
        selectedKey={null}
        onSelect={() => undefined}
        {...(printed && { printed: { columns: printed } })}
      />
    </>
  );
}

let sheets: PrintedSheet[];
beforeEach(() => {
  showAccount('ana');
  sheets = [];
  answer('printedTable', {
    print: (sheet) => {
      sheets.push(sheet);
      return true;
    },
    save: (sheet) => {
      sheets.push(sheet);
      return { id: 'w1', file: '/home/ana/My vans.pdf' };
    },
  });
});
afterEach(() => showAccount(null));

const choose = async (page: Parameters<typeof show>[0], item: string) => {
  const { user } = show(page);
  await user.click(await screen.findByRole('menuitem', { name: item }));
  await expect.poll(() => sheets.length).toBe(1);
  return sheets[0]!;
};

test('Ctrl+P prints the table of the button that is on screen, and nothing below a dialog', async () => {
  const table = <Page vans={3} />;
  const { user, rerender } = show(
    <>
      {table}
      <ExportButton isBusy={false} printed={{ table: 'Vans', filter: 'none' }} />
      <Dialog opened title="Question" onClose={() => undefined} />
    </>,
  );
  await user.keyboard('{Control>}p{/Control}');
  rerender(
    <>
      {table}
      <ExportButton isBusy={false} printed={{ table: 'Vans', filter: 'none' }} />
    </>,
  );
  await user.keyboard('{Control>}p{/Control}');
  await expect.poll(() => sheets.length).toBe(1);
  expect(sheets[0]).toMatchObject({
    title: 'Vans',
    rowCount: t('ui.print.rows', { count: 3 }),
  });
});

test('prints every row in the order on screen, with the columns that are no controls', async () => {
  const sheet = await choose(<Page vans={450} />, t('ui.print'));
  expect(sheet).toMatchObject({
    title: 'My vans',
    filter: t('ui.print.filter', { filter: 'State: Moving' }),
    rowCount: t('ui.print.rows', { count: 450 }),
    columns: [
      { header: 'Name', isEnd: false },
      { header: 'Speed', isEnd: true },
      { header: 'Limit', isEnd: false },
    ],
  });
  expect(sheet.rows).toHaveLength(450);
  expect(sheet.rows.slice(0, 2)).toEqual([
    ['Van 0', '450', 'L0'],
    ['Van 1', '449', 'L1'],
  ]);
  expect(sheet.rows.at(-1)).toEqual(['Van 449', '1', 'L449']);
  // Nothing of it is left in the window.
  expect(screen.queryByText('Van 449')).toBeNull();
});

test('a list that is too long is printed as far as it says', async () => {
  const short = [{ ...columns[1]!, header: 'Only the name' }];
  const count = mostPrintedRows + 1;
  const sheet = await choose(<Page vans={count} printed={short} />, t('ui.print.pdf'));
  expect(sheet.columns).toEqual([{ header: 'Only the name', isEnd: false }]);
  expect(sheet.rows).toHaveLength(mostPrintedRows);
  expect(sheet.rowCount).toBe(t('ui.print.part', { shown: mostPrintedRows, count }));
  await expect
    .poll(() => toasts.getState().shown)
    .toMatchObject([{ title: t('ui.export.saved', { file: 'My vans.pdf' }) }]);
});
