import { expect, test } from 'vitest';
import { createMapHosts, mapStyleHosts } from './map-hosts';

const style = 'https://style.example/style.json';

function memory(text: string | null = null) {
  const file = { text };
  return {
    file,
    read: () => file.text,
    write: (next: string) => {
      file.text = next;
    },
  };
}

test("allows the style's own host and the https hosts it references", async () => {
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

test('ignores invalid addresses in a style, and a style that is not one', async () => {
  const read = () => Promise.resolve({ sources: { broken: { url: 'https://' }, none: {} } });
  expect(await mapStyleHosts(style, read)).toEqual(['https://style.example']);
  expect(await mapStyleHosts(style, () => Promise.resolve('<html>'))).toEqual([
    'https://style.example',
  ]);
});

test('requests nothing from an address the window may not load', async () => {
  const requested: string[] = [];
  const sources = {
    plain: { url: 'http://plain.example/t.json' },
    disk: { url: 'file:///t.json' },
  };
  const read = (from: string) => {
    requested.push(from);
    return Promise.resolve(from === style ? { sources } : null);
  };
  expect(await mapStyleHosts(style, read)).toEqual(['https://style.example']);
  expect(requested).toEqual([style]);
});

test('the latest chosen style wins, whichever response arrives first', async () => {
  const slow = Promise.withResolvers<unknown>();
  const hosts = createMapHosts(
    (from) => (from === style ? slow.promise : Promise.resolve(null)),
    memory(),
  );
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

const withTiles = { sources: { t: { tiles: ['https://tiles.example/{z}/{x}/{y}.png'] } } };
const both = ['https://style.example', 'https://tiles.example'];

test('the next start knows the hosts immediately and reloads only when they differ', async () => {
  const storage = memory();
  const first = createMapHosts(() => Promise.resolve(withTiles), storage);
  first.begin('');
  expect(await first.use(style)).toBe(true);

  let answer: unknown = withTiles;
  const next = () => createMapHosts(() => Promise.resolve(answer), storage);
  const second = next();
  second.begin(style);
  expect(second.current()).toEqual(both);
  expect(await second.use(style)).toBe(false);

  // Without a network known hosts stay allowed.
  answer = null;
  const third = next();
  third.begin(style);
  expect(await third.use(style)).toBe(false);
  expect(third.current()).toEqual(both);

  answer = { glyphs: 'https://fonts.example/{fontstack}/{range}.pbf' };
  const fourth = next();
  fourth.begin(style);
  expect(await fourth.use(style)).toBe(true);
  expect(fourth.current()).toEqual(['https://style.example', 'https://fonts.example']);
});

test.each([
  null,
  '',
  '{',
  '{"style":7}',
  JSON.stringify({ style: 'https://other.example/s.json', hosts: ['https://x.example'] }),
  JSON.stringify({ style, hosts: 'https://x.example' }),
])('where nothing is remembered of a style (%j) its own host is the guess', async (text) => {
  const hosts = createMapHosts(() => Promise.resolve(withTiles), memory(text));
  hosts.begin(style);
  expect(hosts.current()).toEqual(['https://style.example']);
  expect(await hosts.use(style)).toBe(true);
  expect(hosts.current()).toEqual(both);
});

test('a correct guess causes no reload', async () => {
  const hosts = createMapHosts(() => Promise.resolve(null), memory());
  hosts.begin(style);
  expect(await hosts.use(style)).toBe(false);
});

test('stored hosts are checked by the same rule as hosts of a style', () => {
  const written = ['http://plain.example', "'unsafe-inline'", '*', 'https://x.example; y', both[1]];
  const hosts = createMapHosts(
    () => Promise.resolve(null),
    memory(JSON.stringify({ style, hosts: written })),
  );
  hosts.begin(style);
  expect(hosts.current()).toEqual(['https://tiles.example']);
});
