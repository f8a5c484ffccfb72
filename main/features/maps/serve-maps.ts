import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Street } from '#shared/places/place';
import { refusalOf, type TilePlace } from './container';
import type {
  FileTile,
  FromMapProcess,
  StreetsQuestion,
  TilesAtHand,
  ToMapProcess,
} from './map-process';
import { openMap, type MapReader } from './open-map';
import { noStreets, readStreets, streetAt, type StreetSource, type StreetTile } from './streets';

/** The connection of the map process to the app. */
interface MapPort {
  listen(listener: (message: ToMapProcess) => void): void;
  post(message: FromMapProcess): void;
}

/** How often the files are looked for: a drive can be removed and connected again. */
const lookMs = 5_000;
/** A file is looked for before a tile of it is read, but not for each one. */
const seenMs = 500;

/** The map process: reads map files, which are untrusted, for the app. */
export function serveMaps(port: MapPort): void {
  const served = new Map<string, ServedMap>();
  let timer: NodeJS.Timeout | null = null;

  function serve(files: readonly { id: string; path: string }[]): void {
    const wanted = new Map(files.map((each) => [each.id, each.path]));
    for (const [id, map] of served) {
      if (wanted.get(id) === map.file) continue;
      served.delete(id);
      void map.close();
    }
    for (const { id, path: file } of files) {
      if (!served.has(id)) served.set(id, new ServedMap(id, file, port));
    }
    for (const map of served.values()) void map.look();
    timer ??= setInterval(() => {
      for (const map of served.values()) void map.look();
    }, lookMs);
  }

  async function inspect(file: string): Promise<void> {
    try {
      const reader = await openMap(file);
      await reader.close();
      port.post({ type: 'inspected', facts: reader.facts });
    } catch (error) {
      const { reason, detail } = refusalOf(error);
      port.post({ type: 'refused', reason, detail });
    }
  }

  async function copy(from: string, to: string): Promise<void> {
    try {
      const [{ size }, disk] = await Promise.all([stat(from), statfs(path.dirname(to))]);
      if (size > disk.bavail * disk.bsize) {
        return port.post({ type: 'notCopied', reason: 'full' });
      }
      await copyWithProgress(from, to, (share) => port.post({ type: 'copying', share }));
      port.post({ type: 'copied' });
    } catch (error) {
      const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC';
      port.post({ type: 'notCopied', reason: isFull ? 'full' : 'failed' });
    }
  }

  async function streets({ positions, language, from }: StreetsQuestion) {
    const source = 'id' in from ? served.get(from.id)?.streets() : streetsAtHand(from);
    const found: (Street | null)[] = [];
    for (const position of positions) {
      found.push(source ? await streetAt(position, language, source) : null);
    }
    return found;
  }

  port.listen((message) => {
    switch (message.type) {
      case 'inspect':
        void inspect(message.path);
        break;
      case 'copy':
        void copy(message.from, message.to);
        break;
      case 'serve':
        serve(message.files);
        break;
      case 'tile': {
        const { request, id } = message;
        void (served.get(id)?.tile(message) ?? Promise.resolve(null)).then((tile) =>
          port.post({ type: 'tile', request, tile }),
        );
        break;
      }
      case 'streets':
        void streets(message).then((found) =>
          port.post({ type: 'streets', request: message.request, streets: found }),
        );
        break;
    }
  });
}

/** A tile that was not passed on is not known. */
function streetsAtHand({ zoom, tiles }: TilesAtHand): StreetSource {
  const known = new Map(tiles.map(({ bytes, ...place }) => [nameOf(place), readStreets(bytes)]));
  return { zoom, tileOf: (place) => known.get(nameOf(place)) ?? null };
}

const nameOf = ({ x, y }: TilePlace) => `${x}/${y}`;

/** So many tiles of a file are ready for the next question about streets. */
const mostStreetTiles = 16;

/** One file of the list: opened when it is there, closed when it is gone, opened again when it changed. */
class ServedMap {
  #reader: MapReader | null = null;
  /** What distinguishes this content of the file from another. */
  #mark = '';
  #said = '';
  #lookedAt = 0;
  #looking: Promise<void> | null = null;
  #isClosed = false;
  /** The tiles whose streets were asked for last, in this order. */
  readonly #streets = new Map<string, Promise<StreetTile | null>>();

  constructor(
    private readonly id: string,
    readonly file: string,
    private readonly port: MapPort,
  ) {}

  async tile(place: TilePlace): Promise<FileTile> {
    if (performance.now() - this.#lookedAt > seenMs) await this.look();
    if (!this.#reader) return 'unreadable';
    try {
      return await this.#reader.tile(place);
    } catch (error) {
      // One damaged tile is not the whole file; the file may have changed or gone, which the next look finds.
      const { reason } = refusalOf(error);
      if (reason === 'unreadable' || reason === 'missing') await this.#lost(error);
      return 'unreadable';
    }
  }

  /** The streets of its deepest tiles; null: it cannot be read. */
  streets(): StreetSource | null {
    const zoom = this.#reader?.facts.maxZoom;
    if (zoom === undefined) return null;
    return {
      zoom,
      tileOf: (place) => {
        const name = nameOf(place);
        const tile = this.#streets.get(name) ?? this.#readStreets(place);
        this.#streets.delete(name);
        this.#streets.set(name, tile);
        const [oldest] = this.#streets.keys();
        if (this.#streets.size > mostStreetTiles) this.#streets.delete(oldest!);
        return tile;
      },
    };
  }

  /** A file has no tile where there is nothing. */
  async #readStreets(place: TilePlace): Promise<StreetTile | null> {
    const tile = await this.tile(place);
    if (tile === 'unreadable') return null;
    return tile ? readStreets(tile) : noStreets;
  }

  /** Looks whether the file is still the same. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#lookedAt = performance.now();
      this.#looking = null;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    try {
      const { size, mtimeMs, ino, dev } = await stat(this.file);
      const mark = [size, mtimeMs, ino, dev].join(' ');
      if (mark === this.#mark) return;
      const reader = await openMap(this.file);
      const old = this.#reader;
      this.#reader = reader;
      this.#streets.clear();
      this.#mark = mark;
      this.#said = '';
      await old?.close();
      if (this.#isClosed) return await this.close();
      this.port.post({ type: 'opened', id: this.id, facts: reader.facts });
    } catch (error) {
      await this.#lost(error);
    }
  }

  async #lost(error: unknown): Promise<void> {
    const { reason, detail } = refusalOf(error);
    const old = this.#reader;
    this.#reader = null;
    this.#mark = '';
    await old?.close().catch(() => undefined);
    if (this.#said === reason || this.#isClosed) return;
    this.#said = reason;
    this.port.post({ type: 'lost', id: this.id, reason, detail });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const reader = this.#reader;
    this.#reader = null;
    await reader?.close().catch(() => undefined);
  }
}

const pieceBytes = 4 * 1024 * 1024;

/** Copies a file beside its target first, so that there is never half a file. */
async function copyWithProgress(
  from: string,
  to: string,
  onShare: (share: number) => void,
): Promise<void> {
  const part = `${to}.part`;
  const source = await open(from, 'r');
  try {
    const target = await open(part, 'w', 0o600);
    try {
      const { size } = await source.stat();
      const piece = new Uint8Array(pieceBytes);
      let said = 0;
      for (let done = 0; ;) {
        const { bytesRead } = await source.read(piece, 0, pieceBytes, done);
        if (bytesRead === 0) break;
        await target.write(piece, 0, bytesRead);
        done += bytesRead;
        const share = size > 0 ? Math.min(1, done / size) : 1;
        if (share - said >= 0.01) onShare((said = share));
      }
      await target.sync();
    } finally {
      await target.close();
    }
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await source.close();
  }
}
