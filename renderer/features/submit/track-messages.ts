import type { ImportedTrack } from '#shared/domain/submission';
import type { Format } from '#lib/format';

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
  lines: (timeZone: string) =>
    `Lines are those of the file, the titles counted. Times that name no zone are read as ${timeZone}, the zone in the settings.`,
  more: (problems: number, { count }: Pick<Format, 'count'>) =>
    `and ${count(problems)} more like these`,
};

/** Where a track begins (A) or ends (B); `moment` is null if the file states no time. */
export function trackEndText(end: 'A' | 'B', moment: string | null): string {
  if (end === 'A') return moment === null ? 'The track begins' : `The track begins, ${moment}`;
  return moment === null ? 'The track ends' : `The track ends, ${moment}`;
}
