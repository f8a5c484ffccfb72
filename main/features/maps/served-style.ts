import { z } from 'zod';
import { deepestZoom } from '#shared/domain/map-file';
import { isOnlineMapId, keyedMapStyle, type OnlineMapId } from '#shared/domain/online-map';
import { type TilePlace, tileAt } from './container';
import type { Upstream } from './upstream';

/** An address of the server that the window asks for by its number. */
export interface Template {
  kind: 'tiles' | 'glyphs' | 'sprite' | 'data';
  address: string;
}

export interface ServedStyle {
  style: object;
  templates: readonly Template[];
  /** The addresses of vector tiles with their deepest zoom, for streets in words. */
  vectors: readonly { address: string; zoom: number }[];
}

const mostSources = 50;
const mostLayers = 2_000;

const sourceSchema = z.object({
  type: z.enum(['vector', 'raster', 'raster-dem', 'geojson']),
  url: z.string().optional(),
  tiles: z.array(z.string()).min(1).max(50).optional(),
  /** Of GeoJSON: the data or its address. */
  data: z.union([z.string(), z.looseObject({ type: z.string() })]).optional(),
  minzoom: z.number().optional(),
  maxzoom: z.number().optional(),
  tileSize: z.number().optional(),
  bounds: z.array(z.number()).length(4).optional(),
  scheme: z.enum(['xyz', 'tms']).optional(),
  encoding: z.enum(['mvt', 'mlt', 'mapbox', 'terrarium']).optional(),
  attribution: z.string().max(5_000).optional(),
});
type Source = z.infer<typeof sourceSchema>;
const tileJsonSchema = sourceSchema.omit({ type: true, data: true }).partial();

/** Other members of a layer have no effect on the picture. */
const layerSchema = z.object({
  id: z.string(),
  type: z.string(),
  source: z.string().optional(),
  'source-layer': z.string().optional(),
  filter: z.unknown().optional(),
  minzoom: z.number().optional(),
  maxzoom: z.number().optional(),
  layout: z.unknown().optional(),
  paint: z.unknown().optional(),
});

const styleSchema = z.object({
  version: z.literal(8),
  sources: z.record(z.string(), z.unknown()),
  layers: z.array(layerSchema).max(mostLayers),
  glyphs: z.string().optional(),
  sprite: z
    .union([z.string(), z.array(z.object({ id: z.string(), url: z.string() })).max(50)])
    .optional(),
});

/** The window's address for a numbered template. */
const placeOf = (id: OnlineMapId, at: number) =>
  keyedMapStyle(id).replace('style.json', String(at));

/** MapLibre shows attributions as HTML; only their text is kept. */
export const textOfHtml = (html: string): string =>
  html
    .replaceAll(/<[^>]*>?/g, '')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .trim();

export function pictureStyle(id: OnlineMapId, upstream: Upstream): ServedStyle {
  const { tileSize, maxZoom } = upstream.pictures!;
  const source = {
    type: 'raster',
    tiles: [`${placeOf(id, 0)}/{z}/{x}/{y}`],
    tileSize,
    maxzoom: maxZoom,
    ...(upstream.attribution !== '' && { attribution: upstream.attribution }),
  };
  return {
    style: {
      version: 8,
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
    vectors: [],
  };
}

/**
 * The style for the window. Each address in it becomes a number in `templates`, so that neither the key
 * nor a server is named; what comes from a server that is not allowed is left out. null: this is no style.
 */
export async function rewriteStyle(
  value: unknown,
  id: OnlineMapId,
  upstream: Upstream,
  server: {
    /** Reads JSON of the server without its key; null if there is none. */
    readJson: (address: string) => Promise<unknown>;
    /** The origins of these addresses that may be contacted; may ask the user. */
    allow: (addresses: readonly string[]) => Promise<ReadonlySet<string>>;
  },
): Promise<ServedStyle | null> {
  const parsed = styleSchema.safeParse(value).data;
  if (!parsed) return null;
  const absolute = (address: string | undefined) =>
    address === undefined ? null : joined(address, upstream.address);
  const stated = Object.entries(parsed.sources)
    .slice(0, mostSources)
    .flatMap(([name, each]) => {
      const source = sourceSchema.safeParse(each).data;
      if (!source) return [];
      const tiles = absolute(source.tiles?.[0]);
      const url = tiles === null ? absolute(source.url) : null;
      const data = typeof source.data === 'string' ? absolute(source.data) : null;
      return [{ name, source, tiles, url, data }];
    });
  const glyphs = absolute(parsed.glyphs);
  const sprites = (
    typeof parsed.sprite === 'string'
      ? [{ id: 'default', url: parsed.sprite }]
      : (parsed.sprite ?? [])
  ).map(({ id, url }) => ({ id, url: absolute(url) }));
  const addresses = [
    glyphs,
    ...sprites.map(({ url }) => url),
    ...stated.flatMap(({ tiles, url, data }) => [tiles, url, data]),
  ].filter((each) => each !== null);
  let allowed = await server.allow(addresses);
  const mayUse = (address: string | null): address is string => {
    const url = address === null ? null : URL.parse(address);
    return url !== null && allowed.has(url.origin);
  };
  // One after the other: a server may limit how many requests come at once.
  const described = [];
  for (const each of stated) {
    const details = mayUse(each.url)
      ? tileJsonSchema.safeParse(await server.readJson(each.url)).data
      : undefined;
    const [tiles] = details?.tiles ?? [];
    described.push({
      ...each,
      source: { ...details, ...each.source },
      tiles: tiles === undefined ? each.tiles : joined(tiles, each.url!),
    });
  }
  const tileAddresses = described.flatMap(({ tiles }) => tiles ?? []);
  if (!tileAddresses.every(mayUse)) allowed = await server.allow([...addresses, ...tileAddresses]);

  const templates: Template[] = [];
  const numbered = (kind: Template['kind'], address: string | null): string | null => {
    if (!mayUse(address)) return null;
    templates.push({ kind, address });
    return placeOf(id, templates.length - 1);
  };
  const sources: Record<string, object> = {};
  const vectors: { address: string; zoom: number }[] = [];
  for (const { name, source, tiles, data } of described) {
    const served =
      source.type === 'geojson'
        ? servedData(source, numbered('data', data))
        : numbered('tiles', tiles);
    if (served === null) continue;
    if (source.type === 'vector' && source.scheme !== 'tms' && source.encoding !== 'mlt') {
      vectors.push({ address: tiles!, zoom: source.maxzoom ?? deepestZoom });
    }
    const { url: _, data: __, tiles: ___, attribution, ...rest } = source;
    sources[name] = {
      ...rest,
      ...(typeof served === 'string' ? { tiles: [`${served}/{z}/{x}/{y}`] } : served),
      ...(attribution !== undefined && { attribution: textOfHtml(attribution) }),
    };
  }
  if (Object.keys(sources).length === 0) return null;
  const font = numbered('glyphs', glyphs);
  const sheets = sprites.flatMap(({ id, url }) => {
    const at = numbered('sprite', url);
    return at === null ? [] : [{ id, url: `${at}/sprite` }];
  });
  return {
    style: {
      version: 8,
      sources,
      layers: parsed.layers.filter(
        ({ type, source }) => type === 'background' || (source !== undefined && source in sources),
      ),
      ...(font !== null && { glyphs: `${font}/{fontstack}/{range}` }),
      ...(sheets.length > 0 && { sprite: sheets }),
    },
    templates,
    vectors,
  };
}

/** The data of a GeoJSON source, or where the window asks for it; null: there is none. */
const servedData = ({ data }: Source, at: string | null): { data: unknown } | null => {
  if (at !== null) return { data: `${at}/data.json` };
  return typeof data === 'object' ? { data } : null;
};

/** An absolute address. Placeholders stay. */
function joined(address: string, base: string): string | null {
  const url = URL.parse(address, base);
  // URL encodes the braces of placeholders.
  return url && url.href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');
}

/** A part of a map that the window asks for. It names numbers and fonts, never an address. */
type PartRequest =
  | { id: OnlineMapId; part: 'style' }
  | {
      id: OnlineMapId;
      part: 'tiles' | 'glyphs' | 'sprite' | 'data';
      at: number;
      /** The address of this part. */
      fill: (template: string) => string;
    };

/** Reads a path like `/maps/stadia/0/12/2130/1460`; null for any other. */
export function readRequest(pathname: string): PartRequest | null {
  const [, root, id = '', second, ...rest] = pathname.split('/');
  if (root !== 'maps' || !isOnlineMapId(id) || second === undefined) return null;
  if (second === 'style.json') return rest.length === 0 ? { id, part: 'style' } : null;
  if (!/^\d{1,3}$/.test(second)) return null;
  const common = { id, at: Number(second) };
  if (rest.join('/') === 'data.json')
    return { ...common, part: 'data', fill: (template) => template };
  const sprite = /^sprite(@2x)?\.(json|png)$/.exec(rest.join('/'));
  if (sprite) {
    const [, ratio = '', type] = sprite;
    return { ...common, part: 'sprite', fill: (template) => withEnding(template, ratio, type!) };
  }
  if (rest.length === 2) {
    const [stack, range] = rest as [string, string];
    if (!/^\d{1,7}-\d{1,7}$/.test(range)) return null;
    const font = decoded(stack);
    if (font === null || !/^[\p{L}\p{N} ,._()-]{1,300}$/u.test(font) || font.includes('..'))
      return null;
    return {
      ...common,
      part: 'glyphs',
      fill: (template) =>
        template.replace('{fontstack}', encodeURIComponent(font)).replace('{range}', range),
    };
  }
  const place = tileAt(rest);
  return place && { ...common, part: 'tiles', fill: (template) => withTile(template, place) };
}

/** Half of the world's width in Web Mercator, in metres. */
const halfWorld = 20037508.342789244;

/** The placeholders of tiles that MapLibre knows; `{ratio}` is that of plain screens. */
export function withTile(template: string, { zoom, x, y }: TilePlace): string {
  const width = (2 * halfWorld) / 2 ** zoom;
  const west = x * width - halfWorld;
  const north = halfWorld - y * width;
  const quadkey = Array.from({ length: zoom }, (_, at) => {
    const bit = zoom - 1 - at;
    return ((x >> bit) & 1) + 2 * ((y >> bit) & 1);
  });
  const values: Record<string, string> = {
    z: String(zoom),
    x: String(x),
    y: String(y),
    ratio: '',
    prefix: (x % 16).toString(16) + (y % 16).toString(16),
    quadkey: quadkey.join(''),
    'bbox-epsg-3857': [west, north - width, west + width, north].join(','),
  };
  return template.replaceAll(/\{([\w-]+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** `…/sprite?key=1` and `@2x`, `png` give `…/sprite@2x.png?key=1`. */
function withEnding(template: string, ratio: string, type: string): string {
  const at = template.indexOf('?');
  const [path, query] = at < 0 ? [template, ''] : [template.slice(0, at), template.slice(at)];
  return `${path}${ratio}.${type}${query}`;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
