import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Note } from '#shared/domain/device';
import type { Fault } from '#shared/fault';
import { api } from '#lib/api';

interface NotesState {
  notes: ReadonlyMap<string, Note>;
  /** Why the notes could not be read. */
  fault: Fault | null;
}

const store = createStore<NotesState>(() => ({ notes: new Map(), fault: null }));
let reads = 0;

/** The notes of the open account; only this window changes them. */
export const notesStore = {
  ...store,
  /** Another account was opened. */
  async read() {
    const mine = (reads += 1);
    store.setState({ notes: new Map(), fault: null });
    const outcome = await api.notes.all();
    if (mine !== reads) return;
    if (!outcome.ok) store.setState({ fault: outcome.fault });
    else store.setState({ notes: new Map(outcome.value.map((note) => [note.deviceId, note])) });
  },
  /** Stores a note; an empty text deletes it. Returns the fault if it was not stored. */
  async put(deviceId: string, text: string): Promise<Fault | null> {
    const mine = reads;
    const outcome = await api.notes.put({ deviceId, text });
    if (!outcome.ok) return outcome.fault;
    if (mine !== reads) return null;
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
