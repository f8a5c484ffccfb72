import { fail, type Fault } from '#shared/fault';
import type { RowState } from '#shared/domain/job';
import { writeInChunks } from './chunk-writer';
import { LoadedRows, type LiveJob } from './loaded-rows';
import { chunkOf, type Chunk, type JobStore, type StoredJob, type StoredRow } from './stored';

export type { LiveJob } from './loaded-rows';

/**
 * The jobs of an account in memory: the state of their rows, and which changes are not on disk yet.
 */
export class LiveJobs<S> {
  readonly #live = new Map<string, LiveJob<S>>();
  readonly #rows: LoadedRows<S>;

  constructor(readonly store: JobStore<S>) {
    this.#rows = new LoadedRows(store);
    for (const job of store.load()) {
      const live = emptyLive<S>(job);
      this.#live.set(job.id, live);
      // Rows in flight when the app ended may or may not have reached the service.
      if (job.phase === 'running' || job.counts.running > 0) this.rowsOf(live);
    }
  }

  all(): LiveJob<S>[] {
    return [...this.#live.values()];
  }

  running(): LiveJob<S>[] {
    return this.all().filter(({ job }) => job.phase === 'running');
  }

  get(id: string): LiveJob<S> {
    return (
      this.#live.get(id) ??
      fail({ kind: 'declined', reason: 'gone', message: 'There is no such job.' })
    );
  }

  find(id: string): LiveJob<S> | null {
    return this.#live.get(id) ?? null;
  }

  /** Adds a new job; it is on disk when this returns. */
  add(job: StoredJob, rows: StoredRow<S>[], passwords: ReadonlyMap<number, string>): LiveJob<S> {
    const live = { ...emptyLive<S>(job), rows, passwords: new Map(passwords), isHeaderDirty: true };
    job.chunkStarts.forEach((_, chunk) => live.dirty.add(chunk));
    this.#live.set(job.id, live);
    this.flush();
    return live;
  }

  /**
   * The same with a `turn` for other work after every few chunks. Until the last of them is on disk the
   * stored job is cancelled, so that an app that ends before finds one that can only be removed.
   * `turn` throws to abort.
   */
  async addInChunks(
    job: StoredJob,
    rows: StoredRow<S>[],
    passwords: ReadonlyMap<number, string>,
    turn: () => Promise<void>,
  ): Promise<LiveJob<S>> {
    const starts = await writeInChunks(this.store, job, rows, turn);
    const live = {
      ...emptyLive<S>({ ...job, chunkStarts: starts }),
      rows,
      passwords: new Map(passwords),
    };
    live.isHeaderDirty = true;
    this.#live.set(job.id, live);
    this.flush();
    return live;
  }

  remove(id: string): void {
    const live = this.get(id);
    this.#live.delete(id);
    this.#rows.forget(live);
    this.store.remove(live.job);
  }

  rowsOf(live: LiveJob<S>): StoredRow<S>[] {
    return this.#rows.of(live);
  }

  row(live: LiveJob<S>, index: number): StoredRow<S> {
    return this.rowsOf(live)[index] ?? fail({ kind: 'notFound' });
  }

  /** Fills the queue with all waiting rows in the order of the plan; rows in doubt come last. */
  enqueue(live: LiveJob<S>): void {
    const waiting = this.rowsOf(live).filter(({ state }) => state === 'waiting');
    const inDoubt = waiting.filter(({ mayBeSent }) => mayBeSent);
    const unsent = waiting.filter(({ mayBeSent }) => !mayBeSent);
    live.queue = [...unsent, ...inDoubt].map(({ index }) => index);
  }

  setPhase(live: LiveJob<S>, phase: StoredJob['phase']): void {
    live.job.phase = phase;
    live.isHeaderDirty = true;
  }

  setRow(live: LiveJob<S>, row: StoredRow<S>, state: RowState, fault: Fault | null = null): void {
    live.job.counts[row.state]--;
    live.job.counts[state]++;
    row.state = state;
    row.fault = fault;
    this.touch(live, row);
  }

  touch(live: LiveJob<S>, row: StoredRow<S>): void {
    live.dirty.add(chunkOf(live.job.chunkStarts, row.index));
    live.isHeaderDirty = true;
  }

  /**
   * Stores that these rows are about to be sent, with everything else that is not on disk. After a
   * crash they are looked up before they are sent again.
   */
  claim(live: LiveJob<S>, indexes: readonly number[]): void {
    for (const index of indexes) {
      live.claimed.add(index);
      this.touch(live, this.row(live, index));
    }
    this.flush();
  }

  /** Releases the claims on rows that are not sent after all. */
  unclaim(live: LiveJob<S>): void {
    for (const index of live.claimed) this.touch(live, this.row(live, index));
    live.claimed.clear();
  }

  /** Writes everything that is not on disk, in one transaction. */
  flush(): void {
    const jobs: StoredJob[] = [];
    const chunks: Chunk<S>[] = [];
    for (const live of this.#live.values()) {
      if (live.isHeaderDirty) jobs.push(live.job);
      for (const chunk of live.dirty) {
        chunks.push({ jobId: live.job.id, chunk, rows: this.#rows.toStore(live, chunk) });
      }
      live.isHeaderDirty = false;
      live.dirty.clear();
    }
    if (jobs.length > 0 || chunks.length > 0) this.store.write(jobs, chunks);
  }
}

function emptyLive<S>(job: StoredJob): LiveJob<S> {
  return {
    job,
    rows: null,
    queue: [],
    claimed: new Set(),
    inFlight: new Set(),
    passwords: new Map(),
    dirty: new Set(),
    isHeaderDirty: false,
  };
}
