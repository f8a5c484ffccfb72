import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { mostMapFiles, type MapFile, type MapFileOffer } from '#shared/domain/map-file';
import { storedFile } from '#main/files/stored-files';
import { storedListSchema, type MapFiles } from './map-files';
import { openMapFiles } from './maps.test-support';
import { roadMap, roadTile, writePmtiles } from './map-writer.test-support';

let folder = '';
let opened: MapFiles[] = [];
let offers: (MapFileOffer | null)[] = [];
/** The windows that were told of an offer. */
let askers: unknown[] = [];
let changes: MapFile[][] = [];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-map-files-'));
  [opened, offers, askers, changes] = [[], [], [], []];
});
afterEach(() => {
  for (const maps of opened) maps.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const list = () => path.join(folder, 'map-files.json');
const copies = () => path.join(folder, 'profile', 'maps');
function open(
  options: { preset?: string[]; picked?: string | null; platform?: NodeJS.Platform } = {},
): MapFiles {
  fs.mkdirSync(path.dirname(copies()), { recursive: true });
  const maps = openMapFiles({
    memory: storedFile(list(), 'mapFiles', storedListSchema, () => undefined),
    folder: copies(),
    preset: options.preset ?? [],
    ...(options.platform && { platform: options.platform }),
    pick: () => Promise.resolve(options.picked ?? null),
    onChanged: (files) => changes.push(files),
    onOffer: (offer, of) => {
      offers.push(offer);
      askers.push(of);
    },
  });
  opened.push(maps);
  maps.begin();
  return maps;
}

function written(name: string): string {
  const file = path.join(folder, name);
  writePmtiles(file, roadMap('openmaptiles', 7, 45));
  return file;
}

const ready = (maps: MapFiles, count: number) =>
  vi.waitFor(() =>
    expect(maps.list().map(({ state }) => state)).toEqual(Array(count).fill('ready')),
  );

/** Offers a file, and adds it. */
async function added(maps: MapFiles, file: string, isCopy = false): Promise<string> {
  await maps.consider(file, 1);
  const { id } = maps.offer(1)!;
  await maps.add(id, isCopy);
  return id;
}

const column = Math.floor(((7 + 180) / 360) * 2 ** 14);
const row = roadMap('openmaptiles', 7, 45).tiles.find((tile) => tile.zoom === 14)!.y;
const tileAt14 = { zoom: 14, x: column, y: row };

describe('adding', () => {
  it('offers what is in a chosen file, and adds it where it is', async () => {
    const file = written('harbour.pmtiles');
    const maps = open({ picked: file });
    await maps.choose(1);
    expect(offers.map((offer) => offer?.state)).toEqual(['reading', 'readable']);
    const { id } = maps.offer(1)!;
    expect(maps.offer(1)).toMatchObject({ name: 'harbour.pmtiles', facts: { maxZoom: 14 } });
    expect(maps.list()).toEqual([]);
    await maps.add(id, false);
    expect(maps.offer(1)).toBeNull();
    await ready(maps, 1);
    expect(maps.list()).toMatchObject([{ id, name: 'harbour.pmtiles', origin: 'place' }]);
    expect(Buffer.from((await maps.tile(id, tileAt14))!)).toEqual(
      Buffer.from(roadTile('openmaptiles')),
    );
    expect(fs.existsSync(copies())).toBe(false);
  });

  it('offers nothing when the dialog is cancelled', async () => {
    const maps = open();
    await maps.choose(1);
    expect(offers).toEqual([]);
  });

  it('copies a file, which stays when the original is gone', async () => {
    const file = written('harbour.pmtiles');
    const maps = open();
    const id = await added(maps, file, true);
    expect(offers.some((offer) => offer?.state === 'copying')).toBe(true);
    expect(fs.readdirSync(copies())).toEqual([`${id}.pmtiles`]);
    fs.rmSync(file);
    await ready(maps, 1);
    expect(maps.list()).toMatchObject([{ id, origin: 'copy' }]);
    expect(await maps.tile(id, tileAt14)).not.toBeNull();
  });

  it('adds nothing under the id of another offer, of one that was dismissed, or twice', async () => {
    const maps = open();
    await maps.consider(written('harbour.pmtiles'), 1);
    const { id } = maps.offer(1)!;
    await maps.add('id-of-another', false);
    maps.dismiss('id-of-another');
    expect(maps.offer(1)?.id).toBe(id);
    maps.dismiss(id);
    expect(maps.offer(1)).toBeNull();
    await maps.add(id, false);
    expect([maps.list(), fs.existsSync(list())]).toEqual([[], false]);
    const again = await added(maps, path.join(folder, 'harbour.pmtiles'));
    await maps.add(again, false);
    expect(maps.list()).toHaveLength(1);
  });

  it('shows the latest of two files, whichever is read first', async () => {
    const maps = open();
    const first = maps.consider(written('first.pmtiles'), 1);
    const second = maps.consider(written('second.pmtiles'), 1);
    await Promise.all([first, second]);
    expect(maps.offer(1)).toMatchObject({ state: 'readable', name: 'second.pmtiles' });
    const after = offers.slice(offers.findIndex((offer) => offer?.name === 'second.pmtiles'));
    expect(after.map((offer) => offer?.name)).toEqual(['second.pmtiles', 'second.pmtiles']);
  });

  it('asks in the window in which a file was dropped, and in no other', async () => {
    const maps = open();
    await maps.consider(written('first.pmtiles'), 1);
    expect([maps.offer(1)?.name, maps.offer(2)]).toEqual(['first.pmtiles', null]);
    await maps.consider(written('second.pmtiles'), 2);
    expect([maps.offer(1), maps.offer(2)?.name]).toEqual([null, 'second.pmtiles']);
    expect(offers.map((offer, at) => [askers[at], offer?.name])).toEqual([
      [1, 'first.pmtiles'],
      [1, 'first.pmtiles'],
      [1, undefined],
      [2, 'second.pmtiles'],
      [2, 'second.pmtiles'],
    ]);
    maps.windowClosed(1);
    expect(maps.offer(2)).not.toBeNull();
    maps.windowClosed(2);
    expect(maps.offer(2)).toBeNull();
    // Opened by the system while there is no window.
    await maps.consider(written('third.pmtiles'), null);
    expect(maps.offer(3)?.name).toBe('third.pmtiles');
  });

  it('refuses a damaged file, the same file and too many', async () => {
    const maps = open();
    const damaged = path.join(folder, 'damaged.pmtiles');
    fs.writeFileSync(damaged, 'PMTiles');
    await maps.consider(damaged, 1);
    expect(maps.offer(1)).toMatchObject({ state: 'refused', name: 'damaged.pmtiles' });
    await maps.add(maps.offer(1)!.id, false);
    expect(maps.list()).toEqual([]);

    const file = written('harbour.pmtiles');
    await added(maps, file);
    await maps.consider(file, 1);
    expect(maps.offer(1)).toMatchObject({ state: 'refused', reason: 'known' });
    for (let i = 1; i < mostMapFiles; i += 1) await added(maps, written(`${i}.pmtiles`));
    expect(maps.list()).toHaveLength(mostMapFiles);
    await maps.consider(written('more.pmtiles'), 1);
    expect(maps.offer(1)).toMatchObject({ state: 'refused', reason: 'tooMany' });
  });

  it('replaces an entry whose file was missing', async () => {
    const file = written('harbour.pmtiles');
    const maps = open();
    const first = await added(maps, file);
    await ready(maps, 1);
    fs.rmSync(file);
    await vi.waitFor(async () => {
      await maps.tile(first, tileAt14);
      expect(maps.list()).toMatchObject([{ id: first, state: 'missing' }]);
    });
    written('harbour.pmtiles');
    const second = await added(maps, file);
    await ready(maps, 1);
    expect(maps.list().map(({ id }) => id)).toEqual([second]);
  });
});

describe('the next start', () => {
  it('has the files of the list, and those of the administrator before them', async () => {
    const before = open();
    const place = await added(before, written('place.pmtiles'));
    const copy = await added(before, written('copied.pmtiles'), true);
    before.close();
    const maps = open({ preset: [written('company.pmtiles')] });
    expect(maps.list()).toMatchObject([
      { id: 'policy-0', name: 'company.pmtiles', origin: 'policy' },
      { id: place, name: 'place.pmtiles', origin: 'place' },
      { id: copy, name: 'copied.pmtiles', origin: 'copy' },
    ]);
    await ready(maps, 3);
    for (const id of ['policy-0', place, copy]) {
      expect(await maps.tile(id, tileAt14)).not.toBeNull();
    }
  });

  it.each([
    '{',
    '{"version":2,"files":[]}',
    '{"version":1,"files":[{"id":"a","name":"x","place":"relative.pmtiles"}]}',
    '{"version":1,"files":[{"id":"a","name":"x","copy":"../../secret.pmtiles"}]}',
    '{"version":1,"files":[{"id":"a","name":"x"}]}',
  ])('reads nothing of a list that was changed: %s', (text) => {
    fs.writeFileSync(list(), text);
    expect(open().list()).toEqual([]);
  });
});

describe('a path of another computer', () => {
  // A path of this test: the file is there, and only its name is one of a server on Windows.
  const shared = () => {
    const file = written('harbour.pmtiles');
    return `/${file}`;
  };

  it('is refused on Windows before it is touched', async () => {
    const maps = open({ platform: 'win32' });
    await maps.consider(shared(), 1);
    expect(maps.offer(1)).toMatchObject({ state: 'refused', reason: 'remote' });
    expect(offers.map((offer) => offer?.state)).toEqual(['refused']);
  });

  it('is not read when it is put into the list, which says why', async () => {
    const place = shared();
    const files = [{ id: 'a', name: 'harbour.pmtiles', place }];
    fs.writeFileSync(list(), JSON.stringify({ version: 1, files }));
    const maps = open({ platform: 'win32', preset: [written('company.pmtiles')] });
    await vi.waitFor(() => expect(maps.list()[0]?.state).toBe('ready'));
    expect(maps.list()).toMatchObject([{}, { id: 'a', state: 'remote', facts: null }]);
    expect(await maps.tile('a', tileAt14)).toBeNull();
    maps.close();
    const elsewhere = open();
    await vi.waitFor(() => expect(elsewhere.list()[0]?.state).toBe('ready'));
  });
});

describe('removing', () => {
  it('deletes a copy, never the file of the user, and forgets both', async () => {
    const maps = open();
    const file = written('harbour.pmtiles');
    const place = await added(maps, file);
    const copy = await added(maps, written('copied.pmtiles'), true);
    await ready(maps, 2);
    maps.remove(place);
    maps.remove(copy);
    expect(maps.list()).toEqual([]);
    await vi.waitFor(() => expect(fs.readdirSync(copies())).toEqual([]));
    expect(fs.existsSync(file)).toBe(true);
    expect(await maps.tile(place, tileAt14)).toBeNull();
    expect(open().list()).toEqual([]);
  });

  it('does not remove what an administrator has set', async () => {
    const maps = open({ preset: [written('company.pmtiles')] });
    await ready(maps, 1);
    maps.remove('policy-0');
    expect(maps.list()).toHaveLength(1);
    expect(await maps.tile('policy-0', tileAt14)).not.toBeNull();
  });
});

test('a file that changes gets another revision, so that no old tile is shown', async () => {
  const maps = open();
  const file = written('harbour.pmtiles');
  const id = await added(maps, file);
  await ready(maps, 1);
  const [{ revision: first }] = maps.list() as [MapFile];
  const { tiles, ...map } = roadMap('openmaptiles', 7, 45);
  writePmtiles(file, { ...map, tiles: tiles.filter(({ zoom }) => zoom > 10), minZoom: 11 });
  await vi.waitFor(async () => {
    await maps.tile(id, tileAt14);
    expect(maps.list()[0]).toMatchObject({ state: 'ready', facts: { minZoom: 11 } });
  });
  expect(maps.list()[0]!.revision).toBeGreaterThan(first);
});
