import type { MapBounds } from './map-file';

/** The id of the demo's own map, in the addresses of its tiles. No map file has it: theirs are UUIDs. */
export const demoMapId = 'demo-city';

const bounds: MapBounds = [-2.01, 52.415, -1.77, 52.545];

/** The map of the city that the demo's vehicles drive in. Its streets are invented. */
export const demoMap = {
  bounds,
  minZoom: 10,
  maxZoom: 14,
  attribution: 'Streets of the demo are invented',
} as const;
