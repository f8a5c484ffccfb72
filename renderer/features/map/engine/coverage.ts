import type { Viewport } from '#features/fleet-data';

/** How much more than the screen is asked for, on each side, as a share of the screen. */
const margin = 0.3;

/** What to ask for so that small pans need no new question. */
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

/** Whether what was asked for still serves what is on screen: clusters change with whole zooms. */
export function covers(asked: Viewport, view: Viewport): boolean {
  return (
    Math.floor(asked.zoom) === Math.floor(view.zoom) &&
    view.west >= asked.west &&
    view.east <= asked.east &&
    (view.north >= asked.north || asked.north <= 0) &&
    (view.south <= asked.south || asked.south >= 1)
  );
}
