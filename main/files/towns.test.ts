import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { english, languageOf } from '../../test/support/english';
import { createTranslate } from '#shared/i18n/translate';
import { PlaceIndex } from '#shared/domain/places';
import { circle, depot } from '#shared/domain/places.test-support';
import { createNearestTowns, noTowns, TownsFile } from './towns';

const inEnglish = { current: () => english, t: createTranslate(english) };
const bundled = path.resolve(import.meta.dirname, '../../assets/basemap/towns.bin');

test('names the nearest town in the unit and language of the user, once the towns are read', async () => {
  let language = inEnglish;
  const towns = createNearestTowns({
    towns: new TownsFile(bundled, () => {}),
    distanceUnit: () => 'mi',
    places: () => null,
    streets: noTowns.streets,
    language: {
      current: () => language.current(),
      get t() {
        return language.t;
      },
    },
  });
  expect(towns.textAt(45.0995, 7.7241)).toBeNull();
  await towns.load();
  expect(towns.textAt(45.0995, 7.7241)).toBe('San Mauro Torinese, IT · 2.2 mi W');
  const spanish = languageOf({ language: 'es' });
  language = { current: () => spanish, t: createTranslate(spanish) };
  expect(towns.textAt(45.0995, 7.7241)).toBe('San Mauro Torinese, IT · 2,2 mi O');
});

test('names the street of a position outside places, if it is known soon enough', async () => {
  let street: Promise<null> | string = 'Via Roma';
  const towns = createNearestTowns({
    towns: new TownsFile(bundled, () => {}),
    distanceUnit: () => 'km',
    places: () => new PlaceIndex([depot({ shape: circle(7, 45, 100) })]),
    streets: async () => [street instanceof Promise ? await street : { street, number: '12' }],
    language: inEnglish,
  });
  await towns.load();
  const inTurin = { latitude: 45.07, longitude: 7.68 };
  expect(await towns.streetTextAt(inTurin)).toBe('Via Roma 12, Turin, IT');
  expect(await towns.streetTextAt({ latitude: 45, longitude: 7 })).toBeNull();
  street = Promise.reject(new Error('the map process ended'));
  expect(await towns.streetTextAt(inTurin)).toBeNull();
  vi.useFakeTimers();
  street = new Promise(() => {});
  const late = towns.streetTextAt(inTurin);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await late).toBeNull();
  vi.useRealTimers();
});

test('a missing or damaged file is logged, and no position has a town', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'waypost-towns-'));
  const damaged = path.join(folder, 'towns.bin');
  await writeFile(damaged, 'not compressed');
  for (const file of [damaged, path.join(folder, 'missing.bin')]) {
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const towns = createNearestTowns({
      towns: new TownsFile(file, log),
      distanceUnit: () => 'km',
      places: () => null,
      streets: noTowns.streets,
      language: inEnglish,
    });
    await towns.load();
    expect(towns.textAt(45, 7)).toBeNull();
    expect(lines).toHaveLength(1);
  }
});
