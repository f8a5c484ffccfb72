import { expect, test, vi } from 'vitest';
import type { MapDevice, MapFeed } from '#engines/fleet';
import type { MapView } from './camera';
import { FleetCamera } from './fleet-camera';

const box = { west: 0.4, north: 0.4, east: 0.6, south: 0.6 };
const home: MapView = { longitude: 4, latitude: 45, zoom: 9, bearing: 0 };
const device = (id: string, x = 0.5) => ({ id, x, y: 0.5 }) as MapDevice;

function setUp() {
  const extent = vi.fn<MapFeed['extent']>(() => Promise.resolve(box));
  const located = Promise.withResolvers<MapDevice | null>();
  const moves: string[] = [];
  const move = (name: string) => (what: unknown) =>
    void moves.push([name, (what as Partial<MapDevice> | undefined)?.id].filter(Boolean).join(' '));
  const following: string[] = [];
  const camera = new FleetCamera({
    feed: { extent, locate: () => located.promise },
    camera: {
      centre: move('centre'),
      keepInView: move('keep in view'),
      hold: move('hold'),
      fit: move('fit'),
      setView: move('view'),
      expand: move('expand'),
      zoomBy: move('zoom'),
      pin: () => {},
      coverChanged: () => {},
      release: () => {},
      view: () => home,
    },
    onFramed: () => void moves.push('framed'),
    onFollowChanged: (isOn, isOther) => void following.push(`${isOn} ${isOther}`),
  });
  let generation = 0;
  /** The moves since the last call. */
  const taken = async () => {
    await Promise.resolve();
    await Promise.resolve();
    return moves.splice(0);
  };
  const fleet = (positions: number, isChecked = false) =>
    camera.fleetChanged({
      generation: (generation += 1),
      account: 'a',
      total: positions,
      positions,
      isChecked,
    });
  return { camera, fleet, taken, located, following, extent };
}

test('frames the first fleet, again once its positions have doubled, and once it is known as a whole', async () => {
  const { camera, fleet, taken } = setUp();
  expect(camera.isFramed).toBe(true);
  fleet(0);
  expect(await taken()).toEqual([]);
  fleet(10);
  expect(await taken()).toEqual(['fit', 'framed']);
  fleet(19);
  expect(await taken()).toEqual([]);
  fleet(20);
  expect(await taken()).toEqual(['fit', 'framed']);
  fleet(21, true);
  expect(await taken()).toEqual(['fit', 'framed']);
  fleet(22, true);
  expect(await taken()).toEqual([]);
  expect(camera.chosenView).toBeNull();
});

test('what the user chose while the box of the fleet was asked for stays', async () => {
  const { camera, fleet, taken } = setUp();
  fleet(10);
  camera.moved();
  expect(await taken()).toEqual(['framed']);
  fleet(100);
  expect(await taken()).toEqual([]);
  expect(camera.chosenView).toEqual(home);
  camera.fitAll();
  expect(await taken()).toEqual(['fit']);
  expect(camera.chosenView).toBeNull();
});

test('an account that was left returns to its view, and its selected device stays where it was', async () => {
  const { camera, fleet, taken } = setUp();
  camera.open('a', home, 'van');
  fleet(10);
  camera.selectedShown(device('van'));
  camera.selectedShown(device('van', 0.6));
  expect(await taken()).toEqual(['view']);
  camera.selectedShown(device('truck'));
  camera.selectedShown(device('van'));
  expect(await taken()).toEqual(['centre truck', 'centre van']);
});

test('a selected device comes to the middle and is kept in view as it moves', async () => {
  const { camera, taken } = setUp();
  camera.selectedShown(device('van'));
  camera.selectedShown(device('van', 0.51));
  camera.selectedShown(device('van', 0.51));
  expect(await taken()).toEqual(['centre van', 'keep in view van']);
  camera.moved();
  camera.selectedShown(device('van', 0.52));
  expect(await taken()).toEqual([]);
});

test('a device that was clicked on the map stays where it is, once', async () => {
  const { camera, taken } = setUp();
  camera.selectedOnMap('van');
  camera.selectedShown(device('van'));
  expect(await taken()).toEqual(['hold van']);
  // A second click on it does not hide that another one is selected, or the first one again.
  camera.selectedOnMap('van');
  camera.selectedShown(device('truck'));
  camera.selectedShown(device('van'));
  expect(await taken()).toEqual(['centre truck', 'centre van']);
});

test('a followed device stays in the middle until the map is moved or another one is selected', async () => {
  const { camera, taken, following } = setUp();
  camera.selectedShown(device('van'));
  camera.follow(true);
  camera.selectedShown(device('van', 0.51));
  expect(await taken()).toEqual(['centre van', 'centre van', 'centre van']);
  camera.selectedShown(device('truck'));
  expect(following).toEqual(['true false', 'false true']);
  camera.follow(true);
  camera.moved();
  expect(following.slice(2)).toEqual(['true false', 'false false']);
});

test('following begins with a device that is not on the map yet', async () => {
  const { camera, taken, following } = setUp();
  camera.follow(true);
  camera.selectedShown(device('van'));
  camera.selectedShown(device('van', 0.51));
  expect(await taken()).toEqual(['centre van', 'centre van']);
  expect(following).toEqual(['true false']);
});

test('a filter shows the devices that match, and without it the map is where it was', async () => {
  const { camera, fleet, taken } = setUp();
  fleet(10);
  camera.filterChanged(true);
  camera.filterChanged(false);
  expect(await taken()).toEqual(['fit', 'framed']);
  camera.moved();
  camera.filterChanged(true);
  camera.filterChanged(true);
  camera.filterChanged(false);
  expect(await taken()).toEqual(['view']);
});

test('a device that was selected by a search stays on the map when the search is cleared', async () => {
  const { camera, fleet, taken } = setUp();
  fleet(10);
  await taken();
  camera.filterChanged(true);
  camera.selectedShown(device('van'));
  expect(await taken()).toEqual(['centre van']);
  camera.filterChanged(false);
  camera.selectedShown(null);
  expect(await taken()).toEqual([]);
  expect(camera.chosenView).toEqual(home);
});

test('a device is shown again, unless the user has moved the map meanwhile', async () => {
  const { camera, taken, located } = setUp();
  const revealed = camera.reveal('van');
  located.resolve(device('van'));
  expect(await revealed).toBe(true);
  expect(await taken()).toEqual(['centre van']);
  const again = camera.reveal('van');
  camera.moved();
  await again;
  expect(await taken()).toEqual([]);
});
