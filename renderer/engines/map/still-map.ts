import type { StyleSpecification } from 'maplibre-gl';
import { latitudeOf, longitudeOf, type MercatorBounds } from '#shared/domain/mercator';
import { createBaseMap, MapStyle, type StyleSource } from './base-map';
import { capture, type Captured } from './capture';
import { viewportOf } from './viewport';

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
const loadMs = 10_000;

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
    void after(loadMs).then(loaded.resolve);
  }

  async draw({ west, north, east, south }: MercatorBounds): Promise<Still> {
    await this.#loaded;
    this.#map.fitBounds(
      [longitudeOf(west), latitudeOf(south), longitudeOf(east), latitudeOf(north)],
      { padding: marginPx, maxZoom: mostZoom, animate: false },
    );
    this.#map.triggerRepaint();
    // The parts of the new place are asked for with the next frame.
    await Promise.race([this.#map.once('idle'), after(loadMs)]);
    const { canvas, attribution } = await capture(this.#map, () => {});
    return { canvas, attribution, box: viewportOf(this.#map) };
  }

  remove(): void {
    this.#map.remove();
    this.#container.remove();
  }
}
