import type { Map as BaseMap } from 'maplibre-gl';
import type { FeatureCollection } from 'geojson';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MapDevice, MapFeed, VisibleSet } from '#engines/fleet';
import { Naming } from './naming';

/** The methods of a map that names need: layers with their layout, sources with their data. */
function fakeMap() {
  const layouts = new Map<string, Record<string, unknown>>();
  const data = new Map<string, FeatureCollection>();
  const map = {
    getLayer: (id: string) => layouts.get(id),
    removeLayer: (id: string) => layouts.delete(id),
    getSource: (id: string) =>
      data.has(id) ? { setData: (next: FeatureCollection) => data.set(id, next) } : undefined,
    addSource: (id: string, source: { data: FeatureCollection }) => data.set(id, source.data),
    hasImage: () => true,
    getStyle: () => ({ layers: [] }),
    addLayer: ({ id, layout }: { id: string; layout: Record<string, unknown> }) =>
      layouts.set(id, { ...layout }),
    setLayoutProperty: (id: string, name: string, value: unknown) => {
      layouts.get(id)![name] = value;
    },
    isMoving: () => false,
  };
  return {
    map: map as unknown as BaseMap,
    names: () =>
      data
        .get('fleet-labels')!
        .features.flatMap(({ properties }) => (properties!.label as string | undefined) ?? []),
    mayOverlap: () => layouts.get('fleet-labels')!['text-allow-overlap'],
  };
}

const visible = {
  generation: 1,
  viewport: { west: 0, east: 1, north: 0, south: 1, zoom: 5 },
  singles: { slot: Uint32Array.of(3), x: Float64Array.of(0.5), y: Float64Array.of(0.5) },
  clusters: { count: new Uint32Array(0), x: new Float64Array(0), y: new Float64Array(0) },
  selected: null,
} as unknown as VisibleSet;

const feed = {
  devices: (_generation: number, slots: Uint32Array) =>
    Promise.resolve(
      Array.from(slots, (slot) => ({ slot, label: `No ${slot}`, x: 0.5, y: 0.5 }) as MapDevice),
    ),
} as unknown as MapFeed;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('draws names for each mode, overlapping only in mode "always"', async () => {
  const { map, names, mayOverlap } = fakeMap();
  const naming = new Naming(map, { layoutMs: 700, untilPause: () => 0 }, feed, () => visible);
  naming.styleLoaded('light');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([names(), mayOverlap()]).toEqual([['No 3'], false]);
  naming.setMode('always');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([names(), mayOverlap()]).toEqual([['No 3'], true]);
  for (const mode of ['hover', 'off'] as const) {
    naming.setMode(mode);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([names(), mayOverlap()]).toEqual([[], false]);
  }
  naming.stop();
});

test('rests between layouts, and while the user types', async () => {
  const { map, names } = fakeMap();
  const slow = { layoutMs: 3_000, untilPause: () => 0 };
  let label = 'First';
  const naming = new Naming(
    map,
    slow,
    { ...feed, devices: () => Promise.resolve([{ slot: 3, label, x: 0.5, y: 0.5 } as MapDevice]) },
    () => visible,
  );
  naming.styleLoaded('light');
  await vi.advanceTimersByTimeAsync(200);
  expect(names()).toEqual(['First']);
  label = 'Second';
  naming.soon();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(names()).toEqual(['First']);
  slow.untilPause = () => 300;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(names()).toEqual(['First']);
  slow.untilPause = () => 0;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(names()).toEqual(['Second']);
  naming.stop();
});

test('keeps the mode after the style was replaced', async () => {
  const { map, names, mayOverlap } = fakeMap();
  const naming = new Naming(map, { layoutMs: 700, untilPause: () => 0 }, feed, () => visible);
  naming.setMode('always');
  naming.styleLoaded('light');
  naming.styleGone();
  naming.styleLoaded('dark');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([names(), mayOverlap()]).toEqual([['No 3'], true]);
  naming.stop();
});
