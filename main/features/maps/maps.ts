// Why it is so: docs/decisions/0102-map-sources.md
import type { Coordinates } from '#shared/domain/coordinates';
import { isKeyedMapId, isOnlineMapId, keyedMapStyle } from '#shared/domain/online-map';
import type { Settings } from '#shared/domain/settings';
import type { HandlersOf } from '#shared/ipc/contract';
import type { FindStreets, Street } from '#shared/places/place';
import { tileAt } from './container';
import type { MapFiles } from './map-files';
import type { TilesAtHand } from './map-process';
import { noPart, tilesFor, type MapAnswer, type OnlineMaps } from './online-maps';
import type { MapReader } from './open-map';

/**
 * All maps of the window besides the bundled one, by their ids: files and online maps. The window names a map by its id, never by a path or an address.
 */
export class Maps {
  #city: Promise<MapReader> | undefined;

  constructor(
    readonly files: MapFiles,
    readonly online: OnlineMaps,
    /** The parts of online maps on the disk; both resolve to their bytes. */
    readonly cache: { bytes(): Promise<number>; clear(): Promise<number> },
    /** The map of the city in which the demo's vehicles drive. It is bundled. */
    private readonly cityFile: string,
  ) {}

  /**
   * The nearest named streets of positions, in the language with this tag, from tiles that are on this computer:
   * those of the demo, whose streets are invented, for its own vehicles only; files; then what is cached of the
   * online map that is shown. Sends nothing. null: none near, or not known.
   */
  async streets(
    positions: readonly Coordinates[],
    language: string,
    { isDemo }: { isDemo: boolean },
  ): Promise<(Street | null)[]> {
    const found = positions.map((): Street | null => null);
    const add = async (streetsOf: FindStreets) => {
      const open = [...positions.keys()].filter((at) => !found[at]);
      if (open.length === 0) return;
      const streets = await streetsOf(open.map((at) => positions[at]!));
      open.forEach((at, i) => (found[at] = streets[i] ?? null));
    };
    const inTiles = (tilesOf: (open: readonly Coordinates[]) => Promise<TilesAtHand | null>) =>
      add(async (open) => {
        const tiles = await tilesOf(open);
        return tiles ? this.files.streetsIn(tiles, open, language) : [];
      });
    if (isDemo) await inTiles((open) => this.#cityTiles(open));
    await add((open) => this.files.streets(open, language));
    await inTiles((open) => this.online.cachedTiles(open));
    return found;
  }

  async #cityTiles(positions: readonly Coordinates[]): Promise<TilesAtHand | null> {
    this.#city ??= import('./open-map').then(({ openMap }) => openMap(this.cityFile));
    const city = await this.#city;
    const zoom = city.facts.maxZoom;
    return tilesFor(positions, zoom, (place) => city.tile(place));
  }

  close(): void {
    this.files.close();
    void this.#city?.then((city) => city.close());
  }

  /** The answer for a path: `/maps/ID/REVISION/Z/X/Y` of a file, or a part of an online map. */
  async answer(pathname: string): Promise<MapAnswer> {
    const [, root, id = '', revision = '', ...parts] = pathname.split('/');
    if (root !== 'maps') return noPart(404);
    if (isOnlineMapId(id)) return this.online.answer(pathname);
    const place = tileAt(parts);
    if (!place || !/^\d{1,15}$/.test(revision)) return noPart(404);
    const bytes = await this.files.tile(id, place);
    // The map says what it could not load, and takes 404 for a place where nothing is.
    if (bytes === 'unreadable') return noPart(502);
    return bytes ? { status: 200, type: 'application/octet-stream', bytes } : noPart(404);
  }
}

/** The calls about maps. One that the user adds is shown at once; one that is removed is not shown any more. */
export function mapsHandlers(
  maps: Maps,
  settings: {
    current(): Settings;
    change(part: Pick<Settings, 'mapStyleUrl'>): unknown;
  },
  streets: FindStreets,
): HandlersOf<'maps'> {
  const { files, online, cache } = maps;
  return {
    streets: ({ positions }) => streets(positions),
    files: () => files.list(),
    chooseFile: (caller) => files.choose(caller ?? null),
    offer: (caller) => files.offer(caller ?? null),
    addFile: ({ id, copy }) => files.add(id, copy),
    dismissOffer: ({ id }) => files.dismiss(id),
    online: () => online.list(),
    useOnline: async (chosen) => {
      await online.use(chosen);
      await settings.change({ mapStyleUrl: keyedMapStyle(chosen.id) });
    },
    retryOnline: ({ id }) => online.retry(id),
    remove: async ({ id }) => {
      if (!isKeyedMapId(id)) return files.remove(id);
      await online.remove(id);
      const isShown = settings.current().mapStyleUrl === keyedMapStyle(id);
      if (isShown) await settings.change({ mapStyleUrl: '' });
    },
    onlineCacheBytes: () => cache.bytes(),
    clearOnlineCache: () => cache.clear(),
  };
}
