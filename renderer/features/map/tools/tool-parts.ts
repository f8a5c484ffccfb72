import type { Map as BaseMap } from 'maplibre-gl';
import { mercatorX, mercatorY } from '#engines/geo';
import { type VisibleSet } from '#engines/fleet';
import type { ColourScheme } from '#lib/device-state-look';
import { capture } from './capture';
import { heatOfDevices, noHeat } from './heat';
import { HeatLayer } from './heat-layer';
import { createMapTools, type MapTools } from './map-tools';
import type { Overlay } from './overlay';
import type { RulerLayer } from './ruler-layer';

interface ToolPartsOptions {
  map: BaseMap;
  theme: ColourScheme;
  visible: () => VisibleSet | null;
  setPointerFree: (isFree: boolean) => void;
  redrawSymbols: (pixelRatio: number) => void;
  /** Centres a place, in Mercator units. */
  goTo: (place: { x: number; y: number }) => void;
}

/** The layers of the tools, and the tools, for an engine that loads styles. */
export interface ToolParts {
  tools: MapTools;
  /** A style was loaded: adds what is below the symbols. */
  addBelow(theme: ColourScheme): void;
  addAbove(theme: ColourScheme): void;
  styleGone(): void;
  setTheme(theme: ColourScheme): void;
  visibleChanged(set: VisibleSet): void;
  stop(): void;
}

export function createToolParts(options: ToolPartsOptions): ToolParts {
  const { map, visible } = options;
  let { theme } = options;
  let isStyleLoaded = false;
  let isHeatOfDevices = false;
  const heat = new HeatLayer(map, theme);
  /** Loaded at the first use of the ruler, with the library that measures. */
  let ruler: RulerLayer | null = null;
  let drawn = 0;
  const overlays = (): Overlay[] => (ruler ? [heat, ruler] : [heat]);

  async function showRuler(...[measured, pointer]: Parameters<MapTools['showRuler']>) {
    const mine = (drawn += 1);
    const { RulerLayer } = await import('./ruler-layer');
    if (!ruler) {
      ruler = new RulerLayer(map, 'ruler', theme);
      if (isStyleLoaded) ruler.addTo(theme);
    }
    if (mine === drawn) ruler.showRuler(measured, pointer);
  }

  const moved = () => heat.update();
  map.on('moveend', moved);

  const tools = createMapTools({
    map,
    visible,
    setPointerFree: options.setPointerFree,
    goTo: ({ latitude, longitude }) =>
      options.goTo({ x: mercatorX(longitude), y: mercatorY(latitude) }),
    showRuler: (...args) => void showRuler(...args),
    setHeat: (points) => {
      const set = visible();
      isHeatOfDevices = points === 'devices';
      if (points === 'devices') heat.setPoints(set ? heatOfDevices(set) : noHeat);
      else heat.setPoints(points ?? noHeat);
    },
    capture: () => capture(map, options.redrawSymbols),
  });

  return {
    tools,
    addBelow(next) {
      theme = next;
      isStyleLoaded = true;
      heat.addTo(theme);
    },
    addAbove: () => ruler?.addTo(theme),
    styleGone() {
      isStyleLoaded = false;
      for (const overlay of overlays()) overlay.styleGone();
    },
    setTheme(next) {
      theme = next;
      for (const overlay of overlays()) overlay.setTheme(next);
    },
    visibleChanged(set) {
      if (isHeatOfDevices) heat.setPoints(heatOfDevices(set));
    },
    stop() {
      drawn += 1;
      isStyleLoaded = false;
      heat.stop();
    },
  };
}
