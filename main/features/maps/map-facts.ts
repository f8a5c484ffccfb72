import path from 'node:path';
import {
  deepestZoom,
  type MapBounds,
  type MapFileFacts,
  type TileSchema,
} from '#shared/domain/map-file';
import { refuse } from './map-file-error';
import { hasSea, layersOfTile, schemaOfLayers } from './vector-layers';

/** The largest unpacked tile; those of usual maps are below 1 MB. */
export const largestTile = 8 * 1024 * 1024;
/** The largest text about the file, unpacked. */
export const largestMetadata = 4 * 1024 * 1024;

/** A map file that is open for reading. */
export interface MapReader {
  readonly facts: MapFileFacts;
  /** An unpacked tile; null if the file has none there. */
  tile(zoom: number, x: number, y: number): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

export type TileFormat = 'vector' | 'picture';

/** The side of a picture from its header; null if it is of no format that the window draws. */
function sideOfPicture(bytes: Uint8Array): 256 | 512 | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47) && bytes.length > 24) {
    return view.getUint32(16) > 256 ? 512 : 256;
  }
  const isJpeg = starts(0xff, 0xd8, 0xff);
  const isWebp = starts(0x52, 0x49, 0x46, 0x46) && bytes[8] === 0x57;
  if (isJpeg) return sideOfJpeg(view) > 256 ? 512 : 256;
  if (isWebp) return 256;
  return null;
}

function sideOfJpeg(view: DataView): number {
  let at = 2;
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return view.getUint16(at + 5);
    at += 2 + view.getUint16(at + 2);
  }
  return 0;
}

/** Ids of layers in the metadata of a file; tolerates any JSON. */
function layersOfMetadata(json: unknown): string[] {
  const layers = isObject(json) ? json['vector_layers'] : null;
  if (!Array.isArray(layers)) return [];
  return layers
    .slice(0, 200)
    .flatMap((layer: unknown) =>
      isObject(layer) && typeof layer['id'] === 'string' ? [layer['id'].slice(0, 100)] : [],
    );
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Who has to be named for data in these schemas when a file does not say it. */
const usualSource: Record<TileSchema, string> = {
  openmaptiles: '© OpenMapTiles © OpenStreetMap contributors',
  protomaps: '© OpenStreetMap contributors',
  shortbread: '© OpenStreetMap contributors',
};

/** What a file states about itself, and tiles of it. */
export interface Content {
  container: MapFileFacts['container'];
  bytes: number;
  bounds: MapBounds;
  zooms: Pick<MapFileFacts, 'minZoom' | 'maxZoom'>;
  format: TileFormat;
  /** Any tile. */
  sample: Uint8Array;
  metadata: unknown;
  attribution: unknown;
  tile: MapReader['tile'];
}

/** The facts of a file, from what it states and from tiles of it. */
export async function factsOf(content: Content): Promise<MapFileFacts> {
  const { container, bytes, bounds, zooms, format, sample } = content;
  const stated = attributionText(content.attribution);
  const common = { container, bytes, bounds, ...zooms };
  if (format === 'picture') {
    const tileSize = sideOfPicture(sample) ?? refuse('damaged');
    return { ...common, schema: null, tileSize, hasSea: true, attribution: stated };
  }
  // Read in any case: a tile that cannot be read would leave an empty map.
  const inTile = layersOfTile(sample);
  const layers = [...new Set([...layersOfMetadata(content.metadata), ...inTile])];
  const schema = schemaOfLayers(layers);
  if (schema === null) refuse('otherSchema', layers.slice(0, 6).map(plainText).join(', '));
  return {
    ...common,
    schema,
    tileSize: 512,
    hasSea: await drawsSea(content),
    attribution: stated || usualSource[schema],
  };
}

/** The most tiles that are looked at for the sea. */
const overviewTiles = 4;

async function drawsSea({ bounds, zooms, tile }: Content): Promise<boolean> {
  let places: TilePlace[] = [];
  for (let zoom = zooms.minZoom; zoom <= Math.min(zooms.maxZoom, 12); zoom += 1) {
    const next = placesIn(bounds, zoom, overviewTiles);
    if (next === null) break;
    places = next;
  }
  for (const { zoom, x, y } of places) {
    const bytes = await tile(zoom, x, y);
    if (bytes && hasSea(bytes)) return true;
  }
  return false;
}

interface TilePlace {
  zoom: number;
  x: number;
  y: number;
}

/** The tiles of an area; null if there are more than `most`. */
function placesIn([west, south, east, north]: MapBounds, zoom: number, most: number) {
  const size = 2 ** zoom;
  const column = (longitude: number) => clamp(((longitude + 180) / 360) * size, size);
  const row = (latitude: number) => {
    const y = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI;
    return clamp(((1 - y) / 2) * size, size);
  };
  const [left, right, top, bottom] = [column(west), column(east), row(north), row(south)];
  if ((right - left + 1) * (bottom - top + 1) > most) return null;
  const places: TilePlace[] = [];
  for (let x = left; x <= right; x += 1) {
    for (let y = top; y <= bottom; y += 1) places.push({ zoom, x, y });
  }
  return places;
}

const clamp = (value: number, size: number) => Math.min(size - 1, Math.max(0, Math.floor(value)));

/** Bounds that can be drawn; null if the stated ones are impossible. */
export function usableBounds(stated: readonly number[]): MapBounds | null {
  if (stated.length !== 4 || !stated.every((each) => Number.isFinite(each))) return null;
  const [west, south, east, north] = stated as unknown as MapBounds;
  const isInWorld = Math.abs(south) <= 90 && Math.abs(north) <= 90 && south < north;
  if (!isInWorld || Math.abs(west) > 180.001 || Math.abs(east) > 180.001) return null;
  const [low, high] = [Math.max(-85.0511, south), Math.min(85.0511, north)];
  if (low >= high) return null;
  // Across the antimeridian: as one box it is the whole width of the world.
  return west < east
    ? [Math.max(-180, west), low, Math.min(180, east), high]
    : [-180, low, 180, high];
}

/** The area of the tiles from one corner to another. */
export function boundsOfTiles(
  zoom: number,
  from: { x: number; y: number },
  to: { x: number; y: number },
): MapBounds {
  const size = 2 ** zoom;
  const latitude = (y: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI;
  return [
    (from.x / size) * 360 - 180,
    latitude(to.y + 1),
    ((to.x + 1) / size) * 360 - 180,
    latitude(from.y),
  ];
}

/** Zooms that a map may have; refuses others. */
export function checkedZooms(min: number, max: number): Pick<MapFileFacts, 'minZoom' | 'maxZoom'> {
  const isUsable = Number.isInteger(min) && Number.isInteger(max) && min >= 0 && min <= max;
  if (!isUsable || min > deepestZoom) refuse('damaged');
  return { minZoom: min, maxZoom: Math.min(max, deepestZoom) };
}

/** Sources of the data as plain text: markup and control characters are left out. */
function attributionText(stated: unknown): string {
  if (typeof stated !== 'string') return '';
  const named: Record<string, string> = {
    copy: '©',
    amp: '&',
    nbsp: ' ',
    lt: '',
    gt: '',
    quot: '"',
  };
  const text = stated
    .slice(0, 5_000)
    .replaceAll(/<[^>]*>?/g, ' ')
    .replaceAll(/&(\w{1,6});/g, (_, name: string) => named[name] ?? ' ');
  return plainText(text).replaceAll(/\s+/g, ' ').trim().slice(0, 500);
}

export const plainText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>\u2028\u2029]/gu, ' ');

/** A file name for the screen, without characters that could disguise it. */
export const shownName = (file: string): string =>
  plainText(path.basename(file)).slice(0, 255).trim() || 'map';
