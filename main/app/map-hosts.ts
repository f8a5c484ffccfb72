import { session } from 'electron';
import { z } from 'zod';

const address = z.union([z.string(), z.array(z.string())]).optional();
const styleSchema = z.object({
  sprite: z.union([z.string(), z.array(z.object({ url: z.string() }))]).optional(),
  glyphs: z.string().optional(),
  sources: z
    .record(z.string(), z.object({ url: z.string().optional(), tiles: address, data: z.unknown() }))
    .optional(),
});

/** Reads an online map style and names the origins it needs; none where it cannot be read. */
export async function mapStyleHosts(style: string): Promise<string[]> {
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
    if (!source.url) continue;
    add(found, source.url, style);
    const tileJson = styleSchema.shape.sources
      .unwrap()
      .valueType.safeParse(await readJson(new URL(source.url, style).href));
    for (const tiles of [(tileJson.data?.tiles ?? []) as string[]].flat()) add(found, tiles, style);
  }
  return [...found];
}

function add(found: Set<string>, candidate: string | undefined, base?: string): void {
  const url = candidate ? URL.parse(candidate.replaceAll(/[{}]/g, ''), base) : null;
  const isLoopback = url !== null && ['localhost', '127.0.0.1'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback)) {
    found.add(url.origin);
  }
}

async function readJson(from: string): Promise<unknown> {
  try {
    // Not the session of the window, which has no network as long as there are no hosts.
    const own = session.fromPartition('map-style', { cache: false });
    const answer = await own.fetch(from, { signal: AbortSignal.timeout(10_000) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
