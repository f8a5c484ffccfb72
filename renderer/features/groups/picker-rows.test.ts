import { expect, test } from 'vitest';
import type { DeviceList } from '#features/edits';
import { pickerRows } from './picker-rows';

const rows = ['a', 'b', 'c'].map((id) => ({ id, label: `Van ${id}`, description: '' }));
const devices = { rows, byId: new Map(rows.map((row) => [row.id, row])) } as unknown as DeviceList;
const marks = (list: { id: string; mark: string | null }[]) =>
  list.map(({ id, mark }) => [id, mark]);

test('lists each device on its side and marks the changes of the draft', () => {
  const { others, members } = pickerRows(devices, ['b', 'c'], ['a', 'b']);
  expect(marks(others)).toEqual([['a', 'removed']]);
  expect(marks(members)).toEqual([
    ['b', null],
    ['c', 'added'],
  ]);
});

test('keeps a member that is not in the list of devices, and says so', () => {
  const { members } = pickerRows(devices, ['x', 'a', 'x'], ['x']);
  expect(marks(members)).toEqual([
    ['a', 'added'],
    ['x', null],
  ]);
  expect(members[1]?.description).toBe('not in your list of devices');
});
