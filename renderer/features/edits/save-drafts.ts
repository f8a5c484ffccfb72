import {
  applyEdit,
  mergeThreeWay,
  resolveConflicts,
  type EditOf,
  type RecordOf,
} from '#shared/domain/change';
import type { PlainKey } from '#shared/i18n/translate';
import { deviceLabel, type Device } from '#shared/domain/device';
import type {
  Draft,
  EditCommand,
  EditResult,
  EntityOf,
  FieldConflict,
  RecordKind,
  Saved,
} from '#shared/domain/edit';
import { groupLabel } from '#shared/domain/group';
import { userLabel } from '#shared/domain/user';
import type { Fault, Outcome } from '#shared/fault';
import { inAccount } from '#lib/account-scope';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { typedSecrets } from '#lib/typed-secrets';
import { draftStore, sameValue, type DraftOf, type RecordDraft } from './draft-store';

/** The kinds of records with a page of their own. */
export type EditedKind = 'user' | 'group';
type AnyRecord = EntityOf[RecordKind];

const labels: { [K in RecordKind]: (record: EntityOf[K]) => string } = {
  user: userLabel,
  group: groupLabel,
  limits: deviceLabel,
};

/** The name of a record; of limits, that of their device. */
export const recordLabel = <K extends RecordKind>(kind: K, record: EntityOf[K]): string =>
  labels[kind](record);

/** The name of a draft; that of a new record has none yet. */
export function draftName({ kind, label }: Pick<Draft, 'kind' | 'label'>, { t }: Format): string {
  // Entries to submit have no name of the user's: their label is a key.
  if (kind === 'submission') return t(label as PlainKey);
  return label === '' && (kind === 'user' || kind === 'group') ? t(`edits.${kind}.new`) : label;
}

/** The draft of a record, before anything is changed. */
export const draftOf = <K extends RecordKind>(kind: K, record: EntityOf[K]): DraftOf => ({
  key: `${kind}:${record.id}`,
  kind,
  label: recordLabel(kind, record),
  base: record as unknown as Record<string, unknown>,
});

/** The part of a record that its edits are about; null: the service sent no limits of the device. */
export function editedPart<K extends RecordKind>(kind: K, record: object): RecordOf[K] | null {
  return (kind === 'limits' ? (record as Device).limits : record) as RecordOf[K] | null;
}

const editedOrEmpty = <K extends RecordKind>(kind: K, record: object): RecordOf[K] =>
  editedPart(kind, record) ?? ({} as RecordOf[K]);

/**
 * Sends one edit, with what was typed into its secret fields. The lists of the window are up to date
 * when the answer arrives: main sends the event of a user's own edit before it.
 */
export async function sendEdit<C extends EditCommand>(command: C): Promise<Outcome<EditResult<C>>> {
  const whole =
    'edit' in command ? { ...command, edit: typedSecrets.reveal(command.edit) } : command;
  return (await api.records.edit(whole)) as Outcome<EditResult<C>>;
}

/** Which value the user chose for each field; undecided fields have no entry. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

/**
 * The remaining edit after a conflict, on top of the service's current record. Changes by others to
 * members, privileges and tags are kept, whatever the user chose for the conflicts.
 */
export function editAfterConflict<K extends RecordKind>(
  kind: K,
  base: RecordOf[K],
  theirs: RecordOf[K],
  edit: EditOf[K],
  choices: Choices,
): EditOf[K] {
  const merged = mergeThreeWay(kind, base, theirs, edit);
  return resolveConflicts(kind, theirs, merged, ({ field }) => choices[field] ?? 'mine');
}

/** The edits typed while saving, on top of the saved record. */
export function editAfterSave<K extends RecordKind>(
  kind: K,
  base: RecordOf[K],
  sent: EditOf[K],
  saved: RecordOf[K],
  edit: EditOf[K],
): EditOf[K] {
  const typed = Object.entries(edit).filter(
    ([field, value]) => !sameValue(value, Reflect.get(sent, field)),
  );
  const before = applyEdit(kind, base, sent);
  const merged = mergeThreeWay(kind, before, saved, Object.fromEntries(typed) as EditOf[K]);
  return resolveConflicts(kind, saved, merged, () => 'mine');
}

/** `replace` sends the whole record with the changes. */
export type HowToSave = 'change' | 'replace';

/** Someone else changed the same fields of a record. Nothing of it was saved. */
interface SaveConflict {
  draft: RecordDraft;
  conflicts: FieldConflict[];
  theirs: AnyRecord;
  how: HowToSave;
}

export interface SaveResult {
  saved: { draft: RecordDraft; record: AnyRecord; journalId: string | null }[];
  conflicts: SaveConflict[];
  failed: { draft: RecordDraft; fault: Fault }[];
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
 * Saves drafts one after the other: the only way in which drafts of records are sent. Each saved draft
 * leaves the store immediately, so that a crash leaves exactly the drafts that are not saved; what was
 * typed meanwhile stays, based on the saved record. Ends when the account is left: no other one gets the rest.
 */
export async function saveDrafts(
  drafts: readonly RecordDraft[],
  how: HowToSave = 'change',
  onProgress: (done: number) => void = () => undefined,
): Promise<SaveResult> {
  const result: SaveResult = { saved: [], conflicts: [], failed: [] };
  for (const [index, draft] of drafts.entries()) {
    const { key, kind, base, edit } = draft;
    const action = base === null ? { action: 'create' } : { action: how, base };
    const command = { kind, ...action, edit, draft: key } as unknown as EditCommand;
    const outcome = (await inAccount(sendEdit(command))) as Outcome<Saved<AnyRecord>> | null;
    if (!outcome) return result;
    if (!outcome.ok) {
      result.failed.push({ draft, fault: outcome.fault });
      if (stopping.has(outcome.fault.kind)) return result;
    } else if (outcome.value.status === 'conflict') {
      const { conflicts, theirs } = outcome.value;
      result.conflicts.push({ draft, conflicts, theirs, how });
    } else {
      const { record, journalId } = outcome.value;
      keepTyped(draft, record);
      result.saved.push({ draft, record, journalId });
    }
    onProgress(index + 1);
  }
  return result;
}

/** Removes what was sent from the draft. */
function keepTyped({ key, kind, base, edit: sent }: RecordDraft, record: AnyRecord): void {
  if (base === null) return draftStore.discard(key);
  const typed = currentEdit(key) ?? {};
  const saved = editedOrEmpty(kind, record);
  const rest = editAfterSave(kind, editedOrEmpty(kind, base), sent, saved, typed);
  draftStore.rebase(draftOf(kind, record), { ...rest });
}

/** The draft on top of the service's record, after the user has chosen; null: nothing is left to save. */
export function resolveConflict(conflict: SaveConflict, choices: Choices): RecordDraft | null {
  const { draft, theirs } = conflict;
  const { key, kind, base } = draft;
  const before = editedOrEmpty(kind, base ?? {});
  const edit = currentEdit(key) ?? draft.edit;
  const rest = editAfterConflict(kind, before, editedOrEmpty(kind, theirs), edit, choices);
  const of = draftOf(kind, theirs);
  draftStore.rebase(of, { ...rest });
  return Object.keys(rest).length === 0 ? null : { ...of, kind, edit: { ...rest } };
}

const currentEdit = (key: string) => draftStore.getState().drafts.get(key)?.edit;
