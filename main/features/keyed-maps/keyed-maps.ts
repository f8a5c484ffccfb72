import {
  keyedMapStyle,
  mapKeyRefusal,
  ownMapRefusal,
  type KeyedMapId,
  type KeyedMapState,
  type KeyedMapTrouble,
} from '#shared/domain/keyed-map';
import { fail, FaultError } from '#shared/fault';
import {
  keyEntryName,
  readEntries,
  readSecretEntry,
  writeEntries,
  writeSecretEntry,
  type EntriesMemory,
} from './entries';
import { readRequest } from './request-path';
import { pictureStyle, rewriteStyle, type ServedStyle } from './style';
import { holdsKey, needsKey, requestFor, upstreamOf, withoutKey, type Upstream } from './upstream';

/** An answer of a map server; null: none came, or it was too long. */
export type ReadMap = (
  url: string,
  headers: Record<string, string>,
) => Promise<{ status: number; type: string; bytes: Uint8Array } | null>;

/** What the window gets. */
export interface MapAnswer {
  status: number;
  type: string;
  bytes: Uint8Array | null;
}

export interface KeyedMapsOptions {
  memory: EntriesMemory;
  keychain: {
    get(name: string): Promise<string | null>;
    set(name: string, secret: string): Promise<void>;
    remove(name: string): Promise<void>;
  };
  consent: {
    isAllowed(kind: 'map', address: string): boolean;
    require(kind: 'map', address: string, options?: { isChosenNow: boolean }): Promise<void>;
  };
  read: ReadMap;
  onChanged: (states: KeyedMapState[]) => void;
}

/** Online maps with a key of the user's. The window asks main for each part and has neither key nor address. */
export interface KeyedMaps {
  list(): KeyedMapState[];
  use(chosen: { id: KeyedMapId; address: string; key: string }): Promise<void>;
  retry(id: KeyedMapId): void;
  remove(id: KeyedMapId): Promise<void>;
  /** The answer for a path below `/keyed-maps/`. */
  answer(pathname: string): Promise<MapAnswer>;
}

/** Servers refuse single tiles too, outside their area for example. */
const refusalsInARow = 3;

interface Opened {
  upstream: Upstream;
  address: string;
  /** null: not read from the keychain yet. */
  key: { text: string; storedIn: 'keychain' | 'memory' | 'none' } | null;
  trouble: KeyedMapTrouble | null;
  revision: number;
  refusals: number;
  served: Promise<ServedStyle | null> | null;
}

const nothing = (status: number): MapAnswer => ({ status, type: 'text/plain', bytes: null });

const troubleOf = (status: number): KeyedMapTrouble | null =>
  status === 401 || status === 403 ? 'refused' : status === 429 ? 'quota' : null;

export function createKeyedMaps(options: KeyedMapsOptions): KeyedMaps {
  const { memory, keychain, consent } = options;
  const opened = new Map<KeyedMapId, Opened>();
  let revisions = 0;
  for (const [id, address] of readEntries(memory)) opened.set(id, openedFor(id, address));

  function openedFor(id: KeyedMapId, address: string, key: Opened['key'] = null): Opened {
    const upstream = upstreamOf(id, address);
    revisions += 1;
    return {
      upstream,
      address,
      key: needsKey(upstream) ? key : { text: '', storedIn: 'none' },
      trouble: null,
      revision: revisions,
      refusals: 0,
      served: null,
    };
  }

  const list = (): KeyedMapState[] =>
    [...opened].map(([id, { address, key, trouble, revision }]) => ({
      id,
      address,
      key: key?.storedIn ?? 'unread',
      trouble,
      revision,
    }));
  const changed = () => options.onChanged(list());
  const isOpen = (map: Opened) => [...opened.values()].includes(map);

  function setTrouble(map: Opened, trouble: KeyedMapTrouble): void {
    if (map.trouble === trouble || !isOpen(map)) return;
    map.trouble = trouble;
    map.served = null;
    changed();
  }

  /** The key of a map; null: there is none, which is then its trouble. */
  async function keyOf(id: KeyedMapId, map: Opened): Promise<string | null> {
    if (map.key) return map.key.text;
    try {
      const text = readSecretEntry(await keychain.get(keyEntryName(id)), map.upstream.address);
      if (text === null) {
        setTrouble(map, 'noKey');
        return null;
      }
      map.key ??= { text, storedIn: 'keychain' };
      if (isOpen(map)) changed();
      return map.key.text;
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      const { fault } = error;
      const isMissing = fault.kind === 'keychain' && fault.reason === 'missing';
      setTrouble(map, isMissing ? 'keychainMissing' : 'keychainLocked');
      return null;
    }
  }

  async function read(map: Opened, address: string, key: string) {
    const request = requestFor(map.upstream, address, key);
    return request && options.read(request.url, request.headers);
  }

  async function readStyle(id: KeyedMapId, map: Opened, key: string): Promise<ServedStyle | null> {
    const { upstream } = map;
    const place = (at: number) => `${keyedMapStyle(id).replace('style.json', String(at))}`;
    if (upstream.pictures) return pictureStyle(upstream, place);
    const readJson = async (address: string): Promise<unknown> => {
      const answer = await read(map, address, key);
      if (!answer) return null;
      const trouble = troubleOf(answer.status);
      if (trouble) setTrouble(map, trouble);
      return answer.status === 200 ? jsonOf(answer.bytes, key) : null;
    };
    const text = await readJson(upstream.address);
    if (text === null) return null;
    const style = await rewriteStyle(text, upstream, { readJson, place });
    if (!style && map.trouble === null) setTrouble(map, 'unusable');
    return style;
  }

  /** The style, read once; again after it could not be read. */
  async function styleOf(id: KeyedMapId, map: Opened, key: string): Promise<ServedStyle | null> {
    map.served ??= readStyle(id, map, key);
    const mine = map.served;
    const style = await mine;
    if (!style && map.served === mine) map.served = null;
    return style;
  }

  /** Refuses what the user or an administrator does not allow any more. */
  function mayUse(map: Opened): boolean {
    if (consent.isAllowed('map', map.upstream.origin)) return true;
    setTrouble(map, 'notAllowed');
    return false;
  }

  async function answer(pathname: string): Promise<MapAnswer> {
    const request = readRequest(pathname);
    const map = request && opened.get(request.id);
    if (!map) return nothing(404);
    // Nothing is requested while the server refuses: it would count.
    if (map.trouble !== null || !mayUse(map)) return nothing(403);
    const key = await keyOf(request.id, map);
    if (key === null) return nothing(403);
    const style = await styleOf(request.id, map, key);
    if (!style) return nothing(502);
    if (request.part === 'style') {
      const bytes = Buffer.from(JSON.stringify(style.style));
      return { status: 200, type: 'application/json', bytes };
    }
    const template = style.templates[request.at];
    if (template?.kind !== request.part) return nothing(404);
    const found = await read(map, request.fill(template.address), key);
    if (!found) return nothing(502);
    count(map, found.status);
    if (found.status !== 200) return nothing(found.status === 204 ? 204 : 404);
    if (holdsKey(found.bytes, key)) return nothing(404);
    return { status: 200, type: found.type, bytes: found.bytes };
  }

  function count(map: Opened, status: number): void {
    const trouble = troubleOf(status);
    map.refusals = trouble ? map.refusals + 1 : 0;
    if (trouble && map.refusals >= refusalsInARow) setTrouble(map, trouble);
  }

  /** Tries a key before it is stored: says in words that it is refused. */
  async function check(map: Opened, key: string): Promise<KeyedMapTrouble | null> {
    const { upstream } = map;
    const first = upstream.address.replace('{z}', '0').replace('{x}', '0').replace('{y}', '0');
    const found = await read(map, first, key);
    // Without a network the key is checked when the map is loaded.
    if (!found) return null;
    const trouble = troubleOf(found.status);
    if (trouble === 'refused') {
      fail({
        kind: 'declined',
        reason: 'state',
        message: `${upstream.name} did not accept the key (answer ${found.status}). Nothing was changed. Check the key, and whether it is limited to certain addresses.`,
      });
    }
    const isStyle = found.status === 200 && jsonOf(found.bytes, key) !== null;
    if (!trouble && !upstream.pictures && !isStyle) {
      fail({
        kind: 'declined',
        reason: 'state',
        message: `${upstream.name} did not send a map style (answer ${found.status}). Nothing was changed. Check the address.`,
      });
    }
    return trouble;
  }

  async function use(chosen: { id: KeyedMapId; address: string; key: string }): Promise<void> {
    const { id } = chosen;
    const address = id === 'own' ? chosen.address.trim() : '';
    const wrong = id === 'own' ? ownMapRefusal(address) : undefined;
    if (wrong !== undefined) fail({ kind: 'invalid', message: wrong, field: 'address' });
    const map = openedFor(id, address);
    const before = opened.get(id);
    let text = chosen.key.trim();
    if (needsKey(map.upstream)) {
      if (text === '' && before?.address === address) text = (await keyOf(id, before)) ?? '';
      const refusal = mapKeyRefusal(text);
      if (refusal !== undefined) fail({ kind: 'invalid', message: refusal, field: 'key' });
    } else if (text !== '') {
      fail({
        kind: 'invalid',
        message: 'Write {key} in the address where the key belongs.',
        field: 'address',
      });
    }
    await consent.require('map', map.upstream.origin, { isChosenNow: true });
    map.trouble = await check(map, text);
    if (needsKey(map.upstream)) map.key = { text, storedIn: await kept(id, map, text) };
    opened.set(id, map);
    save();
  }

  async function kept(id: KeyedMapId, map: Opened, key: string): Promise<'keychain' | 'memory'> {
    try {
      await keychain.set(keyEntryName(id), writeSecretEntry(map.upstream.address, key));
      return 'keychain';
    } catch (error) {
      if (error instanceof FaultError) return 'memory';
      throw error;
    }
  }

  function save(): void {
    writeEntries(memory, new Map([...opened].map(([id, { address }]) => [id, address])));
    changed();
  }

  return {
    list,
    use,
    answer,
    retry: (id) => {
      const map = opened.get(id);
      if (!map) return;
      const key = map.key && map.key.storedIn !== 'none' ? map.key : null;
      opened.set(id, openedFor(id, map.address, key));
      changed();
    },
    remove: async (id) => {
      const map = opened.get(id);
      if (!map) return;
      // A key that was never stored needs no keychain to be removed.
      if (map.key?.storedIn !== 'memory' && needsKey(map.upstream)) {
        await keychain.remove(keyEntryName(id));
      }
      opened.delete(id);
      save();
    },
  };
}

function jsonOf(bytes: Uint8Array, key: string): unknown {
  try {
    return JSON.parse(withoutKey(Buffer.from(bytes).toString('utf8'), key)) as unknown;
  } catch {
    return null;
  }
}
