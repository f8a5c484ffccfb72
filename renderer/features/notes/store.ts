import { useStore } from 'zustand';
import type { Note } from '#shared/domain/device';
import type { Fault } from '#shared/fault';
import { createAccountStore, inAccount, onAccountOpened } from '#lib/account-scope';
import { api } from '#lib/api';

interface NotesState {
  notes: ReadonlyMap<string, Note>;
  /** Why the notes could not be read. */
  fault: Fault | null;
}

const store = createAccountStore<NotesState>({ notes: new Map(), fault: null });

async function readNotes(): Promise<void> {
  const outcome = await inAccount(api.notes.all());
  if (outcome?.ok) {
    store.setState({ notes: new Map(outcome.value.map((note) => [note.deviceId, note])) });
  } else if (outcome) store.setState({ fault: outcome.fault });
}
onAccountOpened(() => void readNotes());

/** The notes of the open account; only this window changes them. */
export const notesStore = {
  ...store,
  /** Stores a note; an empty text deletes it. Returns the fault if it was not stored. */
  async put(deviceId: string, text: string): Promise<Fault | null> {
    const outcome = await inAccount(api.notes.put({ deviceId, text }));
    if (!outcome) return null;
    if (!outcome.ok) return outcome.fault;
    const notes = new Map(store.getState().notes);
    if (outcome.value) notes.set(deviceId, outcome.value);
    else notes.delete(deviceId);
    store.setState({ notes });
    return null;
  },
};

export function useNote(deviceId: string): Note | null {
  return useStore(notesStore, ({ notes }) => notes.get(deviceId) ?? null);
}
