import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { byText } from '#lib/in-order';
import { FleetModel } from './fleet-model';
import { GroupIndex } from './groups';
import { ranksOf } from './order';
import type { SortColumn } from './rows';
import { resortChanged, sortSlots } from './sorted-slots';
import { type SketchedDevice, fleetOf, groupsOf } from './synthetic.test-support';
import { initialQuery } from './types';

function ordered(
  devices: readonly SketchedDevice[],
  column: SortColumn,
  descending = false,
  groups: Record<string, readonly number[]> = {},
): number[] {
  const rules = { movingAbove: 1, staleAfterMs: 100, silentAfterMs: 1000 };
  const model = new FleetModel({ ...initialQuery, sort: { column, descending } }, rules);
  model.apply(fleetOf(devices, { groups }), 0);
  return [...model.order()];
}

describe('ranksOf', () => {
  it('sorts numbers in texts by value', () => {
    const texts = ['Truck 10', 'Truck 9', '', 'Árbol', 'truck 9 b', 'Arca'];
    const ranks = ranksOf(texts);
    expect(texts.map((text) => ranks.get(text))).toEqual([4, 2, Number.NaN, 0, 3, 1]);
  });

  it('sorts as pickers do, whatever the language of the computer', () => {
    const names = ['Zadar', 'Ärmel', 'Łódź 10', 'Østby', 'lodz 9', 'Arm', 'Ozd'];
    const ranks = ranksOf(names);
    const byRank = names.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!);
    expect(byRank).toEqual(names.toSorted(byText));
    expect(byRank).toEqual(['Arm', 'Ärmel', 'lodz 9', 'Łódź 10', 'Østby', 'Ozd', 'Zadar']);
  });
});

describe('the order of the table', () => {
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

  it('sorts by the names of groups as they are now, after another order', () => {
    const sortedBy = (column: SortColumn) => ({
      ...initialQuery,
      sort: { column, descending: false },
    });
    const rules = { movingAbove: 1, staleAfterMs: 100, silentAfterMs: 1000 };
    const model = new FleetModel(sortedBy('groups'), rules);
    model.apply(fleetOf(fleet, { groups: { North: [1], East: [0, 3] } }), 0);
    expect([...model.order()]).toEqual([3, 0, 1, 2]);
    model.setQuery(sortedBy('battery'));
    const groups = groupsOf({ North: [1], Away: [2] });
    model.apply({ type: 'groups', generation: 1, groups }, 0);
    model.order();
    model.setQuery(sortedBy('groups'));
    expect([...model.order()]).toEqual([2, 1, 3, 0]);
  });
});

const key = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(Number.NaN), fc.double());

it('merging changed slots gives the same order as sorting everything', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ before: key, after: key, changes: fc.boolean(), stays: fc.boolean() })),
      (slots) => {
        const all = Uint32Array.from(slots.keys());
        const tie = all.slice().reverse();
        const keys = { key: Float64Array.from(slots, (slot) => slot.before), tie };
        const order = sortSlots(all.slice(), keys);
        const changed = [...slots.keys()].filter((slot) => slots[slot]!.changes);
        for (const slot of changed) keys.key[slot] = slots[slot]!.after;
        const isIn = (slot: number) => !slots[slot]!.changes || slots[slot]!.stays;
        const expected = sortSlots(all.filter(isIn), keys);
        expect([...resortChanged(order, changed, keys, isIn)]).toEqual([...expected]);
      },
    ),
  );
});

const columns = groupsOf({ 'Van 10': [0, 1], 'van 9': [0], Árbol: [], Arca: [1] });

test('groups are in the order of their names, each with its own devices', () => {
  const index = new GroupIndex({ ...columns, gap: 'members', incomplete: [2, 3] }, 2);
  expect(index.summary()).toEqual([
    { id: 'g-Árbol', name: 'Árbol', count: 0, isIncomplete: true },
    { id: 'g-Arca', name: 'Arca', count: 1, isIncomplete: true },
    { id: 'g-van 9', name: 'van 9', count: 1 },
    { id: 'g-Van 10', name: 'Van 10', count: 2 },
  ]);
  expect(index.namesOf(0)).toEqual(['van 9', 'Van 10']);
  expect(index.namesOf(1)).toEqual(['Arca', 'Van 10']);
  expect([0, 1].map(index.filter('g-Arca'))).toEqual([false, true]);
});
