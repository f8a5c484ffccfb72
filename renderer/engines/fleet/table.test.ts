import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { circle as circleAt, depot } from '#shared/domain/places.test-support';
import { byText, resortChanged, sortSlots } from '#lib/in-order';
import {
  type SketchedDevice,
  type TestFleet,
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
  const ids = started(fleetOf(devices, { groups }), { sort: { column, descending } }).ids();
  return ids.map((id) => devices.findIndex((each, slot) => (each.id ?? `id-${slot}`) === id));
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
    expect(model.ids()).toEqual(['aa', 'c', 'b', 'a']);
    model.setQuery(sortedBy('battery'));
    const groups = groupsOf({ North: [1], Away: [2] });
    model.post({ type: 'groups', generation: 1, groups });
    model.ids();
    model.setQuery(sortedBy('groups'));
    expect(model.ids()).toEqual(['a', 'b', 'aa', 'c']);
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

const fleet = () =>
  fleetOf([
    { name: 'At Mill', at: [0.1, 0], fixAt: 0 },
    { name: 'At Dale', at: [0, 10.1], fixAt: 0 },
    { name: 'Nowhere' },
    { name: 'At Ashby', at: [9.9, 0], fixAt: 0 },
  ]);

async function located(query: Partial<FleetQuery> = {}): Promise<TestFleet> {
  const model = started(fleet(), query);
  await model.loadTowns();
  return model;
}
const townsOf = (model: TestFleet) =>
  model.rows(0, 9).rows.map(({ place }) => place && ('town' in place ? place.town : place.places));
const byPlace = { sort: { column: 'place', descending: false } } as const;

describe('the nearest towns of a fleet', () => {
  it('are in the rows, except of devices without a position', async () => {
    const model = await located(byPlace);
    expect(labels(model)).toEqual(['At Ashby', 'At Dale', 'At Mill', 'Nowhere']);
    expect(townsOf(model)).toEqual(['Ashby', 'Dale', 'Mill', null]);
  });

  it.each([
    ['are shown once they are loaded', sketchedTowns, ['Ashby', 'Dale', 'Mill', null]],
    ['are waited for no longer if they cannot be loaded', null, [null, null, null, null]],
  ])('%s', async (_, gazetteer, expected) => {
    const model = started(fleet(), byPlace);
    expect(townsOf(model)).toEqual([null, null, null, null]);
    expect(model.takeView()).toMatchObject({ areTownsLoading: true, usualCountry: null });
    await model.loadTowns(gazetteer);
    expect(model.takeView()).toMatchObject({ areTownsLoading: false });
    expect(townsOf(model)).toEqual(expected);
  });

  it('are of one country for most devices, or of none', async () => {
    const model = await located();
    model.post(fixesOf({ 2: { at: [0.2, 0], fixAt: 1 } }));
    expect(model.takeView()?.usualCountry).toBeNull();
    model.post(fixesOf({ 3: { at: [0.3, 0], fixAt: 1 } }));
    expect(model.takeView()?.usualCountry).toBe('AA');
  });

  it('follow a device that moves, also in the order', async () => {
    const model = await located(byPlace);
    labels(model);
    model.post(fixesOf({ 3: { at: [0, 9], fixAt: 1 }, 2: { at: [0.2, 0], fixAt: 1 } }));
    expect(townsOf(model)).toEqual(['Dale', 'Dale', 'Mill', 'Mill']);
    expect(labels(model)).toEqual(['At Ashby', 'At Dale', 'At Mill', 'Nowhere']);
  });
});

describe('a search for devices near a town', () => {
  it('finds devices by distance and by their texts', async () => {
    const model = await located({ search: 'near mill' });
    expect(labels(model)).toEqual(['At Mill']);
    expect(model.takeView()?.near?.centre?.town).toBe('Mill');
    expect((await model.find('near dale', 5)).map(({ label }) => label)).toEqual(['At Dale']);
  });

  it('knows the town by another name, and names it as everywhere else', async () => {
    const model = await located({ search: 'near Mühle' });
    expect(labels(model)).toEqual(['At Mill']);
    expect(model.takeView()?.near?.centre?.town).toBe('Mill');
  });

  it('gains and loses devices that move', async () => {
    const model = await located({ search: 'near mill' });
    model.post(fixesOf({ 0: { at: [3, 0], fixAt: 1 }, 2: { at: [0, 0.1], fixAt: 1 } }));
    expect(labels(model)).toEqual(['Nowhere']);
  });

  it('finds nothing for a name that no town has', async () => {
    const model = await located({ search: 'near xyz' });
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
  const placed = async (query: Partial<FleetQuery> = {}) => {
    const model = await located(query);
    model.setPlaces(ownPlaces);
    return model;
  };

  it('stand in place of towns, the smallest first, in the rows and in the order', async () => {
    const model = await placed(byPlace);
    expect(labels(model)).toEqual(['At Ashby', 'At Mill', 'At Dale', 'Nowhere']);
    expect(townsOf(model)).toEqual(['Ashby', ['Mill yard', 'Region'], ['Region'], null]);
    model.setPlaces([]);
    expect(townsOf(model)).toEqual(['Ashby', 'Dale', 'Mill', null]);
  });

  it('are counted, and filtered by: one, any or none', async () => {
    expect((await placed()).placeCounts()).toMatchObject({
      places: [
        { name: 'Region', count: 2 },
        { name: 'Mill yard', count: 1 },
        { name: 'Ashby', count: 0 },
      ],
      outside: 1,
    });
    expect(labels(await placed({ place: 'Region' }))).toEqual(['At Dale', 'At Mill']);
    expect(labels(await placed({ place: 'any' }))).toEqual(['At Dale', 'At Mill']);
    expect(labels(await placed({ place: 'none' }))).toEqual(['At Ashby']);
    expect(labels(await placed({ place: 'deleted' }))).toEqual([]);
  });

  it('are found by their names, alone with a preposition of any language', async () => {
    expect(labels(await placed({ search: 'ashby' }))).toEqual(['At Ashby']);
    expect(labels(await placed({ search: 'yard mill' }))).toEqual(['At Mill']);
    expect(labels(await placed({ search: 'at region' }))).toEqual(['At Dale', 'At Mill']);
    expect(labels(await placed({ search: 'bei  Región' }))).toEqual(['At Dale', 'At Mill']);
    expect(labels(await placed({ search: 'at ashby' }))).toEqual([]);
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
      expect([outside, labels(await placed({ search: outside }))]).toEqual([outside, ['At Ashby']]);
    }
    expect(labels(await located({ search: 'outside any place' }))).toEqual([]);
  });

  it('follow a device that moves, also in the filter and the search', async () => {
    const filtered = await placed({ place: 'Mill yard' });
    const searched = await placed({ search: 'at mill yard' });
    for (const model of [filtered, searched]) {
      model.post(fixesOf({ 0: { at: [3, 0], fixAt: 1 }, 3: { at: [0.1, 0], fixAt: 1 } }));
      expect(labels(model)).toEqual(['At Ashby']);
    }
  });
});
