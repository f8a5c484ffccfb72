import type { Range } from '#shared/domain/history';
import type { TrackColumns } from '#shared/history/columns';
import { degreesEast } from '#shared/history/distance';
import type { PlaceAt, TrackSign } from '#engines/tracks';
import type { ShownTrack } from './history-store';
import { texts } from './history-texts';

/**
 * Changes when the map has to fit the tracks again: with another selection, or when a track appears
 * or begins earlier. null: there is nothing to show.
 */
export function fitKey(tracks: readonly ShownTrack[], range: Range): string | null {
  const begins = tracks.map(({ columns }) => columns.at[0] ?? null);
  if (begins.every((at) => at === null)) return null;
  return JSON.stringify([choiceKey(tracks, range), begins]);
}

/** Identifies the selection. The map is not fitted again after the user has moved it. */
export function choiceKey(tracks: readonly ShownTrack[], { from, to }: Range): string {
  return JSON.stringify([tracks.map(({ deviceId }) => deviceId), from, to]);
}

/** The sign of a device at its position at the cursor's moment. */
export function cursorSign({ deviceId, label, colour }: ShownTrack, place: PlaceAt): TrackSign {
  const { longitude, latitude, isKnown } = place;
  return {
    id: deviceId,
    longitude,
    latitude,
    colour,
    letters: isKnown ? '●' : '?',
    label: isKnown ? label : texts.lastFixHere(label),
    kind: 'cursor',
  };
}

/** Signs where a track begins and ends; one sign if both are at the same place. */
export function endSigns(
  { deviceId, columns, label: name, colour }: ShownTrack,
  moment: (at: number) => string,
): TrackSign[] {
  const first = columns.latitude.findIndex((latitude) => !Number.isNaN(latitude));
  const last = columns.latitude.findLastIndex((latitude) => !Number.isNaN(latitude));
  if (first < 0) return [];
  const sign = (row: number, letters: string, label: string): TrackSign => ({
    id: `${deviceId} ${letters}`,
    longitude: columns.longitude[row]!,
    latitude: columns.latitude[row]!,
    colour,
    letters,
    label,
    kind: 'end',
  });
  const begins = moment(columns.at[first]!);
  if (isNear(columns, first, last)) {
    return [sign(first, 'A/B', texts.beginsAndEndsHere(name, begins))];
  }
  return [
    sign(first, 'A', texts.beginsAt(name, begins)),
    sign(last, 'B', texts.endsAt(name, moment(columns.at[last]!))),
  ];
}

/** Whether two signs would overlap. */
function isNear({ latitude, longitude }: TrackColumns, a: number, b: number): boolean {
  const apart =
    Math.abs(latitude[a]! - latitude[b]!) + Math.abs(degreesEast(longitude[a]!, longitude[b]!));
  return apart < 0.0005;
}
