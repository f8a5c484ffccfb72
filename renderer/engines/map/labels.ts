import type {
  ExpressionSpecification,
  GeoJSONSource,
  Map as BaseMap,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { Feature, FeatureCollection, Point } from 'geojson';
import type { LabelMode } from '#shared/domain/settings';
import { flagUrgent } from '#shared/fleet/columns';
import type { ColourScheme } from '#lib/device-state-look';
import { latitudeOf, longitudeOf, worldPixels } from '#shared/domain/mercator';
import { discRadius, type MapDevice, type MapFeed, type VisibleSet } from '#engines/fleet';
import { inks } from './atlas';
import { coversOf, type Rect } from './camera';
import { mostFirst, namePlaces, nameSizePx, placeFirst, type PlacedName } from './first-names';
import { mapFont } from './style/style-names';
import type { Redraws } from './symbol-layer';
import { projectNear } from './viewport';

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
  /** Names are to be laid out again as soon as the last ones are on screen. */
  #isDue = false;
  #mode: LabelMode = 'auto';
  #shown: readonly Feature<Point>[] | null = null;
  /** The last layout, and the one before it. */
  readonly #layouts: Layout[] = [];
  /** What was on screen when names were hidden last. */
  #hiddenFor: VisibleSet | null = null;
  /** Where the names of the first layer are, by slot. */
  #places: ReadonlyMap<number, number> = new Map();

  constructor(
    private readonly map: BaseMap,
    private readonly redraws: Pick<Redraws, 'layoutMs' | 'untilPause' | 'beforeFrame'>,
    private readonly feed: Pick<MapFeed, 'devices'>,
    private readonly visible: () => VisibleSet | null,
  ) {
    redraws.beforeFrame(() => this.#hideLeft());
    // The camera may bring a device to the middle before a frame is asked for.
    map.on('move', () => this.#hideLeft());
    map.on('sourcedata', (event) => {
      if (!this.#isDue || event.sourceId !== sourceId || !event.isSourceLoaded) return;
      this.#isDue = false;
      this.soon();
    });
    map.on('remove', () => {
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.styleGone();
    });
  }

  /** Puts sources and layers into a style that has just been loaded. */
  addTo(theme: ColourScheme): void {
    const { map } = this;
    this.#isStyleLoaded = true;
    this.#shown = null;
    for (const id of [obstaclesId, firstId, labelsId]) if (map.getLayer(id)) map.removeLayer(id);
    if (!map.getSource(sourceId)) {
      const data = collection([]);
      map.addSource(sourceId, { type: 'geojson', data, maxzoom: 18, tolerance: 0 });
    }
    if (!map.hasImage(clearImage)) {
      map.addImage(clearImage, { width: 1, height: 1, data: new Uint8Array(4) });
    }
    const font = fontOf(map);
    map.addLayer(labelLayer(labelsId, theme, font, this.#mode === 'always'));
    map.addLayer(labelLayer(firstId, theme, font, true));
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
    // MapLibre may take longer than until the next layout. Only the names of the last two can be hidden.
    this.#isDue = !this.map.isSourceLoaded(sourceId);
    if (this.#isDue) return;
    this.#lastAt = performance.now();
    const isNaming = this.#mode === 'auto' || this.#mode === 'always';
    const slots = isNaming ? slotsToName(visible) : new Uint32Array(0);
    const devices = slots.length > 0 ? await this.feed.devices(visible.generation, slots) : [];
    // The style may have been removed while the worker answered.
    if (this.#isStyleLoaded) this.#show(devices, visible);
  }

  #show(devices: readonly MapDevice[], visible: VisibleSet): void {
    const edges = this.#edges();
    const obstacles = [...obstaclePoints(visible), ...edges];
    const selectedSlot = visible.selected?.slot ?? null;
    const kept = [...countPoints(visible), ...edges];
    const first = this.#placeFirst(devices, selectedSlot, { obstacles, kept });
    const labels = labelPoints(devices, selectedSlot, first);
    const points = [...labels, ...obstacles];
    // Another layout of the same names would cost two frames.
    const degrees = (samePx * 360) / worldPixels(this.map.getZoom());
    if (this.#shown && areSame(points, this.#shown, degrees)) return;
    this.#shown = points;
    this.#places = new Map(first.map(({ slot, place }) => [slot, place]));
    const [last] = this.#layouts;
    const number = (last?.number ?? 0) + 1;
    // The names before these are on screen until MapLibre has laid these out.
    for (const gone of this.#layouts.splice(1)) this.#forgetHidden(gone);
    this.#layouts.unshift({ number, names: devices, hidden: new Set() });
    this.#hiddenFor = null;
    const named = labels.map((label) => ({ ...label, id: idOf(number, Number(label.id)) }));
    const data = collection([...named, ...obstacles]);
    void this.map.getSource<GeoJSONSource>(sourceId)?.setData(data);
  }

  #placeFirst(
    devices: readonly MapDevice[],
    selectedSlot: number | null,
    { obstacles, kept }: Record<'obstacles' | 'kept', readonly Feature<Point>[]>,
  ): PlacedName[] {
    const firsts = devices.slice(0, mostFirst).filter((device) => isFirst(device, selectedSlot));
    if (firsts.length === 0) return [];
    const near = this.map.getCenter().lng;
    const pixelOf = (longitude: number, latitude: number) =>
      projectNear(this.map, { longitude, latitude }, near);
    const names = firsts.map(({ slot, label, x, y, flags }) => {
      const { x: left, y: top } = pixelOf(longitudeOf(x), latitudeOf(y));
      const isCritical = (flags & flagUrgent) !== 0 && slot !== selectedSlot;
      return { slot, label: short(label), x: left, y: top, isCritical };
    });
    const squareOf = ({ geometry: { coordinates }, properties }: Feature<Point>) => {
      const { x, y } = pixelOf(coordinates[0]!, coordinates[1]!);
      const half = Number(properties!.px) / 2;
      return { left: x - half, right: x + half, top: y - half, bottom: y + half };
    };
    const inTheWay = { obstacles: obstacles.map(squareOf), kept: kept.map(squareOf) };
    return placeFirst(names, inTheWay, nameWidth(), this.#places);
  }

  /** Names stay clear of the buttons and panels, and are not cut at the edges. */
  #edges(): Feature<Point>[] {
    const container = this.map.getContainer();
    const { clientWidth: width, clientHeight: height } = container;
    const outside = [
      { left: -edgePx, right: 0, top: 0, bottom: height },
      { left: width, right: width + edgePx, top: 0, bottom: height },
      { left: 0, right: width, top: -edgePx, bottom: 0 },
      { left: 0, right: width, top: height, bottom: height + edgePx },
    ];
    return [...outside, ...coversOf(container)].flatMap((rect) =>
      squaresIn(rect).map(({ x, y, px }) => {
        const { lng, lat } = this.map.unproject([x, y]);
        return pointAt([lng, lat], { px });
      }),
    );
  }

  /** Names whose symbols are gone or elsewhere disappear with the next frame, before others are laid out. */
  #hideLeft(): void {
    const visible = this.visible();
    if (!this.#isStyleLoaded || !visible || visible === this.#hiddenFor) return;
    this.#hiddenFor = visible;
    for (const { number, names, hidden } of this.#layouts) {
      const left = leftBehind(names, visible, worldPixels(this.map.getZoom()));
      for (const i of names.keys()) {
        if (left.has(i) === hidden.has(i)) continue;
        const isHidden = left.has(i);
        this.map.setFeatureState({ source: sourceId, id: idOf(number, i) }, { isHidden });
        if (isHidden) hidden.add(i);
        else hidden.delete(i);
      }
    }
  }

  #forgetHidden({ number, hidden }: Layout): void {
    for (const i of hidden) this.map.removeFeatureState({ source: sourceId, id: idOf(number, i) });
  }
}

/** Names as they were laid out once, in their order; those that are hidden since by their index. */
interface Layout {
  number: number;
  names: readonly MapDevice[];
  hidden: Set<number>;
}

/** One source for all layers: each change of a source costs two frames of the map. */
const sourceId = 'fleet-labels';
const labelsId = 'fleet-labels';
/** The names of the selected device and of critical alerts, over all symbols. */
export const firstId = 'fleet-labels-first';
/** Insert a layer before this one to draw it below all devices and names. */
export const lowestFleetLayer = labelsId;
const obstaclesId = 'fleet-obstacles';
const clearImage = 'fleet-clear';

/** The most names that are laid out. */
export const mostLabels = 300;
/** Distance of a name from the centre of its symbol, in ems. */
const awayFromSymbol = 1.1;
/** Size of a symbol, pixels. */
const symbolPx = 22;
const ringPx = 36;
/** A symbol this far from where its name was laid out has left it. */
const leftPx = 12;
/** Names and symbols that moved less are laid out as before. */
const samePx = 1.5;
/** Width of what keeps names from the edges. */
const edgePx = 48;

const idOf = (layout: number, index: number) => layout * (mostLabels + 1) + index;

/** The indices of names that have no symbol beside them; `pixels`: the width of the world. */
export function leftBehind(
  names: readonly Pick<MapDevice, 'slot' | 'x' | 'y'>[],
  { singles, selected }: VisibleSet,
  pixels: number,
): Set<number> {
  const indexOf = new Map(names.map(({ slot }, i) => [slot, i]));
  const left = new Set(names.keys());
  const seen = (slot: number, x: number, y: number) => {
    const i = indexOf.get(slot);
    if (i === undefined) return;
    const name = names[i]!;
    if (Math.hypot(name.x - x, name.y - y) * pixels < leftPx) left.delete(i);
  };
  singles.slot.forEach((slot, i) => seen(slot, singles.x[i]!, singles.y[i]!));
  if (selected) seen(selected.slot, selected.x, selected.y);
  return left;
}

/** Squares that cover a rectangle, by their middles: MapLibre keeps names off squares. */
function squaresIn({ left, right, top, bottom }: Rect): { x: number; y: number; px: number }[] {
  const [width, height] = [right - left, bottom - top];
  const px = Math.min(width, height);
  if (!(px > 0)) return [];
  const count = Math.ceil(Math.max(width, height) / px);
  const at = (i: number, from: number, length: number) =>
    from + px / 2 + (count === 1 ? 0 : ((length - px) * i) / (count - 1));
  return Array.from({ length: count }, (_, i) => ({
    x: width > height ? at(i, left, width) : left + width / 2,
    y: width > height ? top + height / 2 : at(i, top, height),
    px,
  }));
}

/**
 * The slots to name: the selected one, those with a critical alert, then those nearest to the centre of the
 * screen.
 */
export function slotsToName({ viewport, singles, selected }: VisibleSet): Uint32Array<ArrayBuffer> {
  const x = (viewport.west + viewport.east) / 2;
  const y = (viewport.north + viewport.south) / 2;
  const away = (i: number) => {
    const dx = singles.x[i]! - x;
    return Math.hypot(dx - Math.round(dx), singles.y[i]! - y);
  };
  const isFirst = (i: number) => (singles.flags[i]! & flagUrgent) !== 0;
  const order = Array.from(singles.slot.keys()).toReversed();
  if (order.length > mostLabels) order.sort((a, b) => away(a) - away(b));
  order.sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  const slots = order.slice(0, mostLabels).map((i) => singles.slot[i]!);
  return Uint32Array.from(selected ? [selected.slot, ...slots] : slots);
}

const pointAt = (
  coordinates: [longitude: number, latitude: number],
  properties: Record<string, unknown>,
): Feature<Point> => ({ type: 'Feature', properties, geometry: { type: 'Point', coordinates } });

const point = (x: number, y: number, properties: Record<string, unknown>) =>
  pointAt([longitudeOf(x), latitudeOf(y)], properties);

/** Longer names are cut on the map; the table and the details show them in full. */
const longestLabel = 48;

function short(label: string): string {
  if (label.length <= longestLabel) return label;
  return `${label
    .slice(0, longestLabel - 1)
    .toWellFormed()
    .replace(/[\s\uFFFD]+$/u, '')}…`;
}

/** Whether points have the same properties, and the same places within so many degrees. */
const areSame = (
  points: readonly Feature<Point>[],
  others: readonly Feature<Point>[],
  degrees: number,
): boolean =>
  points.length === others.length &&
  points.every(({ geometry, properties }, i) => {
    const other = others[i]!;
    const isNear = geometry.coordinates.every(
      (value, at) => Math.abs(value - other.geometry.coordinates[at]!) <= degrees,
    );
    return isNear && JSON.stringify(properties) === JSON.stringify(other.properties);
  });

const collection = (features: Feature<Point>[]): FeatureCollection<Point> => ({
  type: 'FeatureCollection',
  features,
});

const isFirst = ({ slot, flags }: MapDevice, selectedSlot: number | null) =>
  slot === selectedSlot || (flags & flagUrgent) !== 0;

/**
 * Names as points with their index as id; a lower `rank` is placed first. Those of `first` are where they were placed;
 * the other devices of their kind are counted in them.
 */
export function labelPoints(
  devices: readonly MapDevice[],
  selectedSlot: number | null,
  first: readonly PlacedName[],
): Feature<Point>[] {
  const placed = new Map(first.map((name) => [name.slot, name]));
  return devices.flatMap((device, rank) => {
    const { slot, label, x, y, flags } = device;
    const name = placed.get(slot);
    if (!name && rank < mostFirst && isFirst(device, selectedSlot)) return [];
    const look = { rank, isCritical: (flags & flagUrgent) !== 0 };
    const shown = name
      ? { ...look, isFirst: true, label: name.text, place: name.place }
      : { ...look, isFirst: false, label: short(label) };
    return [{ ...point(x, y, shown), id: rank }];
  });
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

/** The counts on the discs of clusters. */
const countPoints = ({ clusters }: VisibleSet): Feature<Point>[] =>
  Array.from(clusters.count.keys(), (i) =>
    point(clusters.x[i]!, clusters.y[i]!, { px: 1.2 * discRadius(clusters.count[i]!) }),
  );

/** The font of the names at their size, `nameSizePx`. */
const measuringFont = "12px 'Noto Sans Regular', 'Noto Sans', sans-serif";

/** Measures a name, about as wide as the map draws it. */
function nameWidth(): (text: string) => number {
  const pen = new OffscreenCanvas(1, 1).getContext('2d')!;
  pen.font = measuringFont;
  return (text) => pen.measureText(text).width;
}

/** A font that the style has, taken from its own labels. */
export function fontOf(map: BaseMap): string[] {
  for (const layer of map.getStyle().layers) {
    const font: unknown = layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined;
    if (Array.isArray(font) && font.every((name) => typeof name === 'string')) return font;
  }
  return [mapFont.regular];
}

/** What each place of a name means, for MapLibre. */
const byPlace = (valueOf: (place: (typeof namePlaces)[number]) => unknown) =>
  [
    'match',
    ['get', 'place'],
    ...namePlaces.flatMap((place, i) => [i, valueOf(place)]),
    valueOf(namePlaces[0]!),
  ] as unknown as ExpressionSpecification;

function labelLayer(
  id: string,
  theme: ColourScheme,
  font: string[],
  isOverlapping: boolean,
): SymbolLayerSpecification {
  const isFirst = id === firstId;
  return {
    id,
    type: 'symbol',
    source: sourceId,
    filter: ['==', ['get', 'isFirst'], isFirst],
    layout: {
      'text-field': ['get', 'label'],
      'text-font': font,
      'text-size': nameSizePx,
      ...(isFirst
        ? {
            'text-anchor': byPlace(({ part }) => part),
            'text-offset': byPlace(({ offset }) => ['literal', offset]),
          }
        : {
            'text-variable-anchor': ['top', 'left', 'right', 'bottom'],
            'text-radial-offset': awayFromSymbol,
          }),
      'text-justify': 'auto',
      // The lines of a placed name are known.
      'text-max-width': isFirst ? 100 : 14,
      'text-allow-overlap': isOverlapping,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: {
      'text-color': ['case', ['get', 'isCritical'], inks[theme].critical, inks[theme].text],
      'text-halo-color': inks[theme].halo,
      // Wide enough to be read over a symbol, where no side is free.
      'text-halo-width': isFirst ? 2.5 : 1.5,
      'text-opacity': ['case', ['boolean', ['feature-state', 'isHidden'], false], 0, 1],
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
  // Not drawn at all: so many clear pixels would take half of the time of a frame without a graphics card.
  paint: { 'icon-opacity': 0 },
};
