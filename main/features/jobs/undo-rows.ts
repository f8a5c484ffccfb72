import type { StoredRow } from '#main/jobs/stored';
import type { RecordKind } from '#shared/domain/edit';
import type { JobStep } from '#shared/domain/job';
import { submissionUndoReason } from '#main/features/journal/journal';
import { inverseOf, type Done } from '#main/features/records/undo';
import type { KnownRecords } from './known-records';
import type { UndoStep } from './plan';
import { partsOf, stepFor } from './step-commands';

/**
 * The steps that undo what a job did, last row first; `picked`: only these rows. A row whose record
 * was changed since is refused, as is one without an inverse.
 */
export function undoSteps(
  rows: readonly StoredRow<JobStep>[],
  known: KnownRecords,
  picked: ReadonlySet<number> | null = null,
): UndoStep[] {
  const records = editableRecords(known);
  return rows
    .filter(({ state, index }) => state === 'done' && (picked?.has(index) ?? true))
    .toReversed()
    .map((row) => ({
      undoes: row.index,
      entries: row.journalId ? [row.journalId] : [],
      label: row.label,
      ...undoOfRow(row, records),
    }));
}

function undoOfRow(row: StoredRow<JobStep>, records: EditableRecords): PlannedInverse {
  const { step, recordId, changes } = row;
  const parts = partsOf(step);
  if (parts === null) return { step, refusal: submissionUndoReason };
  return plannedInverse({ ...parts, recordId, changes }, step, records);
}

/** The undo of one change, or why there is none. */
export type PlannedInverse = Pick<UndoStep, 'step' | 'refusal' | 'note'>;

/** `subject`: the step of a refused row, which is never sent. */
export function plannedInverse(
  done: Done,
  subject: JobStep,
  records: EditableRecords,
): PlannedInverse {
  const { kind, recordId } = done;
  // If the record was deleted, the check of the plan reports it.
  const now = recordId === null ? null : (records[kind].get(recordId) ?? null);
  const inverse = inverseOf(done, now);
  if (inverse.refusal !== null) return { step: subject, refusal: inverse.refusal };
  const step = stepFor(kind, inverse);
  return { step, refusal: null, ...('note' in inverse ? { note: inverse.note } : {}) };
}

/** The editable part of every known record by its id. */
export type EditableRecords = Record<RecordKind, ReadonlyMap<string, object | null>>;

export function editableRecords({ users, groups, devices }: KnownRecords): EditableRecords {
  return {
    user: new Map(users.map((user) => [user.id, user])),
    group: new Map(groups.map((group) => [group.id, group])),
    limits: new Map(devices.map((device) => [device.id, device.limits])),
  };
}
