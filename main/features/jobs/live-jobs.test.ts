import { expect, test } from 'vitest';
import { LiveJobs } from './live-jobs';
import { creates, memoryStore, planOf } from './queue.test-support';
import { countsOf, type StoredJob, type StoredRow } from './stored-jobs';

const rowsOf = (count: number): StoredRow[] => planOf(creates(count)).rows;

function headerOf(id: string, rows: StoredRow[], phase: StoredJob['phase'] = 'planned'): StoredJob {
  return {
    id,
    title: 'Import',
    kind: 'user',
    createdAt: 0,
    phase,
    rows: rows.length,
    unchanged: 0,
    counts: countsOf(rows),
    calls: rows.length,
    undoOf: null,
  };
}

/** A store with one job in it, as an earlier session left it. */
function stored(rows: StoredRow[], phase: StoredJob['phase']) {
  const store = memoryStore();
  const job = headerOf('a', rows, phase);
  store.write([job], [{ jobId: 'a', chunk: 0, rows }]);
  return store;
}

test('rows that were in flight when the app ended wait, in doubt, behind the others', () => {
  const rows = rowsOf(4);
  rows[1]!.state = 'running';
  rows[2]!.state = 'done';
  const live = new LiveJobs(stored(rows, 'running'));
  const one = live.get('a');
  expect(one.job.counts).toMatchObject({ waiting: 3, running: 0, done: 1 });
  expect(live.rowsOf(one).map(({ mayBeSent }) => mayBeSent)).toEqual([false, true, false, false]);
  live.enqueue(one);
  expect(one.queue).toEqual([0, 3, 1]);
});

test('reads the rows of a paused job at the start only if some were in flight', () => {
  const rows = rowsOf(2);
  expect(new LiveJobs(stored(rows, 'paused')).get('a').rows).toBeNull();
  rows[0]!.state = 'running';
  const live = new LiveJobs(stored(rows, 'paused'));
  expect(live.get('a').job.counts).toMatchObject({ waiting: 2, running: 0 });
});

test('a job whose rows are not all there is cancelled and has none', () => {
  const store = stored(rowsOf(3), 'running');
  store.write([], [{ jobId: 'a', chunk: 0, rows: rowsOf(3).slice(1) }]);
  const live = new LiveJobs(store);
  expect(live.get('a').job.phase).toBe('cancelled');
  expect(live.rowsOf(live.get('a'))).toEqual([]);
});

test('a job whose rows are in another order is cancelled and has none', () => {
  const store = stored(rowsOf(3), 'running');
  store.write([], [{ jobId: 'a', chunk: 0, rows: rowsOf(3).toReversed() }]);
  const live = new LiveJobs(store);
  expect(live.get('a').job.phase).toBe('cancelled');
});

test('a finished job stays done when its rows cannot be read', () => {
  const store = stored(rowsOf(3), 'done');
  store.write([], [{ jobId: 'a', chunk: 0, rows: [] }]);
  const live = new LiveJobs(store);
  expect(live.rowsOf(live.get('a'))).toEqual([]);
  expect(live.get('a').job.phase).toBe('done');
});

test('keeps the rows of one finished job in memory, the one that was read last', () => {
  const store = memoryStore();
  for (const id of ['a', 'b']) {
    const rows = rowsOf(2);
    store.write([headerOf(id, rows, 'done')], [{ jobId: id, chunk: 0, rows }]);
  }
  const live = new LiveJobs(store);
  const [a, b] = [live.get('a'), live.get('b')];
  live.rowsOf(a);
  expect(a.rows).toHaveLength(2);
  live.rowsOf(b);
  expect([a.rows, b.rows?.length]).toEqual([null, 2]);
  // What is not on disk yet is kept.
  live.touch(b, live.row(b, 0));
  live.rowsOf(a);
  expect(b.rows).toHaveLength(2);
});

test('writes only what changed', () => {
  const store = memoryStore();
  const live = new LiveJobs(store);
  const rows = rowsOf(250);
  const one = live.add(headerOf('a', rows), rows, new Map());
  live.add(headerOf('b', rowsOf(1)), rowsOf(1), new Map());
  const written: string[] = [];
  const { write } = store;
  store.write = (jobs, chunks) => {
    written.push(
      ...jobs.map(({ id }) => id),
      ...chunks.map(({ jobId, chunk, rows: body }) => `${jobId}:${chunk}:${body.length}`),
    );
    write(jobs, chunks);
  };
  live.flush();
  expect(written).toEqual([]);
  live.setRow(one, live.row(one, 120), 'failed', { kind: 'notFound' });
  live.flush();
  expect(written).toEqual(['a', 'a:2:50']);
  expect(store.loadRows({ id: 'a', rows: 250 })[120]).toMatchObject({
    state: 'failed',
    fault: { kind: 'notFound' },
  });
  written.length = 0;
  live.setPhase(one, 'paused');
  live.flush();
  expect(written).toEqual(['a']);
});

test('a large job is written ten chunks at a time, and is cancelled until it is whole', async () => {
  const store = memoryStore();
  const writes: { phase: string; rows: number; last: number }[] = [];
  const { write } = store;
  store.write = (jobs, chunks) => {
    const rows = chunks.flatMap((chunk) => chunk.rows);
    writes.push({ phase: jobs[0]!.phase, rows: rows.length, last: rows.at(-1)?.index ?? -1 });
    write(jobs, chunks);
  };
  const live = new LiveJobs(store);
  const rows = rowsOf(1_130);
  let turns = 0;
  const passwords = new Map([[3, 'secret']]);
  const one = await live.addInChunks(
    headerOf('a', rows),
    rows,
    passwords,
    async () => void turns++,
  );
  expect(writes).toEqual([
    { phase: 'cancelled', rows: 500, last: 499 },
    { phase: 'cancelled', rows: 500, last: 999 },
    { phase: 'cancelled', rows: 130, last: 1_129 },
    { phase: 'planned', rows: 0, last: -1 },
  ]);
  expect(turns).toBe(3);
  expect(one.passwords.get(3)).toBe('secret');
  expect(new LiveJobs(store).rowsOf(live.get('a'))).toHaveLength(1_130);
});
