import { expect, test } from 'vitest';
import { mapProviders, mayStore as mayStoreAt, providerOf } from './map-provider';

test('each provider has a style over https without a key, terms and sources', () => {
  expect(mapProviders[0]?.name).toMatch(/^OpenFreeMap/);
  for (const { style, terms, attribution } of mapProviders) {
    const { protocol, search, username } = new URL(style);
    expect({ protocol, search, username }).toEqual({
      protocol: 'https:',
      search: '',
      username: '',
    });
    expect(URL.canParse(`https://${terms}`)).toBe(true);
    expect(attribution).toContain('OpenStreetMap');
    expect(providerOf(style)?.style).toBe(style);
  }
  expect(new Set(mapProviders.map(({ id }) => id)).size).toBe(mapProviders.length);
  expect(providerOf('https://maps.example/style.json')).toBeNull();
});

test('each provider is called by its name, and its terms are on a page of its own', () => {
  expect(mapProviders.map(({ id, name, terms, mayStore }) => [id, name, terms, mayStore])).toEqual([
    ['openfreemap-liberty', 'OpenFreeMap, streets', 'openfreemap.org/tos', true],
    ['openfreemap-positron', 'OpenFreeMap, quiet', 'openfreemap.org/tos', true],
    ['openfreemap-dark', 'OpenFreeMap, dark', 'openfreemap.org/tos', true],
    ['versatiles-colorful', 'VersaTiles, streets', 'versatiles.org', false],
  ]);
});

test('only providers whose terms allow it may be stored on the disk', () => {
  for (const { style, mayStore } of mapProviders) {
    const tile = new URL('/planet/14/1/2.pbf', style).href;
    expect([mayStoreAt(style), mayStoreAt(tile)]).toEqual([mayStore, mayStore]);
  }
  expect(mapProviders.some(({ mayStore }) => mayStore)).toBe(true);
});

test.each([
  'https://maps.example/14/1/2.png',
  'http://tiles.openfreemap.org/planet/14/1/2.pbf',
  'https://tiles.openfreemap.org:8443/planet/14/1/2.pbf',
  'https://tiles.openfreemap.org.example/planet/14/1/2.pbf',
  'https://tiles.openfreemap.org@maps.example/14/1/2.pbf',
  'https://tiles.versatiles.org/tiles/osm/14/1/2',
  'http://127.0.0.1:3000/14/1/2.png',
  'app://waypost/maps/own/0/14/1/2',
  'not an address',
])('nothing is stored of %s', (address) => {
  expect(mayStoreAt(address)).toBe(false);
});
