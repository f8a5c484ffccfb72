import { afterEach, beforeEach, expect, test } from 'vitest';
import { noCache, openMapFiles, openOnlineMaps } from '../../main/features/maps/maps.test-support';
import { DemoTiles, Maps } from '../../main/features/maps/maps';
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
  tiles = new DemoTiles((question) => {
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
const address = (id: string, zoom: number) => `/maps/${id}/1/${zoom}/${middle(zoom).join('/')}`;

test('streets of the demo come from its service while it runs, and map files stay beside them', async () => {
  const file = path.join(temporaryFolder(), 'harbour.pmtiles');
  const [west, south, east, north] = demoMap.bounds;
  writePmtiles(file, roadMap('openmaptiles', (west + east) / 2, (south + north) / 2));
  const { promise: isRead, resolve } = Promise.withResolvers<void>();
  const files = openMapFiles({
    folder: temporaryFolder(),
    preset: [file],
    onChanged: ([first]) => first?.state === 'ready' && resolve(),
  });
  onCleanUp(() => files.close());
  files.begin();
  await isRead;
  const maps = new Maps(files, openOnlineMaps(), noCache);
  const layersAt = async (id: string, zoom: number) => {
    const { bytes } = await maps.answer(address(id, zoom));
    return bytes && readTile(bytes);
  };

  expect(await layersAt(demoMapId, 14)).toBeNull();
  maps.useDemo(tiles);
  for (let zoom: number = demoMap.minZoom; zoom <= demoMap.maxZoom; zoom += 1) {
    const layers = await layersAt(demoMapId, zoom);
    expect(layers!['streets']!.length).toBeGreaterThan(0);
  }
  expect((await layersAt(demoMapId, 14))!['street_labels']!.length).toBeGreaterThan(0);
  expect(await layersAt(demoMapId, demoMap.maxZoom + 1)).toBeNull();
  expect(await layersAt('policy-0', 14)).toHaveProperty('transportation');

  // Questions that overlap get their own answers.
  const [near, far] = await Promise.all([layersAt(demoMapId, 14), layersAt(demoMapId, 11)]);
  expect(near).toHaveProperty('buildings');
  expect(far).not.toHaveProperty('buildings');

  // Its process ends: the tile that it was asked for is not waited for.
  const unanswered = layersAt(demoMapId, 13);
  tiles.end();
  expect([await unanswered, await layersAt(demoMapId, 14)]).toEqual([null, null]);
  expect(await layersAt('policy-0', 14)).toHaveProperty('transportation');
});
