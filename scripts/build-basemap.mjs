// Builds assets/basemap/world.pmtiles, the offline base map, from data in npm packages, without a network.
// Run it after a change here or in scripts/basemap, and commit the result:
//   node scripts/node.mjs scripts/build-basemap.mjs
// Under Electron's Node the bytes are the same on every run; another Node rounds some sines otherwise.
import fs from 'node:fs';
import path from 'node:path';
import GeoJSONVT from 'geojson-vt';
import vtPbf from 'vt-pbf';
import { writeArchive } from './basemap/archive.mjs';
import {
  borders,
  countries,
  countryFeatures,
  lakes,
  land,
  provinces,
  rivers,
} from './basemap/geography.mjs';
import { places } from './basemap/places.mjs';
import { seas } from './basemap/seas.mjs';

const target = path.resolve(import.meta.dirname, '..', 'assets', 'basemap', 'world.pmtiles');
/** Tiles end here, in fine coordinates: stretched to zoom 9 they are as sharp as their source. */
const maxZoom = 6;
/** Coordinates per tile edge: 152 m at the last zoom for shapes, 76 m for labels. */
const shapeExtent = 4096;
const labelExtent = 8192;
const attribution =
  'Natural Earth (public domain) · towns © <a href="https://www.geonames.org/">GeoNames</a> (CC BY 4.0)';

const collection = (features) => ({ type: 'FeatureCollection', features });

/**
 * Cuts shapes into tiles. Tolerances are in tile coordinates, `last` for the last zoom alone, which is
 * stretched and so must be finer. One zoom more than is used is asked for, as the deepest of an index
 * stays unsimplified.
 */
function cut(data, tolerance) {
  const index = (toleranceNow) =>
    new GeoJSONVT(data, {
      maxZoom: maxZoom + 1,
      indexMaxZoom: maxZoom,
      indexMaxPoints: 0,
      tolerance: toleranceNow,
      extent: shapeExtent,
      buffer: 64,
    });
  const overview = index(tolerance.overview);
  const last = index(tolerance.last);
  return {
    extent: shapeExtent,
    tile: (z, x, y) => (z < maxZoom ? overview : last).getTile(z, x, y)?.features ?? [],
  };
}

/** Labels by zoom: what appears at a zoom is in that zoom's tiles; the last tiles hold all. */
function cutLabels(features) {
  const byZoom = Array.from({ length: maxZoom + 1 }, (_, z) => {
    const shown = z === maxZoom ? features : features.filter((f) => f.properties.z < z + 1);
    return new GeoJSONVT(collection(shown), {
      maxZoom,
      indexMaxZoom: maxZoom,
      indexMaxPoints: 0,
      extent: labelExtent,
      buffer: 0,
    });
  });
  return { extent: labelExtent, tile: (z, x, y) => byZoom[z].getTile(z, x, y)?.features ?? [] };
}

const seaLabels = seas.map(([name, longitude, latitude, z]) => ({
  type: 'Feature',
  properties: { name, z },
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
}));

const countryNames = countries();
const layers = {
  land: { from: 0, ...cut(land(), { overview: 6, last: 2.5 }), fields: { polar: 'Boolean' } },
  lake: { from: 1, ...cut(lakes(), { overview: 5, last: 2 }), fields: { large: 'Boolean' } },
  river: { from: 3, ...cut(rivers(), { overview: 5, last: 2 }), fields: {} },
  province: { from: 3, ...cut(provinces(), { overview: 5, last: 2 }), fields: {} },
  border: { from: 0, ...cut(borders(), { overview: 5, last: 2 }), fields: { disputed: 'Boolean' } },
  sea: { from: 0, ...cutLabels(seaLabels), fields: { name: 'String', z: 'Number' } },
  country: {
    from: 0,
    ...cutLabels(countryFeatures(countryNames)),
    fields: { name: 'String', z: 'Number', k: 'Number' },
  },
  place: {
    from: 2,
    ...cutLabels(places(countryNames)),
    fields: { name: 'String', z: 'Number', k: 'Number', capital: 'Boolean' },
  },
};

function encodable(name, extent, features) {
  const version = 2;
  return Object.assign(new vtPbf.GeoJSONWrapper(features, { extent }), { name, version, extent });
}

const tiles = [];
for (let z = 0; z <= maxZoom; z++) {
  for (let x = 0; x < 2 ** z; x++) {
    for (let y = 0; y < 2 ** z; y++) {
      const content = {};
      for (const [name, layer] of Object.entries(layers)) {
        const features = z < layer.from ? [] : layer.tile(z, x, y);
        if (features.length > 0) content[name] = encodable(name, layer.extent, features);
      }
      if (Object.keys(content).length === 0) continue;
      tiles.push({ z, x, y, bytes: vtPbf.fromVectorTileJs({ layers: content }) });
    }
  }
}

const archive = writeArchive(tiles, {
  minZoom: 0,
  maxZoom,
  centre: [10, 30, 2],
  metadata: {
    name: 'Waypost world',
    description: 'Natural Earth 4.1.0 (2018) and GeoNames towns, for use without a network',
    attribution,
    type: 'baselayer',
    vector_layers: Object.entries(layers).map(([id, { from, fields }]) => ({
      id,
      fields,
      minzoom: from,
      maxzoom: maxZoom,
    })),
  },
});
fs.mkdirSync(path.dirname(target), { recursive: true });
fs.writeFileSync(target, archive);

const kilobytes = (bytes) => `${Math.round(bytes / 1024)} kB`;
console.log(`${tiles.length} tiles, ${kilobytes(archive.length)}: ${path.relative('', target)}`);
