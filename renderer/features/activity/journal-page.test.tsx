import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { JournalEntry } from '#shared/domain/edit';
import { t } from '../../../test/support/english';
import { answer, notify } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { JournalPage } from './journal-page';

const entry = (id: string): JournalEntry => ({
  id,
  at: 0,
  by: 'demo',
  kind: 'group',
  action: 'change',
  recordId: id,
  label: `Group ${id}`,
  changes: [{ field: 'name', before: 'Old', after: `Group ${id}` }],
  jobId: null,
  undo: 'possible',
  undoReason: null,
});

test('the entry in the details stays when an entry is added, and shows that it was undone', async () => {
  let entries = ['c', 'b', 'a'].map(entry);
  answer('journal', {
    list: () => ({ total: entries.length, entries }),
    counts: () => ({ possible: 0, done: 0, impossible: 0 }),
    undo: ({ id }) => {
      const undone = entries.map((each) =>
        each.id === id ? { ...each, undo: 'done' as const } : each,
      );
      entries = [entry('d'), ...undone];
      notify.journal.changed({ total: entries.length });
      return { status: 'undone' };
    },
  });
  const { user } = show(<JournalPage />);
  await user.click(
    await screen.findByRole('row', { name: t('activity.entry.change.group', { name: 'Group b' }) }),
  );
  const details = screen.getByRole('region', { name: t('activity.entry') });
  await user.click(within(details).getByRole('button', { name: t('activity.entry.undo') }));
  expect(await within(details).findByText(t('activity.entry.undone'))).toBeTruthy();
  expect(
    within(details).getByRole('heading', {
      name: t('activity.entry.change.group', { name: 'Group b' }),
    }),
  ).toBeTruthy();
});
