import type { Map as BaseMap, StyleSpecification } from 'maplibre-gl';
import { latitudeOf, longitudeOf, type MercatorBounds } from '#shared/domain/mercator';
import { createBaseMap, MapStyle, restorePixelRatio, type StyleSource } from './base-map';
import { viewportOf } from './viewport';

/** The text of a licence, with its address if it is a link. */
export interface Attribution {
  text: string;
  url: string | null;
}

/** The map as a picture. */
export interface Captured {
  canvas: HTMLCanvasElement;
  /** Pixels of the picture for each on screen. */
  pixelRatio: number;
  /** False: parts of the map were still loading. */
  isComplete: boolean;
  /** Text and width (pixels on screen) of the scale bar. */
  scale: { text: string; width: number };
  attribution: Attribution[];
}

/** The least density, so that a print is sharp. */
const leastRatio = 2;
/** The longest side of a picture; graphics cards of today allow more. */
const mostPx = 8192;
const loadMs = 5_000;

/** Draws the map once at a higher density and copies the result. */
export async function capture(
  map: BaseMap,
  redrawSymbols: (pixelRatio: number) => void,
): Promise<Captured> {
  const isComplete = await areTilesLoaded(map);
  const ratio = Math.max(leastRatio, window.devicePixelRatio);
  const limited = map as unknown as { _maxCanvasSize: [number, number] };
  const limit = limited._maxCanvasSize;
  try {
    limited._maxCanvasSize = [mostPx, mostPx];
    redrawSymbols(ratio);
    map.setPixelRatio(ratio);
    map.redraw();
    const canvas = copied(map.getCanvas());
    const pixelRatio = canvas.width / map.getCanvas().clientWidth;
    const { scale, attribution } = notesOn(map.getContainer());
    return { canvas, pixelRatio, isComplete, scale, attribution };
  } finally {
    limited._maxCanvasSize = limit;
    redrawSymbols(window.devicePixelRatio);
    restorePixelRatio(map);
  }
}

/** In the same task as the drawing: afterwards the buffer may be empty. */
function copied(drawn: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  canvas.getContext('2d')!.drawImage(drawn, 0, 0);
  return canvas;
}

async function areTilesLoaded(map: BaseMap): Promise<boolean> {
  if (map.areTilesLoaded()) return true;
  const idle = Promise.withResolvers<void>();
  const timer = setTimeout(idle.resolve, loadMs);
  void map.once('idle').then(() => idle.resolve());
  await idle.promise;
  clearTimeout(timer);
  return map.areTilesLoaded();
}

/** The scale and the sources as MapLibre shows them for what is in view. */
function notesOn(container: HTMLElement): Pick<Captured, 'scale' | 'attribution'> {
  const bar = container.querySelector<HTMLElement>('.maplibregl-ctrl-scale');
  const inner = container.querySelector('.maplibregl-ctrl-attrib-inner');
  return {
    scale: { text: bar?.textContent ?? '', width: bar?.offsetWidth ?? 0 },
    attribution: attributionOf(inner?.childNodes ?? []),
  };
}

interface NoteNode {
  textContent: string | null;
  nodeName: string;
  href?: unknown;
}

/** The parts of an attribution: its texts and links, in order. */
export function attributionOf(nodes: Iterable<unknown>): Attribution[] {
  const parts: Attribution[] = [];
  for (const node of nodes as Iterable<NoteNode>) {
    const text = (node.textContent ?? '').replaceAll(/\s+/g, ' ');
    if (text.trim() === '') continue;
    const isWeb = typeof node.href === 'string' && node.href.startsWith('https://');
    parts.push({ text, url: isWeb ? (node.href as string) : null });
  }
  return parts;
}

interface StillMapOptions {
  /** CSS pixels. */
  width: number;
  height: number;
  style: StyleSource;
  /** Instead of an online style that cannot be loaded. */
  fallback: StyleSpecification;
}

/** The ground of a part of the world. */
export interface Still extends Pick<Captured, 'canvas' | 'attribution'> {
  /** What it shows: more than was asked for, because of its shape and the margin. */
  box: MercatorBounds;
}

const marginPx = 36;
/** Nearer than this, a day at one place would show nothing else. */
const mostZoom = 16;
const stillLoadMs = 10_000;

const after = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** A map outside the page that is drawn once for each picture. Throws `MapUnavailableError`. */
export class StillMap {
  readonly #container = document.createElement('div');
  readonly #map;
  readonly #loaded: Promise<void>;

  constructor({ width, height, style, fallback }: StillMapOptions) {
    const place = { position: 'fixed', insetInlineStart: '-20000px', insetBlockStart: '0' };
    Object.assign(this.#container.style, place, { width: `${width}px`, height: `${height}px` });
    this.#container.inert = true;
    document.body.append(this.#container);
    const loaded = Promise.withResolvers<void>();
    this.#loaded = loaded.promise;
    let hasFailed = false;
    try {
      this.#map = createBaseMap(this.#container, style);
    } catch (error) {
      this.#container.remove();
      throw error;
    }
    new MapStyle(this.#map, {
      first: style,
      current: () => (hasFailed ? fallback : style),
      onLoaded: loaded.resolve,
      onFailed: () => {
        hasFailed = true;
      },
    });
    // A server that does not answer leaves an empty ground.
    void after(stillLoadMs).then(loaded.resolve);
  }

  async draw({ west, north, east, south }: MercatorBounds): Promise<Still> {
    await this.#loaded;
    this.#map.fitBounds(
      [longitudeOf(west), latitudeOf(south), longitudeOf(east), latitudeOf(north)],
      { padding: marginPx, maxZoom: mostZoom, animate: false },
    );
    this.#map.triggerRepaint();
    // The parts of the new place are asked for with the next frame.
    await Promise.race([this.#map.once('idle'), after(stillLoadMs)]);
    const { canvas, attribution } = await capture(this.#map, () => {});
    return { canvas, attribution, box: viewportOf(this.#map) };
  }

  remove(): void {
    this.#map.remove();
    this.#container.remove();
  }
}
