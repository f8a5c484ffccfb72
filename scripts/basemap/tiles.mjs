// Cuts every layer of the base map into vector tiles.
import GeoJSONVT from 'geojson-vt';
import vtPbf from 'vt-pbf';
import {
  borders,
  countries,
  countryFeatures,
  lakes,
  land,
  provinces,
  rivers,
} from './geography.mjs';
import { places } from './places.mjs';
import { seas } from './seas.mjs';

/** The deepest zoom with tiles. The map overzooms them: their coordinates are fine enough for zoom 9. */
const maxZoom = 6;
/** Coordinates per tile edge: 152 m at the deepest zoom for shapes, 76 m for labels. */
const shapeExtent = 4096;
const labelExtent = 8192;

const collection = (features) => ({ type: 'FeatureCollection', features });

/**
 * Cuts shapes into tiles. Tolerances are in tile coordinates; `deepest` applies to the deepest zoom only,
 * which is overzoomed and therefore needs a finer one. geojson-vt never simplifies the deepest zoom of an
 * index, so the index is one zoom deeper than the tiles.
 */
function cutShapes(data, tolerances) {
  const createIndex = (tolerance) =>
    new GeoJSONVT(data, {
      maxZoom: maxZoom + 1,
      indexMaxZoom: maxZoom,
      indexMaxPoints: 0,
      tolerance,
      extent: shapeExtent,
      buffer: 64,
    });
  const overview = createIndex(tolerances.overview);
  const deepest = createIndex(tolerances.deepest);
  return {
    extent: shapeExtent,
    featuresAt: (z, x, y) => (z < maxZoom ? overview : deepest).getTile(z, x, y)?.features ?? [],
  };
}

/** Cuts labels into tiles, each from its own zoom `z` on. The deepest tiles hold all labels. */
function cutLabels(features) {
  const indexes = Array.from({ length: maxZoom + 1 }, (_, z) => {
    const visible = z === maxZoom ? features : features.filter((f) => f.properties.z < z + 1);
    return new GeoJSONVT(collection(visible), {
      maxZoom,
      indexMaxZoom: maxZoom,
      indexMaxPoints: 0,
      extent: labelExtent,
      buffer: 0,
    });
  });
  return {
    extent: labelExtent,
    featuresAt: (z, x, y) => indexes[z].getTile(z, x, y)?.features ?? [],
  };
}

function seaFeatures() {
  return seas.map(([name, longitude, latitude, z]) => ({
    type: 'Feature',
    properties: { name, z },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  }));
}

/** Every layer by name. `minZoom`: its first zoom; `fields`: the properties of its features. */
function createLayers() {
  const countryLabels = countries();
  return {
    land: {
      minZoom: 0,
      ...cutShapes(land(), { overview: 6, deepest: 2.5 }),
      fields: { polar: 'Boolean' },
    },
    lake: {
      minZoom: 1,
      ...cutShapes(lakes(), { overview: 5, deepest: 2 }),
      fields: { large: 'Boolean' },
    },
    river: { minZoom: 3, ...cutShapes(rivers(), { overview: 5, deepest: 2 }), fields: {} },
    province: { minZoom: 3, ...cutShapes(provinces(), { overview: 5, deepest: 2 }), fields: {} },
    border: {
      minZoom: 0,
      ...cutShapes(borders(), { overview: 5, deepest: 2 }),
      fields: { disputed: 'Boolean' },
    },
    sea: { minZoom: 0, ...cutLabels(seaFeatures()), fields: { name: 'String', z: 'Number' } },
    country: {
      minZoom: 0,
      ...cutLabels(countryFeatures(countryLabels)),
      fields: { name: 'String', z: 'Number', k: 'Number' },
    },
    place: {
      minZoom: 2,
      ...cutLabels(places(countryLabels)),
      fields: { name: 'String', z: 'Number', k: 'Number', capital: 'Boolean' },
    },
  };
}

/** A layer of one tile in the form that vt-pbf encodes. */
function encodableLayer(name, extent, features) {
  const version = 2;
  return Object.assign(new vtPbf.GeoJSONWrapper(features, { extent }), { name, version, extent });
}

function encodeTile(layers, z, x, y) {
  const content = {};
  for (const [name, layer] of Object.entries(layers)) {
    const features = z < layer.minZoom ? [] : layer.featuresAt(z, x, y);
    if (features.length > 0) content[name] = encodableLayer(name, layer.extent, features);
  }
  return Object.keys(content).length > 0 ? vtPbf.fromVectorTileJs({ layers: content }) : null;
}

/**
 * Every tile that has content, and the description of the layers for the archive's metadata.
 * @returns {{maxZoom: number, tiles: {z: number, x: number, y: number, bytes: Uint8Array}[], vectorLayers: object[]}}
 */
export function createTiles() {
  const layers = createLayers();
  const tiles = [];
  for (let z = 0; z <= maxZoom; z++) {
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const bytes = encodeTile(layers, z, x, y);
        if (bytes) tiles.push({ z, x, y, bytes });
      }
    }
  }
  const vectorLayers = Object.entries(layers).map(([id, { minZoom, fields }]) => ({
    id,
    fields,
    minzoom: minZoom,
    maxzoom: maxZoom,
  }));
  return { maxZoom, tiles, vectorLayers };
}
