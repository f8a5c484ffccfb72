import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Fault, Outcome } from '#shared/fault';

/** The window's copy of a value that main owns. */
export interface Mirrored<T> {
  /** null until main has answered. */
  value: T | null;
  /** Why the last read failed; the previous value stays. */
  fault: Fault | null;
}

export interface Mirror<T> extends StoreApi<Mirrored<T>> {
  /** Reads the snapshot and follows the events until the returned function is called. */
  start(): () => void;
  /** Reads the snapshot again. */
  read(): Promise<void>;
  /** Clears the value and ignores pending answers. */
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
    // Ignore a snapshot that is older than a change or a later request: it may belong to another account.
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
