import type { Map as BaseMap, Point } from 'maplibre-gl';
import type { Coordinates } from '#shared/domain/coordinates';
import { mercatorX, mercatorY, worldPixels, type Viewport } from '#shared/domain/mercator';

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

/** Where a place is in the map, pixels: on the copy of the world that is nearest to longitude `near`. */
export function projectNear(
  map: Pick<BaseMap, 'project'>,
  { longitude, latitude }: Coordinates,
  near: number,
): Point {
  const turns = Math.round((near - longitude) / 360);
  return map.project([longitude + turns * 360, latitude]);
}

/** A symbol whose centre is this far outside is still visible, pixels. */
const symbolMarginPx = 60;

/** The copies of the world that are on screen; 0 is the one between 180° west and east. */
export function worldsOnScreen(west: number, east: number, zoom: number): [number, number] {
  const margin = (symbolMarginPx * 360) / worldPixels(zoom);
  return [Math.floor((west - margin + 180) / 360), Math.floor((east + margin + 180) / 360)];
}

/** The margin around the screen that is requested too, on each side, as a share of the screen. */
const margin = 0.3;

function withMargin(view: Viewport): Viewport {
  const x = (view.east - view.west) * margin;
  const y = (view.south - view.north) * margin;
  return {
    west: view.west - x,
    east: view.east + x,
    north: view.north - y,
    south: view.south + y,
    zoom: view.zoom,
  };
}

/** Whether a requested viewport still covers the screen. Clusters change with whole zooms. */
export function covers(requested: Viewport, view: Viewport): boolean {
  return (
    Math.floor(requested.zoom) === Math.floor(view.zoom) &&
    view.west >= requested.west &&
    view.east <= requested.east &&
    (view.north >= requested.north || requested.north <= 0) &&
    (view.south <= requested.south || requested.south >= 1)
  );
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
