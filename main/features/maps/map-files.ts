import fs from 'node:fs';
import path from 'node:path';
import {
  mostMapFiles,
  type MapFile,
  type MapFileOffer,
  type MapFileRefusal,
} from '#shared/domain/map-file';
import { shownName } from './map-facts';
import { readList, writeList, type Listed, type MapListMemory } from './map-list';
import { copyMap, inspectMap, type After } from './map-runs';
import type { StartMapProcess } from './messages';
import { createTileServer } from './tile-server';

export interface MapFilesOptions {
  start: StartMapProcess;
  after: After;
  memory: MapListMemory;
  /** The folder of copies. */
  folder: string;
  /** Files that an administrator has set, as absolute paths. */
  preset: readonly string[];
  newId: () => string;
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
type Considered = { id: string; path: string; offer: MapFileOffer; cancel: () => void };

export function createMapFiles(options: MapFilesOptions): MapFiles {
  const { memory, folder } = options;
  let listed: Listed[] = readList(memory);
  let entries: Entry[] = [
    ...options.preset.map((file, at) => entryOf(`policy-${at}`, file, shownName(file), 'policy')),
    ...listed.map((each) =>
      entryOf(
        each.id,
        each.copy === undefined ? each.place! : path.join(folder, each.copy),
        each.name,
        each.copy === undefined ? 'place' : 'copy',
      ),
    ),
  ].slice(0, mostMapFiles);
  let considered: Considered | null = null;
  let revisions = 0;

  const tiles = createTileServer({
    start: options.start,
    after: options.after,
    onOpened: (id, facts) =>
      change(id, { state: 'ready', detail: '', facts, revision: (revisions += 1) }),
    onLost: (id, reason, detail) => change(id, { state: reason, detail }),
  });

  const list = () => entries.map(({ file }) => file);
  const serve = () => tiles.serve(entries.map(({ file, path: at }) => ({ id: file.id, path: at })));

  function change(id: string, part: Partial<MapFile>): void {
    entries = entries.map((entry) =>
      entry.file.id === id ? { ...entry, file: { ...entry.file, ...part } } : entry,
    );
    options.onChanged(list());
  }

  function show(next: Considered | null): void {
    considered = next;
    options.onOffer(next?.offer ?? null);
  }

  /** Shows the next state of the offer unless it was dismissed or replaced. */
  function advance(mine: Considered, offer: MapFileOffer): boolean {
    if (considered?.id !== mine.id) return false;
    show({ ...considered, offer });
    return true;
  }

  async function consider(file: string): Promise<void> {
    considered?.cancel();
    const about = { id: options.newId(), name: shownName(file) };
    const early = earlyRefusal(file);
    if (early !== null) {
      const offer = { ...about, state: 'refused' as const, reason: early, detail: '' };
      return show({ id: about.id, path: file, offer, cancel: () => {} });
    }
    const run = inspectMap(options.start, file, options.after);
    const mine: Considered = {
      id: about.id,
      path: file,
      offer: { ...about, state: 'reading' },
      cancel: run.cancel,
    };
    show(mine);
    const found = await run.result;
    advance(
      mine,
      found.ok
        ? { ...about, state: 'readable', facts: found.facts, freeBytes: freeBytesAt(folder) }
        : { ...about, state: 'refused', reason: found.reason, detail: found.detail },
    );
  }

  function earlyRefusal(file: string): MapFileRefusal | null {
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

  async function copy(mine: Considered, container: string): Promise<void> {
    const { id, name } = mine.offer;
    const file = `${id}.${container}`;
    const to = path.join(folder, file);
    fs.mkdirSync(folder, { recursive: true });
    const onShare = (share: number) => advance(mine, { id, name, state: 'copying', share });
    const run = copyMap(options.start, { from: mine.path, to }, onShare);
    considered = { ...mine, cancel: run.cancel };
    onShare(0);
    const result = await run.result;
    // A process that was ended leaves its part behind.
    fs.rmSync(`${to}.part`, { force: true });
    if (result === 'cancelled') return;
    if (result !== 'copied') {
      advance(mine, { id, name, state: 'notCopied', reason: result });
    } else if (considered?.id === id) {
      show(null);
      append({ id, name, copy: file }, to);
    } else fs.rmSync(to, { force: true });
  }

  return {
    list,
    offer: () => considered?.offer ?? null,
    choose: async () => {
      const file = await options.pick();
      if (file !== null) await consider(file);
    },
    consider,
    add: async (id, isCopy) => {
      if (considered?.id !== id || considered.offer.state !== 'readable') return;
      const mine = considered;
      const { name, facts } = considered.offer;
      if (isCopy) return copy(mine, facts.container);
      show(null);
      // The same file may be missing on the list.
      for (const known of entries.filter((entry) => entry.path === mine.path))
        forget(known.file.id);
      append({ id, name, place: mine.path }, mine.path);
    },
    dismiss: (id) => {
      if (considered?.id !== id) return;
      considered.cancel();
      show(null);
    },
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
      considered?.cancel();
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

/** Free bytes of the disk of a folder that may not be there yet. */
function freeBytesAt(folder: string): number | null {
  try {
    const { bavail, bsize } = fs.statfsSync(path.dirname(folder));
    return bavail * bsize;
  } catch {
    return null;
  }
}
