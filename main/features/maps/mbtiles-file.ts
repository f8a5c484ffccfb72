import { statSync } from 'node:fs';
import { constants, DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { MapFileFacts } from '#shared/domain/map-file';
import {
  boundsOfTiles,
  checkedZooms,
  largestMetadata,
  largestTile,
  factsOf,
  plainText,
  usableBounds,
  type MapReader,
  type TileFormat,
} from './map-facts';
import { refuse } from './map-file-error';
import { packingOf, unpack } from './unpack';

const mostValues = 200;

/**
 * Opens an MBTiles file. Only the statements below are run, read-only. The file may define views, which
 * run with them: the authorizer refuses everything in a view but reading tables and a few functions.
 */
export async function openMbtiles(file: string): Promise<MapReader> {
  const { size } = statSync(file);
  const address = pathToFileURL(file);
  // Neither locks nor side files: the file may be on a share, or another program may use it.
  address.searchParams.set('immutable', '1');
  const database = new DatabaseSync(address, { readOnly: true, allowExtension: false });
  try {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;');
    database.exec('PRAGMA cache_size = -4000; PRAGMA mmap_size = 0;');
    database.enableDefensive(true);
    database.setAuthorizer(authorize);
    return await read(database, size);
  } catch (error) {
    database.close();
    throw translated(error);
  }
}

const allowedFunctions = new Set(['length', 'min', 'max', 'coalesce', 'ifnull', 'cast', 'abs']);

function authorize(action: number, first: string | null, second: string | null): number {
  if (action === constants.SQLITE_SELECT || action === constants.SQLITE_READ) {
    return constants.SQLITE_OK;
  }
  const isKnownFunction =
    action === constants.SQLITE_FUNCTION &&
    allowedFunctions.has((second ?? first ?? '').toLowerCase());
  return isKnownFunction ? constants.SQLITE_OK : constants.SQLITE_DENY;
}

/** Errors of SQLite by their codes: https://www.sqlite.org/rescode.html */
function translated(error: unknown): unknown {
  const code = (error as { errcode?: number } | null)?.errcode;
  if (code === undefined) return error;
  const primary = code % 256;
  try {
    // A function that was refused is a plain error with this text.
    if (primary === 23 || /not authorized/.test(String(error))) refuse('unsafe');
    if (primary === 26) refuse('notMap');
    if (primary === 14 || primary === 10 || primary === 3) refuse('unreadable');
    // No such table or column.
    if (primary === 1) refuse('notMap');
    refuse('damaged');
  } catch (refused) {
    return refused;
  }
}

async function read(database: DatabaseSync, size: number): Promise<MapReader> {
  const metadata = readMetadata(database);
  const format = formatOf(metadata.get('format'));
  const tiles = new Tiles(database);
  const zooms = zoomsOf(database, metadata);
  const sample = tiles.sample() ?? refuse('empty');
  const stated = (metadata.get('bounds') ?? '').split(',').map(Number);
  const tile: MapReader['tile'] = (zoom, x, y) => {
    try {
      return Promise.resolve(tiles.at(zoom, x, y));
    } catch (error) {
      return Promise.reject(translated(error) as Error);
    }
  };
  const facts = await factsOf({
    container: 'mbtiles',
    bytes: size,
    bounds: usableBounds(stated) ?? tiles.bounds(zooms.maxZoom),
    zooms,
    format,
    sample,
    metadata: jsonOf(metadata.get('json')),
    attribution: metadata.get('attribution'),
    tile,
  });
  return {
    facts,
    tile,
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
}

function readMetadata(database: DatabaseSync): Map<string, string> {
  const rows = database
    .prepare(
      `SELECT name, value FROM metadata WHERE length(name) < 100 AND length(value) < ${largestMetadata} LIMIT ${mostValues}`,
    )
    .all();
  return new Map(
    rows.flatMap(({ name, value }) =>
      typeof name === 'string' && value !== null ? [[name, textOf(value)] as const] : [],
    ),
  );
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : '';

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function formatOf(stated: string | undefined): TileFormat {
  const name = (stated ?? 'png').toLowerCase().trim();
  if (['pbf', 'mvt', 'application/x-protobuf'].includes(name)) return 'vector';
  if (['png', 'jpg', 'jpeg', 'webp', 'image/png', 'image/jpeg', 'image/webp'].includes(name)) {
    return 'picture';
  }
  return refuse('otherFormat', plainText(name).slice(0, 30));
}

function zoomsOf(
  database: DatabaseSync,
  metadata: Map<string, string>,
): Pick<MapFileFacts, 'minZoom' | 'maxZoom'> {
  const min = metadata.get('minzoom');
  const max = metadata.get('maxzoom');
  if (min !== undefined && max !== undefined) return checkedZooms(Number(min), Number(max));
  const low = database.prepare('SELECT min(zoom_level) AS zoom FROM tiles').get()?.['zoom'];
  const high = database.prepare('SELECT max(zoom_level) AS zoom FROM tiles').get()?.['zoom'];
  if (low === null || high === null) refuse('empty');
  return checkedZooms(Number(low), Number(high));
}

class Tiles {
  readonly #length: StatementSync;
  readonly #data: StatementSync;

  constructor(private readonly database: DatabaseSync) {
    const where = 'FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1';
    this.#length = database.prepare(`SELECT length(tile_data) AS bytes ${where}`);
    this.#data = database.prepare(`SELECT tile_data ${where}`);
  }

  at(zoom: number, x: number, y: number): Uint8Array | null {
    // Rows count from the south.
    return this.#row(zoom, x, 2 ** zoom - 1 - y);
  }

  #row(zoom: number, column: number, row: number): Uint8Array | null {
    const found = this.#length.get(zoom, column, row);
    if (!found) return null;
    if (Number(found['bytes']) > largestTile) refuse('excessive');
    const data = this.#data.get(zoom, column, row)?.['tile_data'];
    if (!(data instanceof Uint8Array)) refuse('damaged');
    return unpack(data, packingOf(data), largestTile);
  }

  /** Any tile. */
  sample(): Uint8Array | null {
    const first = this.database
      .prepare('SELECT zoom_level AS z, tile_column AS x, tile_row AS y FROM tiles LIMIT 1')
      .get();
    return first ? this.#row(Number(first['z']), Number(first['x']), Number(first['y'])) : null;
  }

  bounds(zoom: number): MapFileFacts['bounds'] {
    const edge = (what: string) => {
      const value = this.database
        .prepare(`SELECT ${what} AS edge FROM tiles WHERE zoom_level = ?`)
        .get(zoom)?.['edge'];
      return Number.isInteger(value) ? Number(value) : refuse('damaged');
    };
    const last = 2 ** zoom - 1;
    const area = boundsOfTiles(
      zoom,
      { x: edge('min(tile_column)'), y: last - edge('max(tile_row)') },
      { x: edge('max(tile_column)'), y: last - edge('min(tile_row)') },
    );
    return usableBounds(area) ?? refuse('damaged');
  }
}
