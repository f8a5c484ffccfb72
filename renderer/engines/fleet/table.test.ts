import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { circle as circleAt, depot } from '#shared/domain/places.test-support';
import { byText, resortChanged, sortSlots } from '#lib/in-order';
import type { FleetModel } from './fleet-model';
import {
  type SketchedDevice,
  fixesOf,
  fleetOf,
  groupsOf,
  labels,
  sketchedTowns,
  started,
} from './synthetic.test-support';
import { ranksOf, type SortColumn } from './table';
import { type FleetQuery, initialQuery } from './types';

function ordered(
  devices: readonly SketchedDevice[],
  column: SortColumn,
  descending = false,
  groups: Record<string, readonly number[]> = {},
): number[] {
  return [...started(fleetOf(devices, { groups }), { sort: { column, descending } }).order()];
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
    const model = started(
      fleetOf(fleet, { groups: { North: [1], East: [0, 3] } }),
      sortedBy('groups'),
    );
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

const otherNames = '0\tmuhle\t\n2\taschheim\t\n';

const fleet = () =>
  fleetOf([
    { name: 'At Mill', at: [0.1, 0], fixAt: 0 },
    { name: 'At Dale', at: [0, 10.1], fixAt: 0 },
    { name: 'Nowhere' },
    { name: 'At Ashby', at: [9.9, 0], fixAt: 0 },
  ]);

function located(query: Partial<FleetQuery> = {}, hasTowns = true): FleetModel {
  const model = started(fleet(), query);
  if (hasTowns) model.setGazetteer(sketchedTowns, 0);
  return model;
}
const townsOf = (model: FleetModel) =>
  model.rows(0, 9).rows.map(({ place }) => place && ('town' in place ? place.town : place.places));
const byPlace = { sort: { column: 'place', descending: false } } as const;

describe('the nearest towns of a fleet', () => {
  it('are in the rows, except of devices without a position', () => {
    const model = located(byPlace);
    expect(labels(model)).toEqual(['At Ashby', 'At Dale', 'At Mill', 'Nowhere']);
    expect(townsOf(model)).toEqual(['Ashby', 'Dale', 'Mill', null]);
  });

  it('are absent until the towns are loaded', () => {
    const model = located(byPlace, false);
    expect(townsOf(model)).toEqual([null, null, null, null]);
    model.takeView();
    model.setGazetteer(sketchedTowns, 0);
    expect(model.takeView()).not.toBeNull();
    expect(townsOf(model)).toEqual(['Ashby', 'Dale', 'Mill', null]);
  });

  it('are waited for only while they are loading', () => {
    const model = located(byPlace, false);
    expect(model.takeView()).toMatchObject({ areTownsLoading: true, usualCountry: null });
    model.setGazetteer(null, 0);
    expect(model.takeView()).toMatchObject({ areTownsLoading: false, usualCountry: null });
  });

  it('are of one country for most devices, or of none', () => {
    const model = located();
    model.apply(fixesOf({ 2: { at: [0.2, 0], fixAt: 1 } }), 1);
    expect(model.fleet?.places.usualCountry()).toBeNull();
    model.apply(fixesOf({ 3: { at: [0.3, 0], fixAt: 1 } }), 1);
    expect(model.fleet?.places.usualCountry()).toBe('AA');
  });

  it('follow a device that moves, also in the order', () => {
    const model = located(byPlace);
    labels(model);
    model.apply(fixesOf({ 3: { at: [0, 9], fixAt: 1 }, 2: { at: [0.2, 0], fixAt: 1 } }), 1);
    expect(townsOf(model)).toEqual(['Dale', 'Dale', 'Mill', 'Mill']);
    expect(labels(model)).toEqual(['At Ashby', 'At Dale', 'At Mill', 'Nowhere']);
  });
});

describe('a search for devices near a town', () => {
  it('finds devices by distance and by their texts', () => {
    const model = located({ search: 'near mill' });
    expect(labels(model)).toEqual(['At Mill']);
    expect(model.takeView()?.near?.centre?.town).toBe('Mill');
    expect(model.find('near dale', 5).map(({ label }) => label)).toEqual(['At Dale']);
  });

  it('knows the town by another name, and names it as everywhere else', () => {
    const model = located({ search: 'near Mühle' });
    expect(labels(model)).toEqual([]);
    // Loaded for the first search for a town.
    model.setOtherNames(otherNames, 0);
    expect(labels(model)).toEqual(['At Mill']);
    expect(model.takeView()?.near?.centre?.town).toBe('Mill');
  });

  it('gains and loses devices that move', () => {
    const model = located({ search: 'near mill' });
    model.apply(fixesOf({ 0: { at: [3, 0], fixAt: 1 }, 2: { at: [0, 0.1], fixAt: 1 } }), 1);
    expect(labels(model)).toEqual(['Nowhere']);
  });

  it('finds nothing for a name that no town has', () => {
    const model = located({ search: 'near xyz' });
    expect(labels(model)).toEqual([]);
    expect(model.takeView()?.near).toMatchObject({ asked: 'xyz', centre: null });
  });
});

const circle = (name: string, lon: number, lat: number, radiusM: number) =>
  depot({ id: name, name, shape: circleAt(lon, lat, radiusM) });
/** Of the fleet above, Mill is in the yard and in the region, Dale in the region. */
const ownPlaces = [
  circle('Region', 5, 0, 900_000),
  circle('Mill yard', 0, 0.1, 500),
  circle('Ashby', 120, 0, 500),
];

describe('the places of the user', () => {
  const placed = (query: Partial<FleetQuery> = {}) => {
    const model = located(query);
    model.setPlaces(ownPlaces, 0);
    return model;
  };

  it('stand in place of towns, the smallest first, in the rows and in the order', () => {
    const model = placed(byPlace);
    expect(labels(model)).toEqual(['At Ashby', 'At Mill', 'At Dale', 'Nowhere']);
    expect(townsOf(model)).toEqual(['Ashby', ['Mill yard', 'Region'], ['Region'], null]);
    model.setPlaces([], 0);
    expect(townsOf(model)).toEqual(['Ashby', 'Dale', 'Mill', null]);
  });

  it('are counted, and filtered by: one, any or none', () => {
    const counted = placed().fleet?.countPlaces();
    expect(counted?.outside).toBe(1);
    expect(Object.fromEntries(counted!.places)).toEqual({ Region: 2, 'Mill yard': 1 });
    expect(labels(placed({ place: 'Region' }))).toEqual(['At Dale', 'At Mill']);
    expect(labels(placed({ place: 'any' }))).toEqual(['At Dale', 'At Mill']);
    expect(labels(placed({ place: 'none' }))).toEqual(['At Ashby']);
    expect(labels(placed({ place: 'deleted' }))).toEqual([]);
  });

  it('are found by their names, alone with a preposition of any language', () => {
    expect(labels(placed({ search: 'ashby' }))).toEqual(['At Ashby']);
    expect(labels(placed({ search: 'yard mill' }))).toEqual(['At Mill']);
    expect(labels(placed({ search: 'at region' }))).toEqual(['At Dale', 'At Mill']);
    expect(labels(placed({ search: 'bei  Región' }))).toEqual(['At Dale', 'At Mill']);
    expect(labels(placed({ search: 'at ashby' }))).toEqual([]);
    for (const outside of [
      'outside any place',
      'fuera de todo lugar',
      'fora de qualquer local',
      'Hors de tout lieu',
      'Außerhalb aller Orte',
      'fuori da ogni luogo',
      'خارج كل الأماكن',
      'מחוץ לכל מקום',
    ]) {
      expect([outside, labels(placed({ search: outside }))]).toEqual([outside, ['At Ashby']]);
    }
    expect(labels(located({ search: 'outside any place' }))).toEqual([]);
  });

  it('follow a device that moves, also in the filter and the search', () => {
    const filtered = placed({ place: 'Mill yard' });
    const searched = placed({ search: 'at mill yard' });
    for (const model of [filtered, searched]) {
      model.apply(fixesOf({ 0: { at: [3, 0], fixAt: 1 }, 3: { at: [0.1, 0], fixAt: 1 } }), 1);
      expect(labels(model)).toEqual(['At Ashby']);
    }
  });
});
