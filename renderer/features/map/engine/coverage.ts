import type { Viewport } from '#engines/geo';

/** The margin around the screen that is requested too, on each side, as a share of the screen. */
const margin = 0.3;

/** A viewport with a margin, so that small pans need no new request. */
export function withMargin(view: Viewport): Viewport {
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
