import { writeFileSync } from 'node:fs';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { zxyToTileId } from 'pmtiles';
import type { MapBounds, TileSchema } from '#shared/domain/map-file';

/** A tile by its place, unpacked. */
export interface Tile {
  zoom: number;
  x: number;
  y: number;
  bytes: Uint8Array;
}

/** The layer and the properties of a main road and of its name in each schema. */
const roads: Record<TileSchema, { layer: string; tags: Record<string, string> }[]> = {
  openmaptiles: [
    { layer: 'transportation', tags: { class: 'primary' } },
    { layer: 'transportation_name', tags: { class: 'primary', name: 'Harbour Road' } },
  ],
  protomaps: [
    { layer: 'roads', tags: { kind: 'major_road', kind_detail: 'primary', name: 'Harbour Road' } },
    { layer: 'places', tags: { kind: 'locality', name: 'Harbour' } },
  ],
  shortbread: [
    { layer: 'streets', tags: { kind: 'primary' } },
    { layer: 'street_labels', tags: { kind: 'primary', name: 'Harbour Road' } },
  ],
};

/** A vector tile with a cross of two main roads. */
export function roadTile(schema: TileSchema): Uint8Array {
  const [middle, end] = [2048, 4096];
  const lines = [
    [
      [0, middle],
      [end, middle],
    ],
    [
      [middle, 0],
      [middle, end],
    ],
  ];
  return vectorTile(
    Object.fromEntries(
      roads[schema].map(({ layer, tags }) => [
        layer,
        lines.map((line) => ({ type: 2, geometry: [line], tags })),
      ]),
    ),
  );
}

export interface TileFeature {
  /** 1: points, 2: lines. */
  type: number;
  /** x and y of 0 to 4096. */
  geometry: number[][][] | number[][];
  tags: Record<string, string | number | boolean>;
}

/** A vector tile with these features by their layers. */
export function vectorTile(layers: Record<string, readonly TileFeature[]>): Uint8Array {
  const named = Object.entries(layers).map(([layer, features]) => [layer, { features }]);
  // The encoder is typed for the tiles of its companion, of which it reads the features only.
  return fromGeojsonVt(Object.fromEntries(named) as never, { version: 2, extent: 4096 });
}

/** The tiles of an area, each with the same content. */
export function tilesOf(
  [west, south, east, north]: MapBounds,
  zooms: { from: number; to: number },
  bytes: Uint8Array,
): Tile[] {
  const tiles: Tile[] = [];
  for (let zoom = zooms.from; zoom <= zooms.to; zoom += 1) {
    const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * 2 ** zoom);
    const row = (latitude: number) => {
      const y = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI;
      return Math.floor(((1 - y) / 2) * 2 ** zoom);
    };
    for (let x = column(west); x <= column(east); x += 1) {
      for (let y = row(north); y <= row(south); y += 1) tiles.push({ zoom, x, y, bytes });
    }
  }
  return tiles;
}

export interface MapContent {
  tiles: readonly Tile[];
  bounds: MapBounds;
  minZoom: number;
  maxZoom: number;
  metadata?: Record<string, unknown>;
  /** 1: vector tiles, 2: PNG. */
  tileType?: number;
  /** How tiles are packed; vector tiles with gzip by default. */
  pack?: (bytes: Uint8Array) => Buffer;
  /** How directories and metadata of PMTiles are packed; with gzip by default. */
  packInside?: (bytes: Uint8Array) => Buffer;
}

const isPictures = ({ tileType }: MapContent) => tileType === 2;

/** Pictures are stored as they are. */
const packedTile = (content: MapContent, bytes: Uint8Array): Buffer =>
  (content.pack ?? (isPictures(content) ? (plain) => Buffer.from(plain) : gzipSync))(bytes);

function varint(out: number[], value: number): void {
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) out.push((rest % 0x80) | 0x80);
  out.push(rest);
}

/** A directory with one entry for each tile, as PMTiles 3 packs it. */
function directoryOf(
  entries: readonly { id: number; offset: number; length: number }[],
): Uint8Array {
  const out: number[] = [];
  varint(out, entries.length);
  entries.forEach(({ id }, i) => varint(out, id - (entries[i - 1]?.id ?? 0)));
  for (const _ of entries) varint(out, 1);
  for (const { length } of entries) varint(out, length);
  for (const { offset } of entries) varint(out, offset + 1);
  return Uint8Array.from(out);
}

/** The bytes of a PMTiles file; equal tiles are stored once. */
export function pmtilesOf(content: MapContent): Buffer {
  const stored = new Map<Uint8Array, { offset: number; length: number }>();
  const chunks: Buffer[] = [];
  let size = 0;
  const entries = content.tiles
    .map(({ zoom, x, y, bytes }) => {
      let place = stored.get(bytes);
      if (!place) {
        const packed = packedTile(content, bytes);
        place = { offset: size, length: packed.length };
        stored.set(bytes, place);
        chunks.push(packed);
        size += packed.length;
      }
      return { id: zxyToTileId(zoom, x, y), ...place };
    })
    .toSorted((a, b) => a.id - b.id);
  const packInside = content.packInside ?? gzipSync;
  const root = packInside(directoryOf(entries));
  const metadata = packInside(Buffer.from(JSON.stringify(content.metadata ?? {})));
  const header = Buffer.alloc(127);
  header.write('PMTiles', 0, 'ascii');
  header[7] = 3;
  const leaves = 127 + root.length + metadata.length;
  [127, root.length, 127 + root.length, metadata.length, leaves, 0, leaves, size].forEach(
    (value, i) => header.writeBigUInt64LE(BigInt(value), 8 + 8 * i),
  );
  header[96] = 1;
  header[97] = 2;
  header[98] = isPictures(content) ? 1 : 2;
  header[99] = content.tileType ?? 1;
  header[100] = content.minZoom;
  header[101] = content.maxZoom;
  content.bounds.forEach((degrees, i) =>
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i),
  );
  return Buffer.concat([header, root, metadata, ...chunks]);
}

export interface MbtilesOptions {
  /** Rows of the table `metadata`; null: the row is missing. */
  metadata?: Record<string, string | null | undefined>;
  /** Whether rows are counted from the north. */
  isFlipped?: boolean;
  /** Statements that are run afterwards. */
  more?: string;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The statements that make an MBTiles file in an empty database. */
export function mbtilesScript(content: MapContent, options: MbtilesOptions = {}): string {
  const metadata: Record<string, string | null | undefined> = {
    name: 'Harbour',
    format: isPictures(content) ? 'png' : 'pbf',
    bounds: content.bounds.join(','),
    minzoom: String(content.minZoom),
    maxzoom: String(content.maxZoom),
    json: JSON.stringify(content.metadata ?? {}),
    attribution: textIn(content.metadata?.['attribution']),
    ...options.metadata,
  };
  const packed = new Map<Uint8Array, string>();
  const hexOf = (bytes: Uint8Array) => {
    const hex = packed.get(bytes) ?? packedTile(content, bytes).toString('hex');
    packed.set(bytes, hex);
    return hex;
  };
  return [
    'PRAGMA journal_mode = OFF; BEGIN;',
    'CREATE TABLE metadata (name TEXT, value TEXT);',
    'CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);',
    'CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);',
    ...Object.entries(metadata).flatMap(([name, text]) =>
      text == null ? [] : [`INSERT INTO metadata VALUES (${quoted(name)}, ${quoted(text)});`],
    ),
    ...content.tiles.map(
      ({ zoom, x, y, bytes }) =>
        `INSERT INTO tiles VALUES (${zoom}, ${x}, ${options.isFlipped ? y : 2 ** zoom - 1 - y}, X'${hexOf(bytes)}');`,
    ),
    'COMMIT;',
    options.more ?? '',
  ].join('\n');
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

/** Main roads in one schema around a place, for tests of every level. */
export function roadMap(schema: TileSchema, longitude: number, latitude: number): MapContent {
  const bounds: MapBounds = [longitude - 0.1, latitude - 0.1, longitude + 0.1, latitude + 0.1];
  const [minZoom, maxZoom] = [10, 14];
  return {
    tiles: tilesOf(bounds, { from: minZoom, to: maxZoom }, roadTile(schema)),
    bounds,
    minZoom,
    maxZoom,
    metadata: {
      attribution: 'Test <b>Map</b> &copy; Harbour',
      vector_layers: roads[schema].map(({ layer }) => ({ id: layer, fields: {} })),
    },
  };
}

/** Where the two roads of the deepest tile at a place cross: in its middle. */
export function crossingAt(longitude: number, latitude: number) {
  const size = 2 ** 14;
  const [tile] = tilesOf(
    [longitude, latitude, longitude, latitude],
    { from: 14, to: 14 },
    new Uint8Array(),
  );
  const north = Math.PI * (1 - (2 * (tile!.y + 0.5)) / size);
  return {
    latitude: (Math.atan(Math.sinh(north)) * 180) / Math.PI,
    longitude: ((tile!.x + 0.5) / size) * 360 - 180,
  };
}

/** A PNG picture of one colour, 256 pixels wide and high. */
export function picture(red: number, green: number, blue: number): Buffer {
  const side = 256;
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // Eight bits for each of three colours.
  head.set([8, 2], 8);
  const row = [0, ...Array.from({ length: side }, () => [red, green, blue]).flat()];
  const rows = Buffer.from(Array.from({ length: side }, () => row).flat());
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The same picture in every tile around a place. */
export function pictureMap(png: Uint8Array, longitude: number, latitude: number): MapContent {
  const { bounds, minZoom, maxZoom } = roadMap('openmaptiles', longitude, latitude);
  return {
    tiles: tilesOf(bounds, { from: minZoom, to: maxZoom }, png),
    bounds,
    minZoom,
    maxZoom,
    tileType: 2,
  };
}

export function writePmtiles(file: string, content: MapContent): void {
  writeFileSync(file, pmtilesOf(content));
}
