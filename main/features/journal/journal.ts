import type { Cache } from '#main/cache/cache';
import {
  journalEntrySchema,
  type JournalCounts,
  type JournalEntry,
  type JournalFind,
} from '#shared/domain/edit';
import type { Clock } from '#main/pace/clock';
import { createThrottle } from '#main/pace/throttle';
import { createJournalIndex, isEverything } from './journal-index';

/** The changes that this app made at the service, in order. */
export interface Journal {
  /** Newest first; without `find` the complete journal. */
  list(range: { from: number; limit: number; find?: JournalFind | undefined }): {
    total: number;
    entries: JournalEntry[];
  };
  /** The ids of all matching entries, newest first. */
  ids(find: JournalFind): string[];
  /** Counts the entries with this text. */
  counts(text: string): JournalCounts;
  get(id: string): JournalEntry | null;
  /**
   * Writes an entry and returns its id. Cache records that `alongside` writes are committed in the same
   * transaction.
   */
  append(entry: NewEntry, alongside?: (journalId: string) => void): string;
  /** Writes the submissions of a job so far: one entry per job, which keeps its position. */
  putSubmitted(jobId: string, entry: SubmittedEntry): void;
  /** The submissions of a job as last written; null if there are none. */
  submitted(jobId: string): JournalEntry | null;
  /** Marks an entry as undone, or as impossible to undo. */
  settle(id: string, undo: 'done' | 'impossible', reason?: string): void;
  /** Reports pending changes for the last time. */
  close(): void;
}

export type NewEntry = Omit<JournalEntry, 'id' | 'at' | 'by'>;

/** The submissions for one device. */
export type SubmittedEntry = Pick<JournalEntry, 'recordId' | 'label' | 'changes'>;

export const submissionUndoReason =
  'Submitted data cannot be undone: the service has no call for it.';
const submittedId = (jobId: string) => `submitted:${jobId}`;

export function createJournal(options: {
  cache: Cache;
  clock: Clock;
  newId: () => string;
  /** The account: user name and address. */
  by: string;
  onChanged: (news: { total: number }) => void;
  /** An entry was undone, separately or by a job. */
  onUndone: (entry: JournalEntry) => void;
}): Journal {
  const { cache, clock } = options;
  const records = cache.records('journal');
  const news = createThrottle(clock, 250, () => options.onChanged({ total: records.count() }));

  const index = createJournalIndex(() =>
    records.all().flatMap(({ value }) => journalEntrySchema.safeParse(value).data ?? []),
  );

  function put(entry: JournalEntry): void {
    records.put(entry.id, entry);
    index.put(entry);
  }

  function get(id: string): JournalEntry | null {
    return journalEntrySchema.safeParse(records.get(id)).data ?? null;
  }

  return {
    list: ({ from, limit, find }) => {
      if (find && !isEverything(find)) {
        const ids = index.ids(find);
        return {
          total: ids.length,
          entries: ids.slice(from, from + limit).flatMap((id) => get(id) ?? []),
        };
      }
      return {
        total: records.count(),
        entries: records
          .newest(from, limit)
          .flatMap(({ value }) => journalEntrySchema.safeParse(value).data ?? []),
      };
    },
    ids: index.ids,
    counts: index.counts,
    get,
    append: (entry, alongside) => {
      const id = options.newId();
      cache.inOneWrite(() => {
        put({ ...entry, id, at: clock.now(), by: options.by });
        alongside?.(id);
      });
      news.due();
      return id;
    },
    submitted: (jobId) => get(submittedId(jobId)),
    putSubmitted: (jobId, entry) => {
      const id = submittedId(jobId);
      put({
        ...entry,
        kind: 'report',
        action: 'submit',
        jobId,
        undo: 'impossible',
        undoReason: submissionUndoReason,
        id,
        at: get(id)?.at ?? clock.now(),
        by: options.by,
      });
      news.due();
    },
    settle: (id, undo, reason) => {
      const entry = get(id);
      if (!entry) return;
      put({ ...entry, undo, undoReason: reason ?? entry.undoReason });
      news.due();
      if (undo === 'done' && entry.undo !== 'done') options.onUndone(entry);
    },
    close: () => news.close(),
  };
}
