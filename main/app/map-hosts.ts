import { z } from 'zod';

const address = z.union([z.string(), z.array(z.string())]).optional();
const styleSchema = z.object({
  sprite: z.union([z.string(), z.array(z.object({ url: z.string() }))]).optional(),
  glyphs: z.string().optional(),
  sources: z
    .record(
      z.string(),
      z.object({ url: z.string().optional(), tiles: address, data: z.unknown().optional() }),
    )
    .optional(),
});

/** Reads what is at an address; null where that is no JSON or cannot be had. */
type ReadJson = (from: string) => Promise<unknown>;

export interface MapHosts {
  /** Origins that the map style in use needs. */
  current(): readonly string[];
  /** Takes another style, or with "" none; resolves to whether it is in use now. */
  use(style: string): Promise<boolean>;
}

/** The hosts of one style after the other: the one chosen last holds, whichever answers first. */
export function createMapHosts(readJson: ReadJson): MapHosts {
  let hosts: readonly string[] = [];
  let chosen = '';
  return {
    current: () => hosts,
    use: async (style) => {
      if (style === chosen) return false;
      chosen = style;
      const found = await mapStyleHosts(style, readJson);
      if (style !== chosen) return false;
      hosts = found;
      return true;
    },
  };
}

/** Reads an online map style and names the origins it needs; none but its own where it cannot be read. */
export async function mapStyleHosts(style: string, readJson: ReadJson): Promise<string[]> {
  if (!style) return [];
  const found = new Set<string>();
  add(found, style);
  const json = await readJson(style);
  const parsed = styleSchema.safeParse(json);
  if (!parsed.success) return [...found];
  const { sprite, glyphs, sources } = parsed.data;
  for (const one of typeof sprite === 'string' ? [sprite] : (sprite ?? [])) {
    add(found, typeof one === 'string' ? one : one.url, style);
  }
  add(found, glyphs, style);
  for (const source of Object.values(sources ?? {})) {
    for (const tiles of [source.tiles ?? []].flat()) add(found, tiles, style);
    if (typeof source.data === 'string') add(found, source.data, style);
    const tileAddress = source.url ? URL.parse(source.url, style)?.href : undefined;
    // What the window may not load is not asked for here either.
    if (tileAddress === undefined || !add(found, tileAddress)) continue;
    const tileJson = styleSchema.shape.sources
      .unwrap()
      .valueType.safeParse(await readJson(tileAddress));
    for (const tiles of [(tileJson.data?.tiles ?? []) as string[]].flat())
      add(found, tiles, tileAddress);
  }
  return [...found];
}

/** False where nothing may be loaded from there. */
function add(found: Set<string>, candidate: string | undefined, base?: string): boolean {
  const url = candidate ? URL.parse(candidate.replaceAll(/[{}]/g, ''), base) : null;
  const isLoopback = url !== null && ['localhost', '127.0.0.1'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopback)) return false;
  found.add(url.origin);
  return true;
}
