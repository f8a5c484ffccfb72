import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OnlineMaps, type OnlineMapsOptions } from '../../main/features/maps/online-maps';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { FaultError } from '../../shared/fault';
import { says } from '../support/english';

const key = 'secret-key-0123456789';
const tile = Buffer.from('a tile');

let url = '';
/** What the server answers instead. */
let status: number | null = null;
let requests: string[] = [];
let style: unknown = null;

const server = createServer((request, response) => {
  requests.push(request.url!);
  const { pathname, searchParams } = new URL(request.url!, url);
  if (status !== null) return response.writeHead(status).end('no');
  if (searchParams.get('token') !== key) return response.writeHead(403).end('wrong key');
  if (pathname === '/style.json') {
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(style));
  }
  if (pathname === '/tiles.json') {
    return response.end(
      JSON.stringify({
        tiles: [`${url}/v/{z}/{x}/{y}.pbf?token=${key}`],
        maxzoom: 14,
        attribution: '<a href="https://a.example">A &amp; B</a><script>',
      }),
    );
  }
  if (pathname === '/sprite@2x.json') return response.end('{}');
  if (pathname.startsWith('/echo/')) return response.end(`a tile with ${key}`);
  if (pathname.startsWith('/missing/')) return response.writeHead(404).end();
  return response.end(tile);
});

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  status = null;
  requests = [];
  style = {
    version: 8,
    glyphs: `${url}/fonts/{fontstack}/{range}.pbf?token=${key}`,
    sprite: `${url}/sprite?token=${encodeURIComponent(key)}`,
    sources: {
      streets: { type: 'vector', url: `${url}/tiles.json?token=${key}` },
      echo: { type: 'raster', tiles: ['/echo/{z}/{x}/{y}'] },
      elsewhere: { type: 'raster', tiles: ['https://elsewhere.example/{z}/{x}/{y}'] },
    },
    layers: [
      { id: 'ground', type: 'background' },
      { id: 'roads', type: 'line', source: 'streets', 'source-layer': 'roads' },
      { id: 'gone', type: 'raster', source: 'elsewhere' },
    ],
  };
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function app(more: Partial<OnlineMapsOptions> = {}) {
  const file: { stored: ReturnType<OnlineMapsOptions['memory']['read']> } = { stored: null };
  const options: OnlineMapsOptions = {
    style: () => `${url}/style.json?token=${key}`,
    allowedOf: () => Promise.resolve([]),
    memory: { read: () => file.stored, write: (stored) => void (file.stored = stored) },
    keychain: memoryKeychain(),
    consent: { isAllowed: () => true, require: () => Promise.resolve() },
    read: async (address, headers) => {
      const answer = await fetch(address, { headers, redirect: 'error' }).catch(() => null);
      if (!answer) return null;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      return { status: answer.status, type: answer.headers.get('content-type') ?? '', bytes };
    },
    readCached: () => Promise.resolve(null),
    onChanged: () => undefined,
    ...more,
  };
  const maps = new OnlineMaps(options);
  /** What the window gets for an address in a style. */
  const get = (address: string) => maps.answer(new URL(address).pathname);
  return { maps, file, options, get, again: () => new OnlineMaps(options) };
}

const styleOf = async (maps: ReturnType<typeof app>['maps']) => {
  const answer = await maps.answer('/maps/own/style.json');
  return Buffer.from(answer.bytes ?? []).toString();
};
const pictures = () => `${url}/r/{z}/{x}/{y}.png?token={key}`;
const styleAddress = () => `${url}/style.json?token={key}`;
const troubleOf = (maps: ReturnType<typeof app>['maps']) => maps.list()[0]?.trouble;

test('pictures of a server that demands a key; the window gets neither the key nor the address', async () => {
  const { maps, file, get } = app();
  await maps.use({ id: 'own', address: pictures(), key });
  const text = await styleOf(maps);
  expect(text).not.toContain(key);
  expect(text).not.toContain(url);
  expect(JSON.stringify(maps.list())).not.toContain(key);
  expect(JSON.stringify(file.stored)).not.toContain(key);
  const answer = await get('app://waypost/maps/own/0/3/4/2');
  expect(answer).toMatchObject({ status: 200 });
  expect(Buffer.from(answer.bytes!)).toEqual(tile);
  expect(requests.at(-1)).toBe(`/r/3/4/2.png?token=${key}`);
});

test('a style is rewritten: no key, no address, no other server, attributions as text', async () => {
  const { maps, get } = app();
  await maps.use({ id: 'own', address: styleAddress(), key });
  const text = await styleOf(maps);
  for (const secret of [key, url, 'elsewhere', 'href', '<']) expect(text).not.toContain(secret);
  const read = JSON.parse(text) as {
    sources: Record<string, { tiles: string[]; maxzoom?: number; attribution?: string }>;
    glyphs: string;
    sprite: { url: string }[];
    layers: { id: string }[];
  };
  expect(read.layers.map(({ id }) => id)).toEqual(['ground', 'roads']);
  expect(read.sources['streets']).toMatchObject({ maxzoom: 14, attribution: 'A &amp; B' });
  const of = (template: string) =>
    template.replace('{z}/{x}/{y}', '1/0/0').replace('{fontstack}/{range}', 'Noto%20Sans/0-255');
  expect((await get(of(read.sources['streets']!.tiles[0]!))).status).toBe(200);
  expect((await get(of(read.glyphs))).status).toBe(200);
  expect((await get(`${read.sprite[0]!.url}@2x.json`)).status).toBe(200);
  expect(requests.slice(-3)).toEqual([
    `/v/1/0/0.pbf?token=${key}`,
    `/fonts/Noto%20Sans/0-255.pbf?token=${key}`,
    `/sprite@2x.json?token=${key}`,
  ]);
  // A tile that repeats the key is not passed on.
  expect((await get(of(read.sources['echo']!.tiles[0]!))).status).toBe(404);
});

test('a wrong key is refused before it is stored; the map in use stays', async () => {
  const { maps, options } = app();
  await maps.use({ id: 'own', address: pictures(), key });
  const wrong = await maps
    .use({ id: 'own', address: pictures(), key: 'another-key-98765' })
    .catch((error: unknown) => (error as FaultError).fault);
  expect(wrong).toMatchObject({ kind: 'declined', message: says('403') });
  expect(JSON.stringify(wrong)).not.toContain('another-key');
  expect(await options.keychain.get('map:own')).toContain(key);
  expect(troubleOf(maps)).toBeNull();
});

test('a key that is revoked or used up is said, and nothing more is requested until a new try', async () => {
  const { maps, get } = app();
  await maps.use({ id: 'own', address: pictures(), key });
  const tiles = (count: number) =>
    Promise.all(Array.from({ length: count }, () => get('app://waypost/maps/own/0/1/0/0')));
  status = 429;
  await tiles(2);
  expect(troubleOf(maps)).toBeNull();
  await tiles(1);
  expect(troubleOf(maps)).toBe('quota');
  const before = requests.length;
  expect((await tiles(1))[0]!.status).toBe(403);
  expect(requests.length).toBe(before);
  const { revision } = maps.list()[0]!;
  maps.retry('own');
  expect(maps.list()[0]).toMatchObject({ trouble: null });
  expect(maps.list()[0]!.revision).not.toBe(revision);
  status = 401;
  await tiles(3);
  expect(troubleOf(maps)).toBe('refused');
  status = null;
  maps.retry('own');
  expect((await tiles(1))[0]!.status).toBe(200);
});

test('after a restart the key comes from the keychain; for another address it is not used', async () => {
  const { maps, file, again } = app();
  await maps.use({ id: 'own', address: pictures(), key });
  const next = again();
  expect(next.list()).toMatchObject([{ key: 'unread', trouble: null }]);
  expect((await next.answer('/maps/own/0/1/0/0')).status).toBe(200);
  expect(next.list()).toMatchObject([{ key: 'keychain' }]);
  // The list was edited by another program.
  for (const map of file.stored!.maps) map.address = map.address.replace('/r/', '/other/');
  const edited = again();
  const before = requests.length;
  expect((await edited.answer('/maps/own/0/1/0/0')).status).toBe(403);
  expect(requests.length).toBe(before);
  expect(edited.list()).toMatchObject([{ trouble: 'noKey' }]);
});

test.each([
  ['locked' as const, 'keychainLocked'],
  ['denied' as const, 'keychainLocked'],
  ['missing' as const, 'keychainMissing'],
])(
  'a keychain that is %s: the key lasts until Waypost closes, which is said',
  async (reason, trouble) => {
    const refuse = () => Promise.reject(new FaultError({ kind: 'keychain', reason }));
    const { maps, again } = app({ keychain: { get: refuse, set: refuse, remove: refuse } });
    await maps.use({ id: 'own', address: pictures(), key });
    expect(maps.list()).toMatchObject([{ key: 'memory', trouble: null }]);
    const next = again();
    expect((await next.answer('/maps/own/style.json')).status).toBe(403);
    expect(troubleOf(next)).toBe(trouble);
    // What is in the keychain cannot be removed, so the map stays on the list.
    await expect(next.remove('own')).rejects.toThrow(FaultError);
    expect(next.list()).toHaveLength(1);
  },
);

test('removing a map removes its key', async () => {
  const { maps, options } = app();
  await maps.use({ id: 'own', address: pictures(), key });
  await maps.remove('own');
  expect(await options.keychain.get('map:own')).toBeNull();
  expect(maps.list()).toEqual([]);
  expect((await maps.answer('/maps/own/style.json')).status).toBe(404);
});

test('a server that is not allowed gets nothing', async () => {
  let isAllowed = false;
  const refuse = () => Promise.reject(new FaultError({ kind: 'forbidden' }));
  const consent = {
    isAllowed: () => isAllowed,
    require: () => (isAllowed ? Promise.resolve() : refuse()),
  };
  const { maps, options } = app({ consent });
  await expect(maps.use({ id: 'own', address: pictures(), key })).rejects.toThrow(FaultError);
  expect(requests).toEqual([]);
  expect(await options.keychain.get('map:own')).toBeNull();
  isAllowed = true;
  await maps.use({ id: 'own', address: pictures(), key });
  isAllowed = false;
  const before = requests.length;
  await maps.answer('/maps/own/0/1/0/0');
  expect(requests.length).toBe(before);
  expect(troubleOf(maps)).toBe('notAllowed');
});

test('an answer that is no style, and a style of other servers only, are said', async () => {
  const { maps } = app();
  style = [];
  await maps.use({ id: 'own', address: styleAddress(), key });
  expect((await maps.answer('/maps/own/style.json')).status).toBe(502);
  expect(troubleOf(maps)).toBe('unusable');
  await expect(
    maps.use({ id: 'own', address: `${url}/fonts?token={key}`, key }),
  ).rejects.toMatchObject({ fault: { message: says('map style') } });
});

/** Pads the escapes that JSON and addresses allow, each of which hides the key from a search for its text. */
const hidden = 'abcdef/ghijkl+0==';

test.each([
  ['PHP escapes the slash', hidden.replace('/', '\\/')],
  ['a character is written by its number', hidden.replace('g', '\\u0067')],
  ['percent-encoded in lower case', encodeURIComponent(hidden).toLowerCase()],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(hidden))],
  ['encoded where nothing has to be', hidden.replace('g', '%67')],
])('a key that a style and a sprite repeat stays in main: %s', async (_, written) => {
  const body = `{"version":8,"name":"${written}","sprite":"/sprite","sources":{"a":{"type":"raster",
    "tiles":["/v/{z}/{x}/{y}"],"attribution":"${written}"}},"layers":[{"id":"a${written}","type":"raster",
    "source":"a","metadata":{"${written}":1},"paint":{"x":"${written}"}}]}`;
  const { maps, get } = app({
    read: () => Promise.resolve({ status: 200, type: 'x', bytes: Buffer.from(body) }),
  });
  await maps.use({ id: 'own', address: styleAddress(), key: hidden });
  const style = await styleOf(maps);
  const sprite = await get('app://waypost/maps/own/1/sprite.json');
  expect(sprite.status).toBe(200);
  for (const text of [style, Buffer.from(sprite.bytes!).toString()]) {
    expect(text).toContain('{key}');
    expect(text).not.toMatch(/abcdef|ghijkl/);
  }
});

const styleServer = 'https://style.example';
const styleAt = (style: unknown, more: Partial<OnlineMapsOptions> = {}) => {
  const asked: string[][] = [];
  const requested: string[] = [];
  const answers: Record<string, unknown> = {
    [`${styleServer}/style.json`]: style,
    'https://described.example/tiles.json': { tiles: ['https://more.example/{z}/{x}/{y}.pbf'] },
  };
  const { maps } = app({
    style: () => `${styleServer}/style.json`,
    allowedOf: (_own, named) => {
      asked.push([...named]);
      return Promise.resolve(named.filter((each) => !each.includes('refused')));
    },
    read: (address) => {
      requested.push(address);
      const found = answers[address];
      const bytes = Buffer.from(found === undefined ? 'a part' : JSON.stringify(found));
      return Promise.resolve({ status: 200, type: 'application/json', bytes });
    },
    ...more,
  });
  const part = async (path: string) => {
    const { status, bytes } = await maps.answer(`/maps/style/${path}`);
    return { status, text: Buffer.from(bytes ?? []).toString() };
  };
  return { part, asked, requested };
};

test('a style without a key may name servers that the user allows; nothing else is requested', async () => {
  const { part, asked, requested } = styleAt({
    version: 8,
    center: [0, 0],
    glyphs: 'fonts/{fontstack}/{range}.pbf',
    sprite: 'https://refused.example/s',
    sources: {
      tiles: { type: 'raster', tiles: ['https://tiles.example/{prefix}/{z}/{x}/{y}{ratio}.png'] },
      described: { type: 'vector', url: 'https://described.example/tiles.json' },
      refused: { type: 'vector', url: 'https://refused.example/t.json' },
      plain: { type: 'raster', tiles: ['http://plain.example/{z}/{x}/{y}'] },
      wms: { type: 'raster', tiles: ['/wms?bbox={bbox-epsg-3857}&q={quadkey}'] },
      depots: { type: 'geojson', data: '/depots.json' },
      inside: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
    },
    layers: [
      { id: 'a', type: 'raster', source: 'tiles', metadata: { x: 1 } },
      { id: 'b', type: 'line', source: 'refused', 'source-layer': 'x' },
    ],
  });
  const { status, text } = await part('style.json');
  expect(status).toBe(200);
  const read = JSON.parse(text) as {
    sources: Record<string, { data?: unknown }>;
    layers: object[];
  };
  expect(Object.keys(read.sources)).toEqual(['tiles', 'described', 'wms', 'depots', 'inside']);
  expect(read.sources['inside']!.data).toEqual({ type: 'FeatureCollection', features: [] });
  expect(read.layers).toEqual([{ id: 'a', type: 'raster', source: 'tiles' }]);
  expect(text).not.toMatch(/https?:/);
  expect(asked).toEqual([
    ['https://refused.example', 'https://tiles.example', 'https://described.example'],
    [
      'https://refused.example',
      'https://tiles.example',
      'https://described.example',
      'https://more.example',
    ],
  ]);
  for (const path of ['0/1/1/0', '1/2/1/1', '2/1/0/0', '3/data.json', '4/Sans/0-255']) {
    expect(await part(path)).toMatchObject({ status: 200 });
  }
  expect(requested).toEqual([
    'https://style.example/style.json',
    'https://described.example/tiles.json',
    'https://tiles.example/10/1/1/0.png',
    'https://more.example/2/1/1.pbf',
    'https://style.example/wms?bbox=-20037508.342789244,0,0,20037508.342789244&q=0',
    'https://style.example/depots.json',
    'https://style.example/fonts/Sans/0-255.pbf',
  ]);
});

test('a server that was allowed and is not any more gets nothing', async () => {
  let allowed = ['style', 'tiles'];
  const { part, requested } = styleAt(
    {
      version: 8,
      sources: { t: { type: 'raster', tiles: ['https://tiles.example/{z}/{x}/{y}'] } },
      layers: [],
    },
    {
      consent: {
        isAllowed: (_kind, address) => allowed.some((each) => address.includes(`${each}.example`)),
        require: () => Promise.resolve(),
      },
    },
  );
  expect((await part('0/0/0/0')).status).toBe(200);
  allowed = ['style'];
  const before = requested.length;
  expect((await part('0/0/0/0')).status).toBe(403);
  allowed = [];
  expect((await part('style.json')).status).toBe(403);
  expect(requested).toHaveLength(before);
});

test.each(['', 'http://maps.example/style.json', 'https://u:p@maps.example/s.json', 'ftp://a/s'])(
  'the style address "%s" is no map, and nothing is requested',
  async (address) => {
    const { part, requested } = styleAt({}, { style: () => address });
    expect((await part('style.json')).status).toBe(404);
    expect(requested).toEqual([]);
  },
);
