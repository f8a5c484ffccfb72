import { z } from 'zod';

/** The most characters of a note. */
export const longestNote = 4_000;

/** What the user wrote about a device. It is on this computer only. */
export const noteSchema = z.object({
  deviceId: z.string().min(1).max(512),
  text: z.string().max(longestNote),
  savedAt: z.number(),
});
export type Note = z.infer<typeof noteSchema>;

/** The key of the draft of a note. */
export const noteDraftKey = (deviceId: string) => `note:${deviceId}`;
export const deviceOfNoteDraft = (key: string) => key.slice('note:'.length);
