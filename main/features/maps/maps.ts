import { z } from 'zod';
import { demoMapId } from '#shared/domain/demo-map';
import { isOnlineMapId, keyedMapStyle } from '#shared/domain/keyed-map';
import type { Settings } from '#shared/domain/settings';
import type { HandlersOf } from '#shared/ipc/contract';
import type { TilePlace } from './container';
import { tileAt } from './map-area';
import type { MapFiles } from './map-files';
import { noPart, type MapAnswer, type OnlineMaps } from './online-maps';

/**
 * All maps of the window besides the bundled one, by their ids: files, online maps, and the city of the demo. The
 * window names a map by its id, never by a path or an address.
 */
export class Maps {
  #demo: DemoTiles | null = null;

  constructor(
    readonly files: MapFiles,
    readonly online: OnlineMaps,
    /** The parts of online maps on the disk; both resolve to their bytes. */
    readonly cache: { bytes(): Promise<number>; clear(): Promise<number> },
  ) {}

  /** Answers for the demo's own map with these tiles, until their process has ended. */
  useDemo(tiles: DemoTiles): void {
    this.#demo = tiles;
  }

  /** The answer for a path: `/maps/ID/REVISION/Z/X/Y` of a file or of the demo, or a part of an online map. */
  async answer(pathname: string): Promise<MapAnswer> {
    const [, root, id = '', revision = '', ...parts] = pathname.split('/');
    if (root !== 'maps') return noPart(404);
    if (isOnlineMapId(id)) return this.online.answer(pathname);
    const place = tileAt(parts);
    if (!place || !/^\d{1,15}$/.test(revision)) return noPart(404);
    const bytes = await (id === demoMapId ? this.#demo?.tile(place) : this.files.tile(id, place));
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
): { mapFiles: HandlersOf<'mapFiles'>; keyedMaps: HandlersOf<'keyedMaps'> } {
  return {
    mapFiles: {
      list: () => files.list(),
      choose: () => files.choose(),
      offer: () => files.offer(),
      add: ({ id, copy }) => files.add(id, copy),
      dismiss: ({ id }) => files.dismiss(id),
      remove: ({ id }) => files.remove(id),
      onlineCacheBytes: () => cache.bytes(),
      clearOnlineCache: () => cache.clear(),
    },
    keyedMaps: {
      list: () => online.list(),
      use: async (chosen) => {
        await online.use(chosen);
        await settings.change({ mapStyleUrl: keyedMapStyle(chosen.id) });
      },
      retry: ({ id }) => online.retry(id),
      remove: async ({ id }) => {
        await online.remove(id);
        const isShown = settings.current().mapStyleUrl === keyedMapStyle(id);
        if (isShown) await settings.change({ mapStyleUrl: '' });
      },
    },
  };
}

const demoTileSchema = z.object({
  type: z.literal('tile'),
  request: z.number(),
  bytes: z.instanceof(Uint8Array).nullable(),
});

/** A question to the process of the demo service. */
export type DemoTileQuestion = { type: 'tile'; request: number } & TilePlace;

/** The tiles of the demo's own map, from the process that moves its vehicles. */
export class DemoTiles {
  readonly #waiting = new Map<number, (bytes: Uint8Array | null) => void>();
  #requests = 0;
  #isOver = false;

  constructor(private readonly post: (question: DemoTileQuestion) => void) {}

  tile(place: TilePlace): Promise<Uint8Array | null> {
    if (this.#isOver) return Promise.resolve(null);
    const request = (this.#requests += 1);
    return new Promise((resolve) => {
      this.#waiting.set(request, resolve);
      this.post({ type: 'tile', request, ...place });
    });
  }

  /** A message of the process; others than tiles are ignored. */
  receive(message: unknown): void {
    const { data } = demoTileSchema.safeParse(message);
    if (!data) return;
    this.#waiting.get(data.request)?.(data.bytes);
    this.#waiting.delete(data.request);
  }

  /** The process has ended: nothing more will come. */
  end(): void {
    this.#isOver = true;
    for (const answer of this.#waiting.values()) answer(null);
    this.#waiting.clear();
  }
}
