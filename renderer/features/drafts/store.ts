import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useEffect } from 'react';
import type { Draft, DraftKind } from '#shared/domain/edit';
import { api } from '#lib/api';
import { createDraftBook } from './draft-book';

/** Long enough to swallow a word being typed, short enough to lose nothing to a crash. */
const writeAfterMs = 300;

/** The window's one book of drafts. */
export const draftBook = createDraftBook(
  {
    put: (draft) => api.drafts.put(draft),
    remove: (input) => api.drafts.remove(input),
  },
  (run) => {
    const timer = setTimeout(run, writeAfterMs);
    return () => clearTimeout(timer);
  },
  () => Date.now(),
);

/** Follows what main keeps; `read` takes up the account that was opened. */
export const draftsMirror = {
  start() {
    api.drafts.onChanged((drafts) => draftBook.take(drafts));
    // Written at once when the window goes: a draft is never asked about, so it must be kept.
    window.addEventListener('pagehide', () => void draftBook.flush());
  },
  async read() {
    draftBook.forget();
    const outcome = await api.drafts.all();
    if (outcome.ok) draftBook.take(outcome.value);
    else draftBook.setState({ fault: outcome.fault });
  },
};

/** Every unsaved draft by its key. */
export function useDrafts(): ReadonlyMap<string, Draft> {
  return useStore(draftBook, ({ drafts }) => drafts);
}

/** The draft a person wants to see, until its page has opened it. */
const wanted = createStore<{ draft: Pick<Draft, 'key' | 'kind'> | null }>(() => ({ draft: null }));

const pages: Record<DraftKind, string> = {
  user: '#/users',
  group: '#/groups',
  limits: '#/limits',
  submission: '#/submit',
};

/** Goes to the page where a draft can be worked on. */
export function openDraft(draft: Pick<Draft, 'key' | 'kind'>): void {
  wanted.setState({ draft });
  window.location.hash = pages[draft.kind];
}

/** On the page of a kind of record: calls `open` with the key of the draft that is asked for. */
export function useOpenedDraft(kind: DraftKind, open: (key: string) => void): void {
  const draft = useStore(wanted, (state) => state.draft);
  useEffect(() => {
    if (draft?.kind !== kind) return;
    wanted.setState({ draft: null });
    open(draft.key);
  }, [draft, kind, open]);
}
