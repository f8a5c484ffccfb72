import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sizeProblem, unboundedIn, withBounds } from './bounds';
import { contract } from './contract';
import type { Contract } from './define';

const calls = Object.entries(contract as Contract).flatMap(([word, entries]) =>
  Object.entries(entries).flatMap(([name, entry]) =>
    entry.kind === 'call' ? [[`${word}.${name}`, entry.input] as const] : [],
  ),
);

test.each(calls)('%s: every text, list and map of its input has a limit', (_, input) => {
  expect(unboundedIn(input)).toEqual([]);
});

test('finds what has no limit, wherever it is', () => {
  const schema = z.object({
    text: z.string(),
    list: z.array(z.number()).nullable(),
    inner: z.array(z.object({ map: z.record(z.string().max(3), z.unknown()) })).max(3),
    either: z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), name: z.string() })]),
    moment: z.date().optional(),
  });
  expect(unboundedIn(schema)).toEqual([
    '.text',
    '.list',
    '.inner[].map',
    '.inner[].map{}',
    '.either|0.name',
    '.moment (date)',
  ]);
});

describe('limits that are added', () => {
  const schema = withBounds(
    z.object({
      id: z.string().min(1).max(5),
      text: z.string(),
      list: z.array(z.number()),
      map: z.record(z.string(), z.string()),
      anything: z.unknown(),
      choice: z.enum(['a', 'b']).default('a'),
    }),
  );
  const good = { id: 'x', text: 'x', list: [1], map: { a: 'b' }, anything: { a: [1, null] } };
  const refusal = (part: object) => {
    const { success, error } = schema.safeParse({ ...good, ...part });
    if (success) return null;
    const { code, message } = error.issues[0]!;
    return code === 'custom' ? message : code;
  };

  test('let usual values pass and keep defaults and stated limits', () => {
    expect(schema.parse(good)).toEqual({ ...good, choice: 'a' });
    expect(refusal({ id: '' })).toEqual(expect.any(String));
    expect(refusal({ id: 'xxxxxx' })).toEqual(expect.any(String));
    expect(refusal({ text: 'x'.repeat(100_000) })).toBeNull();
  });

  test('refuse what is too long, too many or too deep', () => {
    expect(refusal({ text: 'x'.repeat(100_001) })).toBe('too_big');
    expect(refusal({ list: Array.from({ length: 200_001 }, () => 1) })).toBe('too_big');
    const names = Array.from({ length: 10_001 }, (_, i) => [`k${i}`, 'x'] as const);
    expect(refusal({ map: Object.fromEntries(names) })).toBe('faults.input.tooLarge');
    expect(refusal({ anything: 'x'.repeat(20_000_001) })).toBe('faults.input.tooLarge');
    let deep: unknown = 1;
    for (let i = 0; i < 40; i += 1) deep = [deep];
    expect(refusal({ anything: deep })).toBe('faults.main.unreadable');
  });
});

test('a whole input is plain data of a sensible size', () => {
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  const sparse: unknown[] = [];
  sparse.length = 2 ** 31;
  const good = [undefined, { a: [1, 'x', null, undefined, true] }, Object.create(null)];
  expect(good.map((value) => sizeProblem(value))).toEqual([null, null, null]);
  const exotic = [
    new Map(),
    new Uint8Array(3),
    { a: new Date() },
    { a: /x/ },
    { a: 1n },
    { a: () => 1 },
    new ArrayBuffer(8),
  ];
  for (const value of exotic) expect(sizeProblem(value)).toBe('faults.main.unreadable');
  expect(sizeProblem(cycle)).toBe('faults.main.unreadable');
  expect(sizeProblem(sparse)).toBe('faults.input.tooLarge');
  expect(sizeProblem(['x'.repeat(60_000_000), 'x'.repeat(60_000_000)])).toBe(
    'faults.input.tooLarge',
  );
});
