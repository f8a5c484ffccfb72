import type { Place, PlaceShape } from './places';

/** The n-th id. */
export const placeId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A depot of which nothing but its shape is stated; `part` replaces what a test is about. */
export const depot = (part: Partial<Place> = {}): Place => ({
  id: placeId(1),
  name: 'Depot',
  kind: 'depot',
  colour: null,
  note: '',
  hours: null,
  groups: [],
  shape: circle(7.68, 45.07, 150),
  updatedAt: 0,
  ...part,
});

export const circle = (longitude: number, latitude: number, radiusM: number): PlaceShape => ({
  kind: 'circle',
  centre: [longitude, latitude],
  radiusM,
});
