import type { Cache } from '#main/cache/cache';
import { journalEntrySchema, type JournalEntry } from '#shared/domain/edit';
import type { Clock } from '../clock';
import { createGathering } from '../gathering';

/** What this app changed at the service, in the order in which it did. */
export interface Journal {
  /** Newest first. */
  list(range: { from: number; limit: number }): { total: number; entries: JournalEntry[] };
  get(id: string): JournalEntry | null;
  /**
   * Writes an entry and answers its id. What `alongside` writes to records of the cache is committed
   * in the same transaction.
   */
  append(entry: NewEntry, alongside?: (journalId: string) => void): string;
  /** Writes what a job submitted so far: one entry for each job, where it was first written. */
  putSubmitted(jobId: string, entry: SubmittedEntry): void;
  /** What a job submitted, as it was last written; null where it submitted nothing. */
  submitted(jobId: string): JournalEntry | null;
  /** An entry was taken back, or it turned out that it cannot be. */
  settle(id: string, undo: 'done' | 'impossible', reason?: string): void;
  /** Tells what it has not told yet; nothing later. */
  close(): void;
}

export type NewEntry = Omit<JournalEntry, 'id' | 'at' | 'by'>;

/** What was submitted for one device. */
export type SubmittedEntry = Pick<JournalEntry, 'recordId' | 'label' | 'changes'>;

const cannotBeTakenBack = 'What was submitted cannot be taken back: no call does that.';
const submittedId = (jobId: string) => `submitted:${jobId}`;

export function createJournal(options: {
  cache: Cache;
  clock: Clock;
  newId: () => string;
  /** The account: user name and address. */
  by: string;
  onChanged: (news: { total: number }) => void;
}): Journal {
  const { cache, clock } = options;
  const records = cache.records('journal');
  const news = createGathering(clock, 250, () => options.onChanged({ total: records.count() }));

  function get(id: string): JournalEntry | null {
    return journalEntrySchema.safeParse(records.get(id)).data ?? null;
  }

  return {
    list: ({ from, limit }) => ({
      total: records.count(),
      entries: records
        .newest(from, limit)
        .flatMap(({ value }) => journalEntrySchema.safeParse(value).data ?? []),
    }),
    get,
    append: (entry, alongside) => {
      const id = options.newId();
      cache.inOneWrite(() => {
        records.put(id, { ...entry, id, at: clock.now(), by: options.by });
        alongside?.(id);
      });
      news.due();
      return id;
    },
    submitted: (jobId) => get(submittedId(jobId)),
    putSubmitted: (jobId, entry) => {
      const id = submittedId(jobId);
      records.put(id, {
        ...entry,
        kind: 'report',
        action: 'submit',
        jobId,
        undo: 'impossible',
        undoReason: cannotBeTakenBack,
        id,
        at: get(id)?.at ?? clock.now(),
        by: options.by,
      });
      news.due();
    },
    settle: (id, undo, reason) => {
      const entry = get(id);
      if (!entry) return;
      records.put(id, { ...entry, undo, undoReason: reason ?? entry.undoReason });
      news.due();
    },
    close: () => news.close(),
  };
}
