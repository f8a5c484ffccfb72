import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import {
  mbtilesScript,
  pmtilesOf,
  roadTile,
  tilesOf,
  type MapContent,
} from '../../main/features/maps/map-writer.test-support';
import type { MapBounds } from '../../shared/domain/map-file';
import { benchTown } from './town-fleet';

// Writes a map file of a given size around the town of the bench. Each tile has two main roads, and a layer of
// random text without features, so that no tile is like another and none can be packed.

const bounds: MapBounds = [
  benchTown.longitude - 1.2,
  benchTown.latitude - 0.8,
  benchTown.longitude + 1.2,
  benchTown.latitude + 0.8,
];
const zooms = { from: 6, to: 14 };

function varint(value: number): number[] {
  const out: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) out.push((rest & 0x7f) | 0x80);
  return [...out, rest];
}

/** A field of a length in the encoding of vector tiles. */
const field = (tag: number, bytes: Uint8Array) =>
  Buffer.concat([Buffer.from([tag, ...varint(bytes.length)]), bytes]);

/** A layer whose only content is a text of this many random bytes. */
function randomLayer(bytes: number): Buffer {
  const text = field(0x0a, Buffer.from(randomBytes(bytes).toString('hex')));
  const layer = [field(0x0a, Buffer.from('padding')), field(0x22, text), Buffer.from([0x78, 2])];
  return field(0x1a, Buffer.concat(layer));
}

function contentOf(megabytes: number): MapContent {
  const roads = roadTile('openmaptiles');
  const places = tilesOf(bounds, zooms, roads);
  const padding = Math.floor((megabytes * 1e6) / places.length / 1.08);
  return {
    tiles: places.map((place) => ({
      ...place,
      bytes: Buffer.concat([roads, randomLayer(padding)]),
    })),
    bounds,
    minZoom: zooms.from,
    maxZoom: zooms.to,
    metadata: { vector_layers: [{ id: 'transportation', fields: {} }] },
  };
}

/** The script of the tests would be one text of twice the size, so the tiles are inserted one by one. */
function writeMbtiles(file: string, content: MapContent): void {
  const database = new DatabaseSync(file);
  database.exec(mbtilesScript({ ...content, tiles: [] }));
  database.exec('BEGIN');
  const insert = database.prepare('INSERT INTO tiles VALUES (?, ?, ?, ?)');
  for (const { zoom, x, y, bytes } of content.tiles) {
    insert.run(zoom, x, 2 ** zoom - 1 - y, gzipSync(bytes));
  }
  database.exec('COMMIT');
  database.close();
}

const [file, megabytes] = process.argv.slice(2);
if (!file || !megabytes) throw new Error('map-file FILE MEGABYTES');
const content = contentOf(Number(megabytes));
if (file.endsWith('.mbtiles')) writeMbtiles(file, content);
else writeFileSync(file, pmtilesOf(content));
