import type { StyleSpecification } from 'maplibre-gl';
import type { ColourScheme } from '#lib/device-state-look';
import { baseStyle } from './style';
import { bundledStyleUrls } from './style-assets';

/** The base map that comes with the app, in a theme. */
export function bundledStyle(theme: ColourScheme): StyleSpecification {
  return baseStyle(theme, bundledStyleUrls(window.location.href));
}
