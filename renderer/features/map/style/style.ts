import type { StyleSpecification } from 'maplibre-gl';
import type { ColourScheme } from '#lib/device-state-look';
import { bundledStyleUrls, type StyleUrls } from './style-assets';
import { mapRegions, withRegions } from './regions';
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

/** Attribution that the licences of the map data require. */
export const baseMapAttribution =
  'Natural Earth · <a href="https://www.geonames.org/" target="_blank" rel="noopener">GeoNames</a> CC BY 4.0';

/** The offline base map in one theme. It refers to nothing outside the app. */
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
        // Straight lines between two points need no simplification and no further cutting.
        tolerance: 0,
        maxzoom: 14,
      },
    },
    transition: { duration: 0, delay: 0 },
    layers: [...groundLayers(palette), ...labelLayers(palette)],
  };
}

/** The base map that comes with the app, in a theme, and in it the map files of the user. */
export function bundledStyle(theme: ColourScheme): StyleSpecification {
  const style = baseStyle(theme, bundledStyleUrls(window.location.href));
  return withRegions(style, mapRegions.getState().regions, theme);
}
