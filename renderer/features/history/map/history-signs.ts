import { degreesEast } from '#shared/history/distance';
import type { TrackSign } from '#features/map';
import type { LoadedTrack } from '../tracks/history-port';
import type { PlaceAt } from '../tracks/place-at';
import { historyMessages } from '../history-messages';

/** A sign for each device at its position at the cursor's moment; none if that is unknown. */
export function cursorSigns(
  tracks: readonly Pick<LoadedTrack, 'deviceId'>[],
  places: readonly (PlaceAt | null)[],
  labels: readonly string[],
  colours: readonly string[],
): TrackSign[] {
  return places.flatMap((place, i): TrackSign[] => {
    if (!place) return [];
    const { longitude, latitude, isKnown } = place;
    const label = labels[i]!;
    return [
      {
        id: tracks[i]!.deviceId,
        longitude,
        latitude,
        colour: colours[i]!,
        letters: isKnown ? '●' : '?',
        label: isKnown ? label : historyMessages.lastFixHere(label),
        kind: 'cursor',
      },
    ];
  });
}

/** Whether two signs would overlap. */
function isNear({ latitude, longitude }: LoadedTrack['columns'], a: number, b: number): boolean {
  const apart =
    Math.abs(latitude[a]! - latitude[b]!) + Math.abs(degreesEast(longitude[a]!, longitude[b]!));
  return apart < 0.0005;
}

/** Signs where each track begins and ends; one sign where both are at the same place. */
export function endSigns(
  tracks: readonly LoadedTrack[],
  labels: readonly string[],
  colours: readonly string[],
  moment: (at: number) => string,
): TrackSign[] {
  return tracks.flatMap(({ deviceId, columns }, i): TrackSign[] => {
    const first = columns.latitude.findIndex((latitude) => !Number.isNaN(latitude));
    const last = columns.latitude.findLastIndex((latitude) => !Number.isNaN(latitude));
    if (first < 0) return [];
    const sign = (row: number, letters: string, label: string): TrackSign => ({
      id: `${deviceId} ${letters}`,
      longitude: columns.longitude[row]!,
      latitude: columns.latitude[row]!,
      colour: colours[i]!,
      letters,
      label,
      kind: 'end',
    });
    const [name, begins, ends] = [
      labels[i]!,
      moment(columns.at[first]!),
      moment(columns.at[last]!),
    ];
    if (isNear(columns, first, last)) {
      return [sign(first, 'A/B', historyMessages.beginsAndEndsHere(name, begins))];
    }
    return [
      sign(first, 'A', historyMessages.begins(name, begins)),
      sign(last, 'B', historyMessages.ends(name, ends)),
    ];
  });
}
