import { z } from 'zod';
import { keyedMapIds, ownMapRefusal, type KeyedMapId } from '#shared/domain/keyed-map';

/** The maps that were set up, without their keys, as stored in `keyed-maps.json`. */
export const entriesSchema = z.object({
  version: z.literal(1),
  maps: z
    .array(z.object({ id: z.enum(keyedMapIds), address: z.string().max(2048) }))
    .max(keyedMapIds.length),
});

export interface EntriesMemory {
  read(): string | null;
  write(text: string): void;
}

/** The addresses of own servers by map; the file may have been edited. */
export function readEntries(memory: EntriesMemory): Map<KeyedMapId, string> {
  let json: unknown = null;
  try {
    json = JSON.parse(memory.read() ?? 'null');
  } catch {
    return new Map();
  }
  const { maps } = entriesSchema.safeParse(json).data ?? { maps: [] };
  const usable = maps.filter(({ id, address }) => id !== 'own' || !ownMapRefusal(address));
  return new Map(usable.map(({ id, address }) => [id, id === 'own' ? address : '']));
}

export function writeEntries(memory: EntriesMemory, entries: Map<KeyedMapId, string>): void {
  const maps = [...entries].map(([id, address]) => ({ id, address }));
  memory.write(JSON.stringify({ version: 1, maps }));
}

/** The entry of the keychain: the key with the address that it may be sent to. */
const secretSchema = z.object({
  version: z.literal(1),
  address: z.string(),
  key: z.string().min(1),
});

export const keyEntryName = (id: KeyedMapId): string => `map:${id}`;

export const writeSecretEntry = (address: string, key: string): string =>
  JSON.stringify({ version: 1, address, key });

/** The key of an entry; null if it was stored for another address. */
export function readSecretEntry(text: string | null, address: string): string | null {
  let json: unknown = null;
  try {
    json = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  const entry = secretSchema.safeParse(json).data;
  return entry?.address === address ? entry.key : null;
}
