import { type StoreApi, createStore } from 'zustand/vanilla';
import type { Fault, Outcome } from '#shared/fault';
import { onAccountLeft, onAccountOpened } from './account-scope';

/** The window's copy of a value that main owns. */
export interface Mirrored<T> {
  /** null until main has answered. */
  value: T | null;
  /** Why the last read failed; the previous value stays. */
  fault: Fault | null;
}

/** Starts with its first subscriber: the snapshot first, then each change. */
export interface Mirror<T> extends StoreApi<Mirrored<T>> {
  /** Reads the snapshot again. */
  read(): Promise<void>;
}

type Current<T> = () => Promise<Outcome<T>>;
type OnChanged<T> = (listener: (value: T) => void) => unknown;

/** Mirrors one value of main that does not depend on the account. */
export const createMirror = <T>(current: Current<T>, onChanged: OnChanged<T>): Mirror<T> =>
  mirrorOf(current, onChanged);

/** Mirrors one value of the open account: it is empty for each account until that account's snapshot is there. */
export function createAccountMirror<T>(current: Current<T>, onChanged: OnChanged<T>): Mirror<T> {
  const mirror = mirrorOf(current, onChanged);
  onAccountLeft(mirror.forget);
  onAccountOpened(mirror.readIfFollowed);
  return mirror;
}

function mirrorOf<T>(current: Current<T>, onChanged: OnChanged<T>) {
  const store = createStore<Mirrored<T>>(() => ({ value: null, fault: null }));
  const latest = createLatestOnly();
  let isFollowed = false;
  let isRead = false;
  let subscribers = 0;
  const read = async () => {
    isRead = true;
    // A snapshot that is older than a change or a later request is ignored.
    const outcome = await latest.answer(current());
    if (!outcome) return;
    store.setState(outcome.ok ? { value: outcome.value, fault: null } : { fault: outcome.fault });
  };
  const follow = () => {
    isFollowed = true;
    onChanged((value) => {
      latest.supersede();
      store.setState({ value, fault: null });
    });
  };
  return {
    ...store,
    read,
    subscribe(listener: Parameters<typeof store.subscribe>[0]) {
      if (!isFollowed) follow();
      if (!isRead) void read();
      subscribers += 1;
      const stop = store.subscribe(listener);
      return () => {
        subscribers -= 1;
        stop();
      };
    },
    forget() {
      latest.supersede();
      isRead = false;
      store.setState({ value: null, fault: null });
    },
    readIfFollowed() {
      if (subscribers > 0) void read();
    },
  };
}

/**
 * Lets the answer of the latest request through: an earlier one answers null when it comes. `supersede` makes all
 * pending answers stale.
 */
export function createLatestOnly() {
  let latest = 0;
  return {
    async answer<T>(answer: Promise<T>): Promise<T | null> {
      const request = (latest += 1);
      const value = await answer;
      return request === latest ? value : null;
    },
    supersede(): void {
      latest += 1;
    },
  };
}
