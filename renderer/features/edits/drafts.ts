import { useStore } from 'zustand';
import { useEffect } from 'react';
import type { Draft, DraftKind } from '#shared/domain/edit';
import { createAccountStore, inAccount, onAccountLeft, onAccountOpened } from '#lib/account-scope';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { typedSecrets } from '#lib/typed-secrets';
import { createDraftStore } from './draft-store';

/**
 * The draft store of the renderer. Changes are sent to main before the next input event, so that
 * leaving the account, closing the window or quitting cannot lose them.
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
  clock.now,
);

// The text of a password goes as soon as no draft has it: saved, discarded, or the account was left.
draftStore.subscribe(({ drafts }) => {
  typedSecrets.keepOnly([...drafts.values()].map(({ edit }) => edit));
});

/** Loads the drafts of the opened account. After that the renderer changes them. */
async function readDrafts(): Promise<void> {
  const outcome = await inAccount(api.drafts.all());
  if (outcome?.ok) draftStore.take(outcome.value);
  else if (outcome) draftStore.setState({ fault: outcome.fault });
}
onAccountLeft(draftStore.forget);
onAccountOpened(() => void readDrafts());

export const storedDrafts = {
  /** Main may have removed drafts of this kind by itself; what is typed or not stored stays. */
  async refresh(kind: DraftKind) {
    const outcome = await inAccount(api.drafts.all());
    const { drafts, fault } = draftStore.getState();
    if (!outcome?.ok || fault) return;
    const others = [...drafts.values()].filter((draft) => draft.kind !== kind);
    draftStore.take([...others, ...outcome.value.filter((draft) => draft.kind === kind)]);
  },
};

/** Every unsaved draft by its key. */
export function useDrafts(): ReadonlyMap<string, Draft> {
  return useStore(draftStore, ({ drafts }) => drafts);
}

/** The draft to open, until its page has opened it. */
const wanted = createAccountStore<{ draft: Pick<Draft, 'key' | 'kind'> | null }>({ draft: null });

const pages: Record<DraftKind, string> = {
  user: '#/users',
  group: '#/groups',
  limits: '#/limits',
  submission: '#/submit',
  note: '#/fleet',
};

/** Opens the page of a draft. */
export function openDraft(draft: Pick<Draft, 'key' | 'kind'>): void {
  wanted.setState({ draft });
  window.location.hash = pages[draft.kind];
}

/** Calls `open` with the key of a draft to open on this page. */
export function useOpenedDraft(kind: DraftKind, open: (key: string) => void): void {
  const draft = useStore(wanted, (state) => state.draft);
  useEffect(() => {
    if (draft?.kind !== kind) return;
    wanted.setState({ draft: null });
    open(draft.key);
  }, [draft, kind, open]);
}
