import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { format, formatIn, languageOf } from '../../test/support/english';
import { fold } from '../domain/text';
import { distanceUnits, metresPer } from '../domain/units';
import { metresBetween } from '../history/distance';
import { languages } from '../i18n/languages';
import { findNear, isWithin } from './near';
import { nearestTown, readTowns, TownIndex, TownNames } from './place';

const bundled = new URL('../../assets/basemap/towns.bin', import.meta.url);
const towns = readTowns(gunzipSync(readFileSync(bundled)));
const bundledNames = new URL('../../assets/basemap/town-names.bin', import.meta.url);
const otherNames = gunzipSync(readFileSync(bundledNames)).toString('utf8');
const gazetteer = { towns, index: new TownIndex(towns.latitude, towns.longitude) };

function nearestByComparing(latitudes: number[], longitudes: number[], at: [number, number]) {
  return Math.min(
    ...latitudes.map((latitude, i) => metresBetween(latitude, longitudes[i]!, ...at)),
  );
}

const latitude = fc.oneof(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.double({ min: 89.9, max: 90, noNaN: true }),
  fc.double({ min: -90, max: -89.9, noNaN: true }),
);
const longitude = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: 179.9, max: 180, noNaN: true }),
  fc.double({ min: -180, max: -179.9, noNaN: true }),
);
const position = fc.tuple(latitude, longitude);

describe('the nearest of many positions', () => {
  it('is as near as the nearest found by comparing all, also at the poles and at 180°', () => {
    fc.assert(
      fc.property(
        fc.array(position, { minLength: 1, maxLength: 120 }),
        fc.array(position, { minLength: 1, maxLength: 20 }),
        (positions, asked) => {
          const latitudes = positions.map(([value]) => value);
          const longitudes = positions.map(([, value]) => value);
          const index = new TownIndex(latitudes, longitudes);
          for (const at of asked) {
            const found = index.nearest(...at);
            const metres = metresBetween(latitudes[found]!, longitudes[found]!, ...at);
            expect(metres).toBeCloseTo(nearestByComparing(latitudes, longitudes, at), 1);
          }
        },
      ),
    );
  });

  it('is right among the bundled towns', () => {
    const latitudes = Array.from(towns.latitude);
    const longitudes = Array.from(towns.longitude);
    fc.assert(
      fc.property(position, (at) => {
        const place = nearestTown(gazetteer, ...at)!;
        expect(place.metres).toBeCloseTo(nearestByComparing(latitudes, longitudes, at), 1);
      }),
      { numRuns: 30 },
    );
  });

  it('is none without positions', () => {
    expect(new TownIndex([], []).nearest(0, 0)).toBe(-1);
  });
});

test.each([
  ['in the centre of Lyon', 45.7485, 4.8467, 'Lyon, FR · < 1\u00a0km', 'Auvergne-Rhône-Alpes'],
  [
    'west of San Mauro near Turin',
    45.0995,
    7.7241,
    'San Mauro Torinese, IT · 3.5\u00a0km W',
    'Piedmont',
  ],
  ['east of 180°, with the town west of it', -16.55, -179.9, 'Labasa, FJ · ', 'Northern'],
  ['at the south pole', -90, 0, 'McMurdo Station, AQ', ''],
  ['at the north pole', 90, 0, 'Longyearbyen, SJ', 'Svalbard'],
])('the nearest town %s', (_, at, east, text, region) => {
  const place = nearestTown(gazetteer, at, east)!;
  expect(format.place(place)).toContain(text);
  expect(place.region).toBe(region);
});

test('a device without a position has no place', () => {
  expect(nearestTown(gazetteer, null, null)).toBeNull();
  expect(nearestTown(gazetteer, Number.NaN, 7)).toBeNull();
});

test('a file that is not a list of towns is refused', () => {
  expect(() => readTowns(new Uint8Array(32))).toThrow('not a file of towns');
  expect(() => new TownNames('Lyon\nTurin', 3)).toThrow('not a file of towns');
});

describe('a search for devices near a town', () => {
  it('finds the largest town of that name, without case and accents', () => {
    expect(findNear(towns, 'near lyon')?.centre).toMatchObject({ town: 'Lyon', country: 'FR' });
    expect(findNear(towns, 'Near SAO PAULO')?.centre).toMatchObject({ country: 'BR' });
    expect(findNear(towns, 'near Birmingham')?.centre).toMatchObject({ country: 'GB' });
  });

  it('takes a country and a distance', () => {
    const near = findNear(towns, 'near Birmingham, US 50 km')!;
    expect(near).toMatchObject({ metres: 50_000, centre: { country: 'US' } });
    expect(findNear(towns, 'near Lyon 12,5 mi')?.metres).toBeCloseTo(20_117, 0);
  });

  it('finds a town by the beginning of its name, and says if there is none', () => {
    expect(findNear(towns, 'near villeurb')?.centre?.town).toBe('Villeurbanne');
    expect(findNear(towns, 'near qqqqq')).toMatchObject({ asked: 'qqqqq', centre: null });
  });

  it.each([
    ['München', 'Munich', 'DE'],
    ['munich', 'Munich', 'DE'],
    ['Muenchen', 'Munich', 'DE'],
    ['Munchen', 'Munich', 'DE'],
    ['Torino', 'Turin', 'IT'],
    ['Turin', 'Turin', 'IT'],
    ['KOLN', 'Köln', 'DE'],
    ['Koeln', 'Köln', 'DE'],
    ['Cologne', 'Köln', 'DE'],
    ['Wien', 'Vienna', 'AT'],
    ['Roma', 'Rome', 'IT'],
    ['Lodz', 'Łódź', 'PL'],
    ['ŁÓDŹ', 'Łódź', 'PL'],
    ['Tromso', 'Tromsø', 'NO'],
    ['Roma, AU', 'Roma', 'AU'],
    ['Monaco', 'Monaco', 'MC'],
    ['Salisbury', 'Salisbury', 'GB'],
  ])('finds a town by its names in other languages: %s', (asked, town, country) => {
    expect(findNear(towns, `near ${asked} 10 km`, otherNames)).toMatchObject({
      metres: 10_000,
      centre: { town, country },
    });
  });

  it('finds only a whole other name, and none without the list', () => {
    expect(findNear(towns, 'near Torin', '5\ttorino\t\n')?.centre?.town).not.toBe(
      towns.names.of(5),
    );
    expect(findNear(towns, 'near qqqqq', '5\tqqqqq\t\n')?.centre?.town).toBe(towns.names.of(5));
    expect(findNear(towns, 'near qqqqq', '999999999\tqqqqq\t\n')?.centre).toBeNull();
    expect(findNear(towns, 'near qqqqq', '\u0000\nqqqqq\tqqqqq\t')?.centre).toBeNull();
    expect(findNear(towns, 'near Muenchen')?.centre?.town).not.toBe('Munich');
  });

  it('has other names as a search compares them, for towns of the list', () => {
    expect(fold(otherNames)).toBe(otherNames);
    const lines = otherNames.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(30_000);
    for (const line of lines) {
      const [town, ...names] = line.split('\t');
      expect(Number(town)).toBeLessThan(towns.count);
      expect(names.length).toBeGreaterThan(1);
    }
  });

  it('reads the search and the units of every language, with any digits', () => {
    for (const search of [
      'near Lyon 50 km',
      'cerca de Lyon 50 km',
      'perto de Lyon 50km',
      'près de Lyon 50 km',
      'pres de Lyon, FR 50 km',
      'nahe Lyon 50 km',
      'in der Nähe von Lyon 50 km',
      'vicino a Lyon 50 km',
      'قرب Lyon 50 كم',
      'بالقرب من Lyon، FR ٥٠ كم',
      'ליד Lyon 50 ק״מ',
      'ליד \u2068Lyon\u2069 50 ק"מ',
      '\u200fNear LYON 50 KM',
    ]) {
      const near = findNear(towns, search);
      expect(near, search).toMatchObject({ metres: 50_000, centre: { town: 'Lyon' } });
    }
    for (const { tag } of languages) {
      const { amount } = formatIn(languageOf({ language: tag }));
      for (const unit of distanceUnits) {
        const near = findNear(towns, `near Lyon ${amount(20, unit, 'whole')}`)!;
        expect(near.metres, `${tag} ${unit}`).toBeCloseTo(20 * metresPer[unit], 3);
      }
    }
  });

  it('leaves other searches alone', () => {
    expect(findNear(towns, 'cerca norte')).toBeNull();
    expect(findNear(towns, 'lyon')).toBeNull();
    expect(findNear(towns, 'near')).toBeNull();
    expect(findNear(towns, 'nearby lyon')).toBeNull();
  });

  it('compares distances, and never finds a device without a position', () => {
    const near = findNear(towns, 'near Lyon')!;
    expect(isWithin(near, 45.8, 4.9)).toBe(true);
    expect(isWithin(near, 45.1, 4.9)).toBe(false);
    expect(isWithin(near, Number.NaN, Number.NaN)).toBe(false);
  });
});
