import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FaultError } from '#shared/fault';
import { showAccount } from '#lib/account-scope';
import { toasts } from '#lib/toasts';
import { answer } from '../../test/support/window/main';
import { show } from '../../test/support/window/show';
import { ExportMenu } from './export-menu';
import { t } from '../../test/support/english';

beforeEach(() => showAccount('ana'));
afterEach(() => showAccount(null));

/** Exports users as CSV. */
async function exportUsers(): Promise<void> {
  const { user } = show(<ExportMenu what="users" ids={() => ['u1']} filter="search “a”" />);
  await user.click(screen.getByRole('button'));
  await user.click(await screen.findByRole('menuitem', { name: t('ui.export.csv') }));
}

const shown = () => toasts.getState().shown;

test('says how many rows were written to which file', async () => {
  const asked: unknown[] = [];
  answer('exchange', {
    exportTable: (request) => {
      asked.push(request);
      return { id: 'w1', file: '/home/ana/users.csv', rows: 1 };
    },
  });
  await exportUsers();
  expect(asked).toEqual([{ what: 'users', format: 'csv', ids: ['u1'], filter: 'search “a”' }]);
  await expect.poll(shown).toMatchObject([{ title: '1 row written to users.csv' }]);
  // The focus is back where it was before the menu.
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button'));
});

test('shows the file in its folder by its id, and says so if it is gone', async () => {
  const asked: unknown[] = [];
  answer('exchange', { exportTable: () => ({ id: 'w1', file: '/home/ana/users.csv', rows: 1 }) });
  answer('app', {
    showFile: (input) => {
      asked.push(input);
      throw new FaultError({ kind: 'file', reason: 'gone', file: 'users.csv' });
    },
  });
  await exportUsers();
  await expect
    .poll(() => shown()[0]?.actions?.map(({ label }) => label))
    .toEqual([t('ui.export.showInFolder')]);
  shown()[0]!.actions![0]!.run();
  await expect.poll(() => shown()[1]?.title).toBe(t('ui.export.notShown'));
  expect(asked).toEqual([{ id: 'w1' }]);
});

test('says why nothing was exported', async () => {
  answer('exchange', {
    exportTable: () => {
      throw new FaultError({ kind: 'notFound' });
    },
  });
  await exportUsers();
  await expect.poll(shown).toMatchObject([{ tone: 'error', title: t('ui.export.failed') }]);
});

test('the result of an export that another account started is not shown', async () => {
  const written = Promise.withResolvers<{ id: string; file: string; rows: number }>();
  answer('exchange', { exportTable: () => written.promise });
  await exportUsers();
  showAccount('ben');
  written.resolve({ id: 'w1', file: '/home/ana/users.csv', rows: 1 });
  await expect.poll(() => screen.getByRole('button').dataset['loading']).toBeUndefined();
  expect(shown()).toEqual([]);
});
