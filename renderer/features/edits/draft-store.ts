import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Draft, DraftKind } from '#shared/domain/edit';
import type { Fault, Outcome } from '#shared/fault';
import { sameValue } from './same-value';

type Fields = Record<string, unknown>;

/** The record of a draft, as it was when editing began. */
export interface DraftOf {
  /** `user:ID`, `group:ID`, `limits:ID`, `submission:alert`; `user:new:UUID` for a new record. */
  key: string;
  kind: DraftKind;
  label: string;
  /** null for a new record. */
  base: Fields | null;
}

export interface DraftStoreState {
  drafts: ReadonlyMap<string, Draft>;
  /** False until the stored drafts are loaded. */
  isRead: boolean;
  /** Why a draft could not be stored; it is still in memory. */
  fault: Fault | null;
}

/** Stores drafts. */
export interface DraftKeeper {
  put(draft: Omit<Draft, 'savedAt'>): Promise<Outcome<unknown>>;
  remove(input: { key: string }): Promise<Outcome<unknown>>;
}

/** Reads a field from the base if record and edit have different shapes. */
export type BaseValue = (base: Fields, field: string) => unknown;

/** Calls `run` after a delay; the returned function cancels it. */
export type Later = (run: () => void) => () => void;

export interface DraftStore extends StoreApi<DraftStoreState> {
  /**
   * Adds changes to a draft. A field with the value of the base is no longer changed, and a draft
   * without changes is removed.
   */
  stage(of: DraftOf, changes: Fields, baseValue?: BaseValue): void;
  /** Removes a draft: discarded by the user, or saved. */
  discard(key: string): void;
  /** After a conflict: sets the current record and the remaining edit. */
  rebase(of: DraftOf, edit: Fields): void;
  /** Loads drafts from main; changes that are not written yet are newer and stay. */
  take(drafts: readonly Draft[]): void;
  /** Clears everything for another account. */
  forget(): void;
}

/** Fields that stay in memory and are never stored. */
const memoryOnly = ['password'];

/** The drafts in the renderer, which are written to main with a delay. */
export function createDraftStore(keeper: DraftKeeper, later: Later, now: () => number): DraftStore {
  const store = createStore<DraftStoreState>(() => ({
    drafts: new Map(),
    isRead: false,
    fault: null,
  }));
  /** Keys with pending writes, and how to cancel them. */
  const waiting = new Map<string, () => void>();
  /** The number of writes in flight for each key. */
  const inFlight = new Map<string, number>();

  const write = async (key: string) => {
    waiting.get(key)?.();
    waiting.delete(key);
    inFlight.set(key, (inFlight.get(key) ?? 0) + 1);
    const draft = store.getState().drafts.get(key);
    const stored = draft && storablePart(draft);
    const outcome = stored ? await keeper.put(stored) : await keeper.remove({ key });
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
    take(stored) {
      const drafts = new Map<string, Draft>(stored.map((draft) => [draft.key, draft]));
      const mine = store.getState().drafts;
      for (const [key, draft] of mine) {
        const isAhead = waiting.has(key) || inFlight.has(key);
        if (isAhead) drafts.set(key, draft);
        else {
          // Main never has these fields.
          const typed = only(draft.edit, memoryOnly);
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

/** The part of a draft that may be stored; null if there is none. */
function storablePart({ key, kind, label, base, edit }: Draft): Omit<Draft, 'savedAt'> | null {
  const stored = Object.entries(edit).filter(([name]) => !memoryOnly.includes(name));
  return stored.length === 0 ? null : { key, kind, label, base, edit: Object.fromEntries(stored) };
}
