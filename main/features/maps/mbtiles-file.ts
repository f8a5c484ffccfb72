import { statSync } from 'node:fs';
import { constants, DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { deepestZoom, type MapBounds } from '#shared/domain/map-file';
import {
  drawnZooms,
  jsonOf,
  MapFileError,
  plainText,
  refuse,
  type Container,
  type Statements,
  type TileArea,
  type TilePlace,
  type Zooms,
  boundsOfTiles,
  common,
  finestArea,
  usableBounds,
} from './container';
import { tileLimit } from './tile-content';

const mostValues = 200;
const longestMetadata = 4 * 1024 * 1024;
const heapBytes = 256 * 1024 * 1024;

/** What a statement may need at most. A view of the file runs as a part of our statements. */
const limits = { length: tileLimit.bytes + 1024, column: 100, exprDepth: 50, vdbeOp: 10_000 };

/** Limits the memory of SQLite in this whole process, which must have no other databases. */
export function limitSqliteMemory(): void {
  const database = new DatabaseSync(':memory:');
  database.exec(`PRAGMA hard_heap_limit = ${heapBytes}`);
  database.close();
}

/**
 * Opens an MBTiles file. Only the statements below are run, read-only. The file may define views, which
 * run with them: the authorizer refuses everything in a view but reading tables of the file and a few
 * functions.
 */
export async function openMbtiles(file: string, start: Buffer): Promise<Container> {
  const { size } = statSync(file);
  const whole = statedSize(start);
  if (whole > size) refuse('cutOff', `${size} of ${whole}`);
  const address = pathToFileURL(file);
  // Neither locks nor side files: the file may be on a share, or another program may use it.
  address.searchParams.set('immutable', '1');
  const database = new DatabaseSync(address, { readOnly: true, allowExtension: false, limits });
  try {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;');
    database.exec('PRAGMA cache_size = -4000; PRAGMA mmap_size = 0;');
    database.enableDefensive(true);
    const tables = tablesOf(database);
    database.setAuthorizer(authorizerFor(tables));
    const container = new Mbtiles(database, size, readMetadata(database, tables));
    await container.findRowOrder();
    return container;
  } catch (error) {
    database.close();
    throw translated(error);
  }
}

/** The size of a database by its header: https://www.sqlite.org/fileformat.html#the_database_header */
function statedSize(start: Buffer): number {
  // The count of pages is kept by programs that also write the second version number only.
  if (start.length < 100 || start.readUInt32BE(24) !== start.readUInt32BE(92)) return 0;
  const pageBytes = start.readUInt16BE(16);
  return (pageBytes === 1 ? 65_536 : pageBytes) * start.readUInt32BE(28);
}

/** The tables and views of the file, in lower case. Refuses virtual tables, whose code would run. */
function tablesOf(database: DatabaseSync): ReadonlySet<string> {
  const rows = database
    .prepare("SELECT name, type, rootpage FROM sqlite_schema WHERE type IN ('table', 'view')")
    .all();
  const names = rows.map(({ name }) => String(name));
  const virtual = rows.find(({ type, rootpage }) => type === 'table' && !rootpage);
  if (virtual) refuse('unsafe', shownNames([String(virtual['name'])]));
  const known = new Set(names.map((name) => name.toLowerCase()));
  if (!known.has('tiles')) refuse('noTiles', shownNames(names));
  return known;
}

const shownNames = (names: readonly string[]) =>
  names
    .slice(0, 8)
    .map((name) => plainText(name).slice(0, 60))
    .join(', ');

const allowedFunctions = new Set(['length', 'min', 'max', 'coalesce', 'ifnull', 'cast', 'abs']);

const authorizerFor =
  (tables: ReadonlySet<string>) =>
  (action: number, first: string | null, second: string | null): number => {
    const isAllowed =
      action === constants.SQLITE_SELECT ||
      (action === constants.SQLITE_READ && tables.has((first ?? '').toLowerCase())) ||
      (action === constants.SQLITE_FUNCTION &&
        allowedFunctions.has((second ?? first ?? '').toLowerCase()));
    return isAllowed ? constants.SQLITE_OK : constants.SQLITE_DENY;
  };

/** Errors of SQLite by their codes: https://www.sqlite.org/rescode.html */
function translated(error: unknown): unknown {
  const code = (error as { errcode?: number } | null)?.errcode;
  if (code === undefined) return error;
  const primary = code % 256;
  // A function that was refused is a plain error with this text.
  const isRefused = /not authorized|access to .* is prohibited/.test(String(error));
  if (primary === 23 || isRefused) return new MapFileError('unsafe');
  if (primary === 14 || primary === 10 || primary === 3) return new MapFileError('unreadable');
  if (primary === 7) {
    const megabytes = heapBytes / 2 ** 20;
    return new MapFileError('excessive', `content for which ${megabytes} MB are too little`);
  }
  if (primary === 18) return new MapFileError('excessive', tileLimit.exceeded);
  const missing = /no such (?:table|column): (.*)/.exec(String(error))?.[1];
  if (missing !== undefined) {
    return new MapFileError('damaged', `table or column ${plainText(missing).slice(0, 60)}`);
  }
  // Any other refusal of a statement is due to a view of the file.
  return primary === 1 ? new MapFileError('unsafe') : new MapFileError('damaged', 'database');
}

function readMetadata(
  database: DatabaseSync,
  tables: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  // Tiles without any description are a map too.
  if (!tables.has('metadata')) return new Map();
  const rows = database
    .prepare(
      `SELECT name AS name, value AS value FROM metadata WHERE length(name) < 100 AND length(value) < ${longestMetadata} LIMIT ${mostValues}`,
    )
    .all();
  return new Map(
    rows.map(({ name, value }) => [textOf(name).toLowerCase().trim(), textOf(value).trim()]),
  );
}

function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : '';
}

/** Numbers of a text such as "7.4, 43.7, 7.5, 43.8"; null: there is none. */
const numbersIn = (text = ''): number[] | null =>
  text === ''
    ? null
    : text.split(/[,;\s]+/).map((part) => (part === '' ? Number.NaN : Number(part)));

function statementsIn(metadata: ReadonlyMap<string, string>): Statements {
  const format = metadata.get('format')?.toLowerCase() ?? '';
  const [min, max] = [metadata.get('minzoom'), metadata.get('maxzoom')];
  const json = metadata.get('json') ?? '';
  return {
    format: format === '' ? null : formatOf(format),
    packing: null,
    bounds: numbersIn(metadata.get('bounds')),
    zooms: min && max ? { min: Number(min), max: Number(max) } : null,
    metadata: json === '' ? null : jsonOf(json),
    attribution: metadata.get('attribution'),
  };
}

function formatOf(name: string): Statements['format'] {
  if (/pbf|mvt|protobuf|vector/.test(name)) return 'vector';
  return /png|jpe?g|webp|avif|gif|hybrid/.test(name) ? 'picture' : 'unknown';
}

/** The largest of some tiles of a zoom, from either end of the table. */
const samplesFrom = (direction: 'ASC' | 'DESC') =>
  `SELECT x, y FROM (
     SELECT tile_column AS x, tile_row AS y, length(tile_data) AS bytes FROM tiles
     WHERE zoom_level = ? ORDER BY tile_column ${direction} LIMIT 100
   ) ORDER BY bytes DESC LIMIT 3`;

/** More columns than this are not searched for the first and last row. */
const mostColumns = 4_096;

class Mbtiles implements Container {
  readonly kind = 'mbtiles';
  readonly stated: Statements;
  /** Rows count from the south, but some programs count them from the north. */
  isFlipped = false;
  readonly #length: StatementSync;
  readonly #data: StatementSync;

  constructor(
    private readonly database: DatabaseSync,
    readonly bytes: number,
    private readonly metadata: ReadonlyMap<string, string>,
  ) {
    this.stated = statementsIn(metadata);
    const where = 'FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1';
    this.#length = database.prepare(`SELECT length(tile_data) AS bytes ${where}`);
    this.#data = database.prepare(`SELECT tile_data AS tile_data ${where}`);
  }

  /** Finds out from which end rows count: the tiles are in the stated area in one of two orders only. */
  async findRowOrder(): Promise<void> {
    const stated = usableBounds(this.stated.bounds ?? []) ?? aroundCentre(this.metadata);
    const finest = await finestArea(this, await this.zooms());
    const isSaid = this.metadata.get('scheme')?.toLowerCase() === 'xyz';
    if (!finest || !stated) {
      this.isFlipped = isSaid;
      return;
    }
    const { zoom, area } = finest;
    const usual = boundsOfTiles(zoom, area);
    const other = boundsOfTiles(zoom, mirrored(zoom, area));
    const [usualPart, otherPart] = [common(stated, usual), common(stated, other)];
    if (Boolean(usualPart) !== Boolean(otherPart)) this.isFlipped = otherPart !== null;
    else {
      const distance = (found: MapBounds) =>
        Math.abs(found[1] - stated[1]) + Math.abs(found[3] - stated[3]);
      const row = (usual[3] - usual[1]) / (area.bottom - area.top + 1);
      const difference = usualPart === null ? 0 : distance(usual) - distance(other);
      this.isFlipped = Math.abs(difference) > row ? difference > 0 : isSaid;
    }
  }

  zooms(): Promise<Zooms> {
    return this.#run(() => {
      const end = (direction: string) =>
        this.database
          .prepare(
            `SELECT zoom_level AS zoom FROM tiles WHERE zoom_level BETWEEN 0 AND ${deepestZoom}
             ORDER BY zoom_level ${direction} LIMIT 1`,
          )
          .get()?.['zoom'];
      const [min, max] = [end('ASC'), end('DESC')];
      if (Number.isInteger(min) && Number.isInteger(max))
        return drawnZooms(Number(min), Number(max));
      const other = this.database.prepare('SELECT zoom_level AS zoom FROM tiles LIMIT 1').get();
      return other
        ? refuse('damaged', `zoom ${plainText(textOf(other['zoom'])).slice(0, 20)}`)
        : refuse('empty');
    });
  }

  areaAt(zoom: number): Promise<TileArea | null> {
    return this.#run(() => {
      const last = 2 ** zoom - 1;
      const where = `FROM tiles WHERE zoom_level = ${zoom} AND tile_column BETWEEN 0 AND ${last}`;
      const number = (query: string) => {
        const value = this.database.prepare(query).get()?.['edge'];
        return Number.isInteger(value) ? Number(value) : null;
      };
      const column = (direction: string) =>
        number(`SELECT tile_column AS edge ${where} ORDER BY tile_column ${direction} LIMIT 1`);
      const [left, right] = [column('ASC'), column('DESC')];
      if (left === null || right === null || right - left >= mostColumns) return null;
      const row = (which: string) =>
        number(`SELECT ${which}(tile_row) AS edge ${where} AND tile_row BETWEEN 0 AND ${last}`);
      const [low, high] = [row('min'), row('max')];
      if (low === null || high === null) return null;
      const area = { left, right, top: last - high, bottom: last - low };
      return this.isFlipped ? mirrored(zoom, area) : area;
    });
  }

  samplesAt(zoom: number): Promise<TilePlace[]> {
    return this.#run(() => {
      const rows = [
        ...this.database.prepare(samplesFrom('ASC')).all(zoom),
        ...this.database.prepare(samplesFrom('DESC')).all(zoom),
      ];
      return rows.map(({ x, y }) => ({ zoom, x: Number(x), y: this.#row(zoom, Number(y)) }));
    });
  }

  tile({ zoom, x, y }: TilePlace): Promise<Uint8Array | null> {
    return this.#run(() => {
      const row = this.#row(zoom, y);
      const found = this.#length.get(zoom, x, row);
      if (!found) return null;
      if (Number(found['bytes']) > tileLimit.bytes) refuse('excessive', tileLimit.exceeded);
      const data = this.#data.get(zoom, x, row)?.['tile_data'];
      return data instanceof Uint8Array ? data : Buffer.from(textOf(data));
    });
  }

  /** The row in the table of a row from the north, and the other way round. */
  #row(zoom: number, y: number): number {
    return this.isFlipped ? y : 2 ** zoom - 1 - y;
  }

  /** SQLite answers at once; its errors become refusals. */
  #run<T>(query: () => T): Promise<T> {
    try {
      return Promise.resolve(query());
    } catch (error) {
      return Promise.reject(translated(error) as Error);
    }
  }

  close(): Promise<void> {
    this.database.close();
    return Promise.resolve();
  }
}

const mirrored = (zoom: number, { left, right, top, bottom }: TileArea): TileArea => ({
  left,
  right,
  top: 2 ** zoom - 1 - bottom,
  bottom: 2 ** zoom - 1 - top,
});

/** A small area around the stated centre; null: none is stated. */
function aroundCentre(metadata: ReadonlyMap<string, string>): MapBounds | null {
  const [longitude, latitude] = numbersIn(metadata.get('center')) ?? [];
  if (longitude === undefined || latitude === undefined) return null;
  return usableBounds([longitude - 1e-6, latitude - 1e-6, longitude + 1e-6, latitude + 1e-6]);
}
