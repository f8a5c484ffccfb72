import { createStore, type StoreApi } from 'zustand/vanilla';

// What belongs to the account on screen. A store made here starts again with each account by itself: nothing of
// one account can be shown in another because somebody forgot to reset it.

let openId: string | null = null;
/** Increases with each account that is opened or left. */
let visit = 0;
const leaving = new Set<() => void>();
const opening = new Set<() => void>();

/** Another account is on screen, or none: everything of the one before is reset. */
export function showAccount(id: string | null): void {
  if (id === openId) return;
  openId = id;
  visit += 1;
  for (const run of leaving) run();
  if (id === null) return;
  for (const run of opening) run();
}

/** Calls `run` whenever an account was left, before another is opened. */
export function onAccountLeft(run: () => void): void {
  leaving.add(run);
}

/** Calls `run` whenever an account was opened, with all stores reset. */
export function onAccountOpened(run: () => void): void {
  opening.add(run);
}

/** A store with this state for each account that opens. */
export function createAccountStore<T>(initial: T): StoreApi<T> {
  const store = createStore<T>(() => initial);
  onAccountLeft(() => store.setState(initial, true));
  return store;
}

/** An answer, or null if its account is no longer on screen when it comes. */
export async function inAccount<T>(answer: Promise<T>): Promise<T | null> {
  const asked = visit;
  const value = await answer;
  return asked === visit ? value : null;
}
