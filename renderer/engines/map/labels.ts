import type { GeoJSONSource, Map as BaseMap, SymbolLayerSpecification } from 'maplibre-gl';
import type { Feature, FeatureCollection, Point } from 'geojson';
import type { LabelMode } from '#shared/domain/settings';
import type { ColourScheme } from '#lib/device-state-look';
import { latitudeOf, longitudeOf } from '#engines/geo';
import type { MapDevice, MapFeed, VisibleSet } from '#engines/fleet';
import { inks } from './atlas';
import { discRadius } from './scene';
import { mapFont } from './style/style-names';
import type { Redraws } from './software-rendering';

/** How long the map has to rest before names are laid out. */
const settleMs = 120;
/** And the user, where that takes several slow frames. */
const pauseMs = 1_000;

/**
 * The names beside devices, laid out by MapLibre: never while the map moves or the user types, and not for every
 * fix.
 */
export class Labels {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #lastAt = Number.NEGATIVE_INFINITY;
  #isStyleLoaded = false;
  #mode: LabelMode = 'auto';
  #shown = '';

  constructor(
    private readonly map: BaseMap,
    private readonly redraws: Pick<Redraws, 'layoutMs' | 'untilPause'>,
    private readonly feed: Pick<MapFeed, 'devices'>,
    private readonly visible: () => VisibleSet | null,
  ) {
    map.on('remove', () => {
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.styleGone();
    });
  }

  /** Puts sources and layers into a style that has just been loaded. */
  addTo(theme: ColourScheme): void {
    const { map } = this;
    this.#isStyleLoaded = true;
    this.#shown = '';
    for (const id of [obstaclesId, labelsId]) if (map.getLayer(id)) map.removeLayer(id);
    if (!map.getSource(sourceId)) {
      const data = collection([]);
      map.addSource(sourceId, { type: 'geojson', data, maxzoom: 18, tolerance: 0 });
    }
    if (!map.hasImage(clearImage)) {
      map.addImage(clearImage, { width: 1, height: 1, data: new Uint8Array(4) });
    }
    map.addLayer(labelLayer(theme, fontOf(map), this.#mode === 'always'));
    map.addLayer(obstacleLayer);
    this.soon();
  }

  styleGone(): void {
    this.#isStyleLoaded = false;
  }

  setMode(mode: LabelMode): void {
    this.#mode = mode;
    if (this.#isStyleLoaded) {
      // Names may overlap each other and symbols only where the user wants all of them.
      this.map.setLayoutProperty(labelsId, 'text-allow-overlap', mode === 'always');
    }
    this.soon();
  }

  soon(): void {
    if (this.#timer !== null) return;
    const untilDue = this.#lastAt + this.redraws.layoutMs - performance.now();
    const wait = Math.max(settleMs, untilDue, this.redraws.untilPause(pauseMs));
    this.#timer = setTimeout(() => void this.#layOut(), wait);
  }

  async #layOut(): Promise<void> {
    this.#timer = null;
    const visible = this.visible();
    if (!this.#isStyleLoaded || !visible) return;
    if (this.map.isMoving() || this.redraws.untilPause(pauseMs) > 0) {
      this.soon();
      return;
    }
    this.#lastAt = performance.now();
    const isNaming = this.#mode === 'auto' || this.#mode === 'always';
    const slots = isNaming ? slotsToName(visible) : new Uint32Array(0);
    const devices = slots.length > 0 ? await this.feed.devices(visible.generation, slots) : [];
    // The style may have been removed while the worker answered.
    if (this.#isStyleLoaded) this.#show(devices, visible);
  }

  #show(devices: readonly MapDevice[], visible: VisibleSet): void {
    const labels = labelPoints(devices, visible.selected?.slot ?? null);
    const points = collection([...labels, ...obstaclePoints(visible)]);
    // Another layout of the same names would cost a frame.
    const text = JSON.stringify(points);
    if (text === this.#shown) return;
    this.#shown = text;
    void this.map.getSource<GeoJSONSource>(sourceId)?.setData(points);
  }
}

/** One source for both layers: each change of a source costs two frames of the map. */
const sourceId = 'fleet-labels';
const labelsId = 'fleet-labels';
/** Insert a layer before this one to draw it below all devices and names. */
export const lowestFleetLayer = labelsId;
const obstaclesId = 'fleet-obstacles';
const clearImage = 'fleet-clear';

/** The most names that are laid out. */
export const mostLabels = 300;
/** Distance of a name from the centre of its symbol, in ems. */
const awayFromSymbol = 1.1;
const awayFromRing = 1.8;
/** Size of a symbol, pixels. */
const symbolPx = 18;
const ringPx = 36;

/** The slots to name: the selected one, then those nearest to the centre of the screen. */
export function slotsToName({ viewport, singles, selected }: VisibleSet): Uint32Array<ArrayBuffer> {
  const x = (viewport.west + viewport.east) / 2;
  const y = (viewport.north + viewport.south) / 2;
  const away = (i: number) => {
    const dx = singles.x[i]! - x;
    return Math.hypot(dx - Math.round(dx), singles.y[i]! - y);
  };
  const order = Array.from(singles.slot.keys());
  if (order.length > mostLabels) order.sort((a, b) => away(a) - away(b));
  const slots = order.slice(0, mostLabels).map((i) => singles.slot[i]!);
  return Uint32Array.from(selected ? [selected.slot, ...slots] : slots);
}

const point = (x: number, y: number, properties: Record<string, unknown>): Feature<Point> => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [longitudeOf(x), latitudeOf(y)] },
});

/** Longer names are cut on the map; the table and the details show them in full. */
const longestLabel = 48;

function short(label: string): string {
  if (label.length <= longestLabel) return label;
  return `${label
    .slice(0, longestLabel - 1)
    .toWellFormed()
    .replace(/[\s\uFFFD]+$/u, '')}…`;
}

const collection = (features: Feature<Point>[]): FeatureCollection<Point> => ({
  type: 'FeatureCollection',
  features,
});

/** Names as points; a lower `rank` is placed first. */
export function labelPoints(
  devices: readonly MapDevice[],
  selectedSlot: number | null,
): Feature<Point>[] {
  return devices.map(({ slot, label, x, y }, rank) =>
    point(x, y, {
      label: short(label),
      rank,
      away: slot === selectedSlot ? awayFromRing : awayFromSymbol,
    }),
  );
}

/** Symbols and clusters as obstacles, so that no name covers them. */
export function obstaclePoints({ singles, clusters, selected }: VisibleSet): Feature<Point>[] {
  const symbols = Array.from(singles.slot.keys(), (i) =>
    point(singles.x[i]!, singles.y[i]!, { px: symbolPx }),
  );
  const discs = Array.from(clusters.count.keys(), (i) =>
    point(clusters.x[i]!, clusters.y[i]!, { px: 2 * discRadius(clusters.count[i]!) }),
  );
  const ring = selected ? [point(selected.x, selected.y, { px: ringPx })] : [];
  return [...symbols, ...discs, ...ring];
}

/** A font that the style has, taken from its own labels. */
function fontOf(map: BaseMap): string[] {
  for (const layer of map.getStyle().layers) {
    const font: unknown = layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined;
    if (Array.isArray(font) && font.every((name) => typeof name === 'string')) return font;
  }
  return [mapFont.regular];
}

function labelLayer(
  theme: ColourScheme,
  font: string[],
  isOverlapping: boolean,
): SymbolLayerSpecification {
  return {
    id: labelsId,
    type: 'symbol',
    source: sourceId,
    filter: ['has', 'label'],
    layout: {
      'text-field': ['get', 'label'],
      'text-font': font,
      'text-size': 12,
      'text-variable-anchor': ['top', 'left', 'right', 'bottom'],
      'text-radial-offset': ['get', 'away'],
      'text-justify': 'auto',
      'text-max-width': 14,
      'text-allow-overlap': isOverlapping,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: {
      'text-color': inks[theme].text,
      'text-halo-color': inks[theme].halo,
      'text-halo-width': 1.5,
    },
  };
}

/** The topmost layer is placed first; its images are empty and only reserve space. */
const obstacleLayer: SymbolLayerSpecification = {
  id: obstaclesId,
  type: 'symbol',
  source: sourceId,
  filter: ['has', 'px'],
  layout: {
    'icon-image': clearImage,
    'icon-size': ['get', 'px'],
    'icon-padding': 0,
    'icon-allow-overlap': true,
  },
};
