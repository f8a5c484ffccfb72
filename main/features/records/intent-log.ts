import { isDeepStrictEqual } from 'node:util';
import { fieldValue, isSameValue, recordFields } from '#shared/domain/change';
import { journalEntrySchema } from '#shared/domain/edit';
import type { Records } from '#main/cache/cache';
import { storedIntentPrefix } from '#main/cache/stored-names';
import type { Journal, NewEntry } from '#main/features/journal/journal';
import { reworded } from './creating';
import { faultIn, isUnsure } from './fault-kinds';
import type { Kind } from './remote';

/**
 * Write-ahead intents: each change is on disk before it is sent, so that one that was carried out
 * just before the app ended is found after the next start and added to the journal.
 */
export interface IntentLog {
  /**
   * Runs `work`, which sends a change and writes its journal entry; `entry` is the one that a crash
   * would lose, and `removeIntent` belongs into the write of that entry. If an earlier try of the same
   * change has an unknown end, `finish` receives the function that writes its entry. The caller holds the lock
   * of the record.
   */
  around<T>(
    entry: NewEntry,
    work: (removeIntent: () => void) => Promise<T>,
    finish?: (result: T, writeEarlier: () => string) => T,
  ): Promise<T>;
  /** Settles intents of an earlier run of the app; those the service cannot answer now stay. */
  recover(): Promise<void>;
}

export interface IntentLogOptions {
  records: Records;
  /** Fails if the disk did not take what was written last. */
  requireStored: () => void;
  journal: Pick<Journal, 'append'>;
  /** Removes what was carried out from the draft; runs in the write of the journal entry. */
  settleDraft: (entry: NewEntry) => void;
  /** The editable part of the record; null if it does not exist. */
  read: (kind: Kind, id: string) => Promise<object | null>;
}

const keyOf = (kind: string, recordId: string) => `${storedIntentPrefix}${kind}:${recordId}`;
const entrySchema = journalEntrySchema.omit({ id: true, at: true, by: true });

export function createIntentLog(options: IntentLogOptions): IntentLog {
  const { records, journal } = options;
  /** In flight in this run of the app: `around` settles these itself. */
  const live = new Set<string>();
  let isRecovering = false;

  const entryAt = (key: string): NewEntry | null =>
    entrySchema.safeParse(records.get(key)).data ?? null;

  function write(key: string, entry: NewEntry): string {
    return journal.append(entry, () => {
      records.remove(key);
      options.settleDraft(entry);
    });
  }

  /** What is not on disk must not be sent: a crash would lose the entry of a change that was made. */
  function requireIntent(key: string, earlier: NewEntry | null): void {
    try {
      options.requireStored();
    } catch (error) {
      if (!earlier) records.remove(key);
      throw error;
    }
  }

  async function settle(key: string): Promise<void> {
    const entry = entryAt(key);
    const [kind, id] = [entry?.kind, entry?.recordId];
    if (!entry || !kind || kind === 'report' || id === undefined) return records.remove(key);
    const record = await options.read(kind, id);
    // A new try may have started or settled it during the read.
    if (live.has(key) || !isDeepStrictEqual(entryAt(key), entry)) return;
    if (isDone(entry, record)) write(key, entry);
    else records.remove(key);
  }

  return {
    around: async (entry, work, finish) => {
      const key = keyOf(entry.kind, entry.recordId);
      const left = entryAt(key);
      // Its entry is written first, so that its result is not attributed to another client.
      if (left && !isSameChange(left, entry)) await settle(key);
      const earlier = entryAt(key);
      records.put(key, earlier ?? entry);
      requireIntent(key, earlier);
      live.add(key);
      try {
        const result = await work(() => records.remove(key));
        const finished = earlier && finish ? finish(result, () => write(key, earlier)) : result;
        records.remove(key);
        return finished;
      } catch (error) {
        // Without an answer it may have been carried out: the next try or `recover` finds out.
        if (!isUnsure(faultIn(error))) records.remove(key);
        throw error;
      } finally {
        live.delete(key);
      }
    },
    recover: async () => {
      if (isRecovering) return;
      isRecovering = true;
      try {
        const keys = records
          .ids()
          .filter((id) => id.startsWith(storedIntentPrefix) && !live.has(id));
        for (const key of keys) await settle(key);
      } finally {
        isRecovering = false;
      }
    },
  };
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
