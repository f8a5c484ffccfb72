import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJsonText, type ParsedText } from './json-text';

const numRuns = 400;

/** What `JSON.parse` makes of a text. */
function parsedAtOnce(text: string) {
  if (text.trim() === '') return { json: undefined, isReadable: true };
  try {
    return { json: JSON.parse(text) as unknown, isReadable: true };
  } catch {
    return { json: undefined, isReadable: false };
  }
}

/** Parses a text that arrives in pieces of this size. */
async function parseText(
  text: string,
  nextTurn: () => Promise<void>,
  longest: number,
  size = text.length,
): Promise<Omit<ParsedText, 'begin'>> {
  const reader = createJsonText(nextTurn, { longest });
  for (let from = 0; from < text.length; from += size) {
    await reader.add(text.slice(from, from + size));
  }
  const { begin, ...parsed } = reader.end();
  expect(begin).toBe(text.trimStart()[0] ?? null);
  return parsed;
}

async function expectSame(text: string, longest: number): Promise<void> {
  const piece = 1 + ((text.length * 7 + longest) % 13);
  const inPieces = await parseText(text, () => Promise.resolve(), longest, piece);
  expect(inPieces).toStrictEqual(parsedAtOnce(text));
  const inParts = await parseText(text, () => Promise.resolve(), longest);
  const atOnce = parsedAtOnce(text);
  expect(inParts).toStrictEqual(atOnce);
  // The order of members, too.
  expect(JSON.stringify(inParts.json)).toBe(JSON.stringify(atOnce.json));
}

const lists = fc.record({
  around: fc.constantFrom(
    (list: string) => list,
    (list: string) => `{"success":true,"devices":${list},"apiUsage":3}`,
    (list: string) => `{"data":{"devices" : ${list}}}`,
    (list: string) => `{"devices":${list},"devices":${list}}`,
    (list: string) => `{"devices":[],"more":[[${list}]],"__proto__":${list}}`,
  ),
  items: fc.array(fc.jsonValue()),
  spaces: fc.constantFrom(undefined, 1, '\t'),
});

test('a list in parts is what it is at once, whatever is in it and around it', async () => {
  await fc.assert(
    fc.asyncProperty(lists, fc.nat({ max: 60 }), async ({ around, items, spaces }, longest) =>
      expectSame(around(JSON.stringify(items, null, spaces)), longest),
    ),
    { numRuns },
  );
});

test('a text that is no JSON stays unreadable, wherever it is wrong', async () => {
  const pieces = fc.array(
    fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', ' ', '1', '"a"', '"b":', 'null', '[]'),
  );
  await fc.assert(
    fc.asyncProperty(pieces, fc.nat({ max: 6 }), (parts, longest) =>
      expectSame(parts.join(''), longest),
    ),
    { numRuns: numRuns * 5 },
  );
});

test('one character too many, too few or another is met as at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      lists,
      fc.nat(),
      fc.constantFrom('', ',', ']', '[', '}', '"', '\\', '0', '\u0000'),
      fc.nat({ max: 40 }),
      async ({ around, items }, at, put, longest) => {
        const text = around(JSON.stringify(items));
        const changed = at % text.length;
        await expectSame(text.slice(0, changed) + put + text.slice(changed + 1), longest);
      },
    ),
    { numRuns },
  );
});

test.each(['[1,2,,3]', '[1,2,3,]', '[ ,1]', '[1,2', '[1,2]]', '[1,2}', '[1,2] 3', '{"a":[1,2],}'])(
  '%s is unreadable in parts, too',
  async (text) => {
    expect(await parseText(text, () => Promise.resolve(), 1)).toStrictEqual({
      json: undefined,
      isReadable: false,
    });
  },
);

test('others have a turn between the parts of a long list', async () => {
  let turns = 0;
  const text = JSON.stringify({ devices: Array.from({ length: 1_000 }, (_, id) => ({ id })) });
  await parseText(text, () => Promise.resolve(void (turns += 1)), 100);
  expect(turns).toBeGreaterThan(50);
});

test('the beginning of the first list that is cut is known before the rest has arrived', async () => {
  const beginnings: unknown[] = [];
  const reader = createJsonText(() => Promise.resolve(), {
    longest: 4,
    onBeginning: (beginning) => beginnings.push(beginning),
  });
  await reader.add('{"none":[],"devices": [{"id":1},{"i');
  expect(beginnings).toEqual([{ before: '{"none":[],"devices": [', items: [{ id: 1 }] }]);
  await reader.add('d":2},{"id":3}],"more":[{"id":4},{"id":5}]}');
  expect(beginnings).toHaveLength(1);
  expect(reader.end().json).toMatchObject({ devices: [{ id: 1 }, { id: 2 }, { id: 3 }] });
});
