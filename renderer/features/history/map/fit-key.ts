import type { Range } from '#shared/domain/history';
import type { LoadedTrack } from '../tracks/history-port';

/**
 * Changes when the map has to fit the tracks again: with another selection, or when a track appears
 * or begins earlier. null: there is nothing to show.
 */
export function fitKey(tracks: readonly LoadedTrack[], range: Range): string | null {
  const begins = tracks.map(({ columns }) => columns.at[0] ?? null);
  if (begins.every((at) => at === null)) return null;
  return JSON.stringify([choiceKey(tracks, range), begins]);
}

/** Identifies the selection. The map is not fitted again after the user has moved it. */
export function choiceKey(tracks: readonly LoadedTrack[], { from, to }: Range): string {
  return JSON.stringify([tracks.map(({ deviceId }) => deviceId), from, to]);
}
