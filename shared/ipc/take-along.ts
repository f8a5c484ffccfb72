import { z } from 'zod';
import { storedColumnsSchema, takeAlongChangeSchema, takeAlongParts } from '../domain/take-along';
import { call } from './define';
import { id, writtenFileSchema } from './fields';

const columns = storedColumnsSchema.nullable();

const openedSchema = z.object({
  id,
  file: z.string(),
  /** The account it was written for. */
  account: z.object({ address: z.string(), userName: z.string() }),
  isOtherAccount: z.boolean(),
  changes: z.array(takeAlongChangeSchema),
});
export type OpenedTakeAlong = z.infer<typeof openedSchema>;

/** Settings and the user's own work of the open account in one file, for another computer. */
export const takeAlong = {
  /** Asks for a file and writes it. `columns`: those of the window. null: cancelled. */
  save: call(z.object({ columns }), writtenFileSchema),
  /** Asks for a file and compares it with what is here; changes nothing. null: cancelled. */
  open: call(z.object({ columns }), openedSchema.nullable()),
  /** Takes over these parts of the opened file, and returns its columns if they are among them. */
  apply: call(z.object({ id, parts: z.array(z.enum(takeAlongParts)).max(20) }), columns),
};
