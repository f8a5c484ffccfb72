import { isSafeUrl } from '#shared/domain/address';
import { keyedMapById, type KeyedMapId } from '#shared/domain/online-map';
import type { Said } from '#shared/i18n/translate';

/** Where a map comes from and where its key belongs. */
export interface Upstream {
  name: Said;
  /** The server of the map, and the only one that gets its key. */
  origin: string;
  /** Its style may name other servers, which the user confirms. Never true of a map with a key. */
  usesOtherServers: boolean;
  /** The address of a style, or of pictures with {z}, {x} and {y}. */
  address: string;
  /** null: `address` is that of a style. */
  pictures: { tileSize: 256 | 512; maxZoom: number } | null;
  /** `address`: the address has `{key}` in its path, or no key is needed. */
  keyIn: { query: string } | { header: string } | 'address';
  attribution: string;
}

type Known = Pick<Upstream, 'address' | 'pictures' | 'keyIn'>;

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
  'maptiler-satellite': {
    address: 'https://api.maptiler.com/maps/hybrid/style.json',
    pictures: null,
    keyIn: { query: 'key' },
  },
  'mapbox-satellite': {
    address: 'https://api.mapbox.com/styles/v1/mapbox/satellite-streets-v12/tiles/512/{z}/{x}/{y}',
    pictures: { tileSize: 512, maxZoom: 20 },
    keyIn: { query: 'access_token' },
  },
  'azure-satellite': {
    address:
      'https://atlas.microsoft.com/map/tile?api-version=2024-04-01&tilesetId=microsoft.imagery&zoom={z}&x={x}&y={y}&tileSize=256&language=en-US',
    pictures: { tileSize: 256, maxZoom: 19 },
    keyIn: { header: 'subscription-key' },
  },
};

/** `address` is that of an own server, which `ownMapRefusal` has checked. */
export function upstreamOf(id: KeyedMapId, address: string): Upstream {
  const { name, attribution } = keyedMapById(id);
  if (id !== 'own') {
    const { origin } = new URL(known[id].address);
    return { name, attribution, origin, usesOtherServers: false, ...known[id] };
  }
  const text = address.trim().replaceAll(/\{r\}|\{ratio\}/g, '');
  const url = new URL(text);
  const query = [...url.searchParams].find(([, value]) => value === '{key}')?.[0];
  return {
    name,
    attribution,
    origin: url.origin,
    usesOtherServers: false,
    address: text,
    pictures: text.includes('{z}') ? { tileSize: 256, maxZoom: 19 } : null,
    keyIn: query === undefined ? 'address' : { query },
  };
}

/** A map by the address of its style, without a key; null: nothing can be requested from there. */
export function upstreamOfStyle(address: string): Upstream | null {
  const url = URL.parse(address);
  if (!url || !isSafeUrl(url)) return null;
  return {
    name: '',
    attribution: '',
    origin: url.origin,
    usesOtherServers: true,
    address,
    pictures: null,
    keyIn: 'address',
  };
}

export const needsKey = ({ address, keyIn }: Upstream): boolean =>
  keyIn !== 'address' || address.includes('{key}');

/** The request for an address of this map, with the key; null for another server. */
export function requestFor(
  { origin, keyIn, usesOtherServers }: Upstream,
  address: string,
  key: string,
): { url: string; headers: Record<string, string> } | null {
  const url = URL.parse(address.replaceAll('{key}', encodeURIComponent(key)));
  if (!url || !isSafeUrl(url) || (url.origin !== origin && !usesOtherServers)) return null;
  const headers: Record<string, string> = {};
  if (keyIn !== 'address') {
    if ('header' in keyIn) headers[keyIn.header] = key;
    else url.searchParams.set(keyIn.query, key);
  }
  return { url: url.href, headers };
}

/** Finds the key with any of its characters percent-encoded, once or more often. */
function patternOf(key: string): RegExp {
  const forms = [...Buffer.from(key)].map((byte) => {
    const hex = byte.toString(16).padStart(2, '0');
    const digits = hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    return `(?:\\x${hex}|%(?:25)*${digits})`;
  });
  return new RegExp(forms.join(''), 'g');
}

/** Parsed JSON of the server without the key, which some write into every address of a style. */
export function withoutKey(value: unknown, key: string): unknown {
  if (key === '') return value;
  const pattern = patternOf(key);
  const clean = (part: unknown): unknown => {
    if (typeof part === 'string') return part.replace(pattern, '{key}');
    if (Array.isArray(part)) return part.map(clean);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, each]) => [name.replace(pattern, '{key}'), clean(each)]),
    );
  };
  return clean(value);
}

/** Whether bytes of the server have the key in them. */
export const holdsKey = (bytes: Uint8Array, key: string): boolean =>
  key !== '' && patternOf(key).test(Buffer.from(bytes).toString('latin1'));
