import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { session, type Session } from 'electron';
import { type KeyedMapState, mayStore } from '#shared/domain/online-map';
import type { MapFile } from '#shared/domain/map-file';
import { MapFiles, storedListSchema, type MapFilesOptions } from '../features/maps/map-files';
import { Maps } from '../features/maps/maps';
import {
  OnlineMaps,
  storedOnlineMapsSchema,
  type OnlineMapsOptions,
} from '../features/maps/online-maps';
import { storedFile, type ReportStoredFile } from '../files/stored-files';
import type { Keychain } from '../secrets/keychain';
import { type HostConsent, usableFrom } from './host-consent';
import { startMapProcess } from './processes';

/** Opens the maps of the user. Their lists and the copies of files are in the user-data folder. */
export function openMaps(options: {
  userData: string;
  /** The address of the style of the chosen map. */
  style: () => string;
  /** The bundled map of the demo's city. */
  cityFile: string;
  /** Files that an administrator has set. */
  preset: readonly string[];
  pickFile: () => Promise<string | null>;
  consent: HostConsent;
  keychain: Keychain;
  report: ReportStoredFile;
  onFiles: (files: MapFile[]) => void;
  onOffer: MapFilesOptions['onOffer'];
  onOnlineMaps: (states: KeyedMapState[]) => void;
}): Maps {
  const { userData, consent, report } = options;
  const stored = (name: string) => path.join(userData, name);
  const files = new MapFiles({
    start: startMapProcess,
    memory: storedFile(stored('map-files.json'), 'mapFiles', storedListSchema, report),
    folder: stored('maps'),
    preset: options.preset,
    newId: randomUUID,
    pick: options.pickFile,
    onChanged: options.onFiles,
    onOffer: options.onOffer,
  });
  const online = new OnlineMaps({
    style: options.style,
    memory: storedFile(stored('keyed-maps.json'), 'keyedMaps', storedOnlineMapsSchema, report),
    keychain: options.keychain,
    consent,
    allowedOf: async (own, named) => consent.allowedOf('map', await usableFrom(own, named)),
    read: readMapPart,
    readCached: readCachedPart,
    onChanged: options.onOnlineMaps,
  });
  return new Maps(files, online, onlineMapCache, options.cityFile);
}

/** The maps whose terms allow that they are stored. */
const storedSession = () => session.fromPartition('persist:online-maps');
/** Nothing is written to the disk: the addresses of some maps have a key in them. */
const unstoredSession = () => session.fromPartition('online-maps', { cache: false });

/** The HTTP cache of online maps, which keeps what their server allows. */
const onlineMapCache = {
  bytes: () => storedSession().getCacheSize(),
  clear: async () => {
    await storedSession().clearCache();
    return storedSession().getCacheSize();
  },
};

/** The largest tile, font part or style. */
const largestBytes = 8 * 1024 * 1024;
const timeoutMs = 20_000;

/** How an answer may come from the cache. */
type Cached = 'default' | 'force-cache' | 'no-store' | 'only-if-cached';
const orNull = () => null;

const readMapPart: OnlineMapsOptions['read'] = (url, headers) => {
  if (!mayStore(url)) return readIn(unstoredSession(), url, headers, 'no-store').catch(orNull);
  const read = (cache: Cached) => readIn(storedSession(), url, headers, cache);
  // Without a network an old part is better than none.
  return read('default').catch(() => read('force-cache').catch(orNull));
};

const readCachedPart: OnlineMapsOptions['readCached'] = async (url, headers) =>
  mayStore(url) ? readIn(storedSession(), url, headers, 'only-if-cached').catch(orNull) : null;

async function readIn(of: Session, url: string, headers: Record<string, string>, cache: Cached) {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await of.fetch(url, {
    // Chromium answers a request by the cache alone only if it says that it is of the same origin; and what a server
    // varies by origin is found in the cache only if it was requested with it.
    headers: { ...headers, origin: new URL(url).origin },
    mode: 'same-origin',
    signal,
    // A redirect would lead to a server that was not confirmed, and carry the key to it.
    redirect: 'error',
    credentials: 'omit',
    cache,
  });
  const bytes = await readAtMost(answer, largestBytes, signal);
  const type = answer.headers.get('content-type') ?? 'application/octet-stream';
  return { status: answer.status, type, bytes };
}

/** The content of an answer; throws if it is longer than `largestBytes` or late. */
export async function readAtMost(
  answer: Response,
  largestBytes: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (!answer.body) return new Uint8Array();
  const reader = answer.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const stop = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    if (Number(answer.headers.get('content-length') ?? 0) > largestBytes) throw tooLong();
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return Buffer.concat(chunks);
      bytes += value.byteLength;
      // Counted while it arrives, and unpacked: a packed answer may be a thousand times shorter.
      if (bytes > largestBytes) throw tooLong();
      chunks.push(value);
    }
  } catch (error) {
    stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

const tooLong = () => new Error('the answer is too long');
