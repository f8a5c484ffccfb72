import {
  isSameValue,
  mergeThreeWay,
  recordFields,
  type EditOf,
  type FieldChange,
  type RecordOf,
} from '#shared/domain/change';
import type { RecordKind } from '#shared/domain/edit';
import { fieldsInSentence } from '#shared/domain/field-messages';
import type { JobStep } from '#shared/domain/job';
import type { KnownRecords, UndoStep } from './plan';
import type { StoredRow } from './stored';

/** What was done to one record, by a row of a job or by entries of the journal. */
export type Done = Pick<StoredRow, 'step' | 'changes' | 'recordId'>;

/** How one thing that was done is taken back, or why it cannot be. */
export type Inverse = Pick<UndoStep, 'step' | 'refusal' | 'note'>;

/**
 * The steps that take back what a job did, last row first; `picked`: only these rows. What somebody
 * changed since is not taken back over his head: such a row is refused, and so is what has no inverse.
 */
export function undoSteps(
  rows: readonly StoredRow[],
  known: KnownRecords,
  picked: ReadonlySet<number> | null = null,
): UndoStep[] {
  const inverse = createInverse(known);
  return rows
    .filter(({ state, index }) => state === 'done' && (picked?.has(index) ?? true))
    .toReversed()
    .map((row) => ({
      undoes: row.index,
      entries: row.journalId ? [row.journalId] : [],
      label: row.label,
      ...inverse(row),
    }));
}

/** Finds the inverse of one thing after the other, on the records as they are known now. */
export function createInverse(known: KnownRecords): (done: Done) => Inverse {
  const records = {
    user: new Map(known.users.map((user) => [user.id, user])),
    group: new Map(known.groups.map((group) => [group.id, group])),
    limits: new Map(known.devices.map((device) => [device.id, device.limits])),
  };
  return inverse;

  function inverse(row: Done): Inverse {
    const { step } = row;
    switch (step.action) {
      case 'submitLocation':
      case 'submitAlert':
        return refused(step, 'What was submitted cannot be taken back: no call does that.');
      case 'createUser':
        return removal('user', row, (id) => ({ action: 'deleteUser', id }));
      case 'createGroup':
        return removal('group', row, (id) => ({ action: 'deleteGroup', id }));
      case 'deleteUser':
        return {
          ...possible({ action: 'createUser', edit: editBefore('user', row.changes) }),
          note: 'Comes back under a new id, without a password and what only the service knows.',
        };
      case 'deleteGroup':
        return {
          ...possible({ action: 'createGroup', edit: editBefore('group', row.changes) }),
          note: 'Comes back under a new id.',
        };
      case 'changeUser':
        return change('user', row, (edit) => ({ action: 'changeUser', id: step.id, edit }));
      case 'changeGroup':
        return change('group', row, (edit) => ({ action: 'changeGroup', id: step.id, edit }));
      case 'changeLimits':
        return change('limits', row, (edit) => ({ action: 'changeLimits', id: step.id, edit }));
      case 'renew':
        return row.changes.some(({ field }) => field === 'active')
          ? refused(
              step,
              'An activation cannot be taken back: its licence is spent until it expires.',
            )
          : change('limits', row, (edit) => ({ action: 'changeLimits', id: step.id, edit }));
    }
  }

  function removal(kind: 'user' | 'group', row: Done, stepFor: (id: string) => JobStep): Inverse {
    if (row.recordId === null) {
      return refused(row.step, 'The service did not tell the id of what was created.');
    }
    const step = stepFor(row.recordId);
    const now = records[kind].get(row.recordId);
    // What is gone already is left to the plan, which says so.
    const changed = now ? changedSince(kind, row.changes, now) : [];
    if (changed.length === 0) return possible(step);
    return refused(
      step,
      `It was changed since it was created: ${fieldsInSentence(kind, changed)}.`,
    );
  }

  function change<K extends RecordKind>(
    kind: K,
    row: Done,
    stepFor: (edit: EditOf[K]) => JobStep,
  ): Inverse {
    const edit = editBefore(kind, row.changes);
    if (Object.keys(edit).length === 0) {
      return refused(row.step, 'Nobody knows the password that was there before.');
    }
    const step = stepFor(edit);
    const now = row.recordId === null ? null : (records[kind].get(row.recordId) ?? null);
    if (now === null) return possible(step);
    const base = { ...now, ...valuesOf(kind, row.changes, 'after') } as RecordOf[K];
    const merged = mergeThreeWay(kind, base, now as unknown as RecordOf[K], edit);
    if (merged.conflicts.length === 0) return possible(stepFor(merged.edit));
    const fields = merged.conflicts.map(({ field }) => field);
    return refused(step, `It was changed again since: ${fieldsInSentence(kind, fields)}.`);
  }
}

const possible = (step: JobStep) => ({ step, refusal: null });
const refused = (step: JobStep, refusal: string) => ({ step, refusal });

/** The values one side of the changes holds, without what is no field and without passwords. */
export function valuesOf(
  kind: RecordKind,
  changes: readonly FieldChange[],
  side: 'before' | 'after',
): Record<string, unknown> {
  const wire = recordFields(kind);
  const values: Record<string, unknown> = {};
  for (const change of changes) {
    const field = wire[change.field];
    if (!field || field.kind === 'secret') continue;
    values[change.field] = change[side];
  }
  return values;
}

function editBefore<K extends RecordKind>(kind: K, changes: readonly FieldChange[]): EditOf[K] {
  const values = valuesOf(kind, changes, 'before');
  const wire = recordFields(kind);
  for (const field of Object.keys(values)) {
    // A switch that was never sent has no "not provided" to go back to; off is what it stood for.
    if (wire[field]?.kind === 'switch') values[field] = values[field] === true;
  }
  return values as EditOf[K];
}

function changedSince(kind: RecordKind, changes: readonly FieldChange[], record: object): string[] {
  const wire = recordFields(kind);
  return changes
    .filter(({ field, after }) => {
      const { kind: valueKind } = wire[field] ?? { kind: 'secret' };
      return (
        valueKind !== 'secret' &&
        !isSameValue(valueKind, after, Reflect.get(record, field) as unknown)
      );
    })
    .map(({ field }) => field);
}
