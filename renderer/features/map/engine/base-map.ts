import 'maplibre-gl/dist/maplibre-gl.css';
import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { Protocol } from 'pmtiles';
import type { StyleSpecification } from 'maplibre-gl';

/** The map cannot be shown on this machine; everything on it is in the table as well. */
export class MapUnavailableError extends Error {
  constructor() {
    super('WebGL2 is not available');
    this.name = 'MapUnavailableError';
  }
}

/** Farther in there is nothing more to see on the bundled map, but stacked devices come apart. */
export const mapMaxZoom = 20;

let isPrepared = false;

/** What MapLibre needs once for each window. */
function prepare(): void {
  if (isPrepared) return;
  isPrepared = true;
  // Under the app's own scheme MapLibre does not find its worker by itself.
  maplibre.setWorkerUrl(new URL(workerUrl, window.location.href).href);
  maplibre.addProtocol('pmtiles', new Protocol().tile);
}

function openMap(options: maplibre.MapOptions): maplibre.Map {
  try {
    return new maplibre.Map(options);
  } catch (error) {
    // Asked only now: each context that is opened to try costs one of the few there are.
    if (document.createElement('canvas').getContext('webgl2')) throw error;
    throw new MapUnavailableError();
  }
}

const maxCanvasPx = 4096;

/**
 * A context that is lost while the map measures it has one pixel, which MapLibre then takes for the
 * most this machine can draw. It happens where the GPU process gives up just as the window opens.
 */
function remeasureWhenRestored(map: maplibre.Map): void {
  map.on('webglcontextrestored', () => {
    const measured = map as unknown as { _maxCanvasSize: [number, number] };
    measured._maxCanvasSize = [maxCanvasPx, maxCanvasPx];
    map.resize();
  });
}

/** An empty map in a container, with our controls and manners. Throws `MapUnavailableError`. */
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
    // Symbols stand upright on a map seen from above; a tilted one only hides them.
    maxPitch: 0,
    maxCanvasSize: [maxCanvasPx, maxCanvasPx],
    pitchWithRotate: false,
    attributionControl: false,
    fadeDuration: 0,
    locale: { 'Map.Title': 'Map' },
  });
  remeasureWhenRestored(map);
  map.addControl(new maplibre.AttributionControl({ compact: true }), 'bottom-right');
  map.addControl(new maplibre.ScaleControl({ unit: 'metric' }), 'bottom-left');
  return map;
}
