import { z } from 'zod';
import { demoMapId } from '#shared/domain/demo-map';

/** A question to the process of the demo service. */
export interface TileQuestion {
  type: 'tile';
  request: number;
  zoom: number;
  x: number;
  y: number;
}

const answerSchema = z.object({
  type: z.literal('tile'),
  request: z.number(),
  bytes: z.instanceof(Uint8Array).nullable(),
});

/** The tiles of the demo's own map, from the process that moves its vehicles. */
export interface DemoTiles {
  tile(zoom: number, x: number, y: number): Promise<Uint8Array | null>;
  /** A message of the process; others than tiles are ignored. */
  receive(message: unknown): void;
  /** The process has ended: nothing more will come. */
  ended(): void;
}

export function createDemoTiles(post: (question: TileQuestion) => void): DemoTiles {
  const waiting = new Map<number, (bytes: Uint8Array | null) => void>();
  let requests = 0;
  let isOver = false;
  return {
    tile: (zoom, x, y) => {
      if (isOver) return Promise.resolve(null);
      const request = (requests += 1);
      return new Promise((resolve) => {
        waiting.set(request, resolve);
        post({ type: 'tile', request, zoom, x, y });
      });
    },
    receive: (message) => {
      const { data } = answerSchema.safeParse(message);
      if (!data) return;
      waiting.get(data.request)?.(data.bytes);
      waiting.delete(data.request);
    },
    ended: () => {
      isOver = true;
      for (const answer of waiting.values()) answer(null);
      waiting.clear();
    },
  };
}

const address = new RegExp(`^/map-tiles/${demoMapId}/\\d+/(\\d{1,2})/(\\d{1,8})/(\\d{1,8})$`);

/** The source of tiles by their addresses: the demo's while it runs, otherwise those of map files. */
export interface TileRoute {
  use(tiles: Pick<DemoTiles, 'tile'>): void;
  drop(tiles: Pick<DemoTiles, 'tile'>): void;
  /** null: there is no such tile. */
  tile(pathname: string): Promise<Uint8Array | null>;
}

export function createTileRoute(
  ofFiles: (pathname: string) => Promise<Uint8Array | null>,
): TileRoute {
  let demo: Pick<DemoTiles, 'tile'> | null = null;
  return {
    use: (tiles) => {
      demo = tiles;
    },
    drop: (tiles) => {
      if (demo === tiles) demo = null;
    },
    tile: (pathname) => {
      const match = address.exec(pathname);
      if (!match) return ofFiles(pathname);
      const [zoom, x, y] = match.slice(1).map(Number) as [number, number, number];
      return demo?.tile(zoom, x, y) ?? Promise.resolve(null);
    },
  };
}
