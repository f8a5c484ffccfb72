import type { Device } from '#shared/domain/device';
import type { Draft, FieldConflict, LimitsEdit, Saved } from '#shared/domain/edit';
import type { Fault, Outcome } from '#shared/fault';

/** Somebody else changed the same fields of a device. */
export interface LimitsConflict {
  draft: Draft;
  conflicts: FieldConflict[];
  theirs: Device;
}

/** What became of the drafts that were saved. */
export interface SavedLimits {
  saved: number;
  /** For undo, in the order in which they were saved. */
  journalIds: string[];
  conflicts: LimitsConflict[];
  failed: { draft: Draft; fault: Fault }[];
}

export const nothingSaved: SavedLimits = { saved: 0, journalIds: [], conflicts: [], failed: [] };

/** Faults that the next device would meet too: going on would only repeat them. */
const stopping: ReadonlySet<Fault['kind']> = new Set([
  'offline',
  'unauthorized',
  'notThisService',
  'busy',
]);

/**
 * Saves drafts one after the other. Each that is saved is told at once, so that its draft can go; a
 * crash in between leaves exactly the drafts that are not saved.
 */
export async function saveLimits(
  drafts: readonly Draft[],
  change: (input: { base: Device; edit: LimitsEdit }) => Promise<Outcome<Saved<Device>>>,
  onSaved: (key: string, record: Device) => void,
  onProgress: (done: number) => void,
): Promise<SavedLimits> {
  const result: SavedLimits = { saved: 0, journalIds: [], conflicts: [], failed: [] };
  for (const [index, draft] of drafts.entries()) {
    const outcome = await change({ base: draft.base as Device, edit: draft.edit as LimitsEdit });
    if (!outcome.ok) {
      result.failed.push({ draft, fault: outcome.fault });
      if (stopping.has(outcome.fault.kind)) return result;
    } else if (outcome.value.status === 'conflict') {
      const { conflicts, theirs } = outcome.value;
      result.conflicts.push({ draft, conflicts, theirs });
    } else {
      result.saved += 1;
      if (outcome.value.journalId !== null) result.journalIds.push(outcome.value.journalId);
      onSaved(draft.key, outcome.value.record);
    }
    onProgress(index + 1);
  }
  return result;
}
