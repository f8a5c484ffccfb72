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
import type { FontFacesSpecification } from 'maplibre-gl';
import { mapFont } from './style-names';

/** Addresses of the bundled files. */
export interface StyleUrls {
  /** `pmtiles://` and the absolute address of world.pmtiles. */
  basemap: string;
  /** Font files for the names in `mapFont`. */
  fonts: FontFacesSpecification;
}

type Subset = keyof typeof ranges;

/** The subsets of the tables. Other characters are drawn with a font of the system, there and here. */
const files: Record<string, Partial<Record<Subset, string>>> = {
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
  // Only for the names of seas, which Waypost provides in English.
  [mapFont.italic]: { latin: latinItalic },
};

/** The bundled map and fonts as absolute addresses, given the address of the window's page. */
export function bundledStyleUrls(page: string): StyleUrls {
  const absolute = (url: string) => new URL(url, page).href;
  return {
    basemap: `pmtiles://${absolute('/assets/basemap/world.pmtiles')}`,
    fonts: Object.fromEntries(
      Object.entries(files).map(([face, subsets]) => [
        face,
        Object.entries(subsets).map(([subset, url]) => ({
          url: absolute(url),
          'unicode-range': ranges[subset as Subset].split(','),
        })),
      ]),
    ),
  };
}
