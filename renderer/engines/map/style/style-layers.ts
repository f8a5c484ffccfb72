import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import { tileCountries } from '#shared/places/tile-countries';
import {
  baseMapSource,
  graticuleNameLayer,
  graticuleSource,
  lowestLabelLayer,
  mapFont,
  type MapPalette,
} from './style-names';

/** Shown from the zoom that the map builder chose for it, see scripts/basemap/places.mjs. */
const isDue: ExpressionSpecification = ['<=', ['get', 'z'], ['zoom']];
/** 1 is the largest, 9 (places) or 4 (countries) the smallest. */
const sizeClass: ExpressionSpecification = ['get', 'k'];

/** A value that grows evenly between zooms: zoom, value, zoom, value … */
const byZoom = (...stops: (number | string | ExpressionSpecification)[]) =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as unknown as ExpressionSpecification;

/** Sizes per class at one zoom: for class 1, 2, … and one for all others. */
function byClass(sizes: readonly number[], others: number): ExpressionSpecification {
  return [
    'match',
    sizeClass,
    ...sizes.flatMap((size, i) => [i + 1, size]),
    others,
  ] as unknown as ExpressionSpecification;
}

/**
 * Lakes and rivers are drawn for 1 : 50 million: at higher zooms small lakes would have a wrong shape. Two layers for
 * each, because an opacity that depends on the lake needs programs of its own.
 */
const lakes = [
  {
    area: 'small-lake',
    shore: 'small-lakeshore',
    filter: ['!', ['has', 'large']],
    maxzoom: 8.5,
    opacity: byZoom(7.5, 1, 8.5, 0),
  },
  {
    area: 'lake',
    shore: 'lakeshore',
    filter: ['has', 'large'],
    maxzoom: 11,
    opacity: byZoom(10, 1, 11, 0),
  },
] satisfies readonly {
  area: string;
  shore: string;
  filter: FilterSpecification;
  maxzoom: number;
  opacity: ExpressionSpecification;
}[];

/** A layer of its own draws the shore; smooth edges of the area below it would be drawn as lines once more. */
const shoreIsDrawn = {
  // At higher zooms the shore is faint.
  'fill-antialias': ['step', ['zoom'], false, 11, true] satisfies ExpressionSpecification,
};

const inBaseMap = (sourceLayer: string) => ({
  source: baseMapSource,
  'source-layer': sourceLayer,
});

/** Ground, water and lines: everything below the devices' own areas and tracks. */
export function groundLayers(palette: MapPalette): LayerSpecification[] {
  return [
    {
      id: 'water',
      type: 'background',
      paint: {
        // Drawn for 1 : 10 million: at higher zooms a lorry on the quay would appear in deep water.
        'background-color': byZoom(10, palette.water, 12.5, palette.waterNear),
      },
    },
    {
      id: 'land',
      type: 'fill',
      ...inBaseMap('land'),
      paint: { 'fill-color': palette.land, ...shoreIsDrawn },
    },
    {
      id: 'province',
      type: 'line',
      ...inBaseMap('province'),
      minzoom: 3,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.province,
        'line-width': byZoom(3, 0.5, 6, 0.9, 12, 1.4),
        'line-opacity': byZoom(3, 0.5, 4.5, 1),
      },
    },
    {
      id: 'river',
      type: 'line',
      ...inBaseMap('river'),
      minzoom: 3,
      maxzoom: 10,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': palette.river,
        'line-width': byZoom(3, 0.5, 6, 1.2, 10, 2),
        'line-opacity': byZoom(3, 0.5, 5, 1, 8.5, 1, 10, 0),
      },
    },
    ...lakes.map(({ area: id, filter, maxzoom, opacity }): LayerSpecification => ({
      id,
      type: 'fill',
      ...inBaseMap('lake'),
      filter,
      maxzoom,
      paint: { 'fill-color': palette.water, 'fill-opacity': opacity, ...shoreIsDrawn },
    })),
    ...lakes.map(({ shore: id, filter, maxzoom, opacity }): LayerSpecification => ({
      id,
      type: 'line',
      ...inBaseMap('lake'),
      filter,
      minzoom: 4,
      maxzoom,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.coast,
        'line-width': byZoom(4, 0.3, 8, 0.8),
        'line-opacity': opacity,
      },
    })),
    {
      id: 'coast',
      type: 'line',
      ...inBaseMap('land'),
      filter: ['!', ['has', 'polar']],
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.coast,
        'line-width': byZoom(0, 0.3, 4, 0.7, 8, 1.1),
        'line-opacity': byZoom(10, 1, 12.5, 0.35),
      },
    },
    {
      id: 'graticule',
      type: 'line',
      source: graticuleSource,
      paint: {
        'line-color': palette.graticule,
        'line-width': 0.6,
        'line-opacity': 0.4,
      },
    },
    {
      id: 'border',
      type: 'line',
      ...inBaseMap('border'),
      filter: ['!', ['has', 'disputed']],
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.border,
        'line-width': byZoom(1, 0.4, 4, 0.9, 7, 1.3, 12, 2),
      },
    },
    {
      id: 'border-disputed',
      type: 'line',
      ...inBaseMap('border'),
      filter: ['has', 'disputed'],
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.disputed,
        'line-width': byZoom(1, 0.4, 4, 0.9, 7, 1.3, 12, 2),
        'line-dasharray': [3, 2],
      },
    },
  ];
}

const dottedTown = {
  'text-field': ['get', 'name'],
  'text-size': byZoom(
    3,
    byClass([12, 11.5], 11),
    6,
    byClass([15, 14, 13, 12], 11),
    9,
    byClass([18.5, 17.5, 16, 14, 12.5, 12], 11.5),
  ),
  'text-variable-anchor': ['left', 'right', 'top', 'bottom', 'top-left', 'bottom-left'],
  'text-radial-offset': 0.42,
  'text-justify': 'auto',
  'text-max-width': 8,
  'symbol-sort-key': sizeClass,
} satisfies SymbolLayerSpecification['layout'];

/** Names and town dots. Later layers are placed first, so the last one wins where space is short. */
export function labelLayers(palette: MapPalette, locale: string): LayerSpecification[] {
  const townPaint = {
    'text-color': ['case', ['<=', sizeClass, 4], palette.town, palette.smallTown],
    'text-halo-color': palette.halo,
    'text-halo-width': 1.3,
    'text-halo-blur': 0.3,
  } satisfies SymbolLayerSpecification['paint'];
  return [
    {
      id: lowestLabelLayer,
      type: 'circle',
      ...inBaseMap('place'),
      maxzoom: 10,
      filter: isDue,
      paint: {
        'circle-radius': byZoom(2, 1.3, 6, 1.8, 9, 2.2),
        'circle-color': ['case', ['has', 'capital'], palette.land, palette.townDot],
        'circle-stroke-color': palette.townDot,
        'circle-stroke-width': ['case', ['has', 'capital'], 1.3, 0],
        'circle-opacity': byZoom(9, 1, 10, 0),
        'circle-stroke-opacity': byZoom(9, 1, 10, 0),
      },
    },
    {
      id: graticuleNameLayer,
      type: 'symbol',
      source: graticuleSource,
      minzoom: 11,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 420,
        'text-field': ['get', 'name'],
        'text-font': [mapFont.regular],
        'text-size': 10,
        'text-padding': 8,
      },
      paint: {
        'text-color': palette.graticule,
        'text-halo-color': palette.land,
        'text-halo-width': 1.5,
      },
    },
    {
      // At high zooms the name marks the town itself, without a dot.
      id: 'town-name-near',
      type: 'symbol',
      ...inBaseMap('place'),
      minzoom: 10,
      filter: isDue,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [
          'case',
          ['<=', sizeClass, 3],
          ['literal', [mapFont.semiBold]],
          ['literal', [mapFont.regular]],
        ],
        'text-size': byZoom(
          10,
          byClass([20, 19, 17.5, 15, 13.5, 12.5, 12], 11.5),
          15,
          byClass([27, 26, 24, 20, 17.5, 15.5, 14.5], 13.5),
        ),
        'text-max-width': 8,
        'text-padding': 6,
        'symbol-sort-key': sizeClass,
      },
      paint: townPaint,
    },
    {
      id: 'town-name',
      type: 'symbol',
      ...inBaseMap('place'),
      maxzoom: 10,
      filter: ['all', ['!', ['has', 'capital']], isDue],
      layout: {
        ...dottedTown,
        'text-font': [
          'case',
          ['<=', sizeClass, 2],
          ['literal', [mapFont.semiBold]],
          ['literal', [mapFont.regular]],
        ],
        'text-padding': 4,
      },
      paint: townPaint,
    },
    ...seaNames(palette, locale),
    {
      id: 'country-name',
      type: 'symbol',
      ...inBaseMap('country'),
      maxzoom: 8,
      filter: isDue,
      layout: {
        'text-field': countryName(locale),
        'text-transform': 'uppercase',
        'text-font': [mapFont.semiBold],
        'text-size': byZoom(
          1,
          byClass([10.5, 9.5], 9),
          4,
          byClass([14, 12.5, 11], 10),
          7,
          byClass([20, 18, 15], 12.5),
        ),
        // Away from the name of the capital, which is often in the middle.
        'text-variable-anchor': ['center', 'top', 'bottom'],
        'text-radial-offset': 0.7,
        'text-letter-spacing': 0.13,
        'text-max-width': 7,
        'text-line-height': 1.25,
        'text-padding': 4,
        'symbol-sort-key': sizeClass,
      },
      paint: {
        'text-color': palette.country,
        'text-halo-color': palette.halo,
        'text-halo-width': 1.2,
        'text-opacity': byZoom(7, 1, 8, 0.4),
      },
    },
    {
      id: 'capital-name',
      type: 'symbol',
      ...inBaseMap('place'),
      maxzoom: 10,
      filter: ['all', ['has', 'capital'], isDue],
      layout: { ...dottedTown, 'text-font': [mapFont.semiBold], 'text-padding': 4 },
      paint: townPaint,
    },
  ];
}

/** The text of a country's label in a language. */
function countryName(locale: string): ExpressionSpecification {
  const english: ExpressionSpecification = ['get', 'name'];
  if (new Intl.Locale(locale).language === 'en') return english;
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const cases = tileCountries().flatMap(([code, inTiles]) => [inTiles, names.of(code)]);
  return ['match', english, ...cases, english] as unknown as ExpressionSpecification;
}

/** The map has the names of seas in English: on a map of another language nothing is better than them. */
function seaNames(palette: MapPalette, locale: string): LayerSpecification[] {
  if (new Intl.Locale(locale).language !== 'en') return [];
  return [
    {
      id: 'sea-name',
      type: 'symbol',
      ...inBaseMap('sea'),
      maxzoom: 9,
      filter: isDue,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [mapFont.italic],
        'text-size': byZoom(0, 10.5, 4, 12.5, 7, 15),
        'text-letter-spacing': 0.14,
        'text-max-width': 6,
        'text-line-height': 1.35,
        'text-padding': 4,
      },
      paint: {
        'text-color': palette.sea,
        'text-halo-color': palette.water,
        'text-halo-width': 1,
      },
    },
  ];
}
