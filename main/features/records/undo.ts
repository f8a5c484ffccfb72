// Why it is so: docs/decisions/0029-drafts-and-undo.md
import {
  fieldValue,
  inverseEdit,
  isSameValue,
  mergeThreeWay,
  recordFields,
  type EditOf,
  type FieldChange,
  type RecordOf,
  fieldNames,
} from '#shared/domain/change';
import type { EditCommand, JournalEntry, RecordKind } from '#shared/domain/edit';
import type { JobStep } from '#shared/domain/job';
import { fail, type Fault } from '#shared/fault';
import { submissionUndoReason, type Journal } from '#main/features/journal/journal';
import type { ExecuteEdit } from './edit-pipeline';
import { faultIn, isRefusal, type Remote, type Remotes } from './saving';
import { sentences, message, type Message, type Said } from '#shared/i18n/translate';

/** The change of one record by a journal entry, several entries, or a row of a job. */
export interface Done {
  kind: RecordKind;
  action: 'create' | 'change' | 'delete';
  /** null: the service did not return the id of the created record. */
  recordId: string | null;
  changes: readonly FieldChange[];
}

/** The step that undoes a change, merged with later changes of others, or why there is none. */
interface Undo {
  /** Of a refused undo it is never sent; it only identifies the record. */
  step: JobStep;
  refusal: Said | null;
  /** Data that cannot be restored. */
  note?: Message;
}

/** One row of a plan that undoes something. */
export interface UndoStep extends Undo {
  /** The row of another job that it undoes; null: it is no row of a job. */
  undoes: number | null;
  /** The journal entries of what is undone. */
  entries: readonly string[];
  label: string;
}

/** The editable part of a record as it is now; null: not known. */
export type LatestRecord = (kind: RecordKind, id: string) => object | null;

export type Undone = { status: 'undone' } | { status: 'refused'; reason: Said };

/**
 * Undoes a journal entry by its inverse command, on the record as the service has it now. Rejects with
 * FaultError if the service does not respond, so that it can be retried.
 */
export async function undoEntry(
  id: string,
  options: { remotes: Remotes; execute: ExecuteEdit; journal: Pick<Journal, 'get' | 'settle'> },
): Promise<Undone> {
  const { remotes, execute, journal } = options;
  const entry = journal.get(id) ?? fail({ kind: 'notFound' });
  const { kind, recordId } = entry;
  // Of a deleted record, and of a change that can never be undone, nothing has to be known.
  const isRead = entry.action !== 'delete' && neverUndone(entry) === null && kind !== 'report';
  const remote = isRead ? (remotes[kind] as Remote<RecordKind>) : null;
  try {
    const sent = remote && (await remote.read(recordId));
    const [undo] = undoOfEntries([entry], () => sent && remote.editable(sent.record));
    if (!undo || undo.refusal !== null) return refused(undo?.refusal ?? noWay);
    const command = (sent ? { ...undo.step, base: sent.record } : undo.step) as EditCommand;
    const isPrefetched = sent !== null && command.action === 'change';
    const result = await execute(command, isPrefetched ? { prefetched: sent } : {});
    if (result.status === 'conflict') return refused(changedAgain(command.kind, result.conflicts));
  } catch (error) {
    const fault = faultIn(error);
    if (fault.kind === 'notFound') {
      const reason = message('records.undo.deletedByOther');
      journal.settle(id, 'impossible', reason);
      return refused(reason);
    }
    const isFinal = isRefusal(fault) || fault.kind === 'forbidden' || fault.kind === 'declined';
    if (!isFinal) throw error;
    return refused(messageOf(fault));
  }
  journal.settle(id, 'done');
  return { status: 'undone' };
}

const refused = (reason: Said): Undone => ({ status: 'refused', reason });

function messageOf(fault: Fault): Said {
  const said = 'message' in fault ? fault.message : undefined;
  return (
    (typeof said === 'string' ? said.trim() : said) || message('records.undo.refusedByService')
  );
}

/** The changes of one record by several entries, combined. */
interface Chain {
  done: Done & { recordId: string };
  label: string;
  changes: Map<string, { before: unknown; after: unknown }>;
  entries: string[];
  /** It was created and deleted again. */
  isNothing: boolean;
}

/**
 * The steps that undo journal entries, given newest first: one step per record, however often it
 * was changed. An entry without an inverse stays in the list, refused with the reason.
 */
export function undoOfEntries(entries: readonly JournalEntry[], latest: LatestRecord): UndoStep[] {
  const chains = new Map<string, Chain>();
  const found: (Chain | UndoStep)[] = [];
  for (const entry of entries) {
    const { kind, recordId } = entry;
    const refusal = neverUndone(entry);
    if (refusal !== null || kind === 'report') {
      found.push(refusedEntry(entry, refusal ?? submissionUndoReason));
      continue;
    }
    const key = `${kind}:${recordId}`;
    const chain = chains.get(key);
    if (!chain) {
      const begun = chainOf(kind, entry);
      chains.set(key, begun);
      found.push(begun);
      continue;
    }
    const inTheWay = extend(chain, entry);
    if (inTheWay.length > 0) found.push(refusedEntry(entry, changedAgain(kind, inTheWay)));
  }
  return found.map((each) => ('done' in each ? undoOfChain(each, latest) : each));
}

function undoOfChain(chain: Chain, latest: LatestRecord): UndoStep {
  const { label, entries, isNothing } = chain;
  const changes = Array.from(chain.changes, ([field, values]) => ({ field, ...values }));
  const undo: Undo = isNothing
    ? {
        step: sameStep(chain.done),
        refusal: message('records.undo.createdAndDeleted'),
      }
    : undoOf({ ...chain.done, changes }, latest);
  const several =
    entries.length > 1 && undo.refusal === null
      ? message('records.undo.several', { count: entries.length })
      : undefined;
  const note = sentences([undo.note, several]);
  return { ...undo, undoes: null, entries, label, ...(note ? { note } : {}) };
}

function chainOf(kind: RecordKind, entry: JournalEntry): Chain {
  const { id, recordId, label, changes } = entry;
  return {
    done: { kind, action: actionIn(entry), recordId, changes },
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
function extend(chain: Chain, older: JournalEntry): FieldChange[] {
  const { done, changes } = chain;
  const fields = recordFields(done.kind);
  const inTheWay = older.changes.filter(({ field, after }) => {
    const later = changes.get(field);
    const kind = fields[field]?.kind ?? 'secret';
    return later && kind !== 'secret' && !isSameValue(kind, after, later.before);
  });
  if (inTheWay.length > 0) return inTheWay;
  for (const { field, before, after } of older.changes) {
    changes.set(field, { before, after: (changes.get(field) ?? { after }).after });
  }
  chain.entries.push(older.id);
  if (older.action === 'create') {
    chain.isNothing = done.action === 'delete';
    done.action = 'create';
  }
  return [];
}

function refusedEntry(entry: JournalEntry, refusal: Said): UndoStep {
  const kind = entry.kind === 'report' ? 'limits' : entry.kind;
  const { recordId, label, changes } = entry;
  const step = sameStep({ kind, action: actionIn(entry), recordId, changes });
  return { undoes: null, entries: [], label, step, refusal };
}

function actionIn({ action }: JournalEntry): Done['action'] {
  return action === 'create' || action === 'delete' ? action : 'change';
}

const noWay = message('records.undo.noWay');

/** Why an entry can never be undone; null: it depends on the current record. */
function neverUndone({ undo, undoReason, kind }: JournalEntry): Said | null {
  if (undo === 'done') return message('records.undo.already');
  if (undo === 'impossible') return undoReason ?? noWay;
  return kind === 'report' ? submissionUndoReason : null;
}

/** The undo of one change. It is refused if others changed the same fields since. */
export function undoOf(done: Done, latest: LatestRecord): Undo {
  // If the record was deleted, the check of the plan reports it.
  const now = done.recordId === null ? null : latest(done.kind, done.recordId);
  switch (done.action) {
    case 'create':
      return removal(done, now);
    case 'delete':
      return recreation(done);
    case 'change':
      return restoration(done.kind, done, now);
  }
}

/** Deletes a created record, unless it was changed since. */
function removal(done: Done, now: object | null): Undo {
  const { kind, recordId, changes } = done;
  if (recordId === null) {
    return refusal(done, message('records.undo.noId'));
  }
  const changed = now ? changedSince(kind, changes, now) : [];
  if (changed.length > 0) {
    return refusal(
      done,
      message('records.undo.changedSinceCreated', { fields: fieldNames(kind, changed) }),
    );
  }
  return { step: { kind, action: 'delete', id: recordId } as JobStep, refusal: null };
}

function recreation({ kind, changes }: Done): Undo {
  const values = Object.entries(valuesOf(kind, changes, 'before'));
  const edit = Object.fromEntries(values.filter(([, value]) => value !== null));
  const note =
    kind === 'user' ? message('records.undo.newUser') : message('records.undo.newRecord');
  return { step: { kind, action: 'create', edit } as JobStep, note, refusal: null };
}

/** Restores the old values in the current record. */
function restoration<K extends RecordKind>(kind: K, done: Done, now: object | null): Undo {
  const { changes, recordId: id } = done;
  if (changes.some(({ field }) => field === 'active')) {
    return refusal(done, message('records.undo.activation'));
  }
  const before = valuesOf(kind, changes, 'before') as RecordOf[K];
  const after = valuesOf(kind, changes, 'after') as EditOf[K];
  if (Object.keys(after).length === 0) return refusal(done, message('records.undo.password'));
  if (id === null) return refusal(done, noWay);
  const edit = inverseEdit(kind, before, after);
  const change = (left: object): Undo => ({
    step: { kind, action: 'change', id, edit: left } as JobStep,
    refusal: null,
  });
  if (now === null) return change(edit);
  // Without what was not understood: `after` says what the fields were.
  const base = { ...now, ...after, gaps: undefined } as RecordOf[K];
  const merged = mergeThreeWay(kind, base, now as RecordOf[K], edit);
  return merged.conflicts.length === 0
    ? change(merged.edit)
    : refusal(done, changedAgain(kind, merged.conflicts));
}

const refusal = (done: Done, reason: Said): Undo => ({ step: sameStep(done), refusal: reason });

/** The step that did the change, without its values: it identifies the record of a refused undo. */
function sameStep({ kind, action, recordId }: Done): JobStep {
  return { kind, action, id: recordId ?? '', edit: {} } as JobStep;
}

/** Refuses to overwrite a later change of another client. */
function changedAgain(kind: RecordKind, changed: readonly { field: string }[]): Message {
  const fields = changed.map(({ field }) => field);
  return message('records.undo.changedAgain', { fields: fieldNames(kind, fields) });
}

/** One side of the changes, without passwords and fields that cannot be edited. */
export function valuesOf(
  kind: RecordKind,
  changes: readonly FieldChange[],
  side: 'before' | 'after',
): Record<string, unknown> {
  const fields = recordFields(kind);
  const values: Record<string, unknown> = {};
  for (const change of changes) {
    const field = fields[change.field];
    if (!field || field.kind === 'secret') continue;
    values[change.field] = change[side];
  }
  return values;
}

function changedSince(kind: RecordKind, changes: readonly FieldChange[], record: object): string[] {
  const fields = recordFields(kind);
  return changes
    .filter(({ field, after }) => {
      const { kind: valueKind } = fields[field] ?? { kind: 'secret' };
      return (
        valueKind !== 'secret' && !isSameValue(valueKind, fieldValue(kind, record, field), after)
      );
    })
    .map(({ field }) => field);
}
