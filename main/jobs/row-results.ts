import { meaningOf } from '#main/pace/back-off';
import type { FieldChange } from '#shared/domain/change';
import type { HeldBack } from '#shared/domain/alert-channels';
import type { Job } from '#shared/domain/job';
import { isAsSubmitted, onlyHeldBack } from '#shared/domain/submission-result';
import type { Fault } from '#shared/fault';
import type { LiveJob, LiveJobs } from './live-jobs';
import type { Preparation } from './preparation';
import type { StoredRow } from './stored';
import type { Applied } from './types';
import type { WaitState } from './wait-state';

/** Attempts without a response after which a row fails, while the service responds to others. */
const mostAttempts = 4;

/** The channels held back in a job, with those of one more record. */
function withHeldBack(before: Job['heldBack'] = [], held: readonly HeldBack[]): Job['heldBack'] {
  const counts = new Map(before.map((each) => [`${each.channel} ${each.limit}`, each]));
  for (const each of held) {
    const key = `${each.channel} ${each.limit}`;
    counts.set(key, { ...each, records: (counts.get(key)?.records ?? 0) + 1 });
  }
  return [...counts.values()];
}

const isSwitchedOff = (changes: readonly FieldChange[] = []) =>
  changes.some(({ field, after }) => field === 'expires' && after === false);

/** Applies the result of a row to its job. */
export interface RowResults<S> {
  done(one: LiveJob<S>, row: StoredRow<S>, applied: Applied): void;
  failed(one: LiveJob<S>, row: StoredRow<S>, fault: Fault, sentInEpoch: number): void;
}

export function createRowResults<S>(options: {
  live: LiveJobs<S>;
  waits: Pick<WaitState, 'fail' | 'answered'>;
  preparation: Pick<Preparation, 'invalidate'>;
}): RowResults<S> {
  const { live, waits, preparation } = options;
  return {
    done: (one, row, applied) => {
      waits.answered();
      one.passwords.delete(row.index);
      row.recordId = applied.recordId ?? row.recordId;
      if (isSwitchedOff(applied.changes) && !isSwitchedOff(row.changes)) {
        one.job.expiresOff = (one.job.expiresOff ?? 0) + 1;
      }
      row.changes = applied.changes ?? row.changes;
      row.journalId = applied.journalId ?? null;
      row.mayBeSent = false;
      if (applied.result) {
        row.result = applied.result;
        const held = onlyHeldBack(applied.result);
        if (held.length > 0) one.job.heldBack = withHeldBack(one.job.heldBack, held);
        else if (!isAsSubmitted(applied.result))
          one.job.unconfirmed = (one.job.unconfirmed ?? 0) + 1;
      }
      live.setRow(one, row, 'done');
      const undone = one.job.undoOf === null ? null : live.find(one.job.undoOf);
      if (!undone || row.undoes === null) return;
      const before = live.row(undone, row.undoes);
      if (before.state === 'done') live.setRow(undone, before, 'undone');
    },
    failed: (one, row, fault, sentInEpoch) => {
      const meaning = meaningOf(fault);
      const isUnknown = meaning === 'waitUnknown' || meaning === 'rowUnknown';
      // A refused key does not show whether an earlier attempt was carried out.
      if (isUnknown) row.mayBeSent = true;
      else if (meaning === 'row') row.mayBeSent = false;
      if (isUnknown) preparation.invalidate();
      if (meaning === 'waitUnknown') row.attempts++;
      const isHopeless = meaning === 'waitUnknown' && row.attempts >= mostAttempts;
      if (meaning === 'row') waits.answered();
      else if (meaning !== 'rowUnknown') waits.fail(fault, sentInEpoch);
      // Cancelled while it was in flight: it will not be looked up again.
      const isLast = one.job.phase === 'cancelled' && isUnknown;
      if (meaning === 'row' || meaning === 'rowUnknown' || isHopeless || isLast) {
        live.setRow(one, row, 'failed', fault);
        return;
      }
      live.setRow(one, row, 'waiting', isUnknown ? fault : null);
      // Moved behind the others: if the service cannot respond to this row, they need not wait for
      // it.
      if (isUnknown) one.queue.push(row.index);
      else one.queue.unshift(row.index);
    },
  };
}
