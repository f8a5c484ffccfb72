import fs from 'node:fs';
import path from 'node:path';
import {
  mostMapFiles,
  type MapFile,
  type MapFileOffer,
  type MapFileRefusal,
} from '#shared/domain/map-file';
import { isRemoteOrDevice } from '#main/files/remote-path';
import { shownName } from './map-text';
import { readList, writeList, type Listed, type MapListMemory } from './map-list';
import { createMapOffering } from './map-offer';
import type { After } from './map-runs';
import type { StartMapProcess } from './messages';
import { createTileServer } from './tile-server';
import type { HandlersOf } from '#shared/ipc/contract';

export interface MapFilesOptions {
  start: StartMapProcess;
  after: After;
  memory: MapListMemory;
  /** The folder of copies. */
  folder: string;
  /** Files that an administrator has set, as absolute paths. */
  preset: readonly string[];
  newId: () => string;
  platform?: NodeJS.Platform;
  /** Opens a file dialog; null: cancelled. */
  pick: () => Promise<string | null>;
  onChanged: (files: MapFile[]) => void;
  onOffer: (offer: MapFileOffer | null) => void;
}

/** Maps in files of this computer: the list, a file that is being added, and the tiles. */
export interface MapFiles {
  list(): MapFile[];
  offer(): MapFileOffer | null;
  choose(): Promise<void>;
  /** Reads a file that was dropped or opened, and offers to add it. */
  consider(file: string): Promise<void>;
  add(id: string, isCopy: boolean): Promise<void>;
  dismiss(id: string): void;
  remove(id: string): void;
  /** The tile of an address below `/map-tiles/`; null: none. */
  tile(address: string): Promise<Uint8Array | null>;
  /** Starts reading the files of the list. */
  begin(): void;
  close(): void;
}

type Entry = { path: string; file: MapFile };

export function createMapFiles(options: MapFilesOptions): MapFiles {
  const { memory, folder, platform = process.platform } = options;
  /** Asked before a path is touched: Windows signs in to a computer that a path names. */
  const isRemote = (file: string) => platform === 'win32' && isRemoteOrDevice(file);
  let listed: Listed[] = readList(memory);
  let entries: Entry[] = [
    ...options.preset.map((file, at) => entryOf(`policy-${at}`, file, shownName(file), 'policy')),
    ...listed.map(({ id, name, place, copy }) => {
      if (copy !== undefined) return entryOf(id, path.join(folder, copy), name, 'copy');
      const entry = entryOf(id, place!, name, 'place');
      // The list is a file that other programs can change.
      return isRemote(place!)
        ? { ...entry, file: { ...entry.file, state: 'remote' as const } }
        : entry;
    }),
  ].slice(0, mostMapFiles);
  let revisions = 0;

  const tiles = createTileServer({
    start: options.start,
    after: options.after,
    onOpened: (id, facts) =>
      change(id, { state: 'ready', detail: '', facts, revision: (revisions += 1) }),
    onLost: (id, reason, detail) => change(id, { state: reason, detail }),
  });

  const offering = createMapOffering({ ...options, refusalOf: earlyRefusal });

  const list = () => entries.map(({ file }) => file);
  const serve = () =>
    tiles.serve(
      entries
        .filter(({ file }) => file.state !== 'remote')
        .map(({ file, path: at }) => ({ id: file.id, path: at })),
    );

  function change(id: string, part: Partial<MapFile>): void {
    entries = entries.map((entry) =>
      entry.file.id === id ? { ...entry, file: { ...entry.file, ...part } } : entry,
    );
    options.onChanged(list());
  }

  function earlyRefusal(file: string): MapFileRefusal | null {
    if (isRemote(file)) return 'remote';
    if (entries.some((entry) => entry.path === file && entry.file.state !== 'missing'))
      return 'known';
    return entries.length >= mostMapFiles ? 'tooMany' : null;
  }

  function append(each: Listed, file: string): void {
    entries = [
      ...entries,
      entryOf(each.id, file, each.name, each.copy === undefined ? 'place' : 'copy'),
    ];
    listed = [...listed, each];
    writeList(memory, listed);
    options.onChanged(list());
    serve();
  }

  return {
    list,
    offer: offering.current,
    choose: async () => {
      const file = await options.pick();
      if (file !== null) await offering.consider(file);
    },
    consider: offering.consider,
    add: async (id, isCopy) => {
      const offer = offering.readable(id);
      if (!offer) return;
      const { name } = offer;
      if (isCopy) {
        const copied = await offering.copy(offer);
        if (copied) append({ id, name, copy: copied.file }, copied.path);
        return;
      }
      offering.added();
      // The same file may be missing on the list.
      for (const known of entries.filter((entry) => entry.path === offer.path))
        forget(known.file.id);
      append({ id, name, place: offer.path }, offer.path);
    },
    dismiss: offering.dismiss,
    remove: (id) => {
      forget(id);
      serve();
      options.onChanged(list());
    },
    tile: (address) => {
      const match = /^\/map-tiles\/([\w-]{1,64})\/\d+\/(\d{1,2})\/(\d{1,8})\/(\d{1,8})$/.exec(
        address,
      );
      if (!match) return Promise.resolve(null);
      const [zoom, x, y] = match.slice(2).map(Number) as [number, number, number];
      if (zoom > 22 || x >= 2 ** zoom || y >= 2 ** zoom) return Promise.resolve(null);
      return tiles.tile(match[1]!, zoom, x, y);
    },
    begin: serve,
    close: () => {
      offering.close();
      tiles.stop();
    },
  };

  function forget(id: string): void {
    const entry = entries.find(({ file }) => file.id === id);
    if (!entry || entry.file.origin === 'policy') return;
    entries = entries.filter((each) => each !== entry);
    listed = listed.filter((each) => each.id !== id);
    writeList(memory, listed);
    if (entry.file.origin !== 'copy') return;
    // Windows deletes no file that the map process has open.
    serve();
    fs.rm(entry.path, { force: true, maxRetries: 10, retryDelay: 200 }, () => {});
  }
}

function entryOf(id: string, file: string, name: string, origin: MapFile['origin']): Entry {
  return {
    path: file,
    file: { id, name, origin, state: 'checking', detail: '', facts: null, revision: 0 },
  };
}

/** The calls about map files, without those about the cache of online maps. */
export const mapFilesHandlers = (
  files: MapFiles,
): Omit<HandlersOf<'mapFiles'>, 'onlineCacheBytes' | 'clearOnlineCache'> => ({
  list: files.list,
  choose: files.choose,
  offer: files.offer,
  add: ({ id, copy }) => files.add(id, copy),
  dismiss: ({ id }) => files.dismiss(id),
  remove: ({ id }) => files.remove(id),
});
