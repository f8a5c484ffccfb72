import { session } from 'electron';
import { readJsonAtMost } from './capped-json';

/** The largest style or description of tiles; known ones are below 1 MB. */
const largestBytes = 2 * 1024 * 1024;
const timeoutMs = 10_000;

/** Fetches JSON of an online map style; null if it cannot be read, is too large or is not JSON. */
export async function readStyleJson(from: string): Promise<unknown> {
  try {
    // The window's own session has no network until hosts are allowed.
    const own = session.fromPartition('map-style', { cache: false });
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await own.fetch(from, {
      signal,
      // A redirect would lead to a host that was not confirmed.
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
    });
    return await readJsonAtMost(answer, largestBytes, signal);
  } catch {
    return null;
  }
}
