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
        data: { data: 'https://data.example/places.json' },
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
      'https://data.example',
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

const near = [
  'http://127.0.0.1:8080/t.json',
  'http://localhost:8080/t.json',
  'http://[::1]:8080/t.json',
  'https://10.0.0.1/t.json',
  'https://192.168.178.1/t.json',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/t.json',
  'https://[fd00::1]/t.json',
  'https://router/t.json',
  'https://printer.local/t.json',
  'https://metadata.google.internal/t.json',
  'https://rebinds.example/t.json',
];
/** A style that names each address in every place where a style can name one. */
const styleNaming = (addresses: readonly string[]) => ({
  sprite: addresses.map((url) => ({ url })),
  sources: Object.fromEntries(
    addresses.flatMap((url, i) => [
      [`url${i}`, { url }],
      [`tiles${i}`, { tiles: [url] }],
      [`data${i}`, { data: url }],
    ]),
  ),
});
const resolve = (name: string) =>
  Promise.resolve(name === 'rebinds.example' ? ['93.184.216.34', '10.0.0.7'] : ['93.184.216.34']);

function reading(answers: Record<string, unknown>) {
  const requested: string[] = [];
  const read = (from: string) => {
    requested.push(from);
    return Promise.resolve(answers[from] ?? null);
  };
  return { requested, read };
}

test('a style from the internet reaches no host of the network and no program here', async () => {
  const { requested, read } = reading({ [style]: styleNaming(near) });
  expect(await mapStyleHosts(style, read, { resolve })).toEqual(['https://style.example']);
  expect(requested).toEqual([style]);

  const described = reading({
    [style]: { sources: { t: { url: 'https://tiles.example/t.json' } } },
    'https://tiles.example/t.json': { tiles: near },
  });
  expect(await mapStyleHosts(style, described.read, { resolve })).toEqual([
    'https://style.example',
    'https://tiles.example',
  ]);
});

test('a style of the network uses the network, one of this computer also this computer', async () => {
  const hostsOf = async (from: string) => {
    const { read } = reading({ [from]: styleNaming(near) });
    return mapStyleHosts(from, read, { resolve });
  };
  const ofNetwork = await hostsOf('https://maps.local/style.json');
  expect(ofNetwork).toContain('https://192.168.178.1');
  expect(ofNetwork.join()).not.toMatch(/127\.0|localhost|\[::1\]|169\.254|metadata/);
  const ofHere = await hostsOf('http://127.0.0.1:3000/style.json');
  expect(ofHere).toContain('http://127.0.0.1:8080');
  expect(ofHere.join()).not.toMatch(/169\.254|metadata/);
});

test('reads at most 50 sources', async () => {
  const many = Array.from({ length: 200 }, (_, i) => `https://t${i}.example/t.json`);
  const sources = Object.fromEntries(many.map((url) => [url, { url }]));
  const { requested, read } = reading({ [style]: { sources } });
  const hosts = await mapStyleHosts(style, read, { resolve });
  expect(requested).toHaveLength(51);
  expect(hosts).toHaveLength(51);
});

test('requests nothing from a host that the user did not allow, and opens no way to it', async () => {
  const { requested, read } = reading({
    [style]: { sources: { a: { url: 'https://a.example/t' }, b: { url: 'https://b.example/t' } } },
  });
  const asked: string[][] = [];
  const allowed = ['https://style.example', 'https://b.example'];
  const rules = {
    resolve,
    allowedOf: (origins: readonly string[]) => {
      asked.push([...origins]);
      return Promise.resolve(origins.filter((origin) => allowed.includes(origin)));
    },
  };
  expect(await mapStyleHosts(style, read, rules)).toEqual(allowed);
  expect(requested).toEqual([style, 'https://b.example/t']);
  expect(asked).toEqual([['https://style.example'], ['https://a.example', 'https://b.example']]);

  const other = 'https://refused.example/style.json';
  const refused = createMapHosts(read, memory(), rules);
  expect(await refused.use(other)).toBe(false);
  expect(refused.current()).toEqual([]);
  expect(requested).not.toContain(other);
});

test('a host that is no longer allowed is not used at the next start', async () => {
  const storage = memory();
  await createMapHosts(() => Promise.resolve(withTiles), storage).use(style);
  const isAllowed = (origin: string) => origin === both[0];
  const allowedOf = (origins: readonly string[]) => Promise.resolve(origins.filter(isAllowed));
  const rules = { isAllowed, allowedOf };
  const next = createMapHosts(() => Promise.resolve(null), storage, rules);
  next.begin(style);
  expect(next.current()).toEqual([both[0]]);
});
