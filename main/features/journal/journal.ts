import type { Cache } from '#main/cache/cache';
import type { Clock } from '#main/pace/clock';
import { createThrottle } from '#main/pace/throttle';
import {
  journalEntrySchema,
  type JournalCounts,
  type JournalEntry,
  type JournalFind,
} from '#shared/domain/edit';
import { fold, searchForm } from '#shared/domain/text';
import { message, type Message, type Said } from '#shared/i18n/translate';

export type NewEntry = Omit<JournalEntry, 'id' | 'at' | 'by'>;

/** The submissions for one device. */
type SubmittedEntry = Pick<JournalEntry, 'recordId' | 'label' | 'changes'>;

export const submissionUndoReason = message('records.undo.submission');
const submittedId = (jobId: string) => `submitted:${jobId}`;

interface JournalOptions {
  cache: Cache;
  clock: Clock;
  newId: () => string;
  /** The account: user name and address. */
  by: Said;
  onChanged: (news: { total: number }) => void;
  /** An entry was undone, separately or by a job. */
  onUndone: (entry: JournalEntry) => void;
}

/** The changes that this app made at the service, in order. */
export class Journal {
  readonly #records: ReturnType<Cache['records']>;
  readonly #news: ReturnType<typeof createThrottle>;
  /** What can be searched; read at the first search. */
  #lines: Map<string, Line> | null = null;

  constructor(private readonly options: JournalOptions) {
    this.#records = options.cache.records('journal');
    this.#news = createThrottle(options.clock, 250, () =>
      options.onChanged({ total: this.#records.count() }),
    );
  }

  /** Newest first; without `find` the complete journal. */
  list({ from, limit, find }: { from: number; limit: number; find?: JournalFind | undefined }): {
    total: number;
    entries: JournalEntry[];
  } {
    if (find && (find.text.trim() !== '' || find.undo !== null)) {
      const ids = this.ids(find);
      const entries = ids.slice(from, from + limit).flatMap((id) => this.get(id) ?? []);
      return { total: ids.length, entries };
    }
    const newest = this.#records.newest(from, limit);
    return {
      total: this.#records.count(),
      entries: newest.flatMap(({ value }) => entryIn(value) ?? []),
    };
  }

  /** The ids of all matching entries, newest first. */
  ids({ text, undo }: JournalFind): string[] {
    return this.#linesWith(text)
      .filter((line) => undo === null || line.undo === undo)
      .map(({ id }) => id)
      .toReversed();
  }

  /** Counts the entries with this text. */
  counts(text: string): JournalCounts {
    const counts = { possible: 0, done: 0, impossible: 0 };
    for (const { undo } of this.#linesWith(text)) counts[undo] += 1;
    return counts;
  }

  get(id: string): JournalEntry | null {
    return entryIn(this.#records.get(id));
  }

  /**
   * Writes an entry and returns its id. Cache records that `alongside` writes are committed in the same
   * transaction.
   */
  append(entry: NewEntry, alongside?: (journalId: string) => void): string {
    const { cache, clock, newId, by } = this.options;
    const id = newId();
    cache.inOneWrite(() => {
      this.#put({ ...entry, id, at: clock.now(), by });
      alongside?.(id);
    });
    this.#news.due();
    return id;
  }

  /** The submissions of a job as last written; null if there are none. */
  submitted(jobId: string): JournalEntry | null {
    return this.get(submittedId(jobId));
  }

  /** Writes the submissions of a job so far: one entry per job, which keeps its position. */
  putSubmitted(jobId: string, entry: SubmittedEntry): void {
    const { clock, by } = this.options;
    this.#put({
      ...entry,
      kind: 'report',
      action: 'submit',
      jobId,
      undo: 'impossible',
      undoReason: submissionUndoReason,
      id: submittedId(jobId),
      at: this.submitted(jobId)?.at ?? clock.now(),
      by,
    });
    this.#news.due();
  }

  /** Marks an entry as undone, or as impossible to undo. */
  settle(id: string, undo: 'done' | 'impossible', reason?: Message): void {
    const entry = this.get(id);
    if (!entry) return;
    this.#put({ ...entry, undo, undoReason: reason ?? entry.undoReason });
    this.#news.due();
    if (undo === 'done' && entry.undo !== 'done') this.options.onUndone(entry);
  }

  /** Reports pending changes for the last time. */
  close(): void {
    this.#news.close();
  }

  #put(entry: JournalEntry): void {
    this.#records.put(entry.id, entry);
    this.#lines?.set(entry.id, lineOf(entry));
  }

  /** The entries with all these words, oldest first. */
  #linesWith(text: string): Line[] {
    this.#lines ??= new Map(
      this.#records.all().flatMap(({ value }) => {
        const entry = entryIn(value);
        return entry ? [[entry.id, lineOf(entry)] as const] : [];
      }),
    );
    const words = fold(text).split(/\s+/).filter(Boolean);
    return Array.from(this.#lines.values()).filter((line) =>
      words.every((word) => line.text.includes(word)),
    );
  }
}

function entryIn(value: unknown): JournalEntry | null {
  return journalEntrySchema.safeParse(value).data ?? null;
}

/** The searchable text of an entry, in memory: typing must not read the whole journal. */
interface Line {
  id: string;
  text: string;
  undo: JournalEntry['undo'];
}

const actionNames: Record<JournalEntry['action'], string> = {
  create: 'created',
  change: 'changed',
  replace: 'replaced',
  delete: 'deleted',
  activate: 'activated',
  submit: 'submitted',
};

function lineOf({ id, label, recordId, action, undo, kind }: JournalEntry): Line {
  const noun = kind === 'limits' || kind === 'report' ? 'device' : kind;
  return { id, undo, text: searchForm(`${actionNames[action]} ${noun} ${label} ${recordId}`) };
}
