import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDemoTiles, createTileRoute, type DemoTiles } from '../../main/app/demo-tiles';
import { mapsInProcess } from '../../main/features/maps/in-process.test-support';
import { createMapFiles } from '../../main/features/maps/map-files';
import { roadMap, writePmtiles } from '../../main/features/maps/map-writer.test-support';
import { readTile } from '../../main/service/demo/city/read-tile.test-support';
import { demoMap, demoMapId } from '../../shared/domain/demo-map';
import { cleanUp, onCleanUp, temporaryFolder } from '../support/resources';
import path from 'node:path';

// The way of a tile of the demo: address, main, the process of the service, its generated streets.

afterEach(cleanUp);

let tiles: DemoTiles;
beforeEach(async () => {
  // The port that Electron gives to a utility process; messages are cloned and answered later, as there.
  const listeners: ((event: { data: unknown }) => void)[] = [];
  const parentPort = {
    on: (_event: 'message', listener: (event: { data: unknown }) => void) =>
      listeners.push(listener),
    postMessage: (message: unknown) => {
      const clone: unknown = structuredClone(message);
      setImmediate(() => tiles.receive(clone));
    },
  };
  Object.assign(process, { parentPort });
  onCleanUp(() => void Reflect.deleteProperty(process, 'parentPort'));
  await import('../../main/service/utility');
  tiles = createDemoTiles((question) => {
    const data: unknown = structuredClone(question);
    setImmediate(() => {
      for (const listener of listeners) listener({ data });
    });
  });
});

/** The column and row of the tile in the middle of the demo's city. */
function middle(zoom: number): [x: number, y: number] {
  const [west, south, east, north] = demoMap.bounds;
  const latitude = (((south + north) / 2) * Math.PI) / 180;
  const x = ((west + east) / 2 + 180) / 360;
  const y = (1 - Math.asinh(Math.tan(latitude)) / Math.PI) / 2;
  return [Math.floor(x * 2 ** zoom), Math.floor(y * 2 ** zoom)];
}
const address = (id: string, zoom: number) =>
  `/map-tiles/${id}/1/${zoom}/${middle(zoom).join('/')}`;

test('streets of the demo come from its service while it runs, and map files stay beside them', async () => {
  const file = path.join(temporaryFolder(), 'harbour.pmtiles');
  const [west, south, east, north] = demoMap.bounds;
  writePmtiles(file, roadMap('openmaptiles', (west + east) / 2, (south + north) / 2));
  const { promise: isRead, resolve } = Promise.withResolvers<void>();
  const files = createMapFiles({
    start: mapsInProcess,
    after: () => () => undefined,
    memory: { read: () => null, write: () => undefined },
    folder: temporaryFolder(),
    preset: [file],
    newId: () => 'id',
    pick: () => Promise.resolve(null),
    onChanged: ([first]) => first?.state === 'ready' && resolve(),
    onOffer: () => undefined,
  });
  onCleanUp(() => files.close());
  files.begin();
  await isRead;
  const route = createTileRoute(files.tile);
  const layersAt = async (id: string, zoom: number) => {
    const bytes = await route.tile(address(id, zoom));
    return bytes && readTile(bytes);
  };

  expect(await layersAt(demoMapId, 14)).toBeNull();
  route.use(tiles);
  for (let zoom: number = demoMap.minZoom; zoom <= demoMap.maxZoom; zoom += 1) {
    const layers = await layersAt(demoMapId, zoom);
    expect(layers!['streets']!.length).toBeGreaterThan(0);
  }
  expect((await layersAt(demoMapId, 14))!['street_labels']!.length).toBeGreaterThan(0);
  expect(await route.tile(address(demoMapId, demoMap.maxZoom + 1))).toBeNull();
  expect(await layersAt('policy-0', 14)).toHaveProperty('transportation');

  // Questions that overlap get their own answers.
  const [near, far] = await Promise.all([layersAt(demoMapId, 14), layersAt(demoMapId, 11)]);
  expect(near).toHaveProperty('buildings');
  expect(far).not.toHaveProperty('buildings');

  route.drop(tiles);
  expect(await layersAt(demoMapId, 14)).toBeNull();
  expect(await layersAt('policy-0', 14)).toHaveProperty('transportation');
});

test.each(['14/8103', '14/8103/-1', '14/8103/5383/0', '14/x/y', '014/8103/5383 '])(
  'an address that is none is no tile of the demo: %s',
  async (rest) => {
    const asked: string[] = [];
    const route = createTileRoute((pathname) => {
      asked.push(pathname);
      return Promise.resolve(null);
    });
    route.use(tiles);
    expect(await route.tile(`/map-tiles/${demoMapId}/1/${rest}`)).toBeNull();
    expect(asked).toHaveLength(1);
  },
);
