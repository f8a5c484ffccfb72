import { readFileSync } from 'node:fs';
import { PMTiles, type RangeResponse } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { demoDevice } from './fleet';
import { readTile } from './read-tile.test-support';
import { demoFixAt, demoFixes } from './simulator';

type Position = [longitude: number, latitude: number];

const file = readFileSync(new URL('../../../assets/basemap/demo-city.pmtiles', import.meta.url));
const archive = new PMTiles({
  getKey: () => 'demo-city',
  getBytes: (offset, length): Promise<RangeResponse> =>
    Promise.resolve({ data: new Uint8Array(file.subarray(offset, offset + length)).buffer }),
});
/** The layers of a tile; null: there is none. */
async function layersAt(zoom: number, x: number, y: number) {
  const tile = await archive.getZxy(zoom, x, y);
  return tile ? readTile(new Uint8Array(tile.data)) : null;
}
const bounds = [-2.01, 52.415, -1.77, 52.545] as const;
const minZoom = 10;
const maxZoom = 14;

const noon = Date.parse('2027-03-03T12:00:00Z');
const seed = 42;
const fleet = Array.from(
  { length: 400 },
  (_, i) => demoDevice(seed, i, noon, 'Europe/London', 'device', 'city').demo!,
);

const world = (longitude: number, latitude: number): [number, number] => [
  (longitude + 180) / 360,
  (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2,
];

/** Degrees of a place in a tile. */
function degreesOf([px, py]: [number, number], zoom: number, x: number, y: number): Position {
  const [left, top] = [(x + px / 4096) / 2 ** zoom, (y + py / 4096) / 2 ** zoom];
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * top))) * 180) / Math.PI;
  return [left * 360 - 180, latitude];
}

type Segment = [Position, Position];

/** All streets of the deepest tiles. */
async function streetsOfTiles(): Promise<Segment[]> {
  const zoom = maxZoom;
  const [west, south, east, north] = bounds;
  const [left, top] = world(west, north).map((part) => Math.floor(part * 2 ** zoom));
  const [right, bottom] = world(east, south).map((part) => Math.floor(part * 2 ** zoom));
  const segments: Segment[] = [];
  for (let x = left!; x <= right!; x += 1) {
    for (let y = top!; y <= bottom!; y += 1) {
      const layers = await layersAt(zoom, x, y);
      for (const { lines } of layers?.['streets'] ?? []) {
        for (const line of lines) {
          const places = line.map((place) => degreesOf(place, zoom, x, y));
          for (let i = 1; i < places.length; i += 1) segments.push([places[i - 1]!, places[i]!]);
        }
      }
    }
  }
  return segments;
}

/** Metres from a position to the nearest of these. */
function metresTo(segments: readonly Segment[], longitude: number, latitude: number): number {
  const scaleX = 111_320 * Math.cos((latitude * Math.PI) / 180);
  let least = Infinity;
  for (const [a, b] of segments) {
    // Far longer than any street between two crossings, in degrees.
    if (Math.abs(a[0] - longitude) > 0.01 || Math.abs(a[1] - latitude) > 0.006) continue;
    const ax = (a[0] - longitude) * scaleX;
    const ay = (a[1] - latitude) * 111_320;
    const bx = (b[0] - longitude) * scaleX;
    const by = (b[1] - latitude) * 111_320;
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = length === 0 ? 0 : -(ax * (bx - ax) + ay * (by - ay)) / length;
    const at = Math.min(1, Math.max(0, share));
    least = Math.min(least, Math.hypot(ax + (bx - ax) * at, ay + (by - ay) * at));
  }
  return least;
}

describe('the map of the demo', () => {
  it('has a street within a few metres of every vehicle at any hour', async () => {
    const streets = await streetsOfTiles();
    let checked = 0;
    let farthest = 0;
    fleet.forEach((demo, i) => {
      const fix = demoFixAt(demo, noon + i * 397_000);
      if (!fix || demo.role === 'zero') return;
      const { longitude, latitude } = fix.record;
      checked += 1;
      farthest = Math.max(farthest, metresTo(streets, Number(longitude), Number(latitude)));
    });
    expect(checked).toBeGreaterThan(350);
    expect(farthest).toBeLessThan(5);
  });

  it('shows small streets and names with the zoom, and houses at the deepest', async () => {
    const middle = world(-1.89, 52.48);
    const at = async (zoom: number) => {
      const [x, y] = middle.map((part) => Math.floor(part * 2 ** zoom)) as [number, number];
      const layers = (await layersAt(zoom, x, y))!;
      const each = (layer: string, name: string) =>
        (layers[layer] ?? []).map(({ properties }) => properties[name]);
      return {
        kinds: new Set(each('streets', 'kind')),
        names: each('street_labels', 'name'),
        layers,
      };
    };
    const [far, streets, houses] = [await at(11), await at(13), await at(14)];
    expect(far.kinds).toEqual(new Set(['trunk', 'primary']));
    expect(streets.kinds.has('residential')).toBe(true);
    expect(streets.layers).not.toHaveProperty('buildings');
    expect(houses.layers).toHaveProperty('buildings');
    expect(houses.names.length).toBeGreaterThan(20);
    expect(houses.names.every((name) => typeof name === 'string' && name !== '')).toBe(true);
    expect(Object.keys((await at(12)).layers)).toEqual(
      expect.arrayContaining(['water_polygons', 'land', 'place_labels']),
    );
  });

  it('has the zooms that the window draws it at', async () => {
    const header = await archive.getHeader();
    expect([header.minZoom, header.maxZoom]).toEqual([minZoom, maxZoom]);
    expect(await layersAt(14, 0, 0)).toBeNull();
  });
});

describe('the city of the demo', () => {
  it('has vehicles that move at any hour, and none that jump', () => {
    const working = fleet.filter(({ role }) => role === 'drives').slice(0, 60);
    for (let hour = 0; hour < 24; hour += 3) {
      const from = noon + hour * 3_600_000;
      let moving = 0;
      for (const demo of working) {
        const [a, b] = demoFixes(demo, { from, to: from + 60_000 }, from + 60_000, 5);
        if (!a || !b) continue;
        if (Number(a.record.speed) > 1) moving += 1;
        const north = (Number(b.record.latitude) - Number(a.record.latitude)) * 111_320;
        const east = (Number(b.record.longitude) - Number(a.record.longitude)) * 67_800;
        const seconds = (b.at - a.at) / 1000;
        expect(Math.hypot(north, east)).toBeLessThanOrEqual(18.1 * seconds);
      }
      expect(moving / working.length).toBeGreaterThan(0.2);
    }
  });
});
