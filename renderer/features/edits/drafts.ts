import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import {
  applyEdit,
  mergeThreeWay,
  resolveConflicts,
  type EditOf,
  type RecordOf,
} from '#shared/domain/change';
import { deviceLabel, type Device } from '#shared/domain/device';
import type {
  Draft,
  DraftKind,
  EditCommand,
  EditResult,
  EntityOf,
  FieldConflict,
  RecordKind,
  Saved,
  TypedPassword,
} from '#shared/domain/edit';
import { groupLabel } from '#shared/domain/group';
import { userLabel } from '#shared/domain/user';
import type { Fault, Outcome } from '#shared/fault';
import type { PlainKey } from '#shared/i18n/translate';
import { createAccountStore, inAccount, onAccountLeft, onAccountOpened } from '#lib/account-scope';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import type { Format } from '#lib/format';
import { typedSecrets } from '#lib/typed-secrets';

type Fields = Record<string, unknown>;

/** The record of a draft, as it was when editing began. */
export interface DraftOf {
  /** `user:ID`, `group:ID`, `limits:ID`, `submission:alert`; `user:new:UUID` for a new record. */
  key: string;
  kind: DraftKind;
  label: string;
  /** null for a new record; of limits, the device they belong to. */
  base: Fields | null;
}

interface DraftStoreState {
  drafts: ReadonlyMap<string, Draft>;
  /** False until the stored drafts are loaded. */
  isRead: boolean;
  /** Why a draft could not be stored; it is still in memory. */
  fault: Fault | null;
}

/** Fields that stay in memory and are never stored. */
const memoryOnly = ['password'];

const store = createAccountStore<DraftStoreState>({
  drafts: new Map(),
  isRead: false,
  fault: null,
});
/** Keys of changed drafts that are not written yet. */
const waiting = new Set<string>();
/** The number of writes in flight for each key. */
const inFlight = new Map<string, number>();

async function write(key: string): Promise<void> {
  if (!waiting.delete(key)) return;
  inFlight.set(key, (inFlight.get(key) ?? 0) + 1);
  const draft = store.getState().drafts.get(key);
  const stored = draft && storablePart(draft);
  const outcome = stored ? await api.drafts.put(stored) : await api.drafts.remove({ key });
  const left = inFlight.get(key)! - 1;
  if (left > 0) inFlight.set(key, left);
  else inFlight.delete(key);
  store.setState({ fault: outcome.ok ? null : outcome.fault });
}

function change(key: string, draft: Omit<Draft, 'savedAt'> | null): void {
  const drafts = new Map(store.getState().drafts);
  const isKept = draft !== null && Object.keys(draft.edit).length > 0;
  if (isKept) drafts.set(key, { ...draft, savedAt: clock.now() });
  else if (!drafts.delete(key)) return;
  store.setState({ drafts });
  waiting.add(key);
  queueMicrotask(() => void write(key));
}

/**
 * The unsaved changes of the account. They are written to main before the next input event, so that
 * leaving the account, closing the window or quitting cannot lose them.
 */
export const draftStore = {
  ...store,
  /**
   * Adds changes to a draft. A field with the value of the base is no longer changed, and a draft
   * without changes is removed. An existing draft keeps its base, so that conflicts are found.
   */
  stage(of: DraftOf, changes: Fields): void {
    const known = store.getState().drafts.get(of.key);
    const base = known ? known.base : of.base;
    const edit: Fields = { ...known?.edit, ...changes };
    if (base) {
      for (const field of Object.keys(edit)) {
        if (sameValue(edit[field], savedValue(of.kind, base, field))) delete edit[field];
      }
    }
    change(of.key, { ...of, base, edit });
  },
  /** Removes a draft: discarded by the user, or saved. */
  discard: (key: string): void => change(key, null),
  /** After a conflict or a save: sets the current record and the remaining edit. */
  rebase: (of: DraftOf, edit: Fields): void => change(of.key, { ...of, edit }),
  /** Loads drafts from main; changes that are not written yet are newer and stay. */
  take(stored: readonly Draft[]): void {
    const drafts = new Map<string, Draft>(stored.map((draft) => [draft.key, draft]));
    const mine = store.getState().drafts;
    for (const [key, draft] of mine) {
      const isAhead = waiting.has(key) || inFlight.has(key);
      // Main never has these fields.
      const typed = Object.entries(draft.edit).filter(([name]) => memoryOnly.includes(name));
      if (isAhead) drafts.set(key, draft);
      else if (typed.length > 0) {
        const theirs = drafts.get(key);
        const edit = { ...theirs?.edit, ...Object.fromEntries(typed) };
        drafts.set(key, { ...(theirs ?? draft), edit });
      }
    }
    for (const key of [...waiting, ...inFlight.keys()]) if (!mine.has(key)) drafts.delete(key);
    store.setState({ drafts, isRead: true });
  },
};

// The text of a password goes as soon as no draft has it: saved, discarded, or the account was left.
draftStore.subscribe(({ drafts }) => {
  typedSecrets.keepOnly([...drafts.values()].map(({ edit }) => edit));
});

/** The part of a draft that may be stored; null if there is none. */
function storablePart({ key, kind, label, base, edit }: Draft): Omit<Draft, 'savedAt'> | null {
  const stored = Object.entries(edit).filter(([name]) => !memoryOnly.includes(name));
  return stored.length === 0 ? null : { key, kind, label, base, edit: Object.fromEntries(stored) };
}

/** The value of a field before it was edited. A device without limits has none set, and does not expire. */
function savedValue(kind: DraftKind, base: Fields, field: string): unknown {
  if (kind !== 'limits') return base[field];
  const limits: Fields = (base as unknown as Device).limits ?? {};
  return limits[field] ?? (field === 'expires' ? false : null);
}

/** Compares two field values by content, ignoring the order of object keys. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => sameValue(item, b[index]))
    );
  }
  const left = a as Fields;
  const right = b as Fields;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameValue(left[key], right[key]))
  );
}

/** The passwords that were typed and not saved, with their drafts: for main, which has them while the account is locked. */
export function typedPasswords(): TypedPassword[] {
  return [...store.getState().drafts.values()].flatMap(({ key, kind, label, base, edit }) => {
    const password = typedSecrets.read(edit['password']);
    return password === null ? [] : [{ key, kind, label, base, password }];
  });
}

// The drafts of the opened account. After that the renderer changes them.
onAccountOpened(() => void readDrafts());
onAccountLeft(() => waiting.clear());

async function readDrafts(): Promise<void> {
  const outcome = await inAccount(api.drafts.all());
  if (outcome?.ok) draftStore.take(outcome.value);
  else if (outcome) draftStore.setState({ fault: outcome.fault });
  const typed = await inAccount(api.session.takePasswords());
  if (!typed?.ok) return;
  for (const { password, ...draft } of typed.value) {
    draftStore.stage(draft, { password: typedSecrets.hold(password) });
  }
}

/** The kinds that are being read, and whether they have changed again since. */
const refreshing = new Map<DraftKind, boolean>();

export const storedDrafts = {
  /** Main or another window changed drafts of this kind; what is typed or not stored here stays. */
  async refresh(kind: DraftKind): Promise<void> {
    if (refreshing.has(kind)) return void refreshing.set(kind, true);
    refreshing.set(kind, false);
    await readAgain(kind);
    const isDue = refreshing.get(kind);
    refreshing.delete(kind);
    if (isDue) await this.refresh(kind);
  },
};

async function readAgain(kind: DraftKind): Promise<void> {
  const outcome = await inAccount(api.drafts.all());
  const { drafts, fault } = draftStore.getState();
  if (!outcome?.ok || fault) return;
  const others = [...drafts.values()].filter((draft) => draft.kind !== kind);
  draftStore.take([...others, ...outcome.value.filter((draft) => draft.kind === kind)]);
}

/** Every unsaved draft by its key. */
export function useDrafts(): ReadonlyMap<string, Draft> {
  return useStore(draftStore, ({ drafts }) => drafts);
}

/** A draft of a record. */
export type RecordDraft = Omit<Draft, 'savedAt' | 'kind'> & { kind: RecordKind };

/** The unsaved changes of the records of a kind, without those of new records. */
export function useDraftsOf(kind: RecordKind): readonly RecordDraft[] {
  const drafts = useDrafts();
  return useMemo(
    () =>
      [...drafts.values()].flatMap((draft) =>
        draft.kind === kind && draft.base !== null ? [{ ...draft, kind }] : [],
      ),
    [drafts, kind],
  );
}

export interface DraftEditing<B, E> {
  /** The record as it was when editing began, even after a restart. */
  base: B | null;
  /** The changed fields. */
  edit: E;
  /** The names of the changed fields. */
  changed: readonly (keyof E & string)[];
  isChanged: (field: keyof E & string) => boolean;
  /** Stages fields; one with the value of the base is no longer changed. */
  set: (changes: E) => void;
  reset: (field: keyof E & string) => void;
  /** Removes all changes: discarded, or saved. */
  discard: () => void;
}

/**
 * The unsaved changes of one record. They survive leaving the page, a reload and a crash, so the user
 * does not have to confirm. `base` is the current record; null: a new one.
 */
export function useDraft<B extends object, E extends object>(
  key: string,
  kind: DraftKind,
  label: string,
  base: B | null,
): DraftEditing<B, E> {
  const draft = useStore(draftStore, ({ drafts }) => drafts.get(key) ?? null);
  const known = draft ? (draft.base as B | null) : base;
  return useMemo(() => {
    const edit = (draft?.edit ?? {}) as E;
    const of = { key, kind, label, base: known as Fields | null };
    return {
      base: known,
      edit,
      changed: Object.keys(edit) as (keyof E & string)[],
      isChanged: (field) => Object.hasOwn(edit, field),
      set: (changes) => draftStore.stage(of, changes as Fields),
      reset: (field) => {
        const rest = Object.entries(edit).filter(([name]) => name !== field);
        draftStore.rebase(of, Object.fromEntries(rest));
      },
      discard: () => draftStore.discard(key),
    };
  }, [draft, known, key, kind, label]);
}

/** The draft to open, until its page has opened it. */
const toOpen = createAccountStore<{ draft: Pick<Draft, 'key' | 'kind'> | null }>({ draft: null });

/** The page of each kind of draft, as named in the address of the window. */
export const draftPages = {
  user: 'users',
  group: 'groups',
  limits: 'limits',
  submission: 'submit',
  note: 'fleet',
} as const satisfies Record<DraftKind, string>;

export function openDraft(draft: Pick<Draft, 'key' | 'kind'>): void {
  toOpen.setState({ draft });
  window.location.hash = `#/${draftPages[draft.kind]}`;
}

/** Calls `open` with the key of a draft to open on this page. */
export function useOpenedDraft(kind: DraftKind, open: (key: string) => void): void {
  const draft = useStore(toOpen, (state) => state.draft);
  useEffect(() => {
    if (draft?.kind !== kind) return;
    toOpen.setState({ draft: null });
    open(draft.key);
  }, [draft, kind, open]);
}

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
