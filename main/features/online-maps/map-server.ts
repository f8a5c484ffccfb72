import { isSafeUrl } from '#shared/domain/address';
import { keyedMapStyle, type KeyedMapTrouble, type OnlineMapId } from '#shared/domain/keyed-map';
import { fail } from '#shared/fault';
import type { OpenedMap, SetTrouble } from './opened-map';
import { pictureStyle, rewriteStyle, type ServedStyle } from './style';
import { requestFor, withoutKey } from './upstream';

interface ServerAnswer {
  status: number;
  type: string;
  bytes: Uint8Array;
}

/** An answer of a map server; null: none came, or it was too long. */
export type ReadMap = (
  url: string,
  headers: Record<string, string>,
) => Promise<ServerAnswer | null>;

/** Requests to the server of a map, with its key. */
export interface MapServer {
  /** The style, read once; again after it could not be read. */
  styleOf(id: OnlineMapId, map: OpenedMap, key: string): Promise<ServedStyle | null>;
  /** A tile, font or sprite; null if no answer came. */
  part(map: OpenedMap, address: string, key: string): Promise<ServerAnswer | null>;
  /**
   * Tries a key before it is stored. Fails with words if the server refuses it or sends no map; returns what is wrong
   * for now, such as a used-up quota.
   */
  check(map: OpenedMap, key: string): Promise<KeyedMapTrouble | null>;
}

/** Servers refuse single tiles too, outside their area for example. */
const refusalsInARow = 3;

const troubleOf = (status: number): KeyedMapTrouble | null =>
  status === 401 || status === 403 ? 'refused' : status === 429 ? 'quota' : null;

export function createMapServer(options: {
  read: ReadMap;
  setTrouble: SetTrouble;
  /** The origins that the style at `own` may use, of those that it names; may ask the user. */
  allowedOf: (own: string, named: readonly string[]) => Promise<readonly string[]>;
}): MapServer {
  const { setTrouble } = options;

  async function read(map: OpenedMap, address: string, key: string) {
    const request = requestFor(map.upstream, address, key);
    return request && options.read(request.url, request.headers);
  }

  async function readStyle(
    id: OnlineMapId,
    map: OpenedMap,
    key: string,
  ): Promise<ServedStyle | null> {
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
    const allow = async (addresses: readonly string[]) => {
      const { origin, usesOtherServers } = upstream;
      const named = addresses.flatMap((each) => {
        const url = URL.parse(each);
        return url && isSafeUrl(url) && url.origin !== origin ? url.origin : [];
      });
      if (!usesOtherServers || named.length === 0) return new Set([origin]);
      return new Set([origin, ...(await options.allowedOf(origin, [...new Set(named)]))]);
    };
    const value = await readJson(upstream.address);
    if (value === null) return null;
    const style = await rewriteStyle(value, upstream, { readJson, place, allow });
    if (!style && map.trouble === null) setTrouble(map, 'unusable');
    return style;
  }

  function count(map: OpenedMap, status: number): void {
    const trouble = troubleOf(status);
    map.refusals = trouble ? map.refusals + 1 : 0;
    if (trouble && map.refusals >= refusalsInARow) setTrouble(map, trouble);
  }

  return {
    async styleOf(id, map, key) {
      map.served ??= readStyle(id, map, key);
      const mine = map.served;
      const style = await mine;
      if (!style && map.served === mine) map.served = null;
      return style;
    },
    async part(map, address, key) {
      const found = await read(map, address, key);
      if (found) count(map, found.status);
      return found;
    },
    async check(map, key) {
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
    },
  };
}

/** The parsed answer without the key; null: it is not JSON. Parsing undoes the escapes of JSON. */
export function jsonOf(bytes: Uint8Array, key: string): unknown {
  try {
    return withoutKey(JSON.parse(Buffer.from(bytes).toString('utf8')), key);
  } catch {
    return null;
  }
}
