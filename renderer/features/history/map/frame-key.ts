import type { Range } from '#shared/domain/history';
import type { LoadedTrack } from '../download/history-port';

/**
 * Changes when the map is to show everything again: with another choice, and when a way begins that
 * was not there before, or begins earlier. null: there is nothing to show.
 */
export function frameKey(tracks: readonly LoadedTrack[], range: Range): string | null {
  const begins = tracks.map(({ columns }) => columns.at[0] ?? null);
  if (begins.every((at) => at === null)) return null;
  return JSON.stringify([choiceKey(tracks, range), begins]);
}

/** What was chosen: somebody who has moved the map since is left where he is. */
export function choiceKey(tracks: readonly LoadedTrack[], { from, to }: Range): string {
  return JSON.stringify([tracks.map(({ deviceId }) => deviceId), from, to]);
}
