import {
  keyedMapStyle,
  mapKeyRefusal,
  ownMapRefusal,
  styleMapId,
  type KeyedMapId,
  type KeyedMapState,
  type KeyedMapTrouble,
} from '#shared/domain/keyed-map';
import { withoutUnseen } from '#shared/domain/text';
import { fail } from '#shared/fault';
import { readEntries, writeEntries, type EntriesMemory } from './entries';
import { createMapKeys, type MapKeychain } from './map-keys';
import { createMapServer, jsonOf, type ReadMap } from './map-server';
import type { OpenedMap } from './opened-map';
import { readRequest } from './request-path';
import { holdsKey, needsKey, upstreamOf, upstreamOfStyle, type Upstream } from './upstream';
import type { HandlersOf } from '#shared/ipc/contract';
import type { Settings } from '#shared/domain/settings';

export type { ReadMap } from './map-server';

/** What the window gets. */
export interface MapAnswer {
  status: number;
  type: string;
  bytes: Uint8Array | null;
}

export interface OnlineMapsOptions {
  /** The address of the style that the user chose, of a map without a key; empty: none. */
  style: () => string;
  memory: EntriesMemory;
  keychain: MapKeychain;
  consent: {
    isAllowed(kind: 'map', address: string): boolean;
    require(kind: 'map', address: string, options?: { isChosenNow: boolean }): Promise<void>;
  };
  /** The origins that the style at `own` may use, of those that it names; may ask the user. */
  allowedOf: (own: string, named: readonly string[]) => Promise<readonly string[]>;
  read: ReadMap;
  onChanged: (states: KeyedMapState[]) => void;
}

/**
 * Online maps. The window has no network: it asks main for each part, and has neither the key nor the
 * address of a map with a key.
 */
export interface OnlineMaps {
  list(): KeyedMapState[];
  use(chosen: { id: KeyedMapId; address: string; key: string }): Promise<void>;
  retry(id: KeyedMapId): void;
  remove(id: KeyedMapId): Promise<void>;
  /** The answer for a path below `/online-maps/`. */
  answer(pathname: string): Promise<MapAnswer>;
}

const nothing = (status: number): MapAnswer => ({ status, type: 'text/plain', bytes: null });

export function createOnlineMaps(options: OnlineMapsOptions): OnlineMaps {
  const { memory, consent } = options;
  const opened = new Map<KeyedMapId, OpenedMap>();
  let revisions = 0;

  let styleMap: OpenedMap | null = null;

  const openedFor = (id: KeyedMapId, address: string, key: OpenedMap['key'] = null) =>
    openedAt(upstreamOf(id, address), address, key);

  /** The map of the chosen style; null: there is none. */
  function mapOfStyle(): OpenedMap | null {
    const address = options.style();
    if (styleMap?.address !== address) {
      const upstream = upstreamOfStyle(address);
      styleMap = upstream && openedAt(upstream, address, null);
    }
    return styleMap;
  }

  function openedAt(upstream: Upstream, address: string, key: OpenedMap['key']): OpenedMap {
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

  for (const [id, address] of readEntries(memory)) opened.set(id, openedFor(id, address));

  const list = (): KeyedMapState[] =>
    [...opened].map(([id, { address, key, trouble, revision }]) => ({
      id,
      address,
      key: key?.storedIn ?? 'unread',
      trouble,
      revision,
    }));
  const changed = () => options.onChanged(list());
  const isOpen = (map: OpenedMap) => [...opened.values()].includes(map);

  function setTrouble(map: OpenedMap, trouble: KeyedMapTrouble): void {
    if (map.trouble === trouble || !isOpen(map)) return;
    map.trouble = trouble;
    map.served = null;
    changed();
  }

  const keys = createMapKeys({
    keychain: options.keychain,
    setTrouble,
    onRead: (map) => {
      if (isOpen(map)) changed();
    },
  });
  const server = createMapServer({ ...options, setTrouble });

  /** Refuses what the user or an administrator does not allow any more. */
  function mayUse(map: OpenedMap): boolean {
    if (consent.isAllowed('map', map.upstream.origin)) return true;
    setTrouble(map, 'notAllowed');
    return false;
  }

  async function answer(pathname: string): Promise<MapAnswer> {
    const request = readRequest(pathname);
    if (!request) return nothing(404);
    const map = request.id === styleMapId ? mapOfStyle() : opened.get(request.id);
    if (!map) return nothing(404);
    // Nothing is requested while the server refuses: it would count.
    if (map.trouble !== null || !mayUse(map)) return nothing(403);
    const key = request.id === styleMapId ? '' : await keys.keyOf(request.id, map);
    if (key === null) return nothing(403);
    const style = await server.styleOf(request.id, map, key);
    if (!style) return nothing(502);
    if (request.part === 'style') {
      const bytes = Buffer.from(JSON.stringify(style.style));
      return { status: 200, type: 'application/json', bytes };
    }
    const template = style.templates[request.at];
    if (template?.kind !== request.part) return nothing(404);
    const address = request.fill(template.address);
    // The user may have taken back what they allowed.
    if (!consent.isAllowed('map', address)) return nothing(403);
    const found = await server.part(map, address, key);
    if (!found) return nothing(502);
    if (found.status !== 200) return nothing(found.status === 204 ? 204 : 404);
    if (pathname.endsWith('.json') && key !== '') {
      const json = jsonOf(found.bytes, key);
      if (json === null) return nothing(404);
      return { status: 200, type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) };
    }
    if (holdsKey(found.bytes, key)) return nothing(404);
    return { status: 200, type: found.type, bytes: found.bytes };
  }

  async function use(chosen: { id: KeyedMapId; address: string; key: string }): Promise<void> {
    const { id } = chosen;
    const address = id === 'own' ? withoutUnseen(chosen.address) : '';
    const wrong = id === 'own' ? ownMapRefusal(address) : undefined;
    if (wrong !== undefined) fail({ kind: 'invalid', message: wrong, field: 'address' });
    const map = openedFor(id, address);
    const before = opened.get(id);
    let text = withoutUnseen(chosen.key);
    if (needsKey(map.upstream)) {
      if (text === '' && before?.address === address) text = (await keys.keyOf(id, before)) ?? '';
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
    map.trouble = await server.check(map, text);
    if (needsKey(map.upstream)) map.key = { text, storedIn: await keys.store(id, map, text) };
    opened.set(id, map);
    save();
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
      await keys.remove(id, map);
      opened.delete(id);
      save();
    },
  };
}

/** A map that the user adds is shown at once; one that is removed is not shown any more. */
export const onlineMapsHandlers = (
  maps: OnlineMaps,
  settings: {
    current(): Settings;
    change(part: Pick<Settings, 'mapStyleUrl'>): unknown;
  },
): HandlersOf<'keyedMaps'> => ({
  list: maps.list,
  use: async (chosen) => {
    await maps.use(chosen);
    await settings.change({ mapStyleUrl: keyedMapStyle(chosen.id) });
  },
  retry: ({ id }) => maps.retry(id),
  remove: async ({ id }) => {
    await maps.remove(id);
    const isShown = settings.current().mapStyleUrl === keyedMapStyle(id);
    if (isShown) await settings.change({ mapStyleUrl: '' });
  },
});
