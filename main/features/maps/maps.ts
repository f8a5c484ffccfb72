// Why it is so: docs/decisions/0102-map-sources.md
import type { Coordinates } from '#shared/domain/coordinates';
import { isKeyedMapId, isOnlineMapId, keyedMapStyle } from '#shared/domain/online-map';
import type { Settings } from '#shared/domain/settings';
import type { Language } from '#shared/i18n/languages';
import type { HandlersOf } from '#shared/ipc/contract';
import type { Street } from '#shared/places/place';
import { tileAt } from './container';
import type { MapFiles } from './map-files';
import { noPart, type MapAnswer, type OnlineMaps } from './online-maps';

/**
 * All maps of the window besides the bundled one, by their ids: files and online maps. The window names a map by its id, never by a path or an address.
 */
export class Maps {
  constructor(
    readonly files: MapFiles,
    readonly online: OnlineMaps,
    /** The parts of online maps on the disk; both resolve to their bytes. */
    readonly cache: { bytes(): Promise<number>; clear(): Promise<number> },
  ) {}

  /**
   * The nearest named streets of positions, in the language with this tag, from tiles that are on this computer:
   * files, then what is cached of the online map that is shown. Sends nothing. null: none near, or not known.
   */
  async streets(positions: readonly Coordinates[], language: string): Promise<(Street | null)[]> {
    const found = await this.files.streets(positions, language);
    const open = [...positions.keys()].filter((at) => !found[at]);
    const asked = open.map((at) => positions[at]!);
    const tiles = asked.length > 0 ? await this.online.cachedTiles(asked) : null;
    if (!tiles) return found;
    const streets = await this.files.streetsIn(tiles, asked, language);
    open.forEach((at, i) => (found[at] = streets[i]!));
    return found;
  }

  /** The answer for a path: `/maps/ID/REVISION/Z/X/Y` of a file, or a part of an online map. */
  async answer(pathname: string): Promise<MapAnswer> {
    const [, root, id = '', revision = '', ...parts] = pathname.split('/');
    if (root !== 'maps') return noPart(404);
    if (isOnlineMapId(id)) return this.online.answer(pathname);
    const place = tileAt(parts);
    if (!place || !/^\d{1,15}$/.test(revision)) return noPart(404);
    const bytes = await this.files.tile(id, place);
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
  language: () => Language,
): HandlersOf<'maps'> {
  const { files, online, cache } = maps;
  return {
    streets: ({ positions }) => maps.streets(positions, language().tag),
    files: () => files.list(),
    chooseFile: () => files.choose(),
    offer: () => files.offer(),
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
