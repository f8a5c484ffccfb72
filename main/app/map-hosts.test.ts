import { expect, test } from 'vitest';
import { createMapHosts, mapStyleHosts } from './map-hosts';

const style = 'https://style.example/style.json';

test('a style needs its own host and those of what it names, over https alone', async () => {
  const answers: Record<string, unknown> = {
    [style]: {
      sprite: 'https://sprites.example/s',
      glyphs: 'fonts/{fontstack}/{range}.pbf',
      sources: {
        tiles: { tiles: ['https://{a}.tiles.example/{z}/{x}/{y}.png', 'http://plain.example/t'] },
        described: { url: 'https://described.example/tiles.json' },
        data: { data: 'http://127.0.0.1:8080/places.json' },
      },
    },
    'https://described.example/tiles.json': {
      tiles: ['https://more.example/{z}/{x}/{y}.pbf', '{z}/{x}/{y}.pbf'],
    },
  };
  const read = (from: string) => Promise.resolve(answers[from] ?? null);
  expect(new Set(await mapStyleHosts(style, read))).toEqual(
    new Set([
      'https://style.example',
      'https://sprites.example',
      'https://a.tiles.example',
      'https://described.example',
      'https://more.example',
      'http://127.0.0.1:8080',
    ]),
  );
});

test('what is no address in a style is passed over, and so is a style that is none', async () => {
  const read = () => Promise.resolve({ sources: { broken: { url: 'https://' }, none: {} } });
  expect(await mapStyleHosts(style, read)).toEqual(['https://style.example']);
  expect(await mapStyleHosts(style, () => Promise.resolve('<html>'))).toEqual([
    'https://style.example',
  ]);
});

test('nothing is asked of a place the window may not load from', async () => {
  const asked: string[] = [];
  const sources = {
    plain: { url: 'http://plain.example/t.json' },
    disk: { url: 'file:///t.json' },
  };
  const read = (from: string) => {
    asked.push(from);
    return Promise.resolve(from === style ? { sources } : null);
  };
  expect(await mapStyleHosts(style, read)).toEqual(['https://style.example']);
  expect(asked).toEqual([style]);
});

test('the style chosen last holds, whichever answers first', async () => {
  const slow = Promise.withResolvers<unknown>();
  const hosts = createMapHosts((from) => (from === style ? slow.promise : Promise.resolve(null)));
  expect(await hosts.use('')).toBe(false);
  const first = hosts.use(style);
  expect(await hosts.use('https://other.example/style.json')).toBe(true);
  slow.resolve({});
  expect(await first).toBe(false);
  expect(hosts.current()).toEqual(['https://other.example']);

  const again = hosts.use(style);
  expect(await hosts.use('')).toBe(true);
  expect(await again).toBe(false);
  expect(hosts.current()).toEqual([]);
});
