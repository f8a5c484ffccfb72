import { z } from 'zod';
import type { Upstream } from './upstream';

/** An address of the server that the window asks for by its number. */
export interface Template {
  kind: 'tiles' | 'glyphs' | 'sprite';
  address: string;
}

export interface ServedStyle {
  style: object;
  templates: readonly Template[];
}

const mostSources = 50;
const mostLayers = 2_000;

const sourceSchema = z.object({
  type: z.enum(['vector', 'raster', 'raster-dem']),
  url: z.string().optional(),
  tiles: z.array(z.string()).min(1).max(50).optional(),
  minzoom: z.number().optional(),
  maxzoom: z.number().optional(),
  tileSize: z.number().optional(),
  bounds: z.array(z.number()).length(4).optional(),
  scheme: z.enum(['xyz', 'tms']).optional(),
  encoding: z.enum(['mvt', 'mlt', 'mapbox', 'terrarium']).optional(),
  attribution: z.string().max(5_000).optional(),
});
type Source = z.infer<typeof sourceSchema>;
const tileJsonSchema = sourceSchema.omit({ type: true }).partial();

const styleSchema = z.object({
  version: z.literal(8),
  sources: z.record(z.string(), z.unknown()),
  layers: z
    .array(z.looseObject({ type: z.string(), source: z.string().optional() }))
    .max(mostLayers),
  glyphs: z.string().optional(),
  sprite: z.union([z.string(), z.array(z.object({ id: z.string(), url: z.string() }))]).optional(),
});

/** Reads JSON of this server without its key; null if there is none. */
export type ReadJson = (address: string) => Promise<unknown>;

/** The window's addresses for numbered templates. */
type Place = (at: number) => string;

/** MapLibre shows attributions as HTML; only their text is kept. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>?/g, '')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .trim();

/** The style of a map of pictures. */
export function pictureStyle(upstream: Upstream, place: Place): ServedStyle {
  const { tileSize, maxZoom } = upstream.pictures!;
  const source = {
    type: 'raster',
    tiles: [`${place(0)}/{z}/{x}/{y}`],
    tileSize,
    maxzoom: maxZoom,
    ...(upstream.attribution !== '' && { attribution: upstream.attribution }),
  };
  return {
    style: {
      version: 8,
      name: upstream.name,
      sources: { pictures: source },
      layers: [
        { id: 'ground', type: 'background', paint: { 'background-color': '#d9dce0' } },
        {
          id: 'pictures',
          type: 'raster',
          source: 'pictures',
          paint: { 'raster-fade-duration': 0 },
        },
      ],
    },
    templates: [{ kind: 'tiles', address: upstream.address }],
  };
}

/**
 * The style for the window. Each address in it becomes a number in `templates`, so that neither the key
 * nor the server is named; what comes from another server is left out. null: this is no style.
 */
export async function rewriteStyle(
  text: unknown,
  upstream: Upstream,
  { readJson, place }: { readJson: ReadJson; place: Place },
): Promise<ServedStyle | null> {
  const parsed = styleSchema.safeParse(text).data;
  if (!parsed) return null;
  const templates: Template[] = [];
  const numbered = (kind: Template['kind'], address: string | undefined): string | null => {
    const url = address === undefined ? null : resolved(address, upstream);
    if (url === null) return null;
    templates.push({ kind, address: url });
    return place(templates.length - 1);
  };
  const sources: Record<string, object> = {};
  for (const [name, value] of Object.entries(parsed.sources).slice(0, mostSources)) {
    const source = sourceSchema.safeParse(value).data;
    if (!source) continue;
    // One after the other: a server may limit how many requests come at once.
    const { url: _, tiles, attribution, ...rest } = await described(source, upstream, readJson);
    const at = numbered('tiles', tiles?.[0]);
    if (at === null) continue;
    sources[name] = {
      ...rest,
      tiles: [`${at}/{z}/{x}/{y}`],
      ...(attribution !== undefined && { attribution: plainText(attribution) }),
    };
  }
  if (Object.keys(sources).length === 0) return null;
  const glyphs = numbered('glyphs', parsed.glyphs);
  const sprites = (
    typeof parsed.sprite === 'string'
      ? [{ id: 'default', url: parsed.sprite }]
      : (parsed.sprite ?? [])
  ).flatMap(({ id, url }) => {
    const at = numbered('sprite', url);
    return at === null ? [] : [{ id, url: `${at}/sprite` }];
  });
  return {
    style: {
      version: 8,
      name: upstream.name,
      sources,
      layers: parsed.layers.filter(
        ({ type, source }) => type === 'background' || (source !== undefined && source in sources),
      ),
      ...(glyphs !== null && { glyphs: `${glyphs}/{fontstack}/{range}` }),
      ...(sprites.length > 0 && { sprite: sprites }),
    },
    templates,
  };
}

/** A source with what its description says. */
async function described(source: Source, upstream: Upstream, readJson: ReadJson): Promise<Source> {
  const address = source.url === undefined ? null : resolved(source.url, upstream);
  if (address === null || source.tiles) return source;
  const found = tileJsonSchema.safeParse(await readJson(address)).data;
  return found ? { ...found, ...source, tiles: relativeTo(address, found.tiles) } : source;
}

const relativeTo = (base: string, tiles: string[] | undefined) =>
  tiles?.map((each) => joined(each, base) ?? each);

/** An absolute address on this map's server; null for another. Placeholders stay. */
function resolved(address: string, upstream: Upstream): string | null {
  const url = joined(address, upstream.address);
  return url !== null && URL.parse(url)?.origin === upstream.origin ? url : null;
}

function joined(address: string, base: string): string | null {
  const url = URL.parse(address, base);
  // URL encodes the braces of placeholders.
  return url && url.href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');
}
