import { MapFiles, type MapFilesOptions } from './map-files';
import type { FromMapProcess, StartMapProcess, ToMapProcess } from './map-process';
import { OnlineMaps, type OnlineMapsOptions } from './online-maps';
import { serveMaps } from './serve-maps';

/** The map process without a process: the same code. */
export const mapsInProcess: StartMapProcess = ({ onMessage, onEnd }) => {
  let hear: (message: ToMapProcess) => void = () => undefined;
  let isEnded = false;
  serveMaps({
    listen: (listener) => (hear = listener),
    post: (message: FromMapProcess) => {
      if (!isEnded) onMessage(message);
    },
  });
  return {
    post: (message: ToMapProcess) => hear(message),
    kill: () => {
      if (isEnded) return;
      isEnded = true;
      // The process would close its files by ending.
      hear({ type: 'serve', files: [] });
      setImmediate(onEnd);
    },
  };
};

/** Map files that are read in this process. */
export function openMapFiles(options: Partial<MapFilesOptions> & { folder: string }): MapFiles {
  let ids = 0;
  return new MapFiles({
    start: mapsInProcess,
    memory: { read: () => null, write: () => undefined },
    preset: [],
    newId: () => `id-${(ids += 1)}`,
    pick: () => Promise.resolve(null),
    onChanged: () => undefined,
    onOffer: () => undefined,
    ...options,
  });
}

export function keychainInMemory(): OnlineMapsOptions['keychain'] {
  const secrets = new Map<string, string>();
  return {
    get: (name) => Promise.resolve(secrets.get(name) ?? null),
    set: (name, secret) => Promise.resolve(void secrets.set(name, secret)),
    remove: (name) => Promise.resolve(void secrets.delete(name)),
  };
}

/** Online maps without a network; every server may be contacted. */
export const openOnlineMaps = (options: Partial<OnlineMapsOptions> = {}): OnlineMaps =>
  new OnlineMaps({
    style: () => '',
    allowedOf: () => Promise.resolve([]),
    memory: { read: () => null, write: () => undefined },
    keychain: keychainInMemory(),
    consent: { isAllowed: () => true, require: () => Promise.resolve() },
    read: () => Promise.resolve(null),
    readCached: () => Promise.resolve(null),
    onChanged: () => undefined,
    ...options,
  });

/** Nothing is on the disk. */
export const noCache = { bytes: () => Promise.resolve(0), clear: () => Promise.resolve(0) };
