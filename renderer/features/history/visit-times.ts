import { lengthOf, type VisitTimes } from '#shared/history/visits';
import type { Format } from '#lib/format';

type Arrival = Pick<VisitTimes, 'arrivedAfter' | 'arrivedBy'>;
type Departure = Pick<VisitTimes, 'leftAfter' | 'leftBy'>;

/**
 * "07:10 – 07:14"; one time where both fixes are in the same minute; "by 07:14" if nothing is known before. With the
 * dates if one of them is not on `day`, which is that of the arrival by default.
 */
export function arrivalText(
  { arrivedAfter, arrivedBy }: Arrival,
  format: Format,
  day = format.day(arrivedBy),
): string {
  if (arrivedAfter !== null) return between(arrivedAfter, arrivedBy, day, format);
  return format.t('history.visits.by', { time: textOf(arrivedBy, day, format) });
}

/** The same; "25 Nov 2026, 09:02 – 09:04" on another day, and "after 09:02" if no fix says that it has left. */
export function departureText(
  { leftAfter, leftBy }: Departure,
  format: Format,
  day = format.day(leftAfter),
): string {
  if (leftBy !== null) return between(leftAfter, leftBy, day, format);
  return format.t('history.visits.after', { time: textOf(leftAfter, day, format) });
}

function between(after: number, by: number, day: string, format: Format): string {
  const [from, to] = [after, by].map((at) => format.time(at));
  const isOneDay = format.day(after) === format.day(by);
  if (isOneDay && from === to) return textOf(by, day, format);
  if (!isOneDay) {
    const moments = [after, by].map((at) => dated(format.day(at), format.time(at), format));
    return format.t('history.fromTo', { from: moments[0]!, to: moments[1]! });
  }
  const times = format.t('history.fromTo', { from: from!, to: to! });
  return format.day(by) === day ? times : dated(format.day(by), times, format);
}

/** On another day a time alone would be read as one of this day. */
function textOf(at: number, day: string, format: Format): string {
  return format.day(at) === day ? format.time(at) : dated(format.day(at), format.time(at), format);
}

const dated = (day: string, time: string, { t }: Format): string =>
  t('common.dayAndTime', { day, time });

/** "2 h 05", "at least 2 h 05", or from the least to the most. */
export function lengthText(visit: VisitTimes, format: Format): string {
  const { least, most } = lengthOf(visit);
  const [short, long] = [least, most ?? least].map((ms) => format.shortDuration(ms / 1000));
  if (most === null) return format.t('history.visits.atLeast', { duration: short! });
  return short === long ? short! : format.t('history.fromTo', { from: short!, to: long! });
}
