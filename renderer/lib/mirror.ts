import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Fault, Outcome } from '#shared/fault';

/** What the window knows of something that main owns. */
export interface Mirrored<T> {
  /** null until main has answered. */
  value: T | null;
  /** Why the last reading failed; the value from before stays. */
  fault: Fault | null;
}

export interface Mirror<T> extends StoreApi<Mirrored<T>> {
  /** Reads the snapshot and follows the events until the answered function is called. */
  start(): () => void;
  /** Reads the snapshot again. */
  read(): Promise<void>;
  /** Knows nothing any more; an answer that is on its way is not taken. */
  forget(): void;
}

/** Mirrors one value of main: the snapshot first, then each change. */
export function createMirror<T>(
  current: () => Promise<Outcome<T>>,
  onChanged: (listener: (value: T) => void) => () => void,
): Mirror<T> {
  const store = createStore<Mirrored<T>>(() => ({ value: null, fault: null }));
  let changes = 0;
  let reads = 0;
  const read = async () => {
    const before = changes;
    const mine = (reads += 1);
    const outcome = await current();
    // A change that arrived while the snapshot was on its way is newer than the snapshot, and so is one
    // that was asked for later: it may be another account's.
    if (changes !== before || mine !== reads) return;
    store.setState(outcome.ok ? { value: outcome.value, fault: null } : { fault: outcome.fault });
  };
  return {
    ...store,
    read,
    forget() {
      reads += 1;
      store.setState({ value: null, fault: null });
    },
    start() {
      const stop = onChanged((value) => {
        changes += 1;
        store.setState({ value, fault: null });
      });
      void read();
      return stop;
    },
  };
}
