import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Coordinates } from '#shared/domain/coordinates';
import type { TilePlace } from './container';
import { roadTile, vectorTile, type TileFeature } from './map-writer.test-support';
import { noStreets, readStreets, streetAt, tilesAround } from './streets';

const zoom = 14;
/** The tile south-east of 0° N 0° E; at the equator its side is 2446 m, so that 10 units are 6 m. */
const here = { zoom, x: 2 ** 13, y: 2 ** 13 };
const tileDegrees = 360 / 2 ** zoom;
const unitMetres = 40_075_016.686 / 2 ** zoom / 4096;

/** The position of a point of the tile; so near to the equator, the grid is even. */
const at = (x: number, y: number): Coordinates => ({
  latitude: (-y / 4096) * tileDegrees,
  longitude: (x / 4096) * tileDegrees,
});

const line = (points: number[][], tags: TileFeature['tags']): TileFeature => ({
  type: 2,
  geometry: [points],
  tags: { class: 'minor', ...tags },
});
const number = (x: number, y: number, tags: TileFeature['tags']): TileFeature => ({
  type: 1,
  geometry: [[x, y]],
  tags,
});

/** The street of a position in this tile, with nothing around it. */
function askedIn(tile: Uint8Array, position: Coordinates, language = 'en') {
  const read = readStreets(tile);
  const tileOf = ({ x, y }: TilePlace) => (x === here.x && y === here.y ? read : noStreets);
  return streetAt(position, language, { zoom, tileOf });
}

const across = (y: number, tags: TileFeature['tags']) =>
  line(
    [
      [0, y],
      [4096, y],
    ],
    tags,
  );

describe('the street of a position', () => {
  it.each(['openmaptiles', 'protomaps', 'shortbread'] as const)(
    'is read from %s',
    async (schema) => {
      const street = await askedIn(roadTile(schema), at(1000, 2048 + 50));
      expect(street).toEqual({ street: 'Harbour Road', number: null });
    },
  );

  it('is the nearest within 60 m', async () => {
    const tile = vectorTile({
      transportation_name: [across(1000, { name: 'North Street' }), across(1150, { name: 'Mid' })],
    });
    expect((await askedIn(tile, at(500, 1074)))?.street).toBe('North Street');
    expect((await askedIn(tile, at(500, 1076)))?.street).toBe('Mid');
    expect((await askedIn(tile, at(500, 1000 - 99)))?.street).toBe('North Street');
    expect(await askedIn(tile, at(500, 1000 - 102))).toBeNull();
  });

  it('has the name of the language, else the local one, else the number of the road', async () => {
    const tile = vectorTile({
      roads: [
        across(1000, { name: 'Rue A', 'name:de': 'A-Gasse', ref: 'D 1' }),
        across(2000, { 'name:latin': 'Odos B', name_pt: 'Rua B' }),
        across(3000, { ref: 'A 4' }),
      ],
    });
    const named = async (y: number, language: string) =>
      (await askedIn(tile, at(500, y), language))?.street;
    expect(await named(1000, 'de')).toBe('A-Gasse');
    expect(await named(1000, 'en')).toBe('Rue A');
    expect(await named(2000, 'pt-BR')).toBe('Rua B');
    expect(await named(2000, 'he')).toBe('Odos B');
    expect(await named(3000, 'en')).toBe('A 4');
  });

  it('is none of a railway, a ferry, a tunnel or a line without a name', async () => {
    const tile = vectorTile({
      transportation_name: [
        across(1000, { name: 'Main line', class: 'rail' }),
        across(1001, { name: 'Ferry', class: 'ferry' }),
        across(1002, { name: 'Under', brunnel: 'tunnel' }),
        across(1003, {}),
      ],
      roads: [across(1004, { name: 'Under', is_tunnel: true }), across(1005, { kind: 'minor' })],
      water_name: [across(1006, { name: 'River' })],
    });
    expect(await askedIn(tile, at(500, 1003))).toBeNull();
  });

  it('has a house number within 30 m that is on it', async () => {
    const streets = [across(1000, { name: 'Via Roma' }), across(1090, { name: 'Via Po' })];
    const asked = (numbers: TileFeature[], layer = 'housenumber') =>
      askedIn(vectorTile({ transportation_name: streets, [layer]: numbers }), at(500, 1005));
    const number12 = number(520, 1020, { housenumber: '12' });
    // It is nearer, and on the other street.
    const other = number(500, 1050, { housenumber: '3' });
    const far = number(560, 1000, { housenumber: '14' });
    expect(await asked([far, other, number12])).toEqual({ street: 'Via Roma', number: '12' });
    expect(await asked([far, other])).toEqual({ street: 'Via Roma', number: null });
    const told = [
      number(500, 1010, { housenumber: '7', street: 'Via Po' }),
      number(500, 1040, { housenumber: 9, street: 'Via Roma' }),
    ];
    expect((await asked(told, 'addresses'))?.number).toBe('9');
    const built = [number(500, 1040, { addr_housenumber: '5b', addr_street: 'Via Roma' })];
    expect((await asked(built, 'buildings'))?.number).toBe('5b');
  });

  it('is found in the next tile, and not guessed while that is not known', async () => {
    const east = readStreets(vectorTile({ transportation_name: [across(1000, { name: 'East' })] }));
    const position = at(4096 - 60, 1000);
    const asked = (next: typeof east) =>
      streetAt(position, 'en', { zoom, tileOf: ({ x }) => (x === here.x ? noStreets : next) });
    expect(tilesAround(position, zoom)).toHaveLength(2);
    expect((await asked(east))?.street).toBe('East');
    expect(await asked(null)).toBeNull();
  });

  it('is found across the antimeridian', async () => {
    const west = readStreets(vectorTile({ transportation_name: [across(1000, { name: 'West' })] }));
    const position = { latitude: at(0, 1000).latitude, longitude: 179.9999 };
    const tileOf = ({ x }: TilePlace) => (x === 0 ? west : noStreets);
    expect((await streetAt(position, 'en', { zoom, tileOf }))?.street).toBe('West');
  });
});

test('is the nearest of many lines, as found by comparing points of them', async () => {
  const point = fc.tuple(fc.nat(4096), fc.nat(4096));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(point, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 30 }),
      point,
      async (lines, [x, y]) => {
        const tile = vectorTile({
          transportation_name: lines.map((points, i) => line(points, { name: `Street ${i}` })),
        });
        const metres = lines.map((points) => unitMetres * byComparing(points, x, y));
        const least = Math.min(...metres);
        const found = await askedIn(tile, at(x, y));
        // Points of a line are a little further than the line.
        const tolerance = 1;
        const named = found && Number(found.street.replace('Street ', ''));
        // Without one, none is within 60 m.
        const told = named === null ? 60 : metres[named]!;
        expect(told).toBeLessThan(Math.min(60, least) + tolerance);
      },
    ),
  );
});

/** The least distance from a point to points of a line, about one unit apart. */
function byComparing(points: readonly (readonly [number, number])[], x: number, y: number): number {
  let least = Infinity;
  for (const [i, [toX, toY]] of points.entries()) {
    const [fromX, fromY] = points[i - 1] ?? [toX, toY];
    const steps = Math.max(1, Math.ceil(Math.hypot(toX - fromX, toY - fromY)));
    for (let step = 0; step <= steps; step += 1) {
      const share = step / steps;
      const [atX, atY] = [fromX + share * (toX - fromX), fromY + share * (toY - fromY)];
      least = Math.min(least, Math.hypot(atX - x, atY - y));
    }
  }
  return least;
}

describe('a damaged tile', () => {
  const whole = roadTile('openmaptiles');

  it('is not known, however it is damaged, and never an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length),
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }),
        async (length, changes) => {
          const bytes = whole.slice();
          for (const [place, value] of changes) bytes[place] = value;
          const cut = bytes.subarray(0, length);
          const street = await askedIn(cut, at(1000, 2048));
          expect(street?.street.length ?? 0).toBeLessThanOrEqual(120);
        },
      ),
    );
  });

  it.each<[string, Uint8Array]>([
    ['a text', Buffer.from('<!doctype html>')],
    ['a tile that is cut', whole.subarray(0, whole.length - 5)],
    ['a packed tile of more than 8 MB', gzipSync(Buffer.alloc(9 * 1024 * 1024))],
    ['a tile of more than 8 MB', Buffer.alloc(9 * 1024 * 1024, 1)],
    ['a line with more points than it has bytes', endless()],
  ])('is not known: %s', async (_, bytes) => {
    expect(readStreets(bytes)).toBeNull();
    expect(await askedIn(bytes, at(1000, 2048))).toBeNull();
  });
});

/** A layer whose line says that it closes its ring and goes on 500 million times. */
function endless(): Uint8Array {
  const geometry = [9, 0, 0, 0xfa, 0xff, 0xff, 0xff, 0x0f];
  const feature = [0x12, 2, 0, 0, 0x18, 2, 0x22, geometry.length, ...geometry];
  const name = [...Buffer.from('transportation_name')];
  const layer = [0x0a, name.length, ...name, 0x12, feature.length, ...feature];
  return Uint8Array.from([0x1a, layer.length, ...layer]);
}
