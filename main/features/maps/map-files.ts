import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Coordinates } from '#shared/domain/coordinates';
import {
  mostMapFiles,
  type MapBounds,
  type MapFile,
  type MapFileFacts,
  type MapFileOffer,
  type MapFileRefusal,
} from '#shared/domain/map-file';
import type { Caller } from '#shared/ipc/define';
import type { Street } from '#shared/places/place';
import { isRemoteOrDevice } from '#main/files/remote-path';
import type { StoredFile } from '#main/files/stored-files';
import { batchesOf } from '#main/exchange/pieces';
import { plainText, type TilePlace } from './container';
import {
  startMapTask,
  TileServer,
  type FileTile,
  type StartMapProcess,
  type TilesAtHand,
} from './map-process';
import { streetZoom } from './streets';

/** A file on the list, as stored in `map-files.json`. */
const listedSchema = z.object({
  id: z.string().min(1).max(64),
  name: z.string().max(255),
  /** An absolute path, or the name of a copy in the folder of the profile. */
  place: z.string().max(32_767).optional(),
  copy: z
    .string()
    .regex(/^[\w-]{1,64}\.(pmtiles|mbtiles)$/)
    .optional(),
});
type Listed = z.infer<typeof listedSchema>;

export const storedListSchema = z.object({
  version: z.literal(1),
  files: z.array(listedSchema).max(100),
});

export interface MapFilesOptions {
  start: StartMapProcess;
  /** Persists the list between starts. */
  memory: StoredFile<z.infer<typeof storedListSchema>>;
  folder: string;
  /** Files that an administrator has set, as absolute paths. */
  preset: readonly string[];
  newId: () => string;
  platform?: NodeJS.Platform;
  /** Opens a file dialog; null: cancelled. */
  pick: () => Promise<string | null>;
  onChanged: (files: MapFile[]) => void;
  /** The file that a window asks about changed. */
  onOffer: (offer: MapFileOffer | null, of: Asker) => void;
}

type Entry = { path: string; file: MapFile };
/** The window that asks about a file; null: none was open when it came, so that any asks. */
type Asker = Caller | null;
/** A file that is read, copied or refused before it is on the list. */
type Considered = {
  id: string;
  path: string;
  of: Asker;
  offer: MapFileOffer;
  cancel: () => void;
};

/** Maps in files of this computer: the list, a file that is being added, and the tiles. */
export class MapFiles {
  #listed: Listed[];
  #entries: Entry[];
  #considered: Considered | null = null;
  #revisions = 0;
  readonly #tiles: TileServer;

  constructor(private readonly options: MapFilesOptions) {
    this.#listed = (options.memory.read()?.files ?? []).filter(
      ({ place, copy }) => copy !== undefined || (place !== undefined && path.isAbsolute(place)),
    );
    this.#entries = [
      ...options.preset.map((file, at) => entryOf(`policy-${at}`, file, shownName(file), 'policy')),
      ...this.#listed.map((each) => this.#entryOf(each)),
    ].slice(0, mostMapFiles);
    this.#tiles = new TileServer({
      start: options.start,
      onOpened: (id, facts) =>
        this.#change(id, { state: 'ready', detail: '', facts, revision: (this.#revisions += 1) }),
      onLost: (id, reason, detail) => this.#change(id, { state: reason, detail }),
    });
  }

  list(): MapFile[] {
    return this.#entries.map(({ file }) => file);
  }

  /** The file that this window asks about. */
  offer(asking: Asker): MapFileOffer | null {
    const { of = null, offer = null } = this.#considered ?? {};
    return of === null || of === asking ? offer : null;
  }

  /** Starts reading the files of the list; after each change of it, too. */
  begin(): void {
    this.#tiles.serve(
      this.#entries
        .filter(({ file }) => file.state !== 'remote')
        .map(({ file, path: at }) => ({ id: file.id, path: at })),
    );
  }

  tile(id: string, place: TilePlace): Promise<FileTile> {
    return this.#tiles.tile(id, place);
  }

  /** The streets of positions in the files that have them, the first file first; null: not known. */
  async streets(positions: readonly Coordinates[], language: string): Promise<(Street | null)[]> {
    const found = positions.map((): Street | null => null);
    for (const { file } of this.#entries) {
      const { facts } = file;
      if (file.state !== 'ready' || !facts?.schema || facts.maxZoom < streetZoom) continue;
      const open = [...positions.keys()].filter(
        (at) => !found[at] && isWithin(facts.bounds, positions[at]!),
      );
      // A question that takes long would count as a file that cannot be read.
      for (const part of batchesOf(open, positionsAtOnce)) {
        const asked = part.map((at) => positions[at]!);
        const streets = await this.#tiles.streets({
          positions: asked,
          language,
          from: { id: file.id },
        });
        part.forEach((at, i) => (found[at] = streets[i]!));
      }
    }
    return found;
  }

  /** The streets of positions in tiles of an online map. */
  streetsIn(tiles: TilesAtHand, positions: readonly Coordinates[], language: string) {
    return this.#tiles.streets({ positions, language, from: tiles });
  }

  async choose(of: Asker): Promise<void> {
    const file = await this.options.pick();
    if (file !== null) await this.consider(file, of);
  }

  /** Reads a file that was chosen, dropped or opened in a window, and offers to add it; replaces the offer before. */
  async consider(file: string, of: Asker): Promise<void> {
    this.#considered?.cancel();
    if (this.#considered && this.#considered.of !== of) this.#show(null);
    const about = { id: this.options.newId(), name: shownName(file) };
    const early = this.#earlyRefusal(file);
    if (early !== null) {
      const offer: MapFileOffer = { ...about, state: 'refused', reason: early, detail: '' };
      return this.#show({ id: about.id, path: file, of, offer, cancel: () => undefined });
    }
    const run = startMapTask(this.options.start, { type: 'inspect', path: file });
    const cancel = () => run.cancel();
    this.#show({ id: about.id, path: file, of, offer: { ...about, state: 'reading' }, cancel });
    const found = await run.result;
    if (found.type === 'inspected') {
      const { facts } = found;
      return this.#advance({ ...about, state: 'readable', facts, freeBytes: this.#freeBytes() });
    }
    const ended = { reason: found.type === 'late' ? 'slow' : 'ended', detail: '' } as const;
    const { reason, detail } = found.type === 'refused' ? found : ended;
    this.#advance({ ...about, state: 'refused', reason, detail });
  }

  /** Adds the offered file; `isCopy`: into the profile. Resolves when that is done or has failed. */
  async add(id: string, isCopy: boolean): Promise<void> {
    const mine = this.#considered;
    if (mine?.id !== id || mine.offer.state !== 'readable') return;
    const { name, facts } = mine.offer;
    if (isCopy) {
      const copy = await this.#copy(mine, name, facts.container);
      if (copy !== null) this.#append({ id, name, copy });
      return;
    }
    this.#show(null);
    // The same file may be missing on the list.
    const known = this.#entries.filter((entry) => entry.path === mine.path);
    for (const { file } of known) this.#forget(file.id);
    this.#append({ id, name, place: mine.path });
  }

  /** Drops the offer, and stops copying it. */
  dismiss(id: string): void {
    if (this.#considered?.id !== id) return;
    this.#considered.cancel();
    this.#show(null);
  }

  /** A window was closed, and its dialog with it. */
  windowClosed(caller: Caller): void {
    if (this.#considered?.of === caller) this.dismiss(this.#considered.id);
  }

  /** Takes a file off the list. A copy is deleted, other files stay as they are. */
  remove(id: string): void {
    this.#forget(id);
    this.begin();
    this.options.onChanged(this.list());
  }

  close(): void {
    this.#considered?.cancel();
    this.#tiles.stop();
  }

  /** Asked before a path is touched: Windows signs in to a computer that a path names. */
  #isRemote(file: string): boolean {
    const { platform = process.platform } = this.options;
    return platform === 'win32' && isRemoteOrDevice(file);
  }

  #entryOf({ id, name, place, copy }: Listed): Entry {
    if (copy !== undefined) return entryOf(id, path.join(this.options.folder, copy), name, 'copy');
    const entry = entryOf(id, place!, name, 'place');
    // The list is a file that other programs can change.
    if (this.#isRemote(place!)) entry.file.state = 'remote';
    return entry;
  }

  /** Why a file is refused before it is read; null: it is read. */
  #earlyRefusal(file: string): MapFileRefusal | null {
    if (this.#isRemote(file)) return 'remote';
    const known = this.#entries.find((entry) => entry.path === file);
    if (known && known.file.state !== 'missing') return 'known';
    return this.#entries.length >= mostMapFiles ? 'tooMany' : null;
  }

  #show(considered: Considered | null): void {
    const { of } = considered ?? this.#considered!;
    this.#considered = considered;
    this.options.onOffer(considered?.offer ?? null, of);
  }

  /** Shows the next state of an offer unless it was dismissed or replaced. */
  #advance(offer: MapFileOffer): void {
    if (this.#considered?.id === offer.id) this.#show({ ...this.#considered, offer });
  }

  /** Copies a file into the folder, with its progress as the offer. Returns its name there; null: not copied. */
  async #copy(
    mine: Considered,
    name: string,
    container: MapFileFacts['container'],
  ): Promise<string | null> {
    const { id } = mine;
    const { folder, start } = this.options;
    const copy = `${id}.${container}`;
    const to = path.join(folder, copy);
    fs.mkdirSync(folder, { recursive: true });
    const onShare = (share: number) => this.#advance({ id, name, state: 'copying', share });
    const run = startMapTask(start, { type: 'copy', from: mine.path, to }, onShare);
    this.#considered = { ...mine, cancel: () => run.cancel() };
    onShare(0);
    const result = await run.result;
    await run.close();
    // A process that was ended leaves its part behind.
    fs.rmSync(`${to}.part`, { force: true });
    if (result.type === 'cancelled') return null;
    if (result.type !== 'copied') {
      const reason = result.type === 'notCopied' ? result.reason : 'failed';
      this.#advance({ id, name, state: 'notCopied', reason });
      return null;
    }
    if (this.#considered?.id !== id) {
      fs.rmSync(to, { force: true });
      return null;
    }
    this.#show(null);
    return copy;
  }

  /** Free bytes of the disk of the folder of copies, which may not be there yet. */
  #freeBytes(): number | null {
    try {
      const { bavail, bsize } = fs.statfsSync(path.dirname(this.options.folder));
      return bavail * bsize;
    } catch {
      return null;
    }
  }

  #change(id: string, part: Partial<MapFile>): void {
    this.#entries = this.#entries.map((entry) =>
      entry.file.id === id ? { ...entry, file: { ...entry.file, ...part } } : entry,
    );
    this.options.onChanged(this.list());
  }

  #append(listed: Listed): void {
    this.#entries = [...this.#entries, this.#entryOf(listed)];
    this.#store([...this.#listed, listed]);
    this.options.onChanged(this.list());
    this.begin();
  }

  #forget(id: string): void {
    const entry = this.#entries.find(({ file }) => file.id === id);
    if (!entry || entry.file.origin === 'policy') return;
    this.#entries = this.#entries.filter((each) => each !== entry);
    this.#store(this.#listed.filter((each) => each.id !== id));
    if (entry.file.origin !== 'copy') return;
    // Windows deletes no file that the map process has open.
    this.begin();
    fs.rm(entry.path, { force: true, maxRetries: 10, retryDelay: 200 }, () => {});
  }

  #store(listed: Listed[]): void {
    this.#listed = listed;
    this.options.memory.write({ version: 1, files: listed });
  }
}

/** So many are answered well within the time of a tile. */
const positionsAtOnce = 50;

const isWithin = ([west, south, east, north]: MapBounds, { latitude, longitude }: Coordinates) =>
  longitude >= west && longitude <= east && latitude >= south && latitude <= north;

const entryOf = (id: string, file: string, name: string, origin: MapFile['origin']): Entry => ({
  path: file,
  file: { id, name, origin, state: 'checking', detail: '', facts: null, revision: 0 },
});

/** A file name for the screen, without characters that could disguise it. */
const shownName = (file: string): string =>
  plainText(path.basename(file)).slice(0, 255).trim() || 'map';
