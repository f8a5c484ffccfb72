import { expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import type { FleetRow } from '#engines/fleet';
import type { DeviceList } from '#features/edits';
import { format, t } from '../../../test/support/english';
import { groupCountLabel, groupsOfDevices } from './devices-by-group';
import { groupOptions, newGroupName } from './group-actions';
import { resolveMembers } from './group-detail';
import { groupFilters, groupProblems, membershipSteps, usersText } from './group-rules';
import { pickerRows } from './member-picker';

const group = (id: string, deviceIds: string[] | null, more: Partial<Group> = {}) =>
  ({ id, deviceIds, ...more }) as Group;
const passing = (of: Group, users: { assigned: number; unclear: number } | null) =>
  groupFilters.filter(({ passes }) => passes(of, users)).map(({ id }) => id);

test('a group with unknown members is not empty, and one may have users whose group is not known', () => {
  const none = { assigned: 0, unclear: 0 };
  const some = { assigned: 1, unclear: 0 };
  expect(passing(group('g', null), some)).toEqual(['unknown']);
  expect(passing(group('g', []), some)).toEqual(['empty']);
  expect(passing(group('g', ['a', 'a']), none)).toEqual(['single', 'noUsers']);
  expect(passing(group('g', ['a', 'b']), { assigned: 0, unclear: 2 })).toEqual([]);
  expect(passing(group('g', ['a', 'b']), null)).toEqual([]);
  const partly = group('g', ['a'], { gaps: { partly: { deviceIds: [{}] } } });
  expect(passing(partly, some)).toEqual(['unknown']);
  expect(usersText({ assigned: 0, unclear: 2 }, format)).toBe(
    t('groups.users.count', { count: 0, unclear: 2 }),
  );
});

test('texts of a group are refused above the length that an import refuses', () => {
  const fields = (edit: object) => [...groupProblems(edit, group('g', []), format).keys()];
  expect(fields({ name: 'x'.repeat(4096) })).toEqual([]);
  expect(fields({ name: 'x'.repeat(4097), description: 'y'.repeat(4097) })).toEqual([
    'name',
    'description',
  ]);
  expect(fields({ name: '\u200b' })).toEqual(['name']);
});

test('members are resolved once each, by name; members that were not sent are not none', () => {
  const rows = [
    { id: 'a', label: 'Anna’s van' },
    { id: 'b', label: 'Van 10' },
    { id: 'c', label: 'Van 9' },
  ];
  const byId = new Map(rows.map((row) => [row.id, row as FleetRow]));
  const members = resolveMembers({ deviceIds: ['b', 'x', 'c', 'a', 'x', 'a'] }, byId);
  expect(members?.known.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
  expect(members?.unknown).toEqual(['x']);
  expect(resolveMembers({ deviceIds: null }, byId)).toBeNull();
});

test('adding and removing change only the groups that need it, and skip those with unknown members', () => {
  const groups = [group('g1', ['a', 'b']), group('g2', ['c']), group('g3', null)];
  const change = (id: string, deviceIds: string[]) => [
    { kind: 'group', action: 'change', id, edit: { deviceIds } },
  ];
  const added = membershipSteps(groups, ['a', 'b'], 'add');
  expect(added.steps).toEqual(change('g2', ['c', 'a', 'b']));
  expect(added.skipped.map(({ id }) => id)).toEqual(['g3']);
  expect(membershipSteps(groups, ['b', 'x'], 'remove').steps).toEqual(change('g1', ['a']));
});

test('offers a group of the typed name unless there is one that looks the same', () => {
  const groups = [group('g1', [], { name: 'Depot' }), group('g2', [], { name: 'Vans' })];
  const values = (chosen: string[], typed: string) =>
    groupOptions(groups, chosen, typed, format).map(({ value }) => value);
  expect(values([], '')).toEqual(['g1', 'g2']);
  expect(values([], ' Night ')).toEqual(['g1', 'g2', 'new:Night']);
  expect(values([], 'DEPOT')).toEqual(['g1', 'g2']);
  expect(values([], '\u200bＤepot\u00a0')).toEqual(['g1', 'g2']);
  expect(values(['new:Night'], 'Night')).toEqual(['g1', 'g2', 'new:Night']);
  expect(['new:Night', 'g1'].map(newGroupName)).toEqual(['Night', null]);
});

test('finds the groups of each device, and does not say how many if they are not all known', () => {
  const byDevice = groupsOfDevices([
    group('g1', ['a', 'b', 'a']),
    group('g2', ['b', 'c']),
    group('g4', null),
  ]);
  expect(byDevice.get('a')?.map(({ id }) => id)).toEqual(['g1']);
  expect(byDevice.get('b')?.map(({ id }) => id)).toEqual(['g1', 'g2']);
  expect(groupCountLabel(1, null, format)).toBe(t('groups.byDevice.inGroups', { count: 1 }));
  expect(groupCountLabel(3, null, format)).toBe(t('groups.byDevice.inGroups', { count: 3 }));
  expect(groupCountLabel(1, 'members', format)).toBe(t('groups.byDevice.inAtLeast', { count: 1 }));
  expect(groupCountLabel(2, 'members', format)).toBe(t('groups.byDevice.inAtLeast', { count: 2 }));
});

test('the picker lists each device on its side, marks changes, and keeps members that are not listed', () => {
  const rows = ['a', 'b', 'c'].map((id) => ({ id, label: `Van ${id}`, description: '' }));
  const devices = { rows, byId: new Map(rows.map((row) => [row.id, row])) };
  const { others, members } = pickerRows(
    devices as unknown as DeviceList,
    ['b', 'c', 'x', 'x'],
    ['a', 'b', 'x'],
    'unlisted',
  );
  const marks = (list: { id: string; mark: string | null }[]) =>
    list.map(({ id, mark }) => [id, mark]);
  expect(marks(others)).toEqual([['a', 'removed']]);
  expect(marks(members)).toEqual([
    ['b', null],
    ['c', 'added'],
    ['x', null],
  ]);
  expect(members[2]?.description).toBe('unlisted');
});
