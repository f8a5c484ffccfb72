import { expect, test } from 'vitest';
import { keyedMapOf, keyedMaps, keyedMapStyle, mapKeyRefusal, ownMapRefusal } from './keyed-map';

test('a style address of its own identifies each map', () => {
  for (const map of keyedMaps) expect(keyedMapOf(keyedMapStyle(map.id))).toBe(map);
  expect(keyedMapOf('https://api.maptiler.com/style.json')).toBeNull();
});

test.each([
  'https://tiles.example.com/{z}/{x}/{y}.png',
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
  ['https://tiles.example.com/{z}/{x}/{y}?key=0123456789', /key=\{key\}/],
  ['https://maps.example.com/style.json?access_token=pk.0123456789', /access_token=\{key\}/],
])('%s is none', (address, words) => {
  expect(ownMapRefusal(address)).toMatch(words);
});

test('a key is one word of at least eight characters', () => {
  expect(mapKeyRefusal('pk.eyJ1-_0/+=')).toBeUndefined();
  expect(mapKeyRefusal('short')).toMatch(/8/);
  expect(mapKeyRefusal('two words here')).toMatch(/signs/);
  expect(mapKeyRefusal('line\r\nbreak-in')).toMatch(/signs/);
});
