import { countsOf, type JobStore, type StoredJob, type StoredRow } from './stored';

/** A job in memory. Its rows are loaded when they are needed. */
export interface LiveJob<S = unknown> {
  job: StoredJob;
  rows: StoredRow<S>[] | null;
  /** Rows still to be sent, next first. */
  queue: number[];
  /** Rows that are stored as running although they are not sent yet. */
  claimed: Set<number>;
  inFlight: Set<number>;
  /** By row; in memory only. */
  passwords: Map<number, string>;
  dirty: Set<number>;
  isHeaderDirty: boolean;
}

/** The rows of jobs: loaded when they are needed, and released when a job is finished. */
export class LoadedRows<S> {
  /** The finished job whose rows were read last; those of other finished jobs are released. */
  #lookedAt: LiveJob<S> | null = null;

  constructor(private readonly store: Pick<JobStore<S>, 'loadChunk'>) {}

  /**
   * The rows of a job; those that were being sent when they were stored may or may not have reached the
   * service. A job whose rows are incomplete is cancelled.
   */
  of(live: LiveJob<S>): StoredRow<S>[] {
    if (live.rows) return live.rows;
    const { job } = live;
    const rows = this.#read(job);
    // Without its rows it cannot be run, shown or undone.
    if (rows.length < job.rows && !isOver(job)) {
      job.phase = 'cancelled';
      live.isHeaderDirty = true;
    }
    for (const row of rows) {
      if (row.state !== 'running') continue;
      row.state = 'waiting';
      row.mayBeSent = true;
    }
    live.rows = rows;
    job.counts = countsOf(rows);
    if (isAtRest(live)) {
      const before = this.#lookedAt;
      if (before && before !== live && isAtRest(before)) before.rows = null;
      this.#lookedAt = live;
    }
    return rows;
  }

  /** The rows of a chunk as they are stored: those about to be sent as if they were. */
  toStore(live: LiveJob<S>, chunk: number): StoredRow<S>[] {
    const { chunkStarts } = live.job;
    const rows = this.of(live).slice(chunkStarts[chunk], chunkStarts[chunk + 1]);
    return rows.map((row) =>
      live.claimed.has(row.index) && row.state === 'waiting' ? { ...row, state: 'running' } : row,
    );
  }

  forget(live: LiveJob<S>): void {
    if (this.#lookedAt === live) this.#lookedAt = null;
  }

  #read(job: StoredJob): StoredRow<S>[] {
    const chunks = job.chunkStarts.map((_, chunk) => this.store.loadChunk(job.id, chunk));
    const rows = chunks.flatMap((chunk) => chunk ?? []);
    const isWhole = rows.length === job.rows && rows.every(({ index }, at) => index === at);
    return isWhole ? rows : [];
  }
}

/** Nothing is in flight or only in memory: the rows can be released. */
function isAtRest({ job, inFlight, dirty }: LiveJob): boolean {
  return isOver(job) && inFlight.size === 0 && dirty.size === 0;
}

function isOver({ phase }: StoredJob): boolean {
  return phase === 'done' || phase === 'cancelled';
}
