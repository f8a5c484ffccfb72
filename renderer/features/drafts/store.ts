import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useEffect } from 'react';
import type { Draft, DraftKind } from '#shared/domain/edit';
import { api } from '#lib/api';
import { createDraftStore } from './draft-store';

/**
 * The window's one book of drafts. What a key changed is on its way to main before anything else can
 * be pressed: leaving the account, closing the window or quitting come after it.
 */
export const draftStore = createDraftStore(
  {
    put: (draft) => api.drafts.put(draft),
    remove: (input) => api.drafts.remove(input),
  },
  (run) => {
    let isCalledOff = false;
    queueMicrotask(() => {
      if (!isCalledOff) run();
    });
    return () => {
      isCalledOff = true;
    };
  },
  () => Date.now(),
);

/**
 * Takes up the drafts of the account that was opened. From then on the window alone changes them, and
 * does not listen to what main tells: news under way could bring back what was discarded meanwhile.
 */
export const keptDrafts = {
  async read() {
    draftStore.forget();
    const outcome = await api.drafts.all();
    if (outcome.ok) draftStore.take(outcome.value);
    else draftStore.setState({ fault: outcome.fault });
  },
};

/** Every unsaved draft by its key. */
export function useDrafts(): ReadonlyMap<string, Draft> {
  return useStore(draftStore, ({ drafts }) => drafts);
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
