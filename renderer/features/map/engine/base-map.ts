import 'maplibre-gl/dist/maplibre-gl.css';
import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { Protocol } from 'pmtiles';
import type { StyleSpecification } from 'maplibre-gl';
import { addScale } from './scale';
import { isDrawnBySoftware } from './software-rendering';
import { texts } from '../map-texts';

/** WebGL is not available; the table shows the same data. */
export class MapUnavailableError extends Error {
  constructor() {
    super('WebGL2 is not available');
    this.name = 'MapUnavailableError';
  }
}

/** Beyond the detail of the bundled map, so that stacked devices separate. */
export const mapMaxZoom = 20;

let isPrepared = false;

/** Sets up MapLibre, once for each window. */
function prepare(): void {
  if (isPrepared) return;
  isPrepared = true;
  // Under the app's own URL scheme MapLibre cannot locate its worker.
  maplibre.setWorkerUrl(new URL(workerUrl, window.location.href).href);
  maplibre.addProtocol('pmtiles', new Protocol().tile);
}

function openMap(options: maplibre.MapOptions): maplibre.Map {
  try {
    return new maplibre.Map(options);
  } catch (error) {
    // Checked only after a failure: each test context uses one of the few available.
    if (document.createElement('canvas').getContext('webgl2')) throw error;
    throw new MapUnavailableError();
  }
}

const maxCanvasPx = 4096;

/**
 * If the context is lost while MapLibre measures it, MapLibre takes a size of one pixel for the maximum.
 * This happens when the GPU process fails while the window opens.
 */
function remeasureWhenRestored(map: maplibre.Map): void {
  map.on('webglcontextrestored', () => {
    const measured = map as unknown as { _maxCanvasSize: [number, number] };
    measured._maxCanvasSize = [maxCanvasPx, maxCanvasPx];
    map.resize();
  });
}

/** As dense as the screen; not a fixed ratio, because the window may be moved to another one. */
export function restorePixelRatio(map: maplibre.Map): void {
  map.setPixelRatio(isDrawnBySoftware(map) ? 1 : (null as unknown as number));
}

/** Creates a map with our controls and defaults. Throws `MapUnavailableError`. */
export function createBaseMap(
  container: HTMLElement,
  style: StyleSpecification | string,
): maplibre.Map {
  prepare();
  const map = openMap({
    container,
    style,
    center: [0, 20],
    zoom: 1,
    maxZoom: mapMaxZoom,
    // Symbols are flat; on a tilted map they would hide each other.
    maxPitch: 0,
    maxCanvasSize: [maxCanvasPx, maxCanvasPx],
    pitchWithRotate: false,
    attributionControl: false,
    fadeDuration: 0,
    locale: { 'Map.Title': texts.map },
  });
  remeasureWhenRestored(map);
  if (isDrawnBySoftware(map)) restorePixelRatio(map);
  map.addControl(new maplibre.AttributionControl({ compact: true }), 'bottom-right');
  addScale(map, new maplibre.ScaleControl());
  return map;
}
