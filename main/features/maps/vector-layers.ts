import type { TileSchema } from '#shared/domain/map-file';
import { refuse } from './map-file-error';

const mostLayers = 200;
const longestName = 100;

/** Reads one number of variable length; refuses one that has no end. */
function varint(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  for (let i = 0; i < 10; i += 1) {
    const byte = bytes[at + i];
    if (byte === undefined) refuse('damaged');
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return { value, next: at + i + 1 };
  }
  return refuse('damaged');
}

/** The fields of a protocol buffer, with the bytes of those that have a length. */
function* fieldsOf(bytes: Uint8Array): Generator<{ field: number; body: Uint8Array | null }> {
  let at = 0;
  while (at < bytes.length) {
    const key = varint(bytes, at);
    const field = Math.floor(key.value / 8);
    const wire = key.value % 8;
    if (wire === 2) {
      const { value: length, next } = varint(bytes, key.next);
      if (next + length > bytes.length) refuse('damaged');
      yield { field, body: bytes.subarray(next, next + length) };
      at = next + length;
    } else {
      at =
        wire === 0
          ? varint(bytes, key.next).next
          : wire === 1 || wire === 5
            ? key.next + (wire === 1 ? 8 : 4)
            : refuse('damaged');
      if (at > bytes.length) refuse('damaged');
      yield { field, body: null };
    }
  }
}

/** The names of the layers in a Mapbox Vector Tile. Refuses what is none. */
export function layersOfTile(tile: Uint8Array): string[] {
  const names = new Set<string>();
  for (const layer of fieldsOf(tile)) {
    if (layer.field !== 3 || !layer.body) continue;
    for (const part of fieldsOf(layer.body)) {
      if (part.field === 1 && part.body) {
        names.add(new TextDecoder().decode(part.body.subarray(0, longestName)));
        break;
      }
    }
    if (names.size > mostLayers) refuse('excessive');
  }
  return [...names];
}

/** Whether a tile draws the sea: a layer of it, or a value of a layer that names it. */
export function hasSea(tile: Uint8Array): boolean {
  const isOcean = (bytes: Uint8Array | null) =>
    bytes?.length === 5 && new TextDecoder().decode(bytes) === 'ocean';
  for (const layer of fieldsOf(tile)) {
    if (layer.field !== 3 || !layer.body) continue;
    for (const { field, body } of fieldsOf(layer.body)) {
      if (field === 1 && isOcean(body)) return true;
      if (field !== 4 || !body) continue;
      for (const value of fieldsOf(body)) if (value.field === 1 && isOcean(value.body)) return true;
    }
  }
  return false;
}

/** Layers that distinguish the schemas; six names are in two of them. */
const distinctive: Record<TileSchema, readonly string[]> = {
  openmaptiles: [
    'transportation',
    'transportation_name',
    'waterway',
    'water_name',
    'building',
    'boundary',
    'place',
    'poi',
    'housenumber',
    'park',
    'mountain_peak',
    'aeroway',
    'aerodrome_label',
  ],
  protomaps: ['earth', 'roads', 'places', 'natural', 'transit', 'physical_line', 'physical_point'],
  shortbread: [
    'streets',
    'street_labels',
    'street_labels_points',
    'street_polygons',
    'water_polygons',
    'water_lines',
    'water_polygons_labels',
    'place_labels',
    'boundary_labels',
    'land',
    'ocean',
    'addresses',
    'public_transport',
    'sites',
    'bridges',
  ],
};

/** The schema of these layers; null if it is none that Waypost has a style for. */
export function schemaOfLayers(layers: readonly string[]): TileSchema | null {
  const known = new Set(layers);
  const [best] = Object.entries(distinctive)
    .map(([schema, names]) => ({
      schema: schema as TileSchema,
      found: names.filter((name) => known.has(name)).length,
    }))
    .toSorted((a, b) => b.found - a.found);
  return best && best.found >= 2 ? best.schema : null;
}
