import { keyedMapById, type KeyedMapId } from '#shared/domain/keyed-map';

/** Where a map comes from and where its key belongs. */
export interface Upstream {
  name: string;
  /** The only server that gets the key, and the only one that is contacted. */
  origin: string;
  /** The address of a style, or of pictures with {z}, {x} and {y}. */
  address: string;
  /** null: `address` is that of a style. */
  pictures: { tileSize: 256 | 512; maxZoom: number } | null;
  /** `address`: the address has `{key}` in its path, or no key is needed. */
  keyIn: { query: string } | { header: string } | 'address';
  attribution: string;
}

type Known = Omit<Upstream, 'name' | 'attribution' | 'origin'>;

/**
 * The addresses, from docs.maptiler.com/cloud/api/maps, docs.stadiamaps.com,
 * docs.mapbox.com/api/maps/static-tiles and learn.microsoft.com/rest/api/maps/render/get-map-tile. None was
 * tried with an account of its provider.
 */
const known: Record<Exclude<KeyedMapId, 'own'>, Known> = {
  maptiler: {
    address: 'https://api.maptiler.com/maps/streets-v2/style.json',
    pictures: null,
    keyIn: { query: 'key' },
  },
  stadia: {
    address: 'https://tiles.stadiamaps.com/styles/alidade_smooth.json',
    pictures: null,
    keyIn: { query: 'api_key' },
  },
  mapbox: {
    // Pictures, because Mapbox offers its vector tiles for its own programs.
    address: 'https://api.mapbox.com/styles/v1/mapbox/streets-v12/tiles/512/{z}/{x}/{y}',
    pictures: { tileSize: 512, maxZoom: 20 },
    keyIn: { query: 'access_token' },
  },
  azure: {
    address:
      'https://atlas.microsoft.com/map/tile?api-version=2024-04-01&tilesetId=microsoft.base.road&zoom={z}&x={x}&y={y}&tileSize=512&language=en-US',
    pictures: { tileSize: 512, maxZoom: 20 },
    keyIn: { header: 'subscription-key' },
  },
};

/** `address` is that of an own server, which `ownMapRefusal` has checked. */
export function upstreamOf(id: KeyedMapId, address: string): Upstream {
  const { name, attribution } = keyedMapById(id);
  if (id !== 'own') {
    return { name, attribution, origin: new URL(known[id].address).origin, ...known[id] };
  }
  const text = address.trim().replaceAll(/\{r\}|\{ratio\}/g, '');
  const url = new URL(text);
  const query = [...url.searchParams].find(([, value]) => value === '{key}')?.[0];
  return {
    name,
    attribution,
    origin: url.origin,
    address: text,
    pictures: text.includes('{z}') ? { tileSize: 256, maxZoom: 19 } : null,
    keyIn: query === undefined ? 'address' : { query },
  };
}

export const needsKey = ({ address, keyIn }: Upstream): boolean =>
  keyIn !== 'address' || address.includes('{key}');

/** The request for an address of this map, with the key; null for another server. */
export function requestFor(
  { origin, keyIn }: Upstream,
  address: string,
  key: string,
): { url: string; headers: Record<string, string> } | null {
  const url = URL.parse(address.replaceAll('{key}', encodeURIComponent(key)));
  if (url?.origin !== origin || url.username !== '' || url.password !== '') return null;
  const headers: Record<string, string> = {};
  if (keyIn !== 'address') {
    if ('header' in keyIn) headers[keyIn.header] = key;
    else url.searchParams.set(keyIn.query, key);
  }
  return { url: url.href, headers };
}

const encodings = (key: string) => new Set([key, encodeURIComponent(key)]);

/** A text of the server without the key, which some write into every address of a style. */
export function withoutKey(text: string, key: string): string {
  if (key === '') return text;
  let clean = text;
  for (const form of encodings(key)) clean = clean.replaceAll(form, '{key}');
  // The same in JSON, where a sign may be escaped.
  return clean.replaceAll(JSON.stringify(key).slice(1, -1), '{key}');
}

export const holdsKey = (bytes: Uint8Array, key: string): boolean =>
  key !== '' && [...encodings(key)].some((form) => Buffer.from(bytes).includes(form));
