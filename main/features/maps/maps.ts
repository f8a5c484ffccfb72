// Why it is so: docs/decisions/0102-map-sources.md
import { isKeyedMapId, isOnlineMapId, keyedMapStyle } from '#shared/domain/online-map';
import type { Settings } from '#shared/domain/settings';
import type { HandlersOf } from '#shared/ipc/contract';
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
  { files, online, cache }: Maps,
  settings: {
    current(): Settings;
    change(part: Pick<Settings, 'mapStyleUrl'>): unknown;
  },
): HandlersOf<'maps'> {
  return {
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
