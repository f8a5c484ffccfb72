import path from 'node:path';
import { session } from 'electron';
import type { KeyedMapState } from '#shared/domain/keyed-map';
import { mayStore } from '#shared/domain/map-provider';
import {
  createOnlineMaps,
  type OnlineMaps,
  type ReadMap,
} from '../features/online-maps/online-maps';
import { entriesSchema } from '../features/online-maps/entries';
import { storedText, type ReportStoredFile } from '../files/stored-files';
import type { Keychain } from '../secrets/keychain';
import { readAtMost } from './capped-answer';
import type { HostConsent } from './host-consent';
import { mayUse, nearnessOf, resolveName } from './nearness';

/** The largest tile, font part or style. */
const largestBytes = 8 * 1024 * 1024;
const timeoutMs = 20_000;

/** The maps whose terms allow that they are stored. */
const stored = () => session.fromPartition('persist:online-maps');
/** Nothing is written to the disk: the addresses of some maps have a key in them. */
const notStored = () => session.fromPartition('online-maps', { cache: false });

/** The HTTP cache of online maps, which keeps what their server allows. */
export const onlineMapCache = {
  bytes: () => stored().getCacheSize(),
  clear: async () => {
    await stored().clearCache();
    return stored().getCacheSize();
  },
};

/** Requests a part of a map; null: no answer came, or it was too long. */
const readMapPart: ReadMap = async (url, headers) => {
  const isStored = mayStore(url);
  const read = async (cache: 'default' | 'force-cache' | 'no-store') => {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await (isStored ? stored() : notStored()).fetch(url, {
      headers,
      signal,
      // A redirect would lead to a server that was not confirmed, and carry the key to it.
      redirect: 'error',
      credentials: 'omit',
      cache,
    });
    const bytes = await readAtMost(answer, largestBytes, signal);
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    return { status: answer.status, type, bytes };
  };
  const orNull = () => null;
  if (!isStored) return read('no-store').catch(orNull);
  // Without a network an old part is better than none.
  return read('default').catch(() => read('force-cache').catch(orNull));
};

/** Which servers a style at `own` may name: none that is nearer to the user than its own. */
async function usableFrom(own: string, named: readonly string[]): Promise<string[]> {
  const nearness = (origin: string) => nearnessOf(new URL(origin).hostname, resolveName);
  const styleIs = await nearness(own);
  const judged = await Promise.all(
    named.map(async (origin) => mayUse(styleIs, await nearness(origin))),
  );
  return named.filter((_, at) => judged[at]);
}

export function openOnlineMaps(options: {
  userData: string;
  style: () => string;
  consent: HostConsent;
  report: ReportStoredFile;
  keychain: Keychain;
  onChanged: (states: KeyedMapState[]) => void;
}): OnlineMaps {
  const { consent } = options;
  return createOnlineMaps({
    ...options,
    memory: storedText(
      path.join(options.userData, 'keyed-maps.json'),
      'keyedMaps',
      entriesSchema,
      options.report,
    ),
    allowedOf: async (own, named) => consent.allowedOf('map', await usableFrom(own, named)),
    read: readMapPart,
  });
}
