import path from 'node:path';
import { session } from 'electron';
import { createKeyedMaps, type KeyedMaps, type ReadMap } from '../features/keyed-maps/keyed-maps';
import { entriesSchema } from '../features/keyed-maps/entries';
import type { KeyedMapState } from '#shared/domain/keyed-map';
import { storedText, type ReportStoredFile } from '../files/stored-files';
import type { Keychain } from '../secrets/keychain';
import { readAtMost } from './capped-json';
import type { HostConsent } from './host-consent';

/** The largest tile, font part or style. */
const largestBytes = 8 * 1024 * 1024;
const timeoutMs = 20_000;

/** Requests a part of a map. Nothing is written to the disk: the addresses have the key in them. */
export const readMapPart: ReadMap = async (url, headers) => {
  try {
    const own = session.fromPartition('keyed-maps', { cache: false });
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await own.fetch(url, {
      headers,
      signal,
      // A redirect would carry the key to another server.
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
    });
    const bytes = await readAtMost(answer, largestBytes, signal);
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    return { status: answer.status, type, bytes };
  } catch {
    return null;
  }
};

/** Online maps with a key of the user's. */
export function openKeyedMaps(options: {
  userData: string;
  consent: HostConsent;
  report: ReportStoredFile;
  keychain: Keychain;
  onChanged: (states: KeyedMapState[]) => void;
}): KeyedMaps {
  return createKeyedMaps({
    memory: storedText(
      path.join(options.userData, 'keyed-maps.json'),
      'keyedMaps',
      entriesSchema,
      options.report,
    ),
    keychain: options.keychain,
    consent: options.consent,
    read: readMapPart,
    onChanged: options.onChanged,
  });
}
