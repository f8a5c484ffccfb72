import { expect, test } from 'vitest';
import { createMapServer } from './map-server';
import type { OpenedMap } from './opened-map';
import { upstreamOf } from './upstream';

const key = 'k3y';
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

function setup(answers: ({ status: number; body?: unknown } | null)[]) {
  const map: OpenedMap = {
    upstream: upstreamOf('maptiler', ''),
    address: '',
    key: null,
    trouble: null,
    revision: 1,
    refusals: 0,
    served: null,
  };
  const requested: string[] = [];
  const server = createMapServer({
    read: (url) => {
      requested.push(url);
      const answer = answers.shift() ?? null;
      return Promise.resolve(
        answer && {
          status: answer.status,
          type: 'x',
          bytes: bytes('body' in answer ? answer.body : {}),
        },
      );
    },
    allowedOf: () => Promise.resolve([]),
    setTrouble: (of, trouble) => {
      of.trouble = trouble;
    },
  });
  return { map, server, requested };
}

test.each([
  [{ status: 401 }, /did not accept the key \(answer 401\)/],
  [{ status: 500 }, /did not send a map style \(answer 500\)/],
  [{ status: 200, body: null }, /did not send a map style/],
])('a key whose answer is %j is refused in words', async (answer, message) => {
  const { map, server } = setup([answer]);
  await expect(server.check(map, key)).rejects.toMatchObject({
    fault: { kind: 'declined', message: expect.stringMatching(message) as string },
  });
});

test.each([
  [{ status: 200, body: { version: 8 } }, null],
  [{ status: 429 }, 'quota'],
  [null, null],
])('a key whose answer is %j is taken, with the trouble %s', async (answer, trouble) => {
  const { map, server } = setup([answer]);
  expect(await server.check(map, key)).toBe(trouble);
});

test('single refused tiles are no trouble, three in a row are', async () => {
  const statuses = [403, 403, 200, 403, 403, 403];
  const { map, server } = setup(statuses.map((status) => ({ status })));
  const troubles = [];
  for (const _ of statuses) {
    await server.part(map, 'https://api.maptiler.com/tiles/1/2/3', key);
    troubles.push(map.trouble);
  }
  expect(troubles).toEqual([null, null, null, null, null, 'refused']);
});

test('a style is read once, and again after it could not be read', async () => {
  const tiles = ['https://api.maptiler.com/tiles/{z}/{x}/{y}.png'];
  const style = {
    version: 8,
    sources: { a: { type: 'raster', tiles, tileSize: 256 } },
    layers: [{ id: 'a', type: 'raster', source: 'a' }],
  };
  const { map, server, requested } = setup([null, { status: 200, body: style }]);
  expect(await server.styleOf('maptiler', map, key)).toBeNull();
  const [first, second] = await Promise.all([
    server.styleOf('maptiler', map, key),
    server.styleOf('maptiler', map, key),
  ]);
  expect(first).not.toBeNull();
  expect(second).toBe(first);
  expect(requested).toHaveLength(2);
});
