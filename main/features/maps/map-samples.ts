import type { TileSchema } from '#shared/domain/map-file';
import { looksLike } from './looks-like';
import type { Container, TilePlace, Zooms } from './container';
import { MapFileError, refuse } from './map-file-error';
import { isObject, plainText } from './map-text';
import { contentOf, type Packing } from './tile-content';
import { schemaOfLayers } from './vector-layers';

/** What the tiles of a file are. */
export type SeenTiles = { packing: Packing } & (
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
export async function lookAtTiles(container: Container, zooms: Zooms): Promise<SeenTiles> {
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
  const layers = isObject(json) ? json['vector_layers'] : null;
  if (!Array.isArray(layers)) return [];
  return layers
    .slice(0, 200)
    .flatMap((layer: unknown) =>
      isObject(layer) && typeof layer['id'] === 'string' ? [layer['id'].slice(0, 100)] : [],
    );
}
