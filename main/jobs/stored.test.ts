import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import type { JobStep } from '#shared/domain/job';
import { creates, planOf } from './runner.test-support';
import { cachedJobs, chunkOf, chunkStarts, countsOf, noCounts, type StoredJob } from './stored';

const isStep = (value: unknown): value is JobStep =>
  typeof value === 'object' && value !== null && 'action' in value;

function setup() {
  const cache = openCache({ file: null, key: Buffer.alloc(32, 1) });
  return { cache, store: cachedJobs(cache, isStep) };
}

const header = (id: string, chunks: number[]): StoredJob => ({
  id,
  title: 'Import',
  kind: 'user',
  createdAt: 5,
  phase: 'planned',
  rows: 2,
  unchanged: 0,
  counts: { ...noCounts, waiting: 2 },
  calls: 2,
  chunkStarts: chunks,
  undoOf: null,
});

test('a chunk holds a hundred rows', () => {
  const { rows } = planOf(creates(201));
  expect([...chunkStarts(rows)]).toEqual([0, 100, 200]);
  expect([...chunkStarts(rows.slice(0, 100))]).toEqual([0]);
  expect([...chunkStarts([])]).toEqual([]);
});

test('large rows get chunks of at most two hundred thousand characters', () => {
  const { rows } = planOf(creates(4));
  const empty = JSON.stringify({ ...rows[0]!, label: '' }).length;
  const sized = (characters: number) => ({
    ...rows[0]!,
    label: 'x'.repeat(characters - empty),
  });
  expect([...chunkStarts([sized(100_000), sized(100_000), sized(1_000)])]).toEqual([0, 2]);
  expect([...chunkStarts([sized(100_000), sized(100_001)])]).toEqual([0, 1]);
  // A row that is larger than a chunk has one of its own.
  expect([...chunkStarts([sized(1_000), sized(300_000), sized(1_000)])]).toEqual([0, 1, 2]);
});

test.each([
  [[0], 0, 0],
  [[0], 99, 0],
  [[0, 100, 200], 0, 0],
  [[0, 100, 200], 99, 0],
  [[0, 100, 200], 100, 1],
  [[0, 100, 200], 199, 1],
  [[0, 100, 200], 200, 2],
  [[0, 100, 200], 999, 2],
  [[0, 1, 2, 50], 1, 1],
  [[0, 1, 2, 50], 49, 2],
  [[0, 1, 2, 50], 50, 3],
])('with chunks from %j, row %i is in chunk %i', (starts, index, chunk) => {
  expect(chunkOf(starts, index)).toBe(chunk);
});

test('counts the rows in each state', () => {
  const { rows } = planOf(creates(3));
  rows[1]!.state = 'failed';
  expect(countsOf(rows)).toEqual({ ...noCounts, waiting: 2, failed: 1 });
  expect(noCounts.waiting).toBe(0);
});

test('returns what was written and nothing after the job was removed', () => {
  const { cache, store } = setup();
  const { rows } = planOf(creates(2));
  const [first, second] = rows.map((row, chunk) => ({ jobId: 'a', chunk, rows: [row] }));
  store.write([header('a', [0, 1]), header('b', [0])], [first!, second!]);
  store.write([], [{ jobId: 'b', chunk: 0, rows }]);
  expect(store.load()).toEqual([header('a', [0, 1]), header('b', [0])]);
  expect(store.loadChunk('a', 1)).toEqual([{ ...rows[1]!, result: undefined }]);
  store.remove(header('a', [0, 1]));
  expect(store.load().map(({ id }) => id)).toEqual(['b']);
  expect([0, 1].map((chunk) => store.loadChunk('a', chunk))).toEqual([null, null]);
  expect(store.loadChunk('b', 0)).toHaveLength(2);
  expect(cache.records('jobRows').all()).toHaveLength(1);
});

test('does not load a job that is stored under another id or lacks a member', () => {
  const { cache, store } = setup();
  const { chunkStarts: _, ...withoutChunks } = header('c', [0]);
  const jobs = cache.records('job');
  jobs.putMany([
    ['a', header('a', [0])],
    ['b', header('other', [0])],
    ['c', withoutChunks],
    ['d', { ...header('d', [0]), phase: 'unknown' }],
  ]);
  expect(store.load().map(({ id }) => id)).toEqual(['a']);
});

test.each([
  ['index', 'first'],
  ['attempts', null],
  ['state', 'elsewhere'],
  ['changes', {}],
  ['step', 'text'],
])('does not load a chunk with a row whose %s is %j', (member, value) => {
  const { cache, store } = setup();
  const { rows } = planOf(creates(2));
  const damaged = [rows[0]!, { ...rows[1]!, [member]: value }];
  cache.records('jobRows').putMany([['a:0', damaged]]);
  expect(store.loadChunk('a', 0)).toBeNull();
});

test('does not load a chunk that is no list of rows', () => {
  const { cache, store } = setup();
  cache.records('jobRows').putMany([
    ['a:0', { rows: [] }],
    ['a:1', [null]],
    ['a:2', ['row']],
  ]);
  expect([0, 1, 2].map((chunk) => store.loadChunk('a', chunk))).toEqual([null, null, null]);
});

test('what the service answered to a submission is read, if this version understands it', () => {
  const { cache, store } = setup();
  const { rows } = planOf(creates(2));
  const result = {
    of: 'alert',
    source: 'answer',
    found: 'yes',
    records: 1,
    differences: [],
    channels: null,
  };
  const stored = [
    { ...rows[0]!, result },
    { ...rows[1]!, result: { of: 'another version' } },
  ];
  cache.records('jobRows').putMany([['a:0', stored]]);
  expect(store.loadChunk('a', 0)?.map((row) => row.result)).toEqual([result, undefined]);
});

test.each([
  ['planned', [], true],
  ['running', ['user:1'], false],
  ['done', ['user:1'], false],
  // It stays, to be corrected.
  ['cancelled', [], false],
] as const)('a draft whose job is %s: removed are %j', (phase, removed, isNamed) => {
  const cache = openCache({ file: null, key: Buffer.alloc(32, 1) });
  const keys: string[] = [];
  const store = cachedJobs(cache, isStep, ({ key }) => void keys.push(key));
  const draft = { key: 'user:1', edit: { name: 'Ana' } };
  store.write([{ ...header('a', [0]), phase, draft }], []);
  expect(keys).toEqual(removed);
  expect(store.load().map((job) => 'draft' in job)).toEqual([isNamed]);
});

test('a job without a draft removes none', () => {
  const cache = openCache({ file: null, key: Buffer.alloc(32, 1) });
  const keys: string[] = [];
  const store = cachedJobs(cache, isStep, ({ key }) => void keys.push(key));
  store.write([{ ...header('a', [0]), phase: 'running' }], []);
  expect(keys).toEqual([]);
});
