import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { EditCommand } from '#shared/domain/edit';
import { groupLabel, type Group } from '#shared/domain/group';
import { groupOf } from '#shared/domain/records.test-support';
import { showAccount } from '#lib/account-scope';
import { fieldWord } from '#lib/field-values';
import { format, t } from '../../../test/support/english';
import { answer, notify } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { draftStore } from './drafts';
import { RecordList } from './record-page';

const group = (id: string, name: string, members: number) =>
  groupOf(id, { name, deviceIds: Array.from({ length: members }, (_, index) => `d${index}`) });
const groups = [group('m', 'Many', 3), group('f', 'Few', 1)];
const listOf = (items: Group[]) => ({ items, asOf: 0, fault: null, skippedRecords: 0 });
const sent: EditCommand[] = [];

beforeEach(() => {
  sent.length = 0;
  answer('drafts', { all: () => [], put: () => undefined, remove: () => undefined });
  answer('groups', { list: () => listOf(groups) });
  answer('records', {
    edit: (command) => {
      sent.push(command);
      return { status: 'saved', record: { ...groups[0]!, name: 'Vans' }, journalId: 'j' };
    },
  });
  showAccount(null);
  showAccount('account');
});

const count = ({ deviceIds }: Group) => deviceIds?.length ?? null;
const columns = [
  { id: 'name', header: 'Name', width: 100, cell: groupLabel },
  { id: 'members', header: 'Devices', width: 100, cell: count },
];
const sortValues = { name: groupLabel, members: count };
const filters = [
  { id: 'single', word: 'One device', title: 'One device', passes: (of: Group) => count(of) === 1 },
];
const nothing = () => undefined;

function showList() {
  const onEdit = vi.fn<(record: Group) => void>();
  const { user } = show(
    <RecordList
      kind="group"
      title="Groups"
      textOf={groupLabel}
      selectedId={null}
      columns={columns}
      sortValues={sortValues}
      filterLabel="Filter groups"
      filters={filters}
      grid={[{ field: 'name', width: 100, isRequired: true }]}
      problemsOf={(edit) => new Map(edit.name === '' ? [['name', 'It needs a name.']] : [])}
      bulkActions={() => null}
      detail={() => null}
      notice={null}
      onSelect={nothing}
      onNew={nothing}
      onEdit={onEdit}
      onDelete={nothing}
    />,
  );
  return { user, onEdit };
}

const names = () =>
  screen
    .getAllByRole('row')
    .map((row) => row.getAttribute('aria-label'))
    .filter((name) => name !== null);
const cell = (name: string) =>
  screen.getByRole('textbox', {
    name: t('edits.field.ofRecord', { field: fieldWord('group', 'name', format), record: name }),
  });

test('records are searched, filtered and sorted', async () => {
  const { user } = showList();
  await waitFor(() => expect(names()).toEqual(['Few', 'Many']));
  const devices = screen.getByRole('button', { name: 'Devices' });
  await user.click(devices);
  await user.click(devices);
  expect(names()).toEqual(['Many', 'Few']);
  await user.click(screen.getByRole('button', { name: /^One device/ }));
  expect(names()).toEqual(['Few']);
  await user.type(screen.getByRole('searchbox'), 'man');
  expect(await screen.findByText(t('edits.group.noMatch'))).toBeTruthy();
});

test('Enter edits a row in the table, Escape puts back what was typed, and Save is blocked by its field', async () => {
  const { user } = showList();
  await screen.findByRole('row', { name: 'Many' });
  await user.click(screen.getByRole('button', { name: t('edits.list.editInTable') }));
  await user.click(screen.getByRole('row', { name: 'Many' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(cell('Many')));
  await user.clear(cell('Many'));
  await user.keyboard('{Control>}s{/Control}');
  const bar = screen.getByRole('region', { name: t('edits.bar') });
  expect(within(bar).getByText(/It needs a name\./)).toBeTruthy();
  expect(sent).toEqual([]);
  await user.click(cell('Many'));
  await user.keyboard('{Escape}');
  expect(cell('Many')).toHaveProperty('value', 'Many');
  await user.clear(cell('Many'));
  await user.type(cell('Many'), 'Vans');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(sent).toMatchObject([{ action: 'change', edit: { name: 'Vans' } }]));
  await waitFor(() => expect(draftStore.getState().drafts.size).toBe(0));
});

test('a list that was never received is not empty', async () => {
  const { user } = showList();
  act(() => notify.groups.changed({ ...listOf([]), asOf: null, fault: { kind: 'forbidden' } }));
  expect((await screen.findAllByText(/does not provide groups/)).length).toBeGreaterThan(0);
  expect(screen.queryByText(t('edits.group.none'))).toBeNull();
  answer('groups', { reload: () => listOf(groups) });
  await user.click(screen.getByRole('button', { name: t('edits.list.retry') }));
});
