import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Fault } from '#shared/fault';

/** The unsaved work in an account. */
export interface UnsavedWork {
  /** Changes in drafts, without passwords. */
  changes: number;
  /** Passwords that were typed; they are never stored. */
  passwords: number;
  /** Jobs that are not finished. */
  jobs: number;
  /** Drafts and jobs are still there when the account is opened again. */
  isStored: boolean;
}

const noWork: UnsavedWork = { changes: 0, passwords: 0, jobs: 0, isStored: true };
const storageKey = 'waypost.unsaved';

interface State {
  openId: string | null;
  /** Why the work of the account on screen is not on the disk, if it should be. */
  notStored: Fault | null;
  works: ReadonlyMap<string, UnsavedWork>;
}

/**
 * Unsaved work by account id, also for accounts that are not open. Only the numbers are stored here; the
 * work itself is in the encrypted copy of its account.
 */
export function createUnsavedWork() {
  const store = createStore<State>(() => ({
    openId: null,
    notStored: null,
    works: new Map(),
  }));
  let storage: Pick<Storage, 'getItem' | 'setItem'> | null = null;
  const take = (works: ReadonlyMap<string, UnsavedWork>, openId: string | null) => {
    const before = store.getState().works;
    store.setState({ openId, works });
    if (!storage) return;
    // Windows with other accounts store theirs in the same place.
    const stored = readStored(storage);
    for (const id of [...before.keys(), ...works.keys()]) {
      const work = works.get(id);
      if (work === before.get(id)) continue;
      if (work) stored.set(id, work);
      else stored.delete(id);
    }
    writeStored(storage, stored);
  };
  return {
    ...store,
    /** Starts with the stored numbers, and stores changes there. */
    keepIn(place: Pick<Storage, 'getItem' | 'setItem'>) {
      storage = place;
      store.setState({ works: readStored(place) });
    },
    /** A window with another account stored its numbers. */
    readAgain() {
      if (!storage) return;
      const { openId, works } = store.getState();
      const own = openId === null ? undefined : works.get(openId);
      const stored = readStored(storage);
      store.setState({ works: openId !== null && own ? stored.set(openId, own) : stored });
    },
    /** Records whether the disk takes the work of the account on screen. */
    noteStorage(notStored: Fault | null) {
      store.setState({ notStored });
    },
    /** Records the work of the account on screen. */
    note(openId: string, work: UnsavedWork) {
      const { openId: before, works } = store.getState();
      const known = works.get(openId);
      if (before === openId && known && isSame(known, work)) return;
      const others = before === null || before === openId ? works : left(works, before);
      take(new Map(others).set(openId, work), openId);
    },
    /** The account on screen was left: work that is not stored is lost. */
    leave() {
      const { openId, works } = store.getState();
      if (openId === null) return;
      take(left(works, openId), null);
    },
    /** The account was deleted from this computer. */
    forget(id: string) {
      const { openId, works } = store.getState();
      const others = new Map(works);
      if (others.delete(id)) take(others, openId);
    },
  };
}

/** After an account is left, only stored drafts remain. */
function left(works: State['works'], id: string): State['works'] {
  const { isStored, changes } = works.get(id) ?? noWork;
  return new Map(works).set(id, { ...noWork, changes: isStored ? changes : 0 });
}

const isSame = (a: UnsavedWork, b: UnsavedWork) =>
  a.changes === b.changes &&
  a.passwords === b.passwords &&
  a.jobs === b.jobs &&
  a.isStored === b.isStored;

function readStored(storage: Pick<Storage, 'getItem'>): Map<string, UnsavedWork> {
  let stored: unknown = null;
  try {
    stored = JSON.parse(storage.getItem(storageKey) ?? 'null');
  } catch {
    // Not in our format; the numbers are for display only.
  }
  if (typeof stored !== 'object' || stored === null) return new Map();
  return new Map(
    Object.entries(stored).flatMap(([id, changes]: [string, unknown]) =>
      typeof changes === 'number' && Number.isInteger(changes) && changes > 0
        ? [[id, { ...noWork, changes }] as const]
        : [],
    ),
  );
}

function writeStored(
  storage: Pick<Storage, 'setItem'>,
  works: ReadonlyMap<string, UnsavedWork>,
): void {
  const stored = [...works].filter(([, { isStored, changes }]) => isStored && changes > 0);
  const numbers = Object.fromEntries(stored.map(([id, { changes }]) => [id, changes]));
  try {
    storage.setItem(storageKey, JSON.stringify(numbers));
  } catch {
    // The storage is full or not allowed: the numbers are missing after a restart, the drafts are not.
  }
}

export const unsavedWork = createUnsavedWork();

/** The unsaved work of an account. */
export function useUnsavedWork(id: string): UnsavedWork {
  return useStore(unsavedWork, ({ works }) => works.get(id) ?? noWork);
}

/** Whether the drafts of the account on screen are still there after a restart. */
export function useIsWorkStored(): boolean {
  return useStore(unsavedWork, ({ openId, works }) =>
    openId === null ? true : (works.get(openId)?.isStored ?? true),
  );
}

/**
 * Where the drafts of the account on screen are: `disk` means that they are still there after a crash.
 * `refused`: the disk did not take them. `memory`: the account has no copy on this computer.
 */
export type WorkPlace = 'disk' | 'memory' | 'full' | 'refused';

export function workPlaceOf(isStored: boolean, notStored: Fault | null): WorkPlace {
  if (notStored?.kind === 'storage') return notStored.reason === 'full' ? 'full' : 'refused';
  return isStored ? 'disk' : 'memory';
}

export function useWorkPlace(): WorkPlace {
  const isStored = useIsWorkStored();
  return useStore(unsavedWork, ({ notStored }) => workPlaceOf(isStored, notStored));
}
