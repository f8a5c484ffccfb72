import { describe, expect, it } from 'vitest';
import { FleetModel } from './fleet-model';
import { fixesOf, fleetOf, sketchedTowns } from './synthetic.test-support';
import { type FleetQuery, initialQuery } from './types';
import { circle as circleAt, depot } from '#shared/domain/places.test-support';

const otherNames = '0\tmuhle\t\n2\taschheim\t\n';

const fleet = () =>
  fleetOf([
    { name: 'At Mill', at: [0.1, 0], fixAt: 0 },
    { name: 'At Dale', at: [0, 10.1], fixAt: 0 },
    { name: 'Nowhere' },
    { name: 'At Ashby', at: [9.9, 0], fixAt: 0 },
  ]);

function started(query: Partial<FleetQuery> = {}, hasTowns = true): FleetModel {
  const rules = { movingAbove: 1, staleAfterMs: 100, silentAfterMs: 1000 };
  const model = new FleetModel({ ...initialQuery, ...query }, rules);
  model.apply(fleet(), 0);
  if (hasTowns) model.setGazetteer(sketchedTowns, 0);
  return model;
}
const labels = (model: FleetModel) => model.rows(0, 9).rows.map(({ label }) => label);
const townsOf = (model: FleetModel) =>
  model.rows(0, 9).rows.map(({ place }) => place && ('town' in place ? place.town : place.places));
const byPlace = { sort: { column: 'place', descending: false } } as const;

describe('the nearest towns of a fleet', () => {
  it('are in the rows, except of devices without a position', () => {
    const model = started(byPlace);
    expect(labels(model)).toEqual(['At Ashby', 'At Dale', 'At Mill', 'Nowhere']);
    expect(townsOf(model)).toEqual(['Ashby', 'Dale', 'Mill', null]);
  });

  it('are absent until the towns are loaded', () => {
    const model = started(byPlace, false);
    expect(townsOf(model)).toEqual([null, null, null, null]);
    model.takeView();
    model.setGazetteer(sketchedTowns, 0);
    expect(model.takeView()).not.toBeNull();
    expect(townsOf(model)).toEqual(['Ashby', 'Dale', 'Mill', null]);
  });

  it('are waited for only while they are loading', () => {
    const model = started(byPlace, false);
    expect(model.takeView()).toMatchObject({ areTownsLoading: true, usualCountry: null });
    model.setGazetteer(null, 0);
    expect(model.takeView()).toMatchObject({ areTownsLoading: false, usualCountry: null });
  });

  it('are of one country for most devices, or of none', () => {
    const model = started();
    model.apply(fixesOf({ 2: { at: [0.2, 0], fixAt: 1 } }), 1);
    expect(model.fleet?.places.usualCountry()).toBeNull();
    model.apply(fixesOf({ 3: { at: [0.3, 0], fixAt: 1 } }), 1);
    expect(model.fleet?.places.usualCountry()).toBe('AA');
  });

  it('follow a device that moves, also in the order', () => {
    const model = started(byPlace);
    labels(model);
    model.apply(fixesOf({ 3: { at: [0, 9], fixAt: 1 }, 2: { at: [0.2, 0], fixAt: 1 } }), 1);
    expect(townsOf(model)).toEqual(['Dale', 'Dale', 'Mill', 'Mill']);
    expect(labels(model)).toEqual(['At Ashby', 'At Dale', 'At Mill', 'Nowhere']);
  });
});

describe('a search for devices near a town', () => {
  it('finds devices by distance and by their texts', () => {
    const model = started({ search: 'near mill' });
    expect(labels(model)).toEqual(['At Mill']);
    expect(model.takeView()?.near?.centre?.town).toBe('Mill');
    expect(model.find('near dale', 5).map(({ label }) => label)).toEqual(['At Dale']);
  });

  it('knows the town by another name, and names it as everywhere else', () => {
    const model = started({ search: 'near Mühle' });
    expect(labels(model)).toEqual([]);
    // Loaded for the first search for a town.
    model.setOtherNames(otherNames, 0);
    expect(labels(model)).toEqual(['At Mill']);
    expect(model.takeView()?.near?.centre?.town).toBe('Mill');
  });

  it('gains and loses devices that move', () => {
    const model = started({ search: 'near mill' });
    model.apply(fixesOf({ 0: { at: [3, 0], fixAt: 1 }, 2: { at: [0, 0.1], fixAt: 1 } }), 1);
    expect(labels(model)).toEqual(['Nowhere']);
  });

  it('finds nothing for a name that no town has', () => {
    const model = started({ search: 'near xyz' });
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
    const model = started(query);
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
    expect(labels(started({ search: 'outside any place' }))).toEqual([]);
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
