import { z } from 'zod';
import { faultSchema } from '../fault';

export const nothing = z.undefined();
export const id = z.string().min(1).max(512);
export const ids = z.array(id).max(200_000);
/** Degrees. */
export const positionSchema = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export const shortText = z.string().max(2048);

/**
 * The file that was written, with the id by which the window can have it shown, and its number of rows if
 * it has rows; null if the user cancelled the file dialog.
 */
export const writtenFileSchema = z
  .object({ id: z.string(), file: z.string(), rows: z.number().optional() })
  .nullable();
export type WrittenFile = z.infer<typeof writtenFileSchema>;

/** A cached list with the time of its last download. */
export const cachedListOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    /** When the service last sent this list; null: never. */
    asOf: z.number().nullable(),
    /** Records that could not be read. */
    skippedRecords: z.number(),
    /** Why the last request of the list failed; null: it succeeded, or none was made yet. */
    fault: faultSchema.nullable(),
  });
export type CachedItems<T> = z.infer<ReturnType<typeof cachedListOf<z.ZodType<T>>>>;
