import cyrillic from '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff2?url';
import cyrillicSemiBold from '@fontsource/noto-sans/files/noto-sans-cyrillic-600-normal.woff2?url';
import cyrillicExt from '@fontsource/noto-sans/files/noto-sans-cyrillic-ext-400-normal.woff2?url';
import cyrillicExtSemiBold from '@fontsource/noto-sans/files/noto-sans-cyrillic-ext-600-normal.woff2?url';
import devanagari from '@fontsource/noto-sans/files/noto-sans-devanagari-400-normal.woff2?url';
import devanagariSemiBold from '@fontsource/noto-sans/files/noto-sans-devanagari-600-normal.woff2?url';
import greek from '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff2?url';
import greekSemiBold from '@fontsource/noto-sans/files/noto-sans-greek-600-normal.woff2?url';
import greekExt from '@fontsource/noto-sans/files/noto-sans-greek-ext-400-normal.woff2?url';
import greekExtSemiBold from '@fontsource/noto-sans/files/noto-sans-greek-ext-600-normal.woff2?url';
import latin from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2?url';
import latinItalic from '@fontsource/noto-sans/files/noto-sans-latin-400-italic.woff2?url';
import latinSemiBold from '@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff2?url';
import latinExt from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff2?url';
import latinExtSemiBold from '@fontsource/noto-sans/files/noto-sans-latin-ext-600-normal.woff2?url';
import vietnamese from '@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff2?url';
import vietnameseSemiBold from '@fontsource/noto-sans/files/noto-sans-vietnamese-600-normal.woff2?url';
import ranges from '@fontsource/noto-sans/unicode.json';
import type { FontFacesSpecification, StyleSpecification } from 'maplibre-gl';
import type { ColourScheme } from '#lib/device-state-look';
import { language } from '#lib/language';
import { mapRegions, withRegions } from './regions';
import { groundLayers, labelLayers } from './style-layers';
import { baseMapSource, graticuleSource, mapFont, mapPalettes } from './style-names';

/** The base map that comes with the app, in a theme, and in it the map files of the user. */
export function bundledStyle(theme: ColourScheme): StyleSpecification {
  const style = baseStyle(theme, window.location.href, language.current().locale);
  return withRegions(style, mapRegions.getState().regions, theme);
}

/** Attribution that the licences of the map data require. */
const baseMapAttribution =
  'Natural Earth · <a href="https://www.geonames.org/" target="_blank" rel="noopener">GeoNames</a> CC BY 4.0';

/** The offline base map in one theme and language, for the page with this address. It refers to nothing outside the app. */
export function baseStyle(theme: ColourScheme, page: string, locale: string): StyleSpecification {
  const palette = mapPalettes[theme];
  const absolute = (url: string) => new URL(url, page).href;
  const tiles = `pmtiles://${absolute('/assets/basemap/world.pmtiles')}`;
  return {
    version: 8,
    name: `waypost:${theme}:${locale}`,
    'font-faces': fontFaces(absolute),
    sources: {
      [baseMapSource]: { type: 'vector', url: tiles, attribution: baseMapAttribution },
      [graticuleSource]: {
        type: 'geojson',
        data: { type: 'FeatureCollection', features: [] },
        // Straight lines between two points need no simplification and no further cutting.
        tolerance: 0,
        maxzoom: 14,
      },
    },
    transition: { duration: 0, delay: 0 },
    layers: [...groundLayers(palette), ...labelLayers(palette, locale)],
  };
}

type Subset = keyof typeof ranges;

/** The subsets of the tables. Other characters are drawn with a font of the system, there and here. */
const fontFiles: Record<string, Partial<Record<Subset, string>>> = {
  [mapFont.regular]: {
    latin,
    'latin-ext': latinExt,
    cyrillic,
    'cyrillic-ext': cyrillicExt,
    greek,
    'greek-ext': greekExt,
    vietnamese,
    devanagari,
  },
  [mapFont.semiBold]: {
    latin: latinSemiBold,
    'latin-ext': latinExtSemiBold,
    cyrillic: cyrillicSemiBold,
    'cyrillic-ext': cyrillicExtSemiBold,
    greek: greekSemiBold,
    'greek-ext': greekExtSemiBold,
    vietnamese: vietnameseSemiBold,
    devanagari: devanagariSemiBold,
  },
  // Only for the names of seas, which the map has in English.
  [mapFont.italic]: { latin: latinItalic },
};

/** The bundled fonts, whose addresses are absolute. */
const fontFaces = (absolute: (url: string) => string): FontFacesSpecification =>
  Object.fromEntries(
    Object.entries(fontFiles).map(([face, subsets]) => [
      face,
      Object.entries(subsets).map(([subset, url]) => ({
        url: absolute(url),
        'unicode-range': ranges[subset as Subset].split(','),
      })),
    ]),
  );
