import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Draft, DraftKind } from '#shared/domain/edit';
import type { Fault, Outcome } from '#shared/fault';
import { sameValue } from './same-value';

type Fields = Record<string, unknown>;

/** Which record a draft belongs to, and what it looked like when editing began. */
export interface DraftOf {
  /** `user:ID`, `group:ID`, `limits:ID`, `submission:alert`; `user:new:UUID` for one to be created. */
  key: string;
  kind: DraftKind;
  /** What to call it in a list. */
  label: string;
  /** null for a record that is to be created. */
  base: Fields | null;
}

export interface DraftBookState {
  drafts: ReadonlyMap<string, Draft>;
  /** False until main has told what was kept. */
  isRead: boolean;
  /** Why a draft could not be kept; it is still on screen. */
  fault: Fault | null;
}

/** Where drafts are kept. */
export interface DraftKeeper {
  put(draft: Omit<Draft, 'savedAt'>): Promise<Outcome<unknown>>;
  remove(input: { key: string }): Promise<Outcome<unknown>>;
}

/** An editable field as the base has it, where record and edit are shaped differently. */
export type BaseValue = (base: Fields, field: string) => unknown;

/** Calls `run` after a while; the answered function calls it off. */
export type Later = (run: () => void) => () => void;

export interface DraftStore extends StoreApi<DraftBookState> {
  /**
   * Stages changes on top of what is staged already. A field that says again what the base says is
   * no longer changed, and a draft without changes is gone.
   */
  stage(of: DraftOf, changes: Fields, baseValue?: BaseValue): void;
  /** Drops a whole draft: discarded by the person, or saved. */
  discard(key: string): void;
  /** After a conflict: the record as it is now, and what is still to be saved on top of it. */
  rebase(of: DraftOf, edit: Fields): void;
  /** Takes what main tells; what is not yet written here is newer and stays. */
  take(drafts: readonly Draft[]): void;
  /** Another account is on screen: nothing of the one before may stay. */
  forget(): void;
}

/** Fields that are never kept: they live on screen only. */
const unkept = ['password'];

/** The drafts of the window, a step ahead of what main keeps of them. */
export function createDraftStore(keeper: DraftKeeper, later: Later, now: () => number): DraftStore {
  const store = createStore<DraftBookState>(() => ({
    drafts: new Map(),
    isRead: false,
    fault: null,
  }));
  /** Keys that main does not know the present state of, with what calls the writing off. */
  const waiting = new Map<string, () => void>();
  /** How often each key was written and not yet answered. */
  const inFlight = new Map<string, number>();

  const write = async (key: string) => {
    waiting.get(key)?.();
    waiting.delete(key);
    inFlight.set(key, (inFlight.get(key) ?? 0) + 1);
    const draft = store.getState().drafts.get(key);
    const kept = draft && keptPart(draft);
    const outcome = kept ? await keeper.put(kept) : await keeper.remove({ key });
    const left = inFlight.get(key)! - 1;
    if (left > 0) inFlight.set(key, left);
    else inFlight.delete(key);
    store.setState({ fault: outcome.ok ? null : outcome.fault });
  };
  const change = (key: string, draft: Draft | null) => {
    const drafts = new Map(store.getState().drafts);
    if (draft) drafts.set(key, draft);
    else if (!drafts.delete(key)) return;
    store.setState({ drafts });
    waiting.get(key)?.();
    waiting.set(
      key,
      later(() => void write(key)),
    );
  };

  return {
    ...store,
    stage(of, changes, baseValue = (base, field) => base[field]) {
      const known = store.getState().drafts.get(of.key);
      const base = known ? known.base : of.base;
      const edit: Fields = { ...known?.edit, ...changes };
      if (base) {
        for (const field of Object.keys(edit)) {
          if (sameValue(edit[field], baseValue(base, field))) delete edit[field];
        }
      }
      const isEmpty = Object.keys(edit).length === 0;
      change(of.key, isEmpty ? null : { ...of, base, edit, savedAt: now() });
    },
    discard: (key) => change(key, null),
    rebase(of, edit) {
      const isEmpty = Object.keys(edit).length === 0;
      change(of.key, isEmpty ? null : { ...of, edit, savedAt: now() });
    },
    take(kept) {
      const drafts = new Map<string, Draft>(kept.map((draft) => [draft.key, draft]));
      const mine = store.getState().drafts;
      for (const [key, draft] of mine) {
        const isAhead = waiting.has(key) || inFlight.has(key);
        if (isAhead) drafts.set(key, draft);
        else {
          // Main knows nothing of what is never kept.
          const typed = only(draft.edit, unkept);
          const theirs = drafts.get(key);
          if (Object.keys(typed).length === 0) continue;
          drafts.set(key, { ...(theirs ?? draft), edit: { ...theirs?.edit, ...typed } });
        }
      }
      for (const key of [...waiting.keys(), ...inFlight.keys()]) {
        if (!mine.has(key)) drafts.delete(key);
      }
      store.setState({ drafts, isRead: true });
    },
    forget() {
      for (const callOff of waiting.values()) callOff();
      waiting.clear();
      store.setState({ drafts: new Map(), isRead: false, fault: null });
    },
  };
}

const only = (fields: Fields, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

/** What of a draft may be kept; null where that is nothing. */
function keptPart({ key, kind, label, base, edit }: Draft): Omit<Draft, 'savedAt'> | null {
  const kept = Object.entries(edit).filter(([name]) => !unkept.includes(name));
  return kept.length === 0 ? null : { key, kind, label, base, edit: Object.fromEntries(kept) };
}
