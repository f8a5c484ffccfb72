import { session } from 'electron';

/** Fetches JSON of an online map style; null if it cannot be read or is not JSON. */
export async function readStyleJson(from: string): Promise<unknown> {
  try {
    // The window's own session has no network until hosts are allowed.
    const own = session.fromPartition('map-style', { cache: false });
    const answer = await own.fetch(from, { signal: AbortSignal.timeout(10_000) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
