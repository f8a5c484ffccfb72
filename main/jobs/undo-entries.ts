import { isSameValue, recordFields } from '#shared/domain/change';
import type { JournalEntry, RecordKind } from '#shared/domain/edit';
import { fieldsInSentence } from '#shared/domain/field-messages';
import type { JobStep } from '#shared/domain/job';
import type { KnownRecords, UndoStep } from './plan';
import { createInverse, type Done } from './undo';

/** What several entries did to one record, as if it had been done at once. */
interface Chain {
  kind: RecordKind;
  action: 'create' | 'change' | 'delete';
  recordId: string;
  label: string;
  changes: Map<string, { before: unknown; after: unknown }>;
  entries: string[];
  /** It was made and deleted again. */
  isNothing: boolean;
}

/**
 * The steps that take back entries of the journal, given newest first: one step for each record,
 * however often it was changed. What has no inverse stays in the plan, refused with the reason.
 */
export function undoEntrySteps(entries: readonly JournalEntry[], known: KnownRecords): UndoStep[] {
  const inverse = createInverse(known);
  const chains = new Map<string, Chain>();
  const planned: (Chain | UndoStep)[] = [];
  for (const entry of entries) {
    const { kind } = entry;
    const hopeless = whyNot(entry);
    if (hopeless !== null || kind === 'report') {
      planned.push(refused(entry, hopeless ?? cannotBeTakenBack));
      continue;
    }
    const key = `${kind}:${entry.recordId}`;
    const chain = chains.get(key);
    if (chain) {
      const inTheWay = extend(chain, entry);
      if (inTheWay.length === 0) continue;
      const fields = fieldsInSentence(kind, inTheWay);
      planned.push(refused(entry, `It was changed again since: ${fields}.`));
      continue;
    }
    const begun = chainOf(kind, entry);
    chains.set(key, begun);
    planned.push(begun);
  }
  return planned.map((each) => ('refusal' in each ? each : stepOf(each)));

  function stepOf(chain: Chain): UndoStep {
    const { label, entries: ids, isNothing } = chain;
    const done = doneBy(chain);
    const found = isNothing ? { step: done.step, refusal: nothingLeft } : inverse(done);
    const several = ids.length > 1 ? `Takes back ${ids.length} changes of it at once.` : '';
    const note = found.refusal === null && [found.note, several].filter(Boolean).join(' ');
    return { ...found, undoes: null, entries: ids, label, ...(note ? { note } : {}) };
  }
}

const cannotBeTakenBack = 'What was submitted cannot be taken back: no call does that.';

const nothingLeft = 'It was created and deleted again: there is nothing to take back.';

function whyNot({ undo, undoReason }: JournalEntry): string | null {
  if (undo === 'possible') return null;
  if (undo === 'done') return 'It was taken back already.';
  return undoReason ?? 'It cannot be taken back.';
}

/** A refused row is never sent; its step only says what it is about. */
function refused(entry: JournalEntry, refusal: string): UndoStep {
  const kind = entry.kind === 'report' ? 'limits' : entry.kind;
  const { step } = doneBy(chainOf(kind, entry));
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
 * Takes in what was done before. Answers the fields that stand in the way: between the two they were
 * changed by somebody else, or by an entry that is not to be taken back.
 */
function extend(chain: Chain, older: JournalEntry): string[] {
  const wire = recordFields(chain.kind);
  const inTheWay = older.changes.filter(({ field, after }) => {
    const later = chain.changes.get(field);
    const kind = wire[field]?.kind ?? 'secret';
    return later && kind !== 'secret' && !isSameValue(kind, after, later.before);
  });
  if (inTheWay.length > 0) return inTheWay.map(({ field }) => field);
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

function doneBy({ kind, action, recordId, changes }: Chain): Done {
  return {
    step: stepFor[kind](action, recordId),
    recordId,
    changes: Array.from(changes, ([field, values]) => ({ field, ...values })),
  };
}

const stepFor: Record<RecordKind, (action: Chain['action'], id: string) => JobStep> = {
  user: (action, id) => {
    if (action === 'create') return { action: 'createUser', edit: {} };
    return action === 'delete'
      ? { action: 'deleteUser', id }
      : { action: 'changeUser', id, edit: {} };
  },
  group: (action, id) => {
    if (action === 'create') return { action: 'createGroup', edit: {} };
    return action === 'delete'
      ? { action: 'deleteGroup', id }
      : { action: 'changeGroup', id, edit: {} };
  },
  limits: (_action, id) => ({ action: 'changeLimits', id, edit: {} }),
};
