import type { Draft, FieldConflict, Saved } from '#shared/domain/edit';
import type { Fault, Outcome } from '#shared/fault';

/** Someone else changed the same fields of a record. */
export interface StagedConflict<R> {
  draft: Draft;
  conflicts: FieldConflict[];
  theirs: R;
}

/** The result of saving drafts. */
export interface SavedDrafts<R> {
  saved: number;
  /** For undo, in the order of saving. */
  journalIds: string[];
  conflicts: StagedConflict<R>[];
  failed: { draft: Draft; fault: Fault }[];
}

/** Faults that would repeat for every other record, so saving stops. */
const stopping: ReadonlySet<Fault['kind']> = new Set([
  'offline',
  'unauthorized',
  'notThisService',
  'busy',
  'storage',
]);

/**
 * Saves drafts one after the other. Each saved draft is reported immediately and removed, so that a
 * crash leaves exactly the drafts that are not saved.
 */
export async function saveDrafts<R>(
  drafts: readonly Draft[],
  change: (draft: Draft) => Promise<Outcome<Saved<R>>>,
  onSaved: (draft: Draft, record: R) => void,
  onProgress: (done: number) => void,
): Promise<SavedDrafts<R>> {
  const result: SavedDrafts<R> = { saved: 0, journalIds: [], conflicts: [], failed: [] };
  for (const [index, draft] of drafts.entries()) {
    const outcome = await change(draft);
    if (!outcome.ok) {
      result.failed.push({ draft, fault: outcome.fault });
      if (stopping.has(outcome.fault.kind)) return result;
    } else if (outcome.value.status === 'conflict') {
      const { conflicts, theirs } = outcome.value;
      result.conflicts.push({ draft, conflicts, theirs });
    } else {
      result.saved += 1;
      if (outcome.value.journalId !== null) result.journalIds.push(outcome.value.journalId);
      onSaved(draft, outcome.value.record);
    }
    onProgress(index + 1);
  }
  return result;
}

/** Edits that were typed while saving; they stay staged. */
export function typedSince(
  sent: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>> | undefined,
  isSame: (a: unknown, b: unknown) => boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(now ?? {}).filter(
      ([field, value]) => !Object.hasOwn(sent, field) || !isSame(value, sent[field]),
    ),
  );
}
