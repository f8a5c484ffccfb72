import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { english, languageOf } from '../../test/support/english';
import { createTranslate } from '#shared/i18n/translate';
import { createNearestTowns, TownsFile } from './towns';

const inEnglish = { current: () => english, t: createTranslate(english) };
const bundled = path.resolve(import.meta.dirname, '../../assets/basemap/towns.bin');

test('names the nearest town in the unit and language of the user, once the towns are read', async () => {
  let language = inEnglish;
  const towns = createNearestTowns({
    towns: new TownsFile(bundled, () => {}),
    distanceUnit: () => 'mi',
    places: () => null,
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
      language: inEnglish,
    });
    await towns.load();
    expect(towns.textAt(45, 7)).toBeNull();
    expect(lines).toHaveLength(1);
  }
});
