import { isDeepStrictEqual } from 'node:util';
import { isSameValue, recordFields } from '#shared/domain/change';
import { journalEntrySchema } from '#shared/domain/edit';
import type { Records } from '#main/cache/cache';
import type { Journal, NewEntry } from '#main/features/journal/journal';
import { reworded } from './creating';
import { faultIn, isUnsure } from './fault-kinds';
import type { Kind } from './remote';
import { createKeyedMutex } from './keyed-mutex';

/**
 * Changes whose line in the journal is still to come. Each is on disk before it is sent, so that one
 * that was carried out just before the app ended is found after the next start and written down.
 */
export interface IntentLog {
  /**
   * Runs what sends a change and writes it down; `entry` is what would be missing. `finish` is given
   * what writes down an earlier try of which nobody knew the end, where there was one.
   */
  around<T>(
    entry: NewEntry,
    work: () => Promise<T>,
    finish?: (result: T, writeEarlier: () => string) => T,
  ): Promise<T>;
  /** Looks at what an earlier run of the app left behind; what the service cannot tell waits. */
  recover(): Promise<void>;
}

export interface IntentLogOptions {
  records: Records;
  journal: Pick<Journal, 'append'>;
  /** The part of the record that is edited, with `active` of a device; null: there is none. */
  read: (kind: Kind, id: string) => Promise<object | null>;
}

const prefix = 'unwritten:';
const keyOf = (kind: string, recordId: string) => `${prefix}${kind}:${recordId}`;
const entrySchema = journalEntrySchema.omit({ id: true, at: true, by: true });

export function createIntentLog(options: IntentLogOptions): IntentLog {
  const { records, journal } = options;
  /** Under way in this run of the app: whoever sends them writes them down. */
  const live = new Set<string>();
  let isRecovering = false;
  // Two at once would each take the other's note for one that an earlier run left behind.
  const inTurn = createKeyedMutex();

  const entryAt = (key: string): NewEntry | null =>
    entrySchema.safeParse(records.get(key)).data ?? null;

  function write(key: string, entry: NewEntry): string {
    return journal.append(entry, () => records.remove(key));
  }

  async function settle(key: string): Promise<void> {
    const entry = entryAt(key);
    const [kind, id] = [entry?.kind, entry?.recordId];
    if (!entry || !kind || kind === 'report' || id === undefined) return records.remove(key);
    const record = await options.read(kind, id);
    // It may have begun anew, or have been written down, while we asked.
    if (live.has(key) || !isDeepStrictEqual(entryAt(key), entry)) return;
    if (isDone(entry, record)) write(key, entry);
    else records.remove(key);
  }

  return {
    around: (entry, work, finish) => {
      const key = keyOf(entry.kind, entry.recordId);
      return inTurn(key, async () => {
        const left = entryAt(key);
        // What it made must not look as if others had: its line comes first.
        if (left && !isSameChange(left, entry)) await settle(key);
        const earlier = entryAt(key);
        live.add(key);
        records.put(key, earlier ?? entry);
        try {
          const result = await work();
          const finished = earlier && finish ? finish(result, () => write(key, earlier)) : result;
          records.remove(key);
          return finished;
        } catch (error) {
          // Without an answer it may have been carried out: the next try or `recover` will tell.
          if (!isUnsure(faultIn(error))) records.remove(key);
          throw error;
        } finally {
          live.delete(key);
        }
      });
    },
    recover: async () => {
      if (isRecovering) return;
      isRecovering = true;
      try {
        const keys = records.ids().filter((id) => id.startsWith(prefix) && !live.has(id));
        for (const key of keys) await settle(key);
      } finally {
        isRecovering = false;
      }
    },
  };
}

/** As far as what is kept tells: it has been through JSON. */
function isSameChange(kept: NewEntry, { action, changes }: NewEntry): boolean {
  const asKept = JSON.parse(JSON.stringify(changes)) as unknown;
  return kept.action === action && isDeepStrictEqual(kept.changes, asKept);
}

/** Whether the service holds what the change would have made. */
function isDone({ kind, action, changes }: NewEntry, record: object | null): boolean {
  if (action === 'delete') return record === null;
  if (record === null || kind === 'report') return false;
  const fields = recordFields(kind);
  const told = changes.filter(({ field }) => fields[field]?.kind !== 'secret');
  return (
    told.length > 0 &&
    told.every(({ field, before, after }) => {
      const is = (Reflect.get(record, field) as unknown) ?? null;
      const valueKind = fields[field]?.kind;
      if (!valueKind) return is === after;
      const hasMoved = reworded.has(field) && !isSameValue(valueKind, is, before);
      return hasMoved || isSameValue(valueKind, is, after);
    })
  );
}
