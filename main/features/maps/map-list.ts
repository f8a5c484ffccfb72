import path from 'node:path';
import { z } from 'zod';

/** A file on the list, as stored. */
export const listedSchema = z.object({
  id: z.string().min(1).max(64),
  name: z.string().max(255),
  /** An absolute path, or the name of a copy in the folder of the profile. */
  place: z.string().max(32_767).optional(),
  copy: z
    .string()
    .regex(/^[\w-]{1,64}\.(pmtiles|mbtiles)$/)
    .optional(),
});
export type Listed = z.infer<typeof listedSchema>;

export const storedListSchema = z.object({
  version: z.literal(1),
  files: z.array(listedSchema).max(100),
});

/** Persists the list between starts. */
export interface MapListMemory {
  read(): string | null;
  write(text: string): void;
}

export function readList(memory: MapListMemory): Listed[] {
  let json: unknown = null;
  try {
    json = JSON.parse(memory.read() ?? 'null');
  } catch {
    return [];
  }
  const files = storedListSchema.safeParse(json).data?.files ?? [];
  return files.filter(
    ({ place, copy }) => copy !== undefined || (place !== undefined && path.isAbsolute(place)),
  );
}

export function writeList(memory: MapListMemory, files: readonly Listed[]): void {
  memory.write(JSON.stringify({ version: 1, files }, null, 2));
}
