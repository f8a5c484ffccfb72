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
  /** Takes the style of the last start with the hosts that were found then: nothing is waited for. */
  begin(style: string): void;
  /** Takes another style, or with "" none; resolves to whether other hosts are needed now. */
  use(style: string): Promise<boolean>;
}

/** What was found, from one start to the next. */
export interface MapHostsMemory {
  read(): string | null;
  write(text: string): void;
}

const rememberedSchema = z.object({ style: z.string(), hosts: z.array(z.string()).max(100) });

/** The hosts of one style after the other: the one chosen last holds, whichever answers first. */
export function createMapHosts(readJson: ReadJson, memory: MapHostsMemory): MapHosts {
  let hosts: readonly string[] = [];
  let chosen = '';
  /** The style that `hosts` were found for, or guessed from its address. */
  let heldFor = '';

  function remembered(style: string): readonly string[] | null {
    let json: unknown = null;
    try {
      json = JSON.parse(memory.read() ?? 'null');
    } catch {
      return null;
    }
    const kept = rememberedSchema.safeParse(json).data;
    if (kept?.style !== style) return null;
    // What somebody wrote into the file is held to the same rule as what a style names.
    const allowed = new Set<string>();
    for (const host of kept.hosts) add(allowed, host);
    return [...allowed];
  }

  return {
    current: () => hosts,
    begin: (style) => {
      const known = style === '' ? [] : remembered(style);
      const own = new Set<string>();
      add(own, style);
      hosts = known ?? [...own];
      heldFor = style;
    },
    use: async (style) => {
      if (style === chosen) return false;
      chosen = style;
      const found = await mapStyleHosts(style, readJson);
      if (style !== chosen) return false;
      // Without a network only the style's own host is found, which takes nothing from what is known.
      if (style === heldFor && found.every((host) => hosts.includes(host))) return false;
      hosts = found;
      heldFor = style;
      memory.write(JSON.stringify({ style, hosts }));
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
