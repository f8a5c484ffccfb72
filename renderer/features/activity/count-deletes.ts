import type { Job, JobRow } from '#shared/domain/job';
import type { Outcome } from '#shared/fault';
import { isDelete } from './job-messages';

const page = 500;

/** How many records a plan would delete, read page by page. */
export async function countDeletes(
  read: (input: {
    id: string;
    from: number;
    limit: number;
    state: 'waiting';
  }) => Promise<Outcome<{ total: number; rows: JobRow[] }>>,
  job: Pick<Job, 'id'>,
): Promise<Outcome<number>> {
  let deletes = 0;
  for (let from = 0; ; from += page) {
    const outcome = await read({ id: job.id, from, limit: page, state: 'waiting' });
    if (!outcome.ok) return outcome;
    const { rows, total } = outcome.value;
    deletes += rows.filter(isDelete).length;
    if (from + page >= total || rows.length === 0) return { ok: true, value: deletes };
  }
}
