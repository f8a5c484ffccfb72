import type { Feature, FeatureCollection, LineString } from 'geojson';
import type { GeoJSONSource, LngLatBounds, Map as BaseMap } from 'maplibre-gl';
import { worldPixels } from '#shared/domain/mercator';
import { graticuleSource } from './style-names';

/** Draws the lines of latitude and longitude for what the map shows now; its style must be loaded. */
export function drawGraticule(map: BaseMap): void {
  const lines = graticuleLines(map.getBounds(), map.getZoom());
  void map.getSource<GeoJSONSource>(graticuleSource)?.setData(lines);
}

/** Below this zoom the map itself gives enough orientation. */
const fromZoom = 7.5;
/** The least distance between lines on the screen, pixels. */
const apartPx = 130;
/** In minutes of arc, so that lines are at round values. */
const stepsMinutes = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600] as const;
const mercatorLimit = 85.05;

/** Distance between two lines at a zoom, in minutes of arc. */
export function graticuleStepMinutes(zoom: number): number {
  const minutesPerPx = (360 * 60) / worldPixels(zoom);
  const least = apartPx * minutesPerPx;
  return stepsMinutes.find((step) => step >= least) ?? 600;
}

function multiples(from: number, to: number, stepMinutes: number): number[] {
  const first = Math.ceil((from * 60) / stepMinutes);
  const last = Math.floor((to * 60) / stepMinutes);
  return Array.from({ length: last - first + 1 }, (_, i) => ((first + i) * stepMinutes) / 60);
}

/** Degrees and minutes as on a paper map, such as 4°50.5′ E. */
function nameOf(degrees: number, hemispheres: readonly [positive: string, negative: string]) {
  const tenths = Math.round(Math.abs(degrees) * 600);
  const minutes = (tenths % 600) / 10;
  const hasSide = tenths > 0 && tenths < 180 * 600;
  const side = hasSide ? ` ${hemispheres[degrees < 0 ? 1 : 0]}` : '';
  return `${Math.floor(tenths / 600)}°${minutes === 0 ? '' : `${minutes}′`}${side}`;
}

/** -180 up to 180, whichever copy of the world the line is drawn on. */
function normalLongitude(degrees: number): number {
  return degrees - Math.floor((degrees + 180) / 360) * 360;
}

function line(name: string, coordinates: number[][]): Feature<LineString> {
  return { type: 'Feature', properties: { name }, geometry: { type: 'LineString', coordinates } };
}

/**
 * The labelled lines of longitude and latitude on the screen. Where the bundled map has no streets, they
 * show how the map moves and scales. Empty at overview zooms.
 */
export function graticuleLines(
  area: Pick<LngLatBounds, 'getWest' | 'getEast' | 'getSouth' | 'getNorth'>,
  zoom: number,
): FeatureCollection<LineString> {
  if (zoom < fromZoom) return { type: 'FeatureCollection', features: [] };
  const step = graticuleStepMinutes(zoom);
  const margin = (2 * step) / 60;
  const west = area.getWest() - margin;
  const east = area.getEast() + margin;
  const south = Math.max(-mercatorLimit, area.getSouth() - margin);
  const north = Math.min(mercatorLimit, area.getNorth() + margin);
  const meridians = multiples(west, east, step).map((x) =>
    line(nameOf(normalLongitude(x), ['E', 'W']), [
      [x, south],
      [x, north],
    ]),
  );
  const parallels = multiples(south, north, step).map((y) =>
    line(nameOf(y, ['N', 'S']), [
      [west, y],
      [east, y],
    ]),
  );
  return { type: 'FeatureCollection', features: [...meridians, ...parallels] };
}
