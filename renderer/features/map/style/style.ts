import type { FontFacesSpecification, StyleSpecification } from 'maplibre-gl';
import { groundLayers, labelLayers } from './style-layers';
import { baseMapSource, graticuleSource } from './style-names';
import { mapPalettes, type MapTheme } from './style-palette';

export {
  baseLayer,
  baseMapSource,
  graticuleSource,
  lowestLabelLayer,
  mapFont,
} from './style-names';
export type { MapTheme } from './style-palette';

/** Where the bundled parts lie; `bundledStyleUrls` of style-assets.ts has them. */
export interface StyleUrls {
  /** `pmtiles://` and the absolute address of world.pmtiles. */
  basemap: string;
  /** Font files for the names in `mapFont`. */
  fonts: FontFacesSpecification;
}

/** What the licences of the bundled map ask to be shown on it. */
export const baseMapAttribution =
  'Natural Earth · <a href="https://www.geonames.org/" target="_blank" rel="noopener">GeoNames</a> CC BY 4.0';

/**
 * The offline base map in one theme. It names no glyph, sprite or tile address outside the app.
 */
export function baseStyle(theme: MapTheme, urls: StyleUrls): StyleSpecification {
  const palette = mapPalettes[theme];
  return {
    version: 8,
    name: `Waypost ${theme}`,
    'font-faces': urls.fonts,
    sources: {
      [baseMapSource]: { type: 'vector', url: urls.basemap, attribution: baseMapAttribution },
      [graticuleSource]: {
        type: 'geojson',
        data: { type: 'FeatureCollection', features: [] },
        // Straight lines between two points: nothing to simplify, nothing to cut further.
        tolerance: 0,
        maxzoom: 14,
      },
    },
    transition: { duration: 0, delay: 0 },
    layers: [...groundLayers(palette), ...labelLayers(palette)],
  };
}
