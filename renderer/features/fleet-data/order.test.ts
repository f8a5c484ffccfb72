import { describe, expect, it } from 'vitest';
import { byText } from '#lib/in-order';
import { FleetPlaces } from './fleet-places';
import { GroupIndex } from './group-index';
import { OrderKeys, textRanks } from './order';
import { sortSlots } from './sorted-slots';
import { StateClock } from './state-clock';
import { columnsOf, groupsOf, type SketchedDevice } from './synthetic.test-support';
import type { SortColumn } from './types';

const rules = { movingAbove: 1, staleAfterMs: 100, silentAfterMs: 1000 };

function ordered(
  devices: readonly SketchedDevice[],
  column: SortColumn,
  descending = false,
  groups: Record<string, readonly number[]> = {},
): number[] {
  const columns = columnsOf(devices);
  const index = new GroupIndex(groupsOf(groups), devices.length);
  const states = new StateClock(columns, rules, 0);
  const keys = new OrderKeys(columns, states, () => index, new FleetPlaces(columns, null));
  return [...sortSlots(Uint32Array.from(devices.keys()), keys.keys(column, descending))];
}

describe('textRanks', () => {
  it('sorts numbers in texts by value', () => {
    expect([...textRanks(['Truck 10', 'Truck 9', '', 'Árbol', 'truck 9 b', 'Arca'])]).toEqual([
      4,
      2,
      Number.NaN,
      0,
      3,
      1,
    ]);
  });

  it('sorts as pickers do, whatever the language of the computer', () => {
    const names = ['Zadar', 'Ärmel', 'Łódź 10', 'Østby', 'lodz 9', 'Arm', 'Ozd'];
    const ranks = textRanks(names);
    const byRank = names.toSorted((a, b) => ranks[names.indexOf(a)]! - ranks[names.indexOf(b)]!);
    expect(byRank).toEqual(names.toSorted(byText));
    expect(byRank).toEqual(['Arm', 'Ärmel', 'lodz 9', 'Łódź 10', 'Østby', 'Ozd', 'Zadar']);
  });
});

describe('OrderKeys', () => {
  const at: [number, number] = [1, 1];
  const fleet = [
    { id: 'c', name: 'Van 2', at, fixAt: 0, speed: 0, battery: 5 },
    { id: 'b', name: 'Van 10', battery: 90 },
    { id: 'a', name: 'Van 2', at, fixAt: 0, speed: 12 },
    { id: 'aa' },
  ];

  it('sorts by name, ties by id, and a device without a name by its id', () => {
    expect(ordered(fleet, 'name')).toEqual([3, 2, 0, 1]);
    expect(ordered(fleet, 'name', true)).toEqual([1, 2, 0, 3]);
  });

  it('lists devices of one name by id, wherever they are', () => {
    const devices = [
      { id: 'd', name: 'Van 2' },
      { id: 'e', name: 'Van 1' },
      { id: 'b', name: 'Van 2' },
      { id: 'c', name: 'Van 1' },
      { id: 'a', name: 'Van 2' },
    ];
    expect(ordered(devices, 'name')).toEqual([3, 1, 4, 2, 0]);
    expect(ordered(devices, 'name', true)).toEqual([4, 2, 0, 3, 1]);
  });

  it('sorts values that are not provided last in both directions', () => {
    expect(ordered(fleet, 'battery')).toEqual([0, 1, 3, 2]);
    expect(ordered(fleet, 'battery', true)).toEqual([1, 0, 3, 2]);
    expect(ordered(fleet, 'speed', true)).toEqual([2, 0, 3, 1]);
  });

  it('sorts by the names of groups, devices without a group last', () => {
    const groups = { North: [1], East: [0, 3] };
    expect(ordered(fleet, 'groups', false, groups)).toEqual([3, 0, 1, 2]);
    expect(ordered(fleet, 'groups', true, groups)).toEqual([1, 3, 0, 2]);
  });
});
