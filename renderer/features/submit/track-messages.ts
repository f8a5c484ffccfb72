import type { ImportedTrack, TimeUnit, TrackReading } from '#shared/domain/submission';
import { type CountedMessage, type Format, countedMessage } from '#lib/format';

type Count = Pick<Format, 'count'>;

const timesAreNumbers: CountedMessage = {
  one: '1 time is a number without a unit.',
  many: '{n} times are numbers without a unit.',
};
const datesAreAmbiguous: CountedMessage = {
  one: 'In 1 date, day and month can be read in both orders.',
  many: 'In {n} dates, day and month can be read in both orders.',
};
const timesHaveNoZone: CountedMessage = {
  one: '1 time states no time zone.',
  many: '{n} times state no time zone.',
};
const weeksAreMissing: CountedMessage = {
  one: 'The time of 1 point is plausible 1,024 weeks (19.6 years) later. The week counter of a GPS receiver begins again after that time.',
  many: 'The times of {n} points are plausible 1,024 weeks (19.6 years) later. The week counter of a GPS receiver begins again after that time.',
};

export const timeUnitNames: Record<TimeUnit, string> = {
  seconds: 'Seconds since 1970, UTC',
  milliseconds: 'Milliseconds since 1970, UTC',
  microseconds: 'Microseconds since 1970, UTC',
  nanoseconds: 'Nanoseconds since 1970, UTC',
  spreadsheetDays: 'Days since 1900, as in spreadsheets',
  dotNetTicks: 'Ticks of .NET, UTC',
  secondsSince2001: 'Seconds since 2001, UTC',
};

/** What is in a file of tracks. */
export const trackMessages = {
  points: (
    { points, usable, refused }: Pick<ImportedTrack, 'points' | 'usable' | 'refused'>,
    file: string,
    { count, counted }: Pick<Format, 'count' | 'counted'>,
  ) => {
    const all = counted(points, 'point');
    if (usable === 0) return `${all} in ${file}.`;
    return refused === 0
      ? `${all} in ${file}, all of them can be sent.`
      : `${all} in ${file}: ${count(usable)} can be sent, ${count(refused)} cannot.`;
  },
  range: (from: string, to: string) => `From ${from} to ${to}.`,
  timesAreNumbers: (points: number, format: Count) =>
    countedMessage(timesAreNumbers, points, format),
  datesAreAmbiguous: (points: number, format: Count) =>
    countedMessage(datesAreAmbiguous, points, format),
  timesHaveNoZone: (points: number, format: Count) =>
    countedMessage(timesHaveNoZone, points, format),
  weeksAreMissing: (points: number, format: Count) =>
    countedMessage(weeksAreMissing, points, format),
  weeksAsInFile: (from: string) => `As in the file: from ${from}`,
  weeksAdded: (from: string) => `1,024 weeks later: from ${from}`,
  farFromDevice: (distance: string, swappedDistance: string) =>
    `The track begins ${distance} from where the device was last; with latitude and longitude exchanged it is ${swappedDistance}.`,
  ignored: (ignored: TrackReading['ignored'], { count }: Pick<Format, 'count'>) =>
    `Not used from the file: ${ignored.map(({ name, count: values }) => `${name} (${count(values)})`).join(', ')}.`,
  more: (problems: number, { count }: Pick<Format, 'count'>) =>
    `and ${count(problems)} more like these`,
};

/** Where a track begins (A) or ends (B); `moment` is null if the file states no time. */
export function trackEndText(end: 'A' | 'B', moment: string | null): string {
  if (end === 'A') return moment === null ? 'The track begins' : `The track begins, ${moment}`;
  return moment === null ? 'The track ends' : `The track ends, ${moment}`;
}
