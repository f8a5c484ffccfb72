import type { VisibleSet } from '#engines/fleet';

/** What the map draws: nothing but these parts, in one view of the whole world. */
export const visibleOf = (parts: Partial<VisibleSet> = {}): VisibleSet => ({
  generation: 1,
  viewport: { west: 0, east: 1, north: 0, south: 1, zoom: 2 },
  singles: singlesAt([]),
  clusters: {
    ref: [],
    x: new Float64Array(0),
    y: new Float64Array(0),
    count: new Uint32Array(0),
    byState: new Uint32Array(0),
  },
  selected: null,
  estimate: null,
  drawn: 0,
  ...parts,
});

/** Devices drawn alone, in slots from `first` on. */
export const singlesAt = (
  places: readonly (readonly [x: number, y: number])[],
  { first = 0, state = 0, course = 0, flags = 0, kind = 0 } = {},
): VisibleSet['singles'] => ({
  slot: Uint32Array.from(places, (_, i) => first + i),
  x: Float64Array.from(places, ([x]) => x),
  y: Float64Array.from(places, ([, y]) => y),
  state: Uint8Array.from(places, () => state),
  course: Float32Array.from(places, () => course),
  flags: Uint8Array.from(places, () => flags),
  kind: Uint8Array.from(places, () => kind),
});
