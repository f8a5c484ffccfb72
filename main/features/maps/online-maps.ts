import { z } from 'zod';
import {
  keyedMapById,
  keyedMapIds,
  keyedMapStyle,
  mapKeyRefusal,
  ownMapRefusal,
  setUpMapSchema,
  shareKey,
  styleMapId,
  type KeyedMapId,
  type KeyedMapState,
  type OnlineMapId,
  type KeyedMapTrouble,
  type SetUpMap,
} from '#shared/domain/online-map';
import type { StoredFile } from '#main/files/stored-files';
import type { Coordinates } from '#shared/domain/coordinates';
import { withoutUnseen } from '#shared/domain/text';
import { failInvalid, failDeclined, FaultError } from '#shared/fault';
import type { TilePlace } from './container';
import type { TilesAtHand } from './map-process';
import {
  readRequest,
  pictureStyle,
  rewriteStyle,
  withTile,
  type ServedStyle,
} from './served-style';
import { streetZoom, tilesAround } from './streets';
import {
  holdsKey,
  needsKey,
  upstreamOf,
  upstreamOfStyle,
  type Upstream,
  requestFor,
  withoutKey,
} from './upstream';
import { message } from '#shared/i18n/translate';
import { isSafeUrl } from '#shared/domain/address';

/** The maps that were set up, without their keys, as stored in `keyed-maps.json`. */
export const storedOnlineMapsSchema = z.object({
  version: z.literal(1),
  maps: z.array(setUpMapSchema).max(keyedMapIds.length),
});
type StoredMaps = z.infer<typeof storedOnlineMapsSchema>;

/** The entry of the keychain: the key with the address that it may be sent to. */
const secretSchema = z.object({
  version: z.literal(1),
  address: z.string(),
  key: z.string().min(1),
});
const secretName = (id: OnlineMapId): string => `map:${id}`;

/** What the window gets. */
export interface MapAnswer {
  status: number;
  type: string;
  bytes: Uint8Array | null;
}

export const noPart = (status: number): MapAnswer => ({ status, type: 'text/plain', bytes: null });

export interface OnlineMapsOptions extends MapNetwork {
  /** The address of the style that the user chose, of a map without a key; empty: none. */
  style: () => string;
  memory: StoredFile<StoredMaps>;
  /** The keychain of the system; rejects with FaultError. */
  keychain: {
    get(name: string): Promise<string | null>;
    set(name: string, secret: string): Promise<void>;
    remove(name: string): Promise<void>;
  };
  consent: {
    isAllowed(kind: 'map', address: string): boolean;
    require(kind: 'map', address: string, options?: { isChosenNow: boolean }): Promise<void>;
  };
  onChanged: (states: KeyedMapState[]) => void;
}

/**
 * Online maps. The window has no network: it asks main for each part, and has neither the key nor the
 * address of a map with a key.
 */
export class OnlineMaps {
  readonly #maps = new Map<KeyedMapId, OnlineMap>();
  #styleMap: OnlineMap | null = null;
  #revisions = 0;

  constructor(private readonly options: OnlineMapsOptions) {
    for (const [id, address] of readStored(options.memory.read()?.maps ?? [])) {
      this.#maps.set(id, this.#opened(id, address));
    }
  }

  /** The maps with a key that were set up. */
  list(): KeyedMapState[] {
    return [...this.#maps].map(([id, { address, key, trouble, revision }]) => ({
      id,
      address,
      key: key?.storedIn ?? 'unread',
      trouble,
      revision,
    }));
  }

  /** The same as they are stored, without their keys. */
  setUp(): SetUpMap[] {
    return [...this.#maps].map(([id, { address }]) => ({ id, address }));
  }

  /** Puts maps on the list that were set up on another computer, without their keys; removes others with theirs. */
  async change({ put, removed }: { put: readonly SetUpMap[]; removed: readonly KeyedMapId[] }) {
    for (const id of removed) {
      // No key was entered since it came, so the keychain has none.
      if (this.#maps.get(id)?.key === null) this.#maps.delete(id);
      else await this.remove(id);
    }
    for (const [id, address] of readStored(put)) this.#maps.set(id, this.#opened(id, address));
    this.#save();
  }

  /** Checks a key with its server and stores it. Empty `key`: the map has none, or uses the stored one. */
  async use(chosen: { id: KeyedMapId; address: string; key: string }): Promise<void> {
    const { id } = chosen;
    const address = id === 'own' ? withoutUnseen(chosen.address) : '';
    const wrong = id === 'own' ? ownMapRefusal(address) : undefined;
    if (wrong !== undefined) failInvalid('address', wrong);
    const map = this.#opened(id, address);
    let text = withoutUnseen(chosen.key);
    if (needsKey(map.upstream)) {
      const before = this.#withKeyOf(id, address);
      if (text === '' && before) text = (await this.#keyOf(before)) ?? '';
      const refusal = mapKeyRefusal(text);
      if (refusal !== undefined) failInvalid('key', refusal);
      map.key = { text, storedIn: 'memory' };
    } else if (text !== '') {
      failInvalid('address', message('faults.main.keyPlaceMissing'));
    }
    await this.options.consent.require('map', map.upstream.origin, { isChosenNow: true });
    map.trouble = await map.check();
    if (needsKey(map.upstream)) map.key = { text, storedIn: await this.#storeKey(map, text) };
    this.#maps.set(id, map);
    this.#save();
  }

  /** Loads a map again whose key was refused or whose quota was exhausted. */
  retry(id: KeyedMapId): void {
    const map = this.#maps.get(id);
    if (!map) return;
    this.#maps.set(id, this.#opened(id, map.address, map.key));
    this.#changed();
  }

  /** Removes the key from the keychain, and the map from the list. */
  async remove(id: KeyedMapId): Promise<void> {
    const map = this.#maps.get(id);
    if (!map) return;
    // A key that was never stored needs no keychain to be removed.
    if (map.key?.storedIn !== 'memory' && needsKey(map.upstream)) {
      await this.options.keychain.remove(secretName(id));
    }
    this.#maps.delete(id);
    this.#save();
  }

  /**
   * The tiles of the shown map in which the streets of positions can be, as far as they are cached: nothing is
   * requested. null: none are.
   */
  async cachedTiles(positions: readonly Coordinates[]): Promise<TilesAtHand | null> {
    const map = this.#shown();
    const source = map && (await map.cachedStyle())?.vectors.find(({ zoom }) => zoom >= streetZoom);
    if (!source) return null;
    const { zoom, address } = source;
    const read = (place: TilePlace) => map.cachedPart(withTile(address, place));
    return tilesFor(positions, zoom, read, mostCachedTiles);
  }

  /** The answer for a path below the address of one of these maps. */
  async answer(pathname: string): Promise<MapAnswer> {
    const request = readRequest(pathname);
    const map = request && this.#mapOf(request.id);
    if (!map) return noPart(404);
    // Nothing is requested while the server refuses: it would count.
    if (map.trouble !== null || !this.#mayUse(map)) return noPart(403);
    const key = await this.#keyOf(map);
    if (key === null) return noPart(403);
    const style = await map.style();
    if (!style) return noPart(502);
    if (request.part === 'style') return jsonAnswer(style.style);
    const template = style.templates[request.at];
    if (template?.kind !== request.part) return noPart(404);
    const address = request.fill(template.address);
    // The user may have taken back what they allowed.
    if (!this.options.consent.isAllowed('map', address)) return noPart(403);
    const found = await map.part(address);
    if (!found) return noPart(502);
    if (found.status !== 200) return noPart(found.status === 204 ? 204 : 404);
    if (pathname.endsWith('.json') && key !== '') {
      const json = map.jsonOf(found.bytes);
      return json === null ? noPart(404) : jsonAnswer(json);
    }
    if (holdsKey(found.bytes, key)) return noPart(404);
    return { status: 200, type: found.type, bytes: found.bytes };
  }

  /** A map that was set up with the key of this one: the same map, or another one of its provider. */
  #withKeyOf(id: KeyedMapId, address: string): OnlineMap | undefined {
    const same = this.#maps.get(id);
    if (same) return same.address === address ? same : undefined;
    const map = keyedMapById(id);
    const [, other] = [...this.#maps].find(([each]) => shareKey(keyedMapById(each), map)) ?? [];
    return other;
  }

  #mapOf(id: OnlineMapId): OnlineMap | null {
    return id === styleMapId ? this.#mapOfStyle() : (this.#maps.get(id) ?? null);
  }

  /** The online map that is chosen; null: none is. */
  #shown(): OnlineMap | null {
    const style = this.options.style();
    const keyed = [...this.#maps].find(([id]) => keyedMapStyle(id) === style);
    return keyed?.[1] ?? this.#mapOfStyle();
  }

  /** The map of the chosen style; null: there is none. */
  #mapOfStyle(): OnlineMap | null {
    const address = this.options.style();
    if (this.#styleMap?.address !== address) {
      const upstream = upstreamOfStyle(address);
      this.#styleMap = upstream && this.#openedAt(styleMapId, upstream, address, noKey);
    }
    return this.#styleMap;
  }

  #opened(id: KeyedMapId, address: string, key: OnlineMap['key'] = null): OnlineMap {
    const upstream = upstreamOf(id, address);
    return this.#openedAt(id, upstream, address, needsKey(upstream) ? key : noKey);
  }

  #openedAt(id: OnlineMapId, upstream: Upstream, address: string, key: OnlineMap['key']) {
    this.#revisions += 1;
    const changed = () => this.#changed();
    return new OnlineMap(id, upstream, address, key, this.#revisions, this.options, changed);
  }

  /** Refuses what the user or an administrator does not allow any more. */
  #mayUse(map: OnlineMap): boolean {
    if (this.options.consent.isAllowed('map', map.upstream.origin)) return true;
    map.setTrouble('notAllowed');
    return false;
  }

  /** The key of a map; null: there is none, which is then its trouble. */
  async #keyOf(map: OnlineMap): Promise<string | null> {
    if (map.key) return map.key.text;
    try {
      const secret = await this.options.keychain.get(secretName(map.id));
      const text = readSecret(secret, map.upstream.address);
      if (text === null) {
        map.setTrouble('noKey');
        return null;
      }
      map.key ??= { text, storedIn: 'keychain' };
      this.#changed();
      return map.key.text;
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      const { fault } = error;
      const isMissing = fault.kind === 'keychain' && fault.reason === 'missing';
      map.setTrouble(isMissing ? 'keychainMissing' : 'keychainLocked');
      return null;
    }
  }

  /** Stores a key with the address that it belongs to; without a keychain it is in memory only. */
  async #storeKey({ id, upstream }: OnlineMap, key: string): Promise<'keychain' | 'memory'> {
    try {
      const secret = JSON.stringify({ version: 1, address: upstream.address, key });
      await this.options.keychain.set(secretName(id), secret);
      return 'keychain';
    } catch (error) {
      if (error instanceof FaultError) return 'memory';
      throw error;
    }
  }

  #save(): void {
    this.options.memory.write({ version: 1, maps: this.setUp() });
    this.#changed();
  }

  #changed(): void {
    this.options.onChanged(this.list());
  }
}

const noKey = { text: '', storedIn: 'none' as const };

const jsonAnswer = (json: unknown): MapAnswer => ({
  status: 200,
  type: 'application/json',
  bytes: Buffer.from(JSON.stringify(json)),
});

/** The addresses of own servers by map; the file may have been edited. */
function readStored(stored: readonly SetUpMap[]): [id: KeyedMapId, address: string][] {
  return stored
    .filter(({ id, address }) => id !== 'own' || !ownMapRefusal(address))
    .map(({ id, address }) => [id, id === 'own' ? address : '']);
}

/** The key of an entry of the keychain; null if it was stored for another address. */
function readSecret(text: string | null, address: string): string | null {
  try {
    const entry = secretSchema.safeParse(JSON.parse(text ?? 'null')).data;
    return entry?.address === address ? entry.key : null;
  } catch {
    return null;
  }
}

interface ServerAnswer {
  status: number;
  type: string;
  bytes: Uint8Array;
}

interface MapNetwork {
  /** An answer of a map server; null: none came, or it was too long. */
  read: (url: string, headers: Record<string, string>) => Promise<ServerAnswer | null>;
  /** The origins that the style at `own` may use, of those that it names; may ask the user. */
  allowedOf: (own: string, named: readonly string[]) => Promise<readonly string[]>;
  /** An answer of a map server that is cached, however old; null: none is. Sends nothing. */
  readCached: (url: string, headers: Record<string, string>) => Promise<ServerAnswer | null>;
}

/** So many cached tiles are read for one question about streets. */
const mostCachedTiles = 64;

/** The tiles in which the streets of positions can be, each once, as far as `read` has them; null: it has none. */
export async function tilesFor(
  positions: readonly Coordinates[],
  zoom: number,
  read: (place: TilePlace) => Promise<Uint8Array | null>,
  most = Infinity,
): Promise<TilesAtHand | null> {
  const places = new Map(
    positions
      .flatMap((position) => tilesAround(position, zoom))
      .map((place) => [`${place.x}/${place.y}`, place]),
  );
  const tiles = [];
  for (const place of [...places.values()].slice(0, most)) {
    const bytes = await read(place);
    if (bytes) tiles.push({ ...place, bytes });
  }
  return tiles.length > 0 ? { zoom, tiles } : null;
}

/** Servers refuse single tiles too, outside their area for example. */
const refusalsInARow = 3;

/** A map in use, and the requests to its server with its key. */
class OnlineMap {
  /** Why it is not shown; nothing is requested meanwhile. */
  trouble: KeyedMapTrouble | null = null;
  #refusals = 0;
  #style: Promise<ServedStyle | null> | null = null;

  constructor(
    readonly id: OnlineMapId,
    readonly upstream: Upstream,
    /** That of an own server or of a style; empty for the others. */
    readonly address: string,
    /** null: not read from the keychain yet. */
    public key: { text: string; storedIn: 'keychain' | 'memory' | 'none' } | null,
    readonly revision: number,
    private readonly network: MapNetwork,
    private readonly onTrouble: () => void,
  ) {}

  setTrouble(trouble: KeyedMapTrouble): void {
    // The map of a style address is on no list, which could say so.
    if (this.trouble === trouble || this.id === 'style') return;
    this.trouble = trouble;
    this.#style = null;
    this.onTrouble();
  }

  /** The style, read once; again after it could not be read. */
  async style(): Promise<ServedStyle | null> {
    this.#style ??= this.#readStyle();
    const mine = this.#style;
    const style = await mine;
    if (!style && this.#style === mine) this.#style = null;
    return style;
  }

  /** The style if it was read already; null: it was not, or is none. */
  cachedStyle(): Promise<ServedStyle | null> | null {
    return this.#style;
  }

  /** The bytes of a cached tile; null: there is none, or it may not be used. */
  async cachedPart(address: string): Promise<Uint8Array | null> {
    if (this.key === null) return null;
    const request = requestFor(this.upstream, address, this.key.text);
    const found = request && (await this.network.readCached(request.url, request.headers));
    const isTile = found?.status === 200 || found?.status === 204;
    return isTile && !holdsKey(found.bytes, this.key.text) ? found.bytes : null;
  }

  /** A tile, font or sprite; null if no answer came. */
  async part(address: string): Promise<ServerAnswer | null> {
    const found = await this.#read(address);
    if (found) {
      const trouble = troubleOf(found.status);
      this.#refusals = trouble ? this.#refusals + 1 : 0;
      if (trouble && this.#refusals >= refusalsInARow) this.setTrouble(trouble);
    }
    return found;
  }

  /**
   * Tries the key before it is stored. Fails with words if the server refuses it or sends no map; returns what is
   * wrong for now, such as a used-up quota.
   */
  async check(): Promise<KeyedMapTrouble | null> {
    const { name, address, pictures } = this.upstream;
    const first = address.replace('{z}', '0').replace('{x}', '0').replace('{y}', '0');
    const found = await this.#read(first);
    // Without a network the key is checked when the map is loaded.
    if (!found) return null;
    const { status } = found;
    const trouble = troubleOf(status);
    if (trouble === 'refused') {
      failDeclined(message('faults.main.mapKeyRefused', { map: name, status: String(status) }));
    }
    const isStyle = status === 200 && this.jsonOf(found.bytes) !== null;
    if (!trouble && !pictures && !isStyle) {
      failDeclined(message('faults.main.mapNoStyle', { map: name, status: String(status) }));
    }
    return trouble;
  }

  /** A parsed answer without the key; null: it is not JSON. Parsing undoes the escapes of JSON. */
  jsonOf(bytes: Uint8Array): unknown {
    try {
      return withoutKey(JSON.parse(Buffer.from(bytes).toString('utf8')), this.key?.text ?? '');
    } catch {
      return null;
    }
  }

  async #read(address: string): Promise<ServerAnswer | null> {
    const request = requestFor(this.upstream, address, this.key?.text ?? '');
    return request && this.network.read(request.url, request.headers);
  }

  async #readStyle(): Promise<ServedStyle | null> {
    const { id, upstream } = this;
    if (upstream.pictures) return pictureStyle(id, upstream);
    const value = await this.#readJson(upstream.address);
    if (value === null) return null;
    const style = await rewriteStyle(value, id, upstream, {
      readJson: (address) => this.#readJson(address),
      allow: (addresses) => this.#allow(addresses),
    });
    if (!style && this.trouble === null) this.setTrouble('unusable');
    return style;
  }

  async #readJson(address: string): Promise<unknown> {
    const answer = await this.#read(address);
    if (!answer) return null;
    const trouble = troubleOf(answer.status);
    if (trouble) this.setTrouble(trouble);
    return answer.status === 200 ? this.jsonOf(answer.bytes) : null;
  }

  /** The origins of these addresses that may be contacted; may ask the user. */
  async #allow(addresses: readonly string[]): Promise<ReadonlySet<string>> {
    const { origin, usesOtherServers } = this.upstream;
    const named = addresses.flatMap((each) => {
      const url = URL.parse(each);
      return url && isSafeUrl(url) && url.origin !== origin ? url.origin : [];
    });
    if (!usesOtherServers || named.length === 0) return new Set([origin]);
    return new Set([origin, ...(await this.network.allowedOf(origin, [...new Set(named)]))]);
  }
}

const troubleOf = (status: number): KeyedMapTrouble | null =>
  status === 401 || status === 403 ? 'refused' : status === 429 ? 'quota' : null;
