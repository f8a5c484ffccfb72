import type { Map as BaseMap } from 'maplibre-gl';
import { mercatorX, mercatorY, type Viewport } from '#engines/geo';
import { covers, withMargin } from './coverage';

/** The part of a map that is needed to know what it shows. */
type ShownMap = Pick<BaseMap, 'getBounds' | 'getZoom'>;

/** What the map shows, in Mercator units. */
export function viewportOf(map: ShownMap): Viewport {
  const bounds = map.getBounds();
  const west = (bounds.getWest() + 180) / 360;
  return {
    west,
    east: west + (bounds.getEast() - bounds.getWest()) / 360,
    north: mercatorY(bounds.getNorth()),
    south: mercatorY(bounds.getSouth()),
    zoom: map.getZoom(),
  };
}

/** A position of the pointer in Mercator units. */
export function mercatorOf({ lng, lat }: { lng: number; lat: number }): { x: number; y: number } {
  return { x: mercatorX(lng), y: mercatorY(lat) };
}

/** Requests the contents of the viewport from a worker, with a margin so that small pans need no request. */
export class ViewportRequests {
  #requested: Viewport | null = null;

  constructor(
    private readonly map: ShownMap,
    private readonly send: (viewport: Viewport) => void,
  ) {}

  /** Sends a request unless the last one covers what the map shows. */
  update(): void {
    if (!this.#requested || !covers(this.#requested, viewportOf(this.map))) this.repeat();
  }

  /** Sends a request in any case: the contents changed. */
  repeat(): void {
    this.#requested = withMargin(viewportOf(this.map));
    this.send(this.#requested);
  }
}
