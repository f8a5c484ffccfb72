import { z } from 'zod';
import { message, type Message, type Said } from '../i18n/translate';
import { withoutUnseen } from './text';

/** An online map that can be used without a key. */
export interface MapProvider {
  id: string;
  name: Said;
  /** The address of its MapLibre style. */
  style: string;
  terms: string;
  /** Whom the map names as its sources. */
  attribution: string;
  /**
   * Whether parts of the map may be stored on the disk. True only if its terms were read and allow it; the
   * headers of its server still say for how long.
   */
  mayStore: boolean;
}

/** The streets that the map offers, on a light and on a dark page: one choice. */
export const openFreeMapStyles = {
  light: 'https://tiles.openfreemap.org/styles/liberty',
  dark: 'https://tiles.openfreemap.org/styles/dark',
} as const;

const openFreeMap = {
  terms: 'openfreemap.org/tos',
  attribution: 'OpenFreeMap © OpenMapTiles © OpenStreetMap contributors',
  // No restrictions on how its maps are used, and all tiles are offered as a download.
  mayStore: true,
};

/** Online maps that allow use in any program, without a key and an account. */
export const mapProviders: readonly MapProvider[] = [
  {
    id: 'openfreemap-liberty',
    name: message('map.online.name.streets', { map: 'OpenFreeMap' }),
    style: openFreeMapStyles.light,
    ...openFreeMap,
  },
  {
    id: 'openfreemap-positron',
    name: message('map.online.name.quiet', { map: 'OpenFreeMap' }),
    style: 'https://tiles.openfreemap.org/styles/positron',
    ...openFreeMap,
  },
  {
    id: 'versatiles-colorful',
    name: message('map.online.name.streets', { map: 'VersaTiles' }),
    style: 'https://tiles.versatiles.org/assets/styles/colorful/style.json',
    terms: 'versatiles.org',
    attribution: 'VersaTiles © OpenStreetMap contributors',
    // Its terms for stored tiles are not known.
    mayStore: false,
  },
];

/** The provider of a style; null for another address. */
export function providerOf(style: string): MapProvider | null {
  const listed = style === openFreeMapStyles.dark ? openFreeMapStyles.light : style;
  return mapProviders.find((provider) => provider.style === listed) ?? null;
}

const storedOrigins = new Set(
  mapProviders.filter(({ mayStore }) => mayStore).map(({ style }) => new URL(style).origin),
);

/** Whether the terms of this server, as far as they are known, allow to store parts of its map. */
export const mayStore = (address: string): boolean =>
  URL.canParse(address) && storedOrigins.has(new URL(address).origin);

/** Online maps that need a key of the user's. */
export const keyedMapIds = [
  'maptiler',
  'stadia',
  'mapbox',
  'azure',
  'maptiler-satellite',
  'mapbox-satellite',
  'azure-satellite',
  'own',
] as const;
export type KeyedMapId = (typeof keyedMapIds)[number];

export interface KeyedMap {
  id: KeyedMapId;
  name: Said;
  /** Where its terms are; empty: the user's own server. */
  terms: string;
  /** Where the user gets a key. */
  keysAt: string;
  /** Whom the map names as its sources; a style may name others. */
  attribution: string;
}

const mapTiler = {
  terms: 'maptiler.com/terms',
  keysAt: 'cloud.maptiler.com/account/keys',
  attribution: '© MapTiler © OpenStreetMap contributors',
};
const mapbox = { terms: 'mapbox.com/legal/tos', keysAt: 'account.mapbox.com' };
const azure = { terms: 'azure.microsoft.com/support/legal', keysAt: 'portal.azure.com' };

export const keyedMaps: readonly KeyedMap[] = [
  { id: 'maptiler', name: 'MapTiler', ...mapTiler },
  {
    id: 'stadia',
    name: 'Stadia Maps',
    terms: 'stadiamaps.com/terms-of-service',
    keysAt: 'client.stadiamaps.com',
    attribution: '© Stadia Maps © OpenMapTiles © OpenStreetMap contributors',
  },
  {
    id: 'mapbox',
    name: 'Mapbox',
    ...mapbox,
    attribution: '© Mapbox © OpenStreetMap contributors',
  },
  {
    id: 'azure',
    name: 'Azure Maps',
    ...azure,
    attribution: '© Microsoft © TomTom © OpenStreetMap contributors',
  },
  {
    id: 'maptiler-satellite',
    name: message('map.online.name.satellite', { map: 'MapTiler' }),
    ...mapTiler,
  },
  {
    id: 'mapbox-satellite',
    name: message('map.online.name.satellite', { map: 'Mapbox' }),
    ...mapbox,
    attribution: '© Mapbox © OpenStreetMap contributors © Maxar',
  },
  {
    id: 'azure-satellite',
    name: message('map.online.name.satellite', { map: 'Azure Maps' }),
    ...azure,
    attribution: '© Microsoft © Maxar © TomTom',
  },
  { id: 'own', name: message('map.online.name.own'), terms: '', keysAt: '', attribution: '' },
];

export const satelliteMaps: readonly KeyedMap[] = keyedMaps.filter(({ id }) =>
  id.endsWith('-satellite'),
);

export const keyedMapById = (id: KeyedMapId): KeyedMap =>
  keyedMaps.find((map) => map.id === id) ?? keyedMaps[0]!;

/** Whether two maps are of one provider, whose key is good for both. */
export const shareKey = (one: KeyedMap, other: KeyedMap): boolean =>
  one.keysAt !== '' && one.keysAt === other.keysAt;

/** Names the map of a style address, which has no key, among the maps that main requests. */
export const styleMapId = 'style';
export type OnlineMapId = KeyedMapId | typeof styleMapId;

export const isKeyedMapId = (id: string): id is KeyedMapId =>
  (keyedMapIds as readonly string[]).includes(id);
export const isOnlineMapId = (id: string): id is OnlineMapId =>
  id === styleMapId || isKeyedMapId(id);

/** The address of its style inside Waypost. Main adds the key; the window never has it. */
export const keyedMapStyle = (id: OnlineMapId): string => `app://waypost/maps/${id}/style.json`;

/** The map of a style address; null for any other address. */
export const keyedMapOf = (style: string): KeyedMap | null =>
  keyedMaps.find(({ id }) => keyedMapStyle(id) === style) ?? null;

/** Why a map is not shown although it is chosen. */
const keyedMapTroubles = [
  /** The provider does not accept the key. */
  'refused',
  /** The provider says that too much was requested. */
  'quota',
  'noKey',
  /** The keychain is locked, or does not let Waypost read the key. */
  'keychainLocked',
  'keychainMissing',
  /** The user or an administrator does not allow its server. */
  'notAllowed',
  /** Its answer is not a map style. */
  'unusable',
] as const;
export type KeyedMapTrouble = (typeof keyedMapTroubles)[number];

/** A map that was set up, without its key; `address` is that of an own server, with `{key}` in place of the key. */
export const setUpMapSchema = z.object({
  id: z.enum(keyedMapIds),
  address: z.string().max(2048),
});
export type SetUpMap = z.infer<typeof setUpMapSchema>;

export const keyedMapStateSchema = z.object({
  id: z.enum(keyedMapIds),
  /** The address of an own server, with `{key}` in place of the key; empty for the others. */
  address: z.string(),
  /** `memory`: the keychain could not store it, so it is lost when Waypost closes; `unread`: not needed yet. */
  key: z.enum(['none', 'unread', 'keychain', 'memory']),
  trouble: z.enum(keyedMapTroubles).nullable(),
  /** Changes when the map has to be loaded again. */
  revision: z.number().int(),
});
export type KeyedMapState = z.infer<typeof keyedMapStateSchema>;

/** A shorter text would be found by chance in what a server sends. */
const shortestKey = 8;

/** Why a text cannot be a key; undefined if it can. */
export function mapKeyRefusal(text: string): Message | undefined {
  if (text.length < shortestKey)
    return message('map.online.refused.shortKey', { count: shortestKey });
  return /^[\u0021-\u007e]+$/.test(text) ? undefined : message('map.online.refused.keyLetters');
}

const secretNames = /^(key|api_?key|access_?token|token|subscription-key|sig|password|secret)$/i;
/** A long word of letters and digits is a key under another name. */
const isLikeKey = (value: string) =>
  /^[\w.~+/=-]{20,}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value);

/** The name of the member of a query that has a key in it; undefined if there is none. */
function secretIn(query: string): string | undefined {
  return query
    .split('&')
    .map((part) => part.split('='))
    .find(([name = '', value = '']) =>
      secretNames.test(name) ? !['', '{key}'].includes(value) : isLikeKey(value),
    )?.[0];
}

interface MapAddress {
  /** Why nothing is requested from there; undefined: it can be used. */
  refusal: Message | undefined;
  path: string;
  query: string;
}

/** What holds for the address of every online map. */
function readMapAddress(typed: string): MapAddress {
  const text = withoutUnseen(typed);
  const [, scheme = '', host = '', rest = ''] = /^(\w+):\/\/([^/?#]+)(.*)$/.exec(text) ?? [];
  const [path = '', query = ''] = rest.split(/[?#]/);
  const refuse = (refusal: Message | undefined) => ({ refusal, path, query });
  const url = parsed(text);
  if (!url || host === '') {
    return refuse(message('map.online.refused.incomplete'));
  }
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (scheme.toLowerCase() !== 'https' && !(scheme.toLowerCase() === 'http' && isLoopback)) {
    return refuse(message('map.online.refused.insecure'));
  }
  if (host.includes('@')) {
    return refuse(message('map.online.refused.password'));
  }
  return refuse(/[{}%]/.test(host) ? message('map.online.refused.placeholder') : undefined);
}

/** Why a text is no address of a map style, which has no key; undefined if it is. */
export function mapStyleRefusal(typed: string): Message | undefined {
  const { refusal, query } = readMapAddress(typed);
  const secret = secretIn(query);
  if (refusal !== undefined || secret === undefined) return refusal;
  return message('map.online.refused.hasKey', {
    name: secret,
    entry: message('map.online.name.own'),
  });
}

/** Why a text is no address of an own map server; undefined if it is. */
export function ownMapRefusal(typed: string): Message | undefined {
  const { refusal, path, query } = readMapAddress(typed);
  if (refusal !== undefined) return refusal;
  const secret = secretIn(query);
  if (secret !== undefined) {
    return message('map.online.refused.key', { name: secret });
  }
  const places = ['{z}', '{x}', '{y}'].filter((place) => `${path}?${query}`.includes(place)).length;
  if (places > 0 && places < 3) return message('map.online.refused.tiles');
  if (places === 3 && /\.(pbf|mvt)$/i.test(path)) {
    return message('map.online.refused.vectorTiles');
  }
  return undefined;
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
