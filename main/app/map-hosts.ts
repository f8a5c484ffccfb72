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

/** Fetches JSON; null if the address cannot be read or is not JSON. */
type ReadJson = (from: string) => Promise<unknown>;

export interface MapHosts {
  /** Origins that the map style in use needs. */
  current(): readonly string[];
  /** Uses the style of the last start with its stored hosts, without waiting. */
  begin(style: string): void;
  /** Uses another style, or none for ""; resolves to true if the allowed hosts changed. */
  use(style: string): Promise<boolean>;
}

/** Persists the hosts between starts. */
export interface MapHostsMemory {
  read(): string | null;
  write(text: string): void;
}

const rememberedSchema = z.object({ style: z.string(), hosts: z.array(z.string()).max(100) });

/** Tracks the hosts of the chosen style; the latest choice wins. */
export function createMapHosts(readJson: ReadJson, memory: MapHostsMemory): MapHosts {
  let hosts: readonly string[] = [];
  let chosen = '';
  /** The style that `hosts` belong to, read from the style or derived from its address. */
  let heldFor = '';

  function remembered(style: string): readonly string[] | null {
    let json: unknown = null;
    try {
      json = JSON.parse(memory.read() ?? 'null');
    } catch {
      return null;
    }
    const lastUsed = rememberedSchema.safeParse(json).data;
    if (lastUsed?.style !== style) return null;
    // The file may have been edited, so the same checks apply as to a style.
    const allowed = new Set<string>();
    for (const host of lastUsed.hosts) add(allowed, host);
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
      // Offline, only the style's own host can be determined; keep the known ones.
      if (style === heldFor && found.every((host) => hosts.includes(host))) return false;
      hosts = found;
      heldFor = style;
      memory.write(JSON.stringify({ style, hosts }));
      return true;
    },
  };
}

/** The origins an online map style needs; only its own if the style cannot be read. */
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
    // Main must not request what the window may not load.
    if (tileAddress === undefined || !add(found, tileAddress)) continue;
    const tileJson = styleSchema.shape.sources
      .unwrap()
      .valueType.safeParse(await readJson(tileAddress));
    for (const tiles of [(tileJson.data?.tiles ?? []) as string[]].flat())
      add(found, tiles, tileAddress);
  }
  return [...found];
}

/** Whether the window may load from this address. */
function add(found: Set<string>, candidate: string | undefined, base?: string): boolean {
  const url = candidate ? URL.parse(candidate.replaceAll(/[{}]/g, ''), base) : null;
  const isLoopback = url !== null && ['localhost', '127.0.0.1'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopback)) return false;
  found.add(url.origin);
  return true;
}
