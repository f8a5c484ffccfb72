import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import { createStore } from 'zustand/vanilla';
import type { Coordinates } from '#shared/domain/coordinates';
import type { MapBounds, MapFileFacts } from '#shared/domain/map-file';
import type { ColourScheme } from '#lib/device-state-look';
import { baseMapSource, graticuleNameLayer, lowestLabelLayer, mapPalettes } from './style-names';

/** The area of a map file, drawn over the bundled map. */
export interface MapRegion {
  id: string;
  /** Changes when the file changes. */
  revision: number;
  /** The path of a bundled PMTiles file that has the tiles; absent: main serves them by the id. */
  bundled?: string;
  facts: MapFileFacts;
  /** BCP 47, of its names. */
  language: string;
  /** Of the schema of the file; absent for pictures. */
  layers: Record<ColourScheme, LayerSpecification[]> | null;
}

/** The regions that the bundled map is drawn with, coarse ones first. */
export const mapRegions = createStore<{ regions: readonly MapRegion[] }>(() => ({ regions: [] }));

/** Up to here the bundled map is detailed enough, and is not cut at the edge of a region. */
const bundledZoom = 6;

/** The zoom from which a file is drawn. */
export const firstZoom = ({ minZoom, maxZoom }: MapFileFacts): number =>
  Math.min(Math.max(minZoom, bundledZoom), maxZoom);

/** A map that ends before it has no streets worth the name. */
const streetsZoom = 11;

/** Whether one of these maps shows streets, or pictures of them, at a place. */
export const hasStreets = (
  regions: readonly MapRegion[],
  { longitude, latitude }: Coordinates,
): boolean =>
  regions.some(({ facts: { maxZoom, bounds } }) => {
    const [west, south, east, north] = bounds;
    const isInside =
      longitude >= west && longitude <= east && latitude >= south && latitude <= north;
    return isInside && maxZoom >= streetsZoom;
  });

/** Coarse files first, so that a detailed one is drawn over them. */
export const inDrawingOrder = (regions: readonly MapRegion[]): MapRegion[] =>
  regions.toSorted(
    (a, b) =>
      a.facts.maxZoom - b.facts.maxZoom ||
      areaOf(b.facts.bounds) - areaOf(a.facts.bounds) ||
      a.id.localeCompare(b.id),
  );

const areaOf = ([west, south, east, north]: MapBounds) => (east - west) * (north - south);

/** The bundled style with the regions in it. They are below all names, and their own names on top. */
export function withRegions(
  style: StyleSpecification,
  regions: readonly MapRegion[],
  theme: ColourScheme,
): StyleSpecification {
  if (regions.length === 0) return style;
  const sources: Record<string, SourceSpecification> = { ...style.sources };
  const ground: LayerSpecification[] = [];
  const labels: LayerSpecification[] = [];
  for (const [at, region] of regions.entries()) {
    Object.assign(sources, sourcesOf(region));
    const above = regions.slice(at + 1);
    for (const layer of layersOf(region, theme)) {
      if (layer.type === 'symbol') labels.push(outside(layer, above));
      else ground.push(layer);
    }
  }
  const edge = style.layers.findIndex(({ id }) => id === lowestLabelLayer);
  const isGraticuleName = ({ id }: LayerSpecification) => id === graticuleNameLayer;
  return {
    ...style,
    name: `${style.name} ${regions.map(({ id, revision, language }) => `${id}.${revision}.${language}`).join(' ')}`,
    sources,
    layers: [
      ...style.layers.slice(0, edge),
      // Below the ground of a region, which hides it.
      ...style.layers.filter(isGraticuleName),
      ...ground,
      ...style.layers
        .slice(edge)
        .filter((layer) => !isGraticuleName(layer))
        .map((layer) =>
          'source' in layer && layer.source === baseMapSource ? outside(layer, regions) : layer,
        ),
      ...labels,
    ],
  };
}

/** The source of its tiles in the style. */
export const sourceName = ({ id }: Pick<MapRegion, 'id'>) => `map-${id}`;
const groundName = ({ id }: MapRegion) => `map-${id}-ground`;

function sourcesOf(region: MapRegion): Record<string, SourceSpecification> {
  const { facts, id, revision, bundled } = region;
  const { origin } = window.location;
  const address = bundled ? `pmtiles://${origin}${bundled}` : `${origin}/maps/${id}/${revision}`;
  const common = {
    tiles: [`${address}/{z}/{x}/{y}`],
    bounds: facts.bounds,
    minzoom: facts.minZoom,
    maxzoom: facts.maxZoom,
    ...(facts.attribution !== '' && { attribution: escaped(facts.attribution) }),
  };
  if (!region.layers) {
    return { [sourceName(region)]: { type: 'raster', tileSize: facts.tileSize, ...common } };
  }
  return {
    [sourceName(region)]: { type: 'vector', ...common },
    ...(facts.hasSea && {
      [groundName(region)]: {
        type: 'geojson',
        data: { type: 'Feature', properties: {}, geometry: boxOf(facts.bounds) },
        tolerance: 0,
      },
    }),
  };
}

/** MapLibre shows attributions as HTML. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function layersOf(region: MapRegion, theme: ColourScheme): LayerSpecification[] {
  const { facts } = region;
  const first = firstZoom(facts);
  const source = sourceName(region);
  if (!region.layers) {
    return [
      {
        id: source,
        type: 'raster',
        source,
        minzoom: first,
        paint: {
          'raster-fade-duration': 0,
          // Pictures have one theme only.
          ...(theme === 'dark' && { 'raster-brightness-max': 0.7, 'raster-saturation': -0.3 }),
        },
      },
    ];
  }
  const ground: LayerSpecification[] = facts.hasSea
    ? [
        {
          // Most schemas have no land, and the coast of the bundled map is coarser.
          id: groundName(region),
          type: 'fill',
          source: groundName(region),
          minzoom: first,
          paint: { 'fill-color': mapPalettes[theme].land, 'fill-antialias': false },
        },
      ]
    : [];
  return [
    ...ground,
    ...region.layers[theme].map(
      (layer) =>
        ({
          ...layer,
          id: `${source}-${layer.id}`,
          source,
          minzoom: Math.max(layer.minzoom ?? 0, first),
        }) as LayerSpecification,
    ),
  ];
}

/** A layer without what is in these regions, where they have it themselves. */
function outside(layer: LayerSpecification, regions: readonly MapRegion[]): LayerSpecification {
  if (regions.length === 0 || layer.type === 'background' || layer.type === 'raster') return layer;
  const conditions = regions.map(({ facts }): ExpressionSpecification => [
    'any',
    ['<', ['zoom'], firstZoom(facts)],
    ['!', ['within', boxOf(facts.bounds)]],
  ]);
  const own = 'filter' in layer && layer.filter !== undefined ? [layer.filter] : [];
  const filter = ['all', ...own, ...conditions] as FilterSpecification;
  return { ...layer, filter } as LayerSpecification;
}

function boxOf([west, south, east, north]: MapBounds): GeoJSON.Polygon {
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}
