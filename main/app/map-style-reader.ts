import { session } from 'electron';

/** Reads a part of an online map style; null where that is no JSON or cannot be had. */
export async function readStyleJson(from: string): Promise<unknown> {
  try {
    // Not the session of the window, which has no network as long as there are no hosts.
    const own = session.fromPartition('map-style', { cache: false });
    const answer = await own.fetch(from, { signal: AbortSignal.timeout(10_000) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
