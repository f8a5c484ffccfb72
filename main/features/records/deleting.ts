import { faultIn, isUnsure } from './fault-kinds';
import type { FullRemote } from './remote';

/** Deletes. After a lost answer it looks whether the record is gone, and tries once more. */
export async function deleteOnce<K extends 'user' | 'group'>(
  remote: FullRemote<K>,
  id: string,
): Promise<void> {
  try {
    return await remote.remove(id);
  } catch (error) {
    if (!isUnsure(faultIn(error))) throw error;
    if (await isGone(remote, id, error)) return;
  }
  try {
    await remote.remove(id);
  } catch (error) {
    // The first attempt was carried out.
    if (faultIn(error).kind !== 'notFound') throw error;
  }
}

async function isGone<K extends 'user' | 'group'>(
  remote: FullRemote<K>,
  id: string,
  cause: unknown,
): Promise<boolean> {
  try {
    await remote.read(id);
    return false;
  } catch (error) {
    if (faultIn(error).kind === 'notFound') return true;
    throw cause;
  }
}
