import type { Cache } from '#main/cache/cache';
import type { Drafts } from '#main/features/drafts/drafts';
import { noteDraftKey, noteSchema, type Note } from '#shared/domain/device';
import type { HandlersOf } from '#shared/ipc/contract';
import type { Caller } from '#shared/ipc/define';
import type { NoteChange } from '#shared/ipc/fleet';

/** The user's notes on devices. */
export type Notes = ReturnType<typeof createNotes>;

interface NotesOptions {
  cache: Pick<Cache, 'records' | 'inOneWrite'>;
  drafts: Pick<Drafts, 'settle'>;
  now: () => number;
}

/** `savedAt` of a note that was written before. */
type NewNote = Pick<Note, 'deviceId' | 'text'> & Partial<Pick<Note, 'savedAt'>>;

export function createNotes({ cache, drafts, now }: NotesOptions) {
  const records = cache.records('note');
  /** Read at the first use. */
  let known: Map<string, Note> | null = null;
  const notes = () => {
    if (known) return known;
    known = new Map();
    for (const { value } of records.all()) {
      const note = noteSchema.safeParse(value).data;
      if (note) known.set(note.deviceId, note);
    }
    return known;
  };
  return {
    all: (): Note[] => [...notes().values()],
    /** Stores a note in place of the last one; an empty text deletes it and returns null. */
    put: ({ deviceId, text, savedAt = now() }: NewNote): Note | null => {
      const note = text.trim() === '' ? null : { deviceId, text, savedAt };
      cache.inOneWrite(() => {
        if (note) records.put(deviceId, note);
        else if (records.get(deviceId) !== undefined) records.remove(deviceId);
        drafts.settle(noteDraftKey(deviceId), { text });
      });
      if (note) notes().set(deviceId, note);
      else notes().delete(deviceId);
      return note;
    },
  };
}

export const notesHandlers = (
  notes: () => Notes,
  onChanged: (change: NoteChange, by?: Caller) => void,
): HandlersOf<'notes'> => ({
  all: () => notes().all(),
  put: (given, by) => {
    const note = notes().put(given);
    onChanged({ deviceId: given.deviceId, note }, by);
    return note;
  },
});
