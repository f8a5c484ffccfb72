import { z } from 'zod';
import { mayUse, nearnessOf, type ResolveName } from './nearness';

const address = z.union([z.string(), z.array(z.string())]).optional();
const sourceSchema = z.object({
  url: z.string().optional(),
  tiles: address,
  data: z.unknown().optional(),
});
const styleSchema = z.object({
  sprite: z.union([z.string(), z.array(z.object({ url: z.string() }))]).optional(),
  glyphs: z.string().optional(),
  sources: z.record(z.string(), sourceSchema).optional(),
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

/** What limits the hosts of a style. Absent: nothing but the rules for addresses. */
export interface MapHostsRules {
  /** Finds the addresses of a name; absent: a host is judged by its name alone. */
  resolve?: ResolveName;
  /** The origins of these that may be used; may ask the user. */
  allowedOf?: (origins: readonly string[]) => Promise<readonly string[]>;
  /** The same for one, without asking. */
  isAllowed?: (origin: string) => boolean;
}

/** More sources than any style needs; the rest is not read. */
const mostSources = 50;
/** Sprites and tile addresses of a style or source that are looked at. */
const mostAddresses = 50;

export const rememberedSchema = z.object({
  style: z.string(),
  hosts: z.array(z.string()).max(100),
});

/** Tracks the hosts of the chosen style; the latest choice wins. */
export function createMapHosts(
  readJson: ReadJson,
  memory: MapHostsMemory,
  rules: MapHostsRules = {},
): MapHosts {
  const { isAllowed = () => true } = rules;
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
      hosts = (known ?? [...own]).filter(isAllowed);
      heldFor = style;
    },
    use: async (style) => {
      if (style === chosen) return false;
      chosen = style;
      const found = await mapStyleHosts(style, readJson, rules);
      if (style !== chosen) return false;
      // Offline, only the style's own host can be determined; keep the known ones.
      const isKnown = found.every((host) => hosts.includes(host));
      if (isKnown && (style === heldFor || hosts.length === 0)) return false;
      hosts = found;
      heldFor = style;
      memory.write(JSON.stringify({ style, hosts }));
      return true;
    },
  };
}

/**
 * The origins an online map style needs; only its own if the style cannot be read, and none if it is
 * not allowed. Nothing is requested from a host that may not be used.
 */
export async function mapStyleHosts(
  style: string,
  readJson: ReadJson,
  rules: MapHostsRules = {},
): Promise<string[]> {
  const own = style ? originFor(style) : null;
  if (own === null) return [];
  const { allowedOf = (origins) => Promise.resolve(origins) } = rules;
  if ((await allowedOf([own])).length === 0) return [];
  const parsed = styleSchema.safeParse(await readJson(style));
  if (!parsed.success) return [own];
  const usable = await usableFrom(own, rules);
  const { sprite, glyphs, sources } = parsed.data;
  const found = new Set<string>();
  const described: string[] = [];
  for (const one of typeof sprite === 'string'
    ? [sprite]
    : (sprite ?? []).slice(0, mostAddresses)) {
    add(found, typeof one === 'string' ? one : one.url, style);
  }
  add(found, glyphs, style);
  for (const source of Object.values(sources ?? {}).slice(0, mostSources)) {
    for (const tiles of [source.tiles ?? []].flat().slice(0, mostAddresses)) {
      add(found, tiles, style);
    }
    if (typeof source.data === 'string') add(found, source.data, style);
    const tileAddress = source.url ? URL.parse(source.url, style)?.href : undefined;
    if (tileAddress !== undefined && add(found, tileAddress)) described.push(tileAddress);
  }
  const near = await usable([...found]);
  const allowed = new Set([own, ...(await allowedOf(near))]);
  const more = new Set<string>();
  for (const from of described) {
    // Main must not request what the window may not load.
    if (!allowed.has(new URL(from).origin)) continue;
    const tileJson = sourceSchema.safeParse(await readJson(from)).data;
    for (const tiles of [tileJson?.tiles ?? []].flat().slice(0, mostAddresses)) {
      add(more, tiles, from);
    }
  }
  const unknown = (await usable([...more])).filter((origin) => !allowed.has(origin));
  return [...allowed, ...(unknown.length > 0 ? await allowedOf(unknown) : [])];
}

/** Which origins a style at `own` may use: none that is nearer to the user than the style itself. */
async function usableFrom(
  own: string,
  { resolve = () => Promise.resolve([]) }: MapHostsRules,
): Promise<(origins: readonly string[]) => Promise<string[]>> {
  const nearnessAt = (origin: string) => nearnessOf(new URL(origin).hostname, resolve);
  const styleIs = await nearnessAt(own);
  return async (origins) => {
    const judged = await Promise.all(
      origins.map(async (origin) => origin === own || mayUse(styleIs, await nearnessAt(origin))),
    );
    return origins.filter((_, at) => judged[at]);
  };
}

/** The origin of an address that the window may load from; null for any other. */
function originFor(candidate: string, base?: string): string | null {
  const url = URL.parse(candidate.replaceAll(/[{}]/g, ''), base);
  const isLoopback = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const isUsable = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback);
  return isUsable ? url!.origin : null;
}

/** Adds the origin; false if the window may not load from this address. */
function add(found: Set<string>, candidate: string | undefined, base?: string): boolean {
  const origin = candidate ? originFor(candidate, base) : null;
  if (origin !== null) found.add(origin);
  return origin !== null;
}
