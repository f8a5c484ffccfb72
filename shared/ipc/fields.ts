import { z } from 'zod';

export const nothing = z.undefined();
export const id = z.string().min(1).max(512);
export const ids = z.array(id).max(200_000);
export const shortText = z.string().max(2048);

/** The file that was written, and its rows; null when the user cancelled the file dialog. */
export const writtenFileSchema = z.object({ file: z.string(), rows: z.number() }).nullable();
export type WrittenFile = z.infer<typeof writtenFileSchema>;

/** A list with its age: what the screen shows and what it may claim about it. */
export const cachedListOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    /** When the service last sent this list; null: never. */
    asOf: z.number().nullable(),
    /** Records that could not be read. */
    skippedRecords: z.number(),
  });
export type CachedItems<T> = z.infer<ReturnType<typeof cachedListOf<z.ZodType<T>>>>;
