import type { Range } from '#shared/domain/history';
import type { TrackColumns } from '#shared/history/columns';
import { degreesEast } from '#shared/history/distance';
import type { PlaceAt, TrackSign } from '#engines/tracks';
import type { Format } from '#lib/format';
import type { ShownTrack } from './history-store';
import type { StopGroup, StopRow } from './trip-rows';

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
export function cursorSign(
  { deviceId, label, colour }: ShownTrack,
  place: PlaceAt & { isBesideStop: boolean },
  { t }: Format,
): TrackSign {
  const { longitude, latitude, isKnown, isBesideStop } = place;
  return {
    id: deviceId,
    longitude,
    latitude,
    colour,
    letters: isKnown ? '●' : '?',
    label: isKnown ? label : t('history.map.lastFix', { device: label }),
    kind: 'cursor',
    isBesideStop,
  };
}

/** Signs where a track begins and ends; one sign if both are at the same place. */
export function endSigns(
  { deviceId, columns, label: device, colour }: ShownTrack,
  { t, moment }: Format,
): TrackSign[] {
  const first = columns.latitude.findIndex((latitude) => !Number.isNaN(latitude));
  const last = columns.latitude.findLastIndex((latitude) => !Number.isNaN(latitude));
  if (first < 0) return [];
  const sign = (
    row: number,
    end: 'start' | 'end' | 'both',
    letters: string,
    label: string,
  ): TrackSign => ({
    id: `${deviceId} ${end}`,
    longitude: columns.longitude[row]!,
    latitude: columns.latitude[row]!,
    colour,
    letters,
    label,
    kind: 'end',
    ...(end !== 'both' && { side: end === 'start' ? 'left' : 'right' }),
  });
  const time = moment(columns.at[first]!);
  if (isNear(columns, first, last)) {
    const label = t('history.map.beginsAndEnds', { device, time });
    return [sign(first, 'both', t('history.map.startAndEnd'), label)];
  }
  return [
    sign(first, 'start', t('history.map.start'), t('history.map.begins', { device, time })),
    sign(
      last,
      'end',
      t('history.map.end'),
      t('history.map.ends', { device, time: moment(columns.at[last]!) }),
    ),
  ];
}

/** Whether two signs would overlap. */
function isNear({ latitude, longitude }: TrackColumns, a: number, b: number): boolean {
  const apart =
    Math.abs(latitude[a]! - latitude[b]!) + Math.abs(degreesEast(longitude[a]!, longitude[b]!));
  return apart < 0.0005;
}

/** A stop as one line: "Stop 3: 06:10 – 06:52, 42 min"; with the day before it if there are several. */
export function stopLine(
  { from, to, part: { number } }: StopRow,
  { t, day, time, shortDuration }: Format,
  isOneDay: boolean,
): string {
  const stop = {
    number,
    from: time(from),
    to: time(to),
    duration: shortDuration((to - from) / 1000),
  };
  return isOneDay
    ? t('history.map.stop', stop)
    : t('history.map.stopOnDay', { ...stop, day: day(from) });
}

/** The most visits that the sign of a place names by their times. */
const mostLines = 6;

interface StopSignOptions {
  colour: string;
  selectedId: string | null;
  /** All is on one day: the day is not named. */
  isOneDay: boolean;
  format: Format;
}

/** The sign of a place with the number of its stop, or how often the device stopped there. */
export function stopSign(
  { id, longitude, latitude, visits }: StopGroup,
  { colour, selectedId, isOneDay, format }: StopSignOptions,
): TrackSign {
  const { t } = format;
  const lines = visits.slice(0, mostLines).map((visit) => stopLine(visit, format, isOneDay));
  const more = visits.length - lines.length;
  const [first] = visits;
  return {
    id,
    longitude,
    latitude,
    colour,
    letters:
      visits.length === 1
        ? format.count(first!.part.number)
        : t('history.map.visits', { count: visits.length }),
    label:
      visits.length === 1
        ? lines[0]!
        : t('history.map.visitsFrom', { count: visits.length, stop: lines[0]! }),
    lines: more > 0 ? [...lines, t('history.map.moreVisits', { count: more })] : lines,
    kind: 'stop',
    isSelected: visits.some((visit) => visit.id === selectedId),
  };
}
