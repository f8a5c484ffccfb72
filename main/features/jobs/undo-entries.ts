import { isSameValue, recordFields } from '#shared/domain/change';
import type { JournalEntry, RecordKind } from '#shared/domain/edit';
import { submissionUndoReason } from '#main/features/journal/journal';
import { changedAgain, undoRefusal, type Done } from '#main/features/records/undo';
import type { KnownRecords } from './known-records';
import type { UndoStep } from './plan';
import { stepFor } from './step-commands';
import { editableRecords, plannedInverse } from './undo-rows';

/** The changes of one record by several entries, combined. */
interface Chain {
  kind: RecordKind;
  action: Done['action'];
  recordId: string;
  label: string;
  changes: Map<string, { before: unknown; after: unknown }>;
  entries: string[];
  /** It was created and deleted again. */
  isNothing: boolean;
}

/**
 * The steps that undo journal entries, given newest first: one step per record, however often it
 * was changed. An entry without an inverse stays in the plan, refused with the reason.
 */
export function undoEntrySteps(entries: readonly JournalEntry[], known: KnownRecords): UndoStep[] {
  const records = editableRecords(known);
  const chains = new Map<string, Chain>();
  const planned: (Chain | UndoStep)[] = [];
  for (const entry of entries) {
    const { kind } = entry;
    const refusal = undoRefusal(entry);
    if (refusal !== null || kind === 'report') {
      planned.push(refused(entry, refusal ?? submissionUndoReason));
      continue;
    }
    const key = `${kind}:${entry.recordId}`;
    const chain = chains.get(key);
    if (chain) {
      const inTheWay = extend(chain, entry);
      if (inTheWay.length > 0) planned.push(refused(entry, changedAgain(kind, inTheWay)));
      continue;
    }
    const begun = chainOf(kind, entry);
    chains.set(key, begun);
    planned.push(begun);
  }
  return planned.map((each) => ('refusal' in each ? each : stepOf(each)));

  function stepOf(chain: Chain): UndoStep {
    const { kind, action, recordId, label, entries: ids, isNothing } = chain;
    const changes = Array.from(chain.changes, ([field, values]) => ({ field, ...values }));
    const subject = stepFor(kind, { action, id: recordId });
    const found = isNothing
      ? { step: subject, refusal: nothingLeft }
      : plannedInverse({ kind, action, recordId, changes }, subject, records);
    const several =
      ids.length > 1 ? `Undoes ${ids.length} changes of this record in one step.` : '';
    const note = found.refusal === null && [found.note, several].filter(Boolean).join(' ');
    return { ...found, undoes: null, entries: ids, label, ...(note ? { note } : {}) };
  }
}

const nothingLeft = 'It was created and deleted again: there is nothing to undo.';

/** The step of a refused row is never sent; it only identifies the record. */
function refused(entry: JournalEntry, refusal: string): UndoStep {
  const kind = entry.kind === 'report' ? 'limits' : entry.kind;
  const { action, recordId } = chainOf(kind, entry);
  const step = stepFor(kind, { action, id: recordId });
  return { undoes: null, entries: [], label: entry.label, step, refusal };
}

function chainOf(kind: RecordKind, { id, action, recordId, label, changes }: JournalEntry): Chain {
  return {
    kind,
    action: action === 'create' || action === 'delete' ? action : 'change',
    recordId,
    label,
    changes: new Map(changes.map(({ field, before, after }) => [field, { before, after }])),
    entries: [id],
    isNothing: false,
  };
}

/**
 * Adds an older entry. Returns conflicting changes: fields changed in between by another client, or
 * by an entry that is not undone.
 */
function extend(chain: Chain, older: JournalEntry): JournalEntry['changes'] {
  const wire = recordFields(chain.kind);
  const inTheWay = older.changes.filter(({ field, after }) => {
    const later = chain.changes.get(field);
    const kind = wire[field]?.kind ?? 'secret';
    return later && kind !== 'secret' && !isSameValue(kind, after, later.before);
  });
  if (inTheWay.length > 0) return inTheWay;
  for (const { field, before, after } of older.changes) {
    chain.changes.set(field, { before, after: (chain.changes.get(field) ?? { after }).after });
  }
  chain.entries.push(older.id);
  if (older.action === 'create') {
    chain.isNothing = chain.action === 'delete';
    chain.action = 'create';
  }
  return [];
}
