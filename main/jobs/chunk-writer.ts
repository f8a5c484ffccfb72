import { chunkStarts, type JobStore, type StoredJob, type StoredRow } from './stored';

/** A few hundred kilobytes. */
const chunksInTurn = 5;

/**
 * Writes the rows of a new job with a `turn` for other work after every few chunks; returns where the
 * chunks start. Until the caller stores the job itself, the stored one is cancelled, so that an app that
 * ends before finds one that can only be removed. `turn` throws to abort.
 */
export async function writeInChunks<S>(
  store: Pick<JobStore<S>, 'write'>,
  job: StoredJob,
  rows: StoredRow<S>[],
  turn: () => Promise<void>,
): Promise<number[]> {
  const starts: number[] = [];
  let written = 0;
  const write = (ends: readonly number[]) => {
    const header: StoredJob = { ...job, phase: 'cancelled', chunkStarts: starts.slice() };
    const chunks = ends.map((end, i) => {
      const chunk = written + i;
      return { jobId: job.id, chunk, rows: rows.slice(starts[chunk], end) };
    });
    store.write([header], chunks);
    written += ends.length;
  };
  for (const start of chunkStarts(rows)) {
    starts.push(start);
    if (starts.length - written <= chunksInTurn) continue;
    write(starts.slice(written + 1));
    await turn();
  }
  if (rows.length > 0) write([...starts.slice(written + 1), rows.length]);
  await turn();
  return starts;
}
