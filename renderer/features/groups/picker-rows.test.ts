import { expect, test } from 'vitest';
import type { DeviceList } from '#features/records';
import { pickerRows } from './picker-rows';

const rows = ['a', 'b', 'c'].map((id) => ({ id, label: `Van ${id}`, description: '' }));
const devices = { rows, byId: new Map(rows.map((row) => [row.id, row])) } as unknown as DeviceList;
const marks = (list: { id: string; mark: string | null }[]) =>
  list.map(({ id, mark }) => [id, mark]);

test('each device stands on its side, marked where the draft moved it', () => {
  const { others, members } = pickerRows(devices, ['b', 'c'], ['a', 'b']);
  expect(marks(others)).toEqual([['a', 'removed']]);
  expect(marks(members)).toEqual([
    ['b', null],
    ['c', 'added'],
  ]);
});

test('a member that the device list does not hold stays a member, and says so', () => {
  const { members } = pickerRows(devices, ['x', 'a', 'x'], ['x']);
  expect(marks(members)).toEqual([
    ['a', 'added'],
    ['x', null],
  ]);
  expect(members[1]?.description).toBe('not in your device list');
});
