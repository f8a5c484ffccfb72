import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { demoMap } from '#shared/domain/demo-map';
import { buildings, landscape, type MapFeature } from './landscape';
import { cityNetwork, type Network, type StreetKind } from './network';
import { demoCity, metresOf, positionOf } from './plan-of-city';

/** Tiles of these zooms are cut from one index. */
interface Level {
  from: number;
  features(): MapFeature[];
  tolerance: number;
}

const extent = 4096;
const isMain = (kind: StreetKind) => kind === 'trunk' || kind === 'primary';

/** Streets as lines: one for the pavement of each run of links, one for the name of each street. */
function streetFeatures(network: Network, isShown: (kind: StreetKind) => boolean): MapFeature[] {
  const { links, crossings, streets } = network;
  const lineOf = (indices: readonly number[]) => [
    positionOf(crossings[links[indices[0]!]!.from]!),
    ...indices.map((index) => positionOf(crossings[links[index]!.to]!)),
  ];
  return streets
    .filter(({ kind }) => isShown(kind))
    .flatMap(({ name, kind, links: all }): MapFeature[] => {
      const geometry = { type: 'LineString' as const, coordinates: lineOf(all) };
      return [
        { layer: 'streets', properties: { kind }, geometry },
        { layer: 'street_labels', properties: { kind, name }, geometry },
      ];
    });
}

function places(): MapFeature[] {
  const point = (column: number, row: number) => ({
    type: 'Point' as const,
    coordinates: positionOf(metresOf(column, row)),
  });
  const districts: [column: number, row: number][] = [
    [29, 24],
    [27, 42],
    [36, 13],
    [48, 30],
    [10, 22],
    [19, 14],
  ];
  return [
    {
      layer: 'place_labels',
      properties: { kind: 'city', name: demoCity.name },
      geometry: point(29, 22),
    },
    ...demoCity.districts.map((name, i): MapFeature => ({
      layer: 'place_labels',
      properties: { kind: 'suburb', name },
      geometry: point(...districts[i]!),
    })),
  ];
}

const levels: readonly Level[] = [
  {
    from: demoMap.minZoom,
    features: () => [...landscape(), ...places(), ...streetFeatures(cityNetwork(), isMain)],
    tolerance: 3,
  },
  {
    from: 12,
    features: () => [...landscape(), ...places(), ...streetFeatures(cityNetwork(), () => true)],
    tolerance: 2,
  },
  {
    from: demoMap.maxZoom,
    features: () => [
      ...landscape(),
      ...places(),
      ...streetFeatures(cityNetwork(), () => true),
      ...buildings(cityNetwork()),
    ],
    tolerance: 0,
  },
];

/** The map of the demo's city as vector tiles in the Shortbread schema, made when they are needed. */
export interface CityTiles {
  /** null: there is nothing. */
  tile(zoom: number, x: number, y: number): Uint8Array | null;
}

export function createCityTiles(): CityTiles {
  const indexes = new Map<Level, Map<string, GeoJSONVT>>();

  function layersOf(level: Level): Map<string, GeoJSONVT> {
    const found = indexes.get(level);
    if (found) return found;
    const byLayer = Map.groupBy(level.features(), ({ layer }) => layer);
    const made = new Map(
      [...byLayer].map(([layer, features]) => [
        layer,
        new GeoJSONVT(
          {
            type: 'FeatureCollection',
            features: features.map(({ properties, geometry }) => ({
              type: 'Feature',
              properties,
              geometry,
            })),
          },
          {
            maxZoom: demoMap.maxZoom,
            indexMaxZoom: 0,
            tolerance: level.tolerance,
            extent,
            // Wide lines and names reach into the neighbouring tile.
            buffer: 128,
          },
        ),
      ]),
    );
    indexes.set(level, made);
    return made;
  }

  return {
    tile(zoom, x, y) {
      const level = levels.findLast(({ from }) => zoom >= from);
      if (!level || zoom > demoMap.maxZoom) return null;
      const content: Record<string, GeoJSONVTTile> = {};
      for (const [layer, index] of layersOf(level)) {
        const cut = index.getTile(zoom, x, y);
        if (cut && cut.features.length > 0) content[layer] = cut;
      }
      if (Object.keys(content).length === 0) return null;
      return fromGeojsonVt(content, { version: 2, extent });
    },
  };
}
