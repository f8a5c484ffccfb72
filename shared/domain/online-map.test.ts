import { t, textOf } from '../../test/support/english';
import { expect, test } from 'vitest';
import {
  keyedMapById,
  keyedMapOf,
  keyedMaps,
  keyedMapStyle,
  mapKeyRefusal,
  mapStyleRefusal,
  ownMapRefusal,
  mapProviders,
  openFreeMapStyles,
  mayStore as mayStoreAt,
  providerOf,
} from './online-map';

test('a style address of its own identifies each map', () => {
  for (const map of keyedMaps) expect(keyedMapOf(keyedMapStyle(map.id))).toBe(map);
  expect(keyedMapOf('https://api.maptiler.com/style.json')).toBeNull();
});

test('each provider states its terms, where its keys are and its sources', () => {
  const address = /^([a-z]+\.)+com(\/[a-z-]+)*$/;
  const providers = keyedMaps.filter(({ id }) => id !== 'own');
  expect(providers).toHaveLength(7);
  for (const { terms, keysAt, attribution } of providers) {
    expect(terms).toMatch(address);
    expect(keysAt).toMatch(address);
    expect(attribution).toMatch(/^© .* © (OpenStreetMap contributors|Maxar|TomTom)/);
  }
  expect(keyedMapById('own')).toMatchObject({ terms: '', keysAt: '', attribution: '' });
});

test.each([
  ['maptiler', 'MapTiler'],
  ['stadia', 'Stadia Maps'],
  ['mapbox', 'Mapbox'],
  ['azure', 'Azure Maps'],
  ['own', 'Own map server'],
] as const)('the map %s is called %s', (id, name) => {
  expect(textOf(keyedMapById(id).name)).toBe(name);
  expect(keyedMapStyle(id)).toBe(`app://waypost/maps/${id}/style.json`);
});

test.each([
  'https://tiles.example.com/{z}/{x}/{y}.png',
  '  HTTPS://tiles.example.com/{z}/{x}/{y}.png  ',
  'HTTP://localhost:8080/{z}/{x}/{y}.png',
  'http://[::1]:8080/{z}/{x}/{y}.png',
  'https://tiles.example.com/style.json?language=en&apikey={key}',
  'https://maps.example.com/style.pbf',
  'https://tiles.example.com/{z}/{x}/{y}{r}.png?apikey={key}',
  'https://tiles.example.com/k/{key}/{z}/{x}/{y}.webp',
  'https://maps.example.com/style.json?token={key}&language=en',
  'http://127.0.0.1:8080/{z}/{x}/{y}.png',
])('%s is an address of an own server', (address) => {
  expect(ownMapRefusal(address)).toBeUndefined();
});

test.each([
  ['tiles.example.com/{z}/{x}/{y}', /complete/],
  ['', /complete/],
  ['http://tiles.example.com/{z}/{x}/{y}.png', /https/],
  ['file:///etc/passwd', /complete/],
  ['ftp://tiles.example.com/a', /https/],
  ['https://user:secret@tiles.example.com/{z}/{x}/{y}', /password/],
  ['https://{s}.tiles.example.com/{z}/{x}/{y}', /name of the server|complete/],
  ['https://{key}.tiles.example.com/{z}/{x}/{y}', /name of the server|complete/],
  ['https://tiles.example.com/{z}/{x}.png', /\{y\}/],
  ['https://tiles.example.com/{z}/{x}/{y}.pbf?key={key}', /style/],
  ['https://tiles.example.com/{z}/{x}/{y}.MVT', /style/],
  ['https://tiles.example.com/{z}/style.json', /\{y\}/],
  ['http://192.0.2.10/{z}/{x}/{y}', /https/],
  ['https://', /complete/],
  ['https://tiles.example.com:99999/', /complete/],
  ['https://%74iles.example.com/', /name of the server/],
  ['https://tiles.example.com/{z}/{x}/{y}?lang=en&Token=0123456789', /Token=\{key\}/],
  ['https://tiles.example.com/{z}/{x}/{y}?key=0123456789', /key=\{key\}/],
  ['https://maps.example.com/style.json?access_token=pk.0123456789', /access_token=\{key\}/],
])('%s is none', (address, words) => {
  expect(t(ownMapRefusal(address)!)).toMatch(words);
});

test.each([
  'https://maps.example/style.json',
  'http://127.0.0.1:8080/s.json',
  'https://maps.example/style.json?language=de&v=20260101',
])('%s is the address of a style', (address) => {
  expect(mapStyleRefusal(address)).toBeUndefined();
});

test.each([
  ['maps.example/style.json', /https/],
  ['http://maps.example/style.json', /https/],
  ['file:///etc/passwd', /https/],
  ['https://user:secret@maps.example/style.json', /password/],
  ['https://maps.example/style.json?key=SECRET', /\(key\)[^]*"Own map server"[^]*keychain/],
  ['https://maps.example/style.json?lang=de&Access_Token=pk.eyJ1', /\(Access_Token\)/],
  ['https://maps.example/style.json?user=AbC123dEf456GhI789jKl', /\(user\)/],
])('%s is none', (address, words) => {
  expect(t(mapStyleRefusal(address)!)).toMatch(words);
  expect(JSON.stringify(mapStyleRefusal(address))).not.toMatch(/SECRET|pk\.eyJ1|AbC123/);
});

test('a key is one word of at least eight characters', () => {
  expect(mapKeyRefusal('pk.eyJ1-_0/+=')).toBeUndefined();
  expect(t(mapKeyRefusal('short')!)).toMatch(/8/);
  expect(t(mapKeyRefusal('1234567')!)).toMatch(/8/);
  expect(mapKeyRefusal('12345678')).toBeUndefined();
  expect(t(mapKeyRefusal('two words here')!)).toMatch(/signs/);
  expect(t(mapKeyRefusal('line\r\nbreak-in')!)).toMatch(/signs/);
});

test('each provider has a style over https without a key, terms and sources', () => {
  expect(textOf(mapProviders[0]!.name)).toMatch(/^OpenFreeMap/);
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
  expect(providerOf(openFreeMapStyles.dark)).toBe(providerOf(openFreeMapStyles.light));
});

test('each provider is called by its name, and its terms are on a page of its own', () => {
  expect(
    mapProviders.map(({ id, name, terms, mayStore }) => [id, textOf(name), terms, mayStore]),
  ).toEqual([
    ['openfreemap-liberty', 'OpenFreeMap, streets', 'openfreemap.org/tos', true],
    ['openfreemap-positron', 'OpenFreeMap, quiet', 'openfreemap.org/tos', true],
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
