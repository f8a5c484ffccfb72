import { expect, test } from 'vitest';
import { keyedMaps, shareKey } from '#shared/domain/online-map';
import { holdsKey, requestFor, upstreamOf, withoutKey } from './upstream';

const key = 'k3y&/=+0';

test.each([
  [
    'maptiler' as const,
    'https://api.maptiler.com/maps/streets-v2/style.json?key=k3y%26%2F%3D%2B0',
    {},
  ],
  [
    'stadia' as const,
    'https://tiles.stadiamaps.com/styles/alidade_smooth.json?api_key=k3y%26%2F%3D%2B0',
    {},
  ],
  [
    'mapbox' as const,
    'https://api.mapbox.com/styles/v1/mapbox/streets-v12/tiles/512/3/4/2?access_token=k3y%26%2F%3D%2B0',
    {},
  ],
  [
    'azure' as const,
    'https://atlas.microsoft.com/map/tile?api-version=2024-04-01&tilesetId=microsoft.base.road&zoom=3&x=4&y=2&tileSize=512&language=en-US',
    { 'subscription-key': key },
  ],
  [
    'maptiler-satellite' as const,
    'https://api.maptiler.com/maps/hybrid/style.json?key=k3y%26%2F%3D%2B0',
    {},
  ],
  [
    'mapbox-satellite' as const,
    'https://api.mapbox.com/styles/v1/mapbox/satellite-streets-v12/tiles/512/3/4/2?access_token=k3y%26%2F%3D%2B0',
    {},
  ],
  [
    'azure-satellite' as const,
    'https://atlas.microsoft.com/map/tile?api-version=2024-04-01&tilesetId=microsoft.imagery&zoom=3&x=4&y=2&tileSize=256&language=en-US',
    { 'subscription-key': key },
  ],
])('the address of %s has its key where the provider expects it', (id, url, headers) => {
  const upstream = upstreamOf(id, '');
  const address = upstream.address.replace('{z}', '3').replace('{x}', '4').replace('{y}', '2');
  expect(requestFor(upstream, address, key)).toEqual({ url, headers });
});

test.each([
  ['https://a.example/{z}/{x}/{y}.png?k={key}', 'https://a.example/1/0/0.png?k=k3y%26%2F%3D%2B0'],
  ['https://a.example/{key}/{z}/{x}/{y}.png', 'https://a.example/k3y%26%2F%3D%2B0/1/0/0.png'],
  ['https://a.example/{z}/{x}/{y}{r}.png', 'https://a.example/1/0/0.png'],
])('%s of an own server', (address, url) => {
  const upstream = upstreamOf('own', address);
  const filled = upstream.address.replace('{z}', '1').replace('{x}', '0').replace('{y}', '0');
  expect(requestFor(upstream, filled, key)?.url).toBe(url);
});

test('maps that share a key are on one server', () => {
  for (const map of keyedMaps) {
    for (const other of keyedMaps.filter((each) => shareKey(map, each))) {
      expect(upstreamOf(other.id, '').origin).toBe(upstreamOf(map.id, '').origin);
    }
  }
});

test('no other server gets the key', () => {
  const upstream = upstreamOf('maptiler', '');
  for (const address of [
    'https://api.maptiler.com.evil.example/a',
    'http://api.maptiler.com/a',
    'https://api.maptiler.com:8443/a',
    'https://x@api.maptiler.com/a',
    'https://evil.example/?a={key}',
    'not an address',
  ]) {
    expect(requestFor(upstream, address, key)).toBeNull();
  }
});

test('the key is taken out of parsed answers in each form that servers write', () => {
  const text = `a?key=${key} b?key=${encodeURIComponent(key)} c`;
  expect(withoutKey([{ [key]: text }, 1, null], key)).toEqual([
    { '{key}': 'a?key={key} b?key={key} c' },
    1,
    null,
  ]);
  expect(withoutKey('text', '')).toBe('text');
  expect(holdsKey(Buffer.from(`tile ${encodeURIComponent(key).toLowerCase()}`), key)).toBe(true);
  expect(holdsKey(Buffer.from('tile'), key)).toBe(false);
});
