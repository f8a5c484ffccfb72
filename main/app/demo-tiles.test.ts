import { expect, it } from 'vitest';
import { createDemoTiles, createTileRoute, type TileQuestion } from './demo-tiles';

it('asks the demo only for tiles of its own map while it runs, and map files for all others', async () => {
  const asked: TileQuestion[] = [];
  const tiles = createDemoTiles((question) => asked.push(question));
  const files: string[] = [];
  const route = createTileRoute((pathname) => {
    files.push(pathname);
    return Promise.resolve(null);
  });
  expect(await route.tile('/map-tiles/demo-city/1/14/8105/5384')).toBeNull();
  route.use(tiles);
  const tile = route.tile('/map-tiles/demo-city/1/14/8105/5384');
  tiles.receive({ type: 'tile', request: 1, bytes: Uint8Array.of(7) });
  expect(await tile).toEqual(Uint8Array.of(7));
  expect(asked).toEqual([{ type: 'tile', request: 1, zoom: 14, x: 8105, y: 5384 }]);
  await route.tile('/map-tiles/a-file/1/14/8105/5384');
  expect(files).toEqual(['/map-tiles/a-file/1/14/8105/5384']);
});

it('leaves no tile unanswered when the demo ends', async () => {
  const tiles = createDemoTiles(() => undefined);
  const tile = tiles.tile(14, 1, 1);
  tiles.ended();
  expect([await tile, await tiles.tile(14, 1, 1)]).toEqual([null, null]);
});
