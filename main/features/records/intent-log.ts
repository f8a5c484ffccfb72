import { isDeepStrictEqual } from 'node:util';
import { fieldValue, isSameValue, recordFields } from '#shared/domain/change';
import { journalEntrySchema } from '#shared/domain/edit';
import type { Records } from '#main/cache/cache';
import type { Journal, NewEntry } from '#main/features/journal/journal';
import { reworded } from './creating';
import { faultIn, isUnsure } from './saving';
import type { Kind } from './remote';

interface IntentLogOptions {
  /** Also the intents to create, which `createOnce` settles. */
  intents: Records;
  /** Fails if the disk did not take what was written last. */
  requireStored: () => void;
  journal: Pick<Journal, 'append'>;
  /** Removes what was carried out from the draft; runs in the write of the journal entry. */
  settleDraft: (entry: NewEntry) => void;
  /** The editable part of the record; null if it does not exist. */
  read: (kind: Kind, id: string) => Promise<object | null>;
}

const prefix = 'change:';
const keyOf = ({ kind, recordId }: NewEntry) => `${prefix}${kind}:${recordId}`;
const entrySchema = journalEntrySchema.omit({ id: true, at: true, by: true });

/**
 * Write-ahead intents: each change is on disk before it is sent, so that one that was carried out
 * just before the app ended is found after the next start and added to the journal.
 */
export class IntentLog {
  readonly #intents: Records;
  /** In flight in this run of the app: `around` settles these itself. */
  readonly #live = new Set<string>();
  #isRecovering = false;

  constructor(private readonly options: IntentLogOptions) {
    this.#intents = options.intents;
  }

  /**
   * Runs `work`, which sends a change and writes its journal entry; `entry` is the one that a crash
   * would lose, and `removeIntent` belongs into the write of that entry. If an earlier try of the same
   * change has an unknown end, `finish` receives the function that writes its entry. The caller holds the lock
   * of the record.
   */
  async around<T>(
    entry: NewEntry,
    work: (removeIntent: () => void) => Promise<T>,
    finish: (result: T, writeEarlier: () => string) => T,
  ): Promise<T> {
    const key = keyOf(entry);
    const left = this.#entryAt(key);
    // Its entry is written first, so that its result is not attributed to another client.
    if (left && !isSameChange(left, entry)) await this.#settle(key);
    const earlier = this.#entryAt(key);
    this.#intents.put(key, earlier ?? entry);
    this.#requireStored(key, earlier);
    this.#live.add(key);
    try {
      const result = await work(() => this.#intents.remove(key));
      const finished = earlier ? finish(result, () => this.#write(key, earlier)) : result;
      this.#intents.remove(key);
      return finished;
    } catch (error) {
      // Without an answer it may have been carried out: the next try or `recover` finds out.
      if (!isUnsure(faultIn(error))) this.#intents.remove(key);
      throw error;
    } finally {
      this.#live.delete(key);
    }
  }

  /** Settles intents of an earlier run of the app; those the service cannot answer now stay. */
  async recover(): Promise<void> {
    if (this.#isRecovering) return;
    this.#isRecovering = true;
    try {
      const isLeft = (id: string) => id.startsWith(prefix) && !this.#live.has(id);
      for (const key of this.#intents.ids().filter(isLeft)) await this.#settle(key);
    } finally {
      this.#isRecovering = false;
    }
  }

  async #settle(key: string): Promise<void> {
    const entry = this.#entryAt(key);
    if (!entry || entry.kind === 'report') return this.#intents.remove(key);
    const record = await this.options.read(entry.kind, entry.recordId);
    // A new try may have started or settled it during the read.
    if (this.#live.has(key) || !isDeepStrictEqual(this.#entryAt(key), entry)) return;
    if (isDone(entry, record)) this.#write(key, entry);
    else this.#intents.remove(key);
  }

  #entryAt(key: string): NewEntry | null {
    return entrySchema.safeParse(this.#intents.get(key)).data ?? null;
  }

  #write(key: string, entry: NewEntry): string {
    return this.options.journal.append(entry, () => {
      this.#intents.remove(key);
      this.options.settleDraft(entry);
    });
  }

  /** What is not on disk must not be sent: a crash would lose the entry of a change that was made. */
  #requireStored(key: string, earlier: NewEntry | null): void {
    try {
      this.options.requireStored();
    } catch (error) {
      if (!earlier) this.#intents.remove(key);
      throw error;
    }
  }
}

/** Compares with a stored entry, which has been through JSON. */
function isSameChange(stored: NewEntry, { action, changes }: NewEntry): boolean {
  const asStored = JSON.parse(JSON.stringify(changes)) as unknown;
  return stored.action === action && isDeepStrictEqual(stored.changes, asStored);
}

/** Whether the record is in the state that the change would have produced. */
function isDone({ kind, action, changes }: NewEntry, record: object | null): boolean {
  if (action === 'delete') return record === null;
  if (record === null || kind === 'report') return false;
  const fields = recordFields(kind);
  const comparable = changes.filter(({ field }) => fields[field]?.kind !== 'secret');
  return (
    comparable.length > 0 &&
    comparable.every(({ field, before, after }) => {
      const valueKind = fields[field]?.kind;
      if (!valueKind) return ((Reflect.get(record, field) as unknown) ?? null) === after;
      const is = fieldValue(kind, record, field);
      const hasMoved = reworded.has(field) && !isSameValue(valueKind, is, before);
      return hasMoved || isSameValue(valueKind, is, after);
    })
  );
}
