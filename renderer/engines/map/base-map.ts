import 'maplibre-gl/dist/maplibre-gl.css';
import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { Protocol } from 'pmtiles';
import type { StyleSpecification } from 'maplibre-gl';
import { createStore } from 'zustand/vanilla';
import type { Coordinates } from '#shared/domain/coordinates';
import type { DistanceUnit } from '#shared/domain/units';
import { language } from '#lib/language';
import { currentFormat } from '#lib/use-format';
import { isDrawnBySoftware } from '#lib/webgl';
import { mapRegions } from './style/regions';

/** WebGL is not available; the table shows the same data. */
export class MapUnavailableError extends Error {
  constructor() {
    super('WebGL2 is not available');
    this.name = 'MapUnavailableError';
  }
}

/** Beyond the detail of the bundled map, so that stacked devices separate. */
const mapMaxZoom = 20;
const maxCanvasPx = 4096;

/** Creates a map with our controls and defaults. Throws `MapUnavailableError`. */
export function createBaseMap(container: HTMLElement, style: StyleSource): maplibre.Map {
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
    locale: ownTexts(),
  });
  remeasureWhenRestored(map);
  if (isDrawnBySoftware(map.getCanvas()) || container.currentCSSZoom !== 1) restorePixelRatio(map);
  addAttribution(map);
  addScale(map);
  return map;
}

/** What MapLibre itself writes. */
function ownTexts(): maplibre.MapOptions['locale'] {
  const { t, unitName } = currentFormat();
  return {
    'Map.Title': t('map.canvas'),
    'AttributionControl.ToggleAttribution': t('map.attribution'),
    'ScaleControl.Feet': unitName('ft'),
    'ScaleControl.Meters': unitName('m'),
    'ScaleControl.Kilometers': unitName('km'),
    'ScaleControl.Miles': unitName('mi'),
    'ScaleControl.NauticalMiles': unitName('nmi'),
  };
}

let isPrepared = false;

/** Sets up MapLibre, once for each window. */
function prepare(): void {
  if (isPrepared) return;
  isPrepared = true;
  keepGlyphsUnmirrored();
  // Under the app's own URL scheme MapLibre cannot locate its worker.
  maplibre.setWorkerUrl(new URL(workerUrl, window.location.href).href);
  maplibre.addProtocol('pmtiles', new Protocol().tile);
}

/**
 * MapLibre draws each character of a name alone, on a canvas that takes the direction of the page: in Arabic and
 * Hebrew brackets would be mirrored, which MapLibre has mirrored where they have to be.
 */
function keepGlyphsUnmirrored(): void {
  globalThis.OffscreenCanvas = class extends OffscreenCanvas {
    override getContext(...args: [never]): never {
      const context: OffscreenRenderingContext | null = super.getContext(...args);
      if (context && 'direction' in context) context.direction = 'ltr';
      return context as never;
    }
  };
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

/**
 * As dense as the screen; not a fixed ratio, because the window may be moved to another one. An enlarged map, on a wall
 * screen, stays on its screen.
 */
export function restorePixelRatio(map: maplibre.Map): void {
  const enlarged = map.getContainer().currentCSSZoom;
  const ofScreen = enlarged === 1 ? (null as unknown as number) : densityOf(map);
  map.setPixelRatio(isDrawnBySoftware(map.getCanvas()) ? 1 : ofScreen);
}

/** Pixels of the screen for one of the map. */
export const densityOf = (map: Pick<maplibre.Map, 'getContainer'>): number =>
  window.devicePixelRatio * map.getContainer().currentCSSZoom;

/** Calls back when the window moves to a screen with another pixel ratio, or is zoomed. */
export function onPixelRatioChanged(callback: () => void): () => void {
  const query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  let stopNext = () => {};
  const changed = () => {
    callback();
    stopNext = onPixelRatioChanged(callback);
  };
  query.addEventListener('change', changed, { once: true });
  return () => {
    query.removeEventListener('change', changed);
    stopNext();
  };
}

const scaleUnits = { km: 'metric', mi: 'imperial', nmi: 'nautical' } as const;

const scale = createStore<{ unit: DistanceUnit }>(() => ({ unit: 'km' }));

/** The bar of a round number is at least half as wide, which “1000 km” needs. */
const scaleWidthPx = 140;

/** The unit of the scale bars of all maps. */
export function setScaleUnit(unit: DistanceUnit): void {
  if (unit !== scale.getState().unit) scale.setState({ unit });
}

/** Adds the sources of the map, behind a button until somebody opens them. */
function addAttribution(map: maplibre.Map): void {
  map.addControl(new maplibre.AttributionControl({ compact: true }), 'bottom-right');
  // MapLibre opens them when it makes them compact, which it here takes for done.
  const sources = map.getContainer().querySelector('.maplibregl-ctrl-attrib');
  sources?.classList.add('maplibregl-compact');
}

/** Adds a scale bar that follows the chosen unit. */
function addScale(map: maplibre.Map): void {
  const unit = scaleUnits[scale.getState().unit];
  const bar = new maplibre.ScaleControl({ unit, maxWidth: scaleWidthPx });
  map.addControl(bar, 'bottom-left');
  const stop = scale.subscribe(({ unit }) => bar.setUnit(scaleUnits[unit]));
  map.on('remove', stop);
}

/** A style, or the address of one. */
export type StyleSource = StyleSpecification | string;

interface MapStyleOptions {
  /** The style that the map already has. */
  first: StyleSource;
  /** The style to show now. */
  current: () => StyleSource;
  /** The style is loaded: our own layers have to be added to it. */
  onLoaded: () => void;
  /** The style was removed, with our layers in it. */
  onUnloaded?: () => void;
  /** The style of this name could not be loaded; `current` may return another one afterwards. */
  onFailed: (name: string | undefined) => void;
}

/** How much of the style is there. `missing`: the sources of which parts in view could not be loaded. */
export interface StyleState {
  is: 'loading' | 'shown' | 'incomplete';
  missing: readonly string[];
}

/** What MapLibre says of a tile: how it loaded, and whether it is still used. */
interface MapTile {
  state: string;
  uses: number;
}

/** Loads the base style of a map, and replaces it when another one has to be shown. */
export class MapStyle {
  readonly state = createStore<StyleState>(() => ({ is: 'loading', missing: [] }));
  #shown: string | undefined;
  #isLoaded = false;
  /** Tiles in view that could not be loaded, with their sources. */
  readonly #missing = new Map<MapTile, string>();

  constructor(
    private readonly map: maplibre.Map,
    private readonly options: MapStyleOptions,
  ) {
    this.#shown = nameOf(options.first);
    map.on('style.load', this.#loaded);
    map.on('error', this.#failed);
    map.on('idle', this.#rested);
    map.on('webglcontextlost', this.#unloaded);
    const stops = [mapRegions, language].map((changed) => changed.subscribe(() => this.refresh()));
    map.on('remove', () => stops.forEach((stop) => stop()));
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Shows `current` if it is another style. */
  refresh(): void {
    const style = this.options.current();
    if (nameOf(style) === this.#shown) return;
    this.#shown = nameOf(style);
    this.#missing.clear();
    this.state.setState({ is: 'loading', missing: [] });
    this.#unloaded();
    this.map.setStyle(style, { diff: false });
  }

  /** Calls back with the centre and the zoom of the map, now and each time it rests. */
  onRest(listener: (centre: Coordinates, zoom: number) => void): () => void {
    const rested = () => {
      const { lng, lat } = this.map.getCenter().wrap();
      listener({ longitude: lng, latitude: lat }, this.map.getZoom());
    };
    rested();
    this.map.on('moveend', rested);
    return () => void this.map.off('moveend', rested);
  }

  readonly #loaded = () => {
    this.#isLoaded = true;
    // An online style may set a globe; our own layers are placed on the flat map.
    this.map.setProjection({ type: 'mercator' });
    this.options.onLoaded();
  };

  readonly #unloaded = () => {
    this.#isLoaded = false;
    this.options.onUnloaded?.();
  };

  /** A tile that was not loaded is missing until it is, or until it is no longer in view. */
  readonly #rested = () => {
    if (!this.#isLoaded) return;
    for (const tile of this.#missing.keys()) {
      if (tile.state !== 'errored' || tile.uses === 0) this.#missing.delete(tile);
    }
    this.#sayMissing();
  };

  #sayMissing(): void {
    const missing = [...new Set(this.#missing.values())];
    const is = missing.length > 0 ? 'incomplete' : 'shown';
    const before = this.state.getState();
    if (is === before.is && missing.join() === before.missing.join()) return;
    this.state.setState({ is, missing });
  }

  /** A missing tile or font leaves a gap; a missing style leaves an empty map. */
  readonly #failed = (event: object) => {
    if (this.#isLoaded && 'tile' in event) {
      const { tile, sourceId } = event as { tile: MapTile; sourceId?: string };
      this.#missing.set(tile, sourceId ?? '');
      this.#sayMissing();
    }
    if (this.#isLoaded || this.map.isStyleLoaded()) return;
    this.options.onFailed(this.#shown);
    this.refresh();
  };
}

/** What identifies a style: its address, or its own name. */
const nameOf = (style: StyleSource) => (typeof style === 'string' ? style : style.name);
