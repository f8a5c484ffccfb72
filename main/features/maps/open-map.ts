import { open, stat } from 'node:fs/promises';
import { isJsonObject } from '#shared/wire/read';
import {
  deepestZoom,
  type MapBounds,
  type MapFileFacts,
  type MapFileStatement,
  type TileSchema,
} from '#shared/domain/map-file';
import {
  MapFileError,
  plainText,
  refusalOf,
  refuse,
  type Container,
  type Packing,
  type TileArea,
  type TilePlace,
  type Zooms,
  boundsOfTiles,
  common,
  countOf,
  finestArea,
  tilesOfBounds,
  usableBounds,
} from './container';
import { openMbtiles } from './mbtiles-file';
import { openPmtiles } from './pmtiles-file';
import { contentOf, hasSea, schemaOfLayers } from './tile-content';

/** A map file that is open for reading. */
export interface MapReader {
  readonly facts: MapFileFacts;
  /**
   * An unpacked tile; null if the file has none there. Throws `MapFileError` for one that cannot be drawn: a damaged
   * one, or one of another kind than the others.
   */
  tile(place: TilePlace): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** Opens a map file by its content, not by its name. Throws `MapFileError`. */
export async function openMap(file: string): Promise<MapReader> {
  try {
    const found = await stat(file);
    if (!found.isFile()) refuse('notMap', 'a folder or a device');
    const container = await openContainer(file);
    try {
      return await readMap(container);
    } catch (error) {
      await container.close();
      throw error;
    }
  } catch (error) {
    throw refusalOf(error);
  }
}

async function openContainer(file: string) {
  const start = await startOf(file);
  const text = start.toString('latin1');
  if (text.startsWith('SQLite format 3\u0000')) return openMbtiles(file, start);
  // Versions 1 and 2 begin with two letters and a number of two bytes.
  const old = [1, 2].find((version) => text.startsWith(`PM${String.fromCharCode(version, 0)}`));
  if (old !== undefined) refuse('otherVersion', String(old));
  if (!text.startsWith('PMTiles')) refuse('notMap', looksLike(start));
  if (start.length > 7 && start[7] !== 3) refuse('otherVersion', String(start[7]));
  return openPmtiles(file, start);
}

/** The first bytes of a file. */
async function startOf(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const bytes = Buffer.alloc(512);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Who has to be named for data in these schemas when a file does not say it. */
const usualSource: Record<TileSchema, string> = {
  openmaptiles: '© OpenMapTiles © OpenStreetMap contributors',
  protomaps: '© OpenStreetMap contributors',
  shortbread: '© OpenStreetMap contributors',
};

/** Reads what is in a file. Its tiles decide; what it states is used where they do not contradict it. */
async function readMap(container: Container): Promise<MapReader> {
  const { stated } = container;
  const zooms = await container.zooms();
  const seen = await lookAtTiles(container, zooms);
  const tile: MapReader['tile'] = async (place) => {
    const stored = await container.tile(place);
    const content = stored && contentOf(stored);
    if (content === null || content?.kind === 'blank') return null;
    if (content?.kind !== seen.kind) refuse('damaged', `${place.zoom}/${place.x}/${place.y}`);
    return content.bytes;
  };
  const { bounds, isStated } = await boundsOf(container, zooms);
  const attribution = plainAttribution(stated.attribution);
  return {
    facts: {
      container: container.kind,
      bytes: container.bytes,
      bounds,
      ...zooms,
      ...(seen.kind === 'picture'
        ? { schema: null, tileSize: seen.side > 256 ? 512 : 256, hasSea: true, attribution }
        : {
            schema: seen.schema,
            tileSize: 512,
            hasSea: await drawsSea(tile, zooms, bounds),
            attribution: attribution || usualSource[seen.schema],
          }),
      ignored: [...ignoredIn(container, seen, zooms, isStated)],
    },
    tile,
    close: () => container.close(),
  };
}

function* ignoredIn(
  { stated, isFlipped }: Container,
  seen: SeenTiles,
  { minZoom, maxZoom }: Zooms,
  areBoundsStated: boolean,
): Generator<MapFileStatement> {
  const { format, packing, bounds, zooms, metadata } = stated;
  if (format !== null && format !== seen.kind) yield 'format';
  if (packing !== null && packing !== seen.packing) yield 'compression';
  if (bounds !== null && !areBoundsStated) yield 'bounds';
  if (zooms !== null && (zooms.min !== minZoom || Math.min(zooms.max, deepestZoom) !== maxZoom)) {
    yield 'zoom';
  }
  if (isFlipped) yield 'rows';
  if (metadata === 'unreadable') yield 'metadata';
}

/** From this zoom on a map is drawn; its tiles there show where it has any. */
const firstDrawnZoom = 6;
const world: MapBounds = [-180, -85.0511, 180, 85.0511];

/** The stated area if the tiles are there, else that of the tiles. */
async function boundsOf(
  container: Container,
  zooms: Zooms,
): Promise<{ bounds: MapBounds; isStated: boolean }> {
  const stated = usableBounds(container.stated.bounds ?? []);
  const finest = await finestArea(container, zooms);
  if (!finest) return { bounds: stated ?? world, isStated: stated !== null };
  const found = usableBounds(boundsOfTiles(finest.zoom, finest.area)) ?? world;
  const both = stated && common(stated, found);
  // Less than a small part of one tile is no area.
  const least = 360 / 2 ** zooms.maxZoom / 64;
  if (!both || both[2] - both[0] < least || both[3] - both[1] < least / 4) {
    return { bounds: found, isStated: false };
  }
  const zoom = Math.min(Math.max(zooms.minZoom, firstDrawnZoom), zooms.maxZoom);
  const drawn = await container.areaAt(zoom);
  const isWhole = drawn === null || isAbout(drawn, tilesOfBounds(zoom, stated));
  return { bounds: isWhole ? stated : both, isStated: true };
}

/** Whether each edge is at most one tile away: programs differ in what they count to an edge. */
const isAbout = (a: TileArea, b: TileArea) =>
  (['left', 'right', 'top', 'bottom'] as const).every((edge) => Math.abs(a[edge] - b[edge]) <= 1);

/** The most tiles that are looked at for the sea. */
const overviewTiles = 4;

async function drawsSea(
  tile: MapReader['tile'],
  zooms: Zooms,
  bounds: MapBounds,
): Promise<boolean> {
  let places: TilePlace[] = [];
  for (let zoom = zooms.minZoom; zoom <= Math.min(zooms.maxZoom, 12); zoom += 1) {
    const area = tilesOfBounds(zoom, bounds);
    if (countOf(area) > overviewTiles) break;
    places = [...placesIn(zoom, area)];
  }
  for (const place of places) {
    try {
      const bytes = await tile(place);
      if (bytes && hasSea(bytes)) return true;
    } catch {
      // One tile that cannot be read is a gap, not a reason to refuse the map.
    }
  }
  return false;
}

function* placesIn(zoom: number, { left, right, top, bottom }: TileArea): Generator<TilePlace> {
  for (let x = left; x <= right; x += 1) {
    for (let y = top; y <= bottom; y += 1) yield { zoom, x, y };
  }
}

const namedCharacters: Record<string, string> = {
  copy: '©',
  amp: '&',
  nbsp: ' ',
  lt: '',
  gt: '',
  quot: '"',
};

/** Sources of the data as plain text: markup and control characters are left out. */
function plainAttribution(stated: unknown): string {
  if (typeof stated !== 'string') return '';
  const text = stated
    .slice(0, 5_000)
    .replaceAll(/<[^>]*>?/g, ' ')
    .replaceAll(/&(\w{1,6});/g, (_, name: string) => namedCharacters[name] ?? ' ');
  return plainText(text).replaceAll(/\s+/g, ' ').trim().slice(0, 500);
}

type SeenTiles = { packing: Packing } & (
  { kind: 'picture'; side: number } | { kind: 'vector'; schema: TileSchema }
);

/** The larger side of a picture; a larger one would fill the memory of the window. */
const largestSide = 4_096;
/** So many pictures, or vector tiles of a known schema, are enough. */
const enough = 4;

/**
 * Looks at tiles of every zoom. Refuses a file of which no tile can be drawn, with the first thing that
 * was wrong.
 */
async function lookAtTiles(container: Container, zooms: Zooms): Promise<SeenTiles> {
  const sides: number[] = [];
  const vectors: Set<string>[] = [];
  const packings: Packing[] = [];
  let blank = 0;
  let problem: MapFileError | null = null;
  const stated = layersOfMetadata(container.stated.metadata);
  const seen = () => [...new Set(vectors.flatMap((each) => [...each]))];
  const layers = () => [...new Set([...stated, ...seen()])];

  for await (const place of places(container, zooms)) {
    try {
      const content = await contentAt(container, place);
      if (content.kind === 'blank') blank += 1;
      else packings.push(content.packing);
      if (content.kind === 'picture') sides.push(content.side);
      if (content.kind === 'vector') vectors.push(new Set(content.layers));
    } catch (error) {
      if (!(error instanceof MapFileError)) throw error;
      problem ??= error;
    }
    const isClear = sides.length === 0 || vectors.length === 0;
    const isKnown = sides.length > 0 || schemaOfLayers(seen()) !== null;
    if (isClear && isKnown && sides.length + vectors.length >= enough) break;
  }
  const packing = packings[0] ?? 'none';
  if (sides.length > vectors.length) {
    const inOrder = sides.toSorted((a, b) => a - b);
    return { kind: 'picture', side: inOrder[Math.floor(inOrder.length / 2)]!, packing };
  }
  if (vectors.length > 0) {
    const schema = schemaOfLayers(seen()) ?? schemaOfLayers(layers());
    if (schema === null) refuse('otherSchema', layers().slice(0, 6).map(plainText).join(', '));
    return { kind: 'vector', schema, packing };
  }
  if (problem) throw problem;
  return blank > 0 ? refuse('blank', String(blank)) : refuse('empty');
}

async function* places(container: Container, { minZoom, maxZoom }: Zooms) {
  for (let zoom = minZoom; zoom <= maxZoom; zoom += 1) yield* await container.samplesAt(zoom);
}

async function contentAt(container: Container, place: TilePlace) {
  const stored = (await container.tile(place)) ?? new Uint8Array();
  const content = contentOf(stored);
  if (!content) {
    const name = `${place.zoom}/${place.x}/${place.y}`;
    refuse('otherFormat', `${name}: ${looksLike(stored)}`);
  }
  if (content.kind === 'picture' && content.side > largestSide) {
    refuse('excessive', `a picture of ${content.side} pixels`);
  }
  return content;
}

/** Ids of layers in the metadata of a file; tolerates any JSON. */
function layersOfMetadata(json: unknown): string[] {
  const layers = isJsonObject(json) ? json['vector_layers'] : null;
  if (!Array.isArray(layers)) return [];
  return layers
    .slice(0, 200)
    .flatMap((layer: unknown) =>
      isJsonObject(layer) && typeof layer['id'] === 'string' ? [layer['id'].slice(0, 100)] : [],
    );
}

const texts: [RegExp, string][] = [
  [/^(?:<!--[^]*?-->|\s)*<(?:!doctype html|html|head|body)/i, 'a web page'],
  [/^\s*<(?:\?xml|[a-z]+[\s>])/i, 'an XML text'],
  [/^\s*[[{]/, 'a JSON text'],
];

const signatures: [string, string][] = [
  ['PK\u0003\u0004', 'a ZIP archive'],
  ['\u001f\u008b', 'a gzip archive'],
  ['7z\u00bc\u00af', 'a 7-Zip archive'],
  ['%PDF', 'a PDF document'],
  ['II*\u0000', 'a TIFF picture'],
  ['MM\u0000*', 'a TIFF picture'],
  ['\u0089PNG', 'a PNG picture'],
  ['\u00ff\u00d8\u00ff', 'a JPEG picture'],
  ['SQLite format 3\u0000', 'an SQLite database'],
];

/** What bytes look like from their start, for a message; unknown ones are named by their first bytes. */
function looksLike(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 512));
  if (start.length === 0) return 'empty';
  const latin = start.toString('latin1');
  const signature = signatures.find(([mark]) => latin.startsWith(mark));
  if (signature) return signature[1];
  const text = start.toString('utf8').replace(/^\ufeff/, '');
  const known = texts.find(([form]) => form.test(text));
  if (known) return known[1];
  // The last character may be cut.
  if (!/[\p{Cc}\ufffd]/u.test(text.replaceAll(/[\t\r\n]/g, '').slice(0, -1))) return 'a text';
  if (start.every((byte) => byte === 0)) return 'zeros';
  return `bytes ${start
    .subarray(0, 8)
    .toString('hex')
    .toUpperCase()
    .replaceAll(/(..)(?=.)/g, '$1 ')}`;
}
