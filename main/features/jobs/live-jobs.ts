import { fail, type Fault } from '#shared/fault';
import type { RowState } from '#shared/domain/job';
import {
  countsOf,
  rowsInChunk,
  type Chunk,
  type JobStore,
  type StoredJob,
  type StoredRow,
} from './stored-jobs';
import { message } from '#shared/i18n/translate';

export interface LiveJob {
  job: StoredJob;
  /** null while nobody needs them. */
  rows: StoredRow[] | null;
  /** Rows still to be sent, next first. */
  queue: number[];
  /** Rows that are stored as running although they are not sent yet. */
  claimed: Set<number>;
  inFlight: Set<number>;
  /** By row; in memory only. */
  passwords: Map<number, string>;
  /** Chunks of rows that are not on disk yet. */
  dirty: Set<number>;
  isHeaderDirty: boolean;
}

/** A few hundred kilobytes. */
const chunksInTurn = 10;

/**
 * The jobs of an account in memory: the state of their rows, and which changes are not on disk yet. Rows
 * are loaded when they are needed, and released when a job is finished.
 */
export class LiveJobs {
  readonly #jobs = new Map<string, LiveJob>();
  /** The finished job whose rows were read last; those of other finished jobs are released. */
  #lookedAt: LiveJob | null = null;

  constructor(private readonly store: JobStore) {
    for (const job of store.load()) {
      const one = liveJob(job);
      this.#jobs.set(job.id, one);
      // Rows in flight when the app ended may or may not have reached the service.
      if (job.phase === 'running' || job.counts.running > 0) this.rowsOf(one);
    }
  }

  all(): LiveJob[] {
    return [...this.#jobs.values()];
  }

  running(): LiveJob[] {
    return this.all().filter(({ job }) => job.phase === 'running');
  }

  get(id: string): LiveJob {
    return (
      this.#jobs.get(id) ??
      fail({ kind: 'declined', reason: 'gone', message: message('faults.main.noSuchJob') })
    );
  }

  find(id: string): LiveJob | null {
    return this.#jobs.get(id) ?? null;
  }

  /** Adds a new job; it is on disk when this returns. */
  add(job: StoredJob, rows: StoredRow[], passwords: ReadonlyMap<number, string>): LiveJob {
    const one = liveJob(job, rows, passwords);
    for (const chunk of chunksOf(job.id, rows)) one.dirty.add(chunk.chunk);
    this.#jobs.set(job.id, one);
    this.flush();
    return one;
  }

  /**
   * The same with a `turn` for other work after every few chunks, which throws to abort. Until the last
   * chunk is on disk the stored job is cancelled, so that an app that ends before finds one that can only
   * be removed.
   */
  async addInChunks(
    job: StoredJob,
    rows: StoredRow[],
    passwords: ReadonlyMap<number, string>,
    turn: () => Promise<void>,
  ): Promise<LiveJob> {
    const chunks = chunksOf(job.id, rows);
    for (let at = 0; at < chunks.length; at += chunksInTurn) {
      this.store.write([{ ...job, phase: 'cancelled' }], chunks.slice(at, at + chunksInTurn));
      await turn();
    }
    const one = liveJob(job, rows, passwords);
    this.#jobs.set(job.id, one);
    this.flush();
    return one;
  }

  remove(id: string): void {
    const one = this.get(id);
    this.#jobs.delete(id);
    if (this.#lookedAt === one) this.#lookedAt = null;
    this.store.remove(one.job);
  }

  /**
   * The rows of a job; those that were being sent when they were stored may or may not have reached the
   * service. A job whose rows are incomplete is cancelled.
   */
  rowsOf(one: LiveJob): StoredRow[] {
    if (one.rows) return one.rows;
    const { job } = one;
    const rows = this.store.loadRows(job);
    // Without its rows it cannot be run, shown or undone.
    if (rows.length < job.rows && !isOver(job)) {
      job.phase = 'cancelled';
      one.isHeaderDirty = true;
    }
    for (const row of rows) {
      if (row.state !== 'running') continue;
      row.state = 'waiting';
      row.mayBeSent = true;
    }
    one.rows = rows;
    job.counts = countsOf(rows);
    if (isAtRest(one)) {
      const before = this.#lookedAt;
      if (before && before !== one && isAtRest(before)) before.rows = null;
      this.#lookedAt = one;
    }
    return rows;
  }

  row(one: LiveJob, index: number): StoredRow {
    return this.rowsOf(one)[index] ?? fail({ kind: 'notFound' });
  }

  /** Fills the queue with all waiting rows in the order of the plan; rows in doubt come last. */
  enqueue(one: LiveJob): void {
    const waiting = this.rowsOf(one).filter(({ state }) => state === 'waiting');
    const inDoubt = waiting.filter(({ mayBeSent }) => mayBeSent);
    const unsent = waiting.filter(({ mayBeSent }) => !mayBeSent);
    one.queue = [...unsent, ...inDoubt].map(({ index }) => index);
  }

  setPhase(one: LiveJob, phase: StoredJob['phase']): void {
    one.job.phase = phase;
    one.isHeaderDirty = true;
  }

  setRow(one: LiveJob, row: StoredRow, state: RowState, fault: Fault | null = null): void {
    one.job.counts[row.state]--;
    one.job.counts[state]++;
    row.state = state;
    row.fault = fault;
    this.touch(one, row);
  }

  touch(one: LiveJob, row: StoredRow): void {
    one.dirty.add(Math.floor(row.index / rowsInChunk));
    one.isHeaderDirty = true;
  }

  /**
   * Stores that these rows are about to be sent, with everything else that is not on disk. After a
   * crash they are looked up before they are sent again.
   */
  claim(one: LiveJob, indexes: readonly number[]): void {
    for (const index of indexes) {
      one.claimed.add(index);
      this.touch(one, this.row(one, index));
    }
    this.flush();
  }

  /** Releases the claims on rows that are not sent after all. */
  unclaim(one: LiveJob): void {
    for (const index of one.claimed) this.touch(one, this.row(one, index));
    one.claimed.clear();
  }

  /** Writes everything that is not on disk, in one transaction. */
  flush(): void {
    const jobs: StoredJob[] = [];
    const chunks: Chunk[] = [];
    for (const one of this.#jobs.values()) {
      if (one.isHeaderDirty) jobs.push(one.job);
      for (const chunk of one.dirty) {
        chunks.push({ jobId: one.job.id, chunk, rows: this.#asStored(one, chunk) });
      }
      one.isHeaderDirty = false;
      one.dirty.clear();
    }
    if (jobs.length > 0 || chunks.length > 0) this.store.write(jobs, chunks);
  }

  /** The rows of a chunk as they are stored: those about to be sent as if they were. */
  #asStored(one: LiveJob, chunk: number): StoredRow[] {
    const first = chunk * rowsInChunk;
    const rows = this.rowsOf(one).slice(first, first + rowsInChunk);
    return rows.map((row) =>
      one.claimed.has(row.index) && row.state === 'waiting' ? { ...row, state: 'running' } : row,
    );
  }
}

function chunksOf(jobId: string, rows: readonly StoredRow[]): Chunk[] {
  const chunks = Math.ceil(rows.length / rowsInChunk);
  return Array.from({ length: chunks }, (_, chunk) => ({
    jobId,
    chunk,
    rows: rows.slice(chunk * rowsInChunk, (chunk + 1) * rowsInChunk),
  }));
}

/** A job as it was stored, or a new one with its rows. */
function liveJob(
  job: StoredJob,
  rows: StoredRow[] | null = null,
  passwords: ReadonlyMap<number, string> = new Map(),
): LiveJob {
  return {
    job,
    rows,
    queue: [],
    claimed: new Set(),
    inFlight: new Set(),
    passwords: new Map(passwords),
    dirty: new Set(),
    isHeaderDirty: rows !== null,
  };
}

/** Nothing is in flight or only in memory: the rows can be released. */
function isAtRest({ job, inFlight, dirty }: LiveJob): boolean {
  return isOver(job) && inFlight.size === 0 && dirty.size === 0;
}

function isOver({ phase }: StoredJob): boolean {
  return phase === 'done' || phase === 'cancelled';
}
