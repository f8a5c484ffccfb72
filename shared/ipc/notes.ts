import { z } from 'zod';
import { longestNote, noteSchema } from '../domain/device';
import { call } from './define';
import { id, nothing } from './fields';

/** Notes on devices, on this computer only. */
export const notes = {
  all: call(nothing, z.array(noteSchema)),
  /** Stores a note and removes its draft; an empty text deletes the note. */
  put: call(z.object({ deviceId: id, text: z.string().max(longestNote) }), noteSchema.nullable()),
};
