import type { Settings } from '#shared/domain/settings';
import { useOpenSession } from '#features/connect';
import { useSettings } from '#features/settings';

/** How the calls for locations and alerts are read: as questions only, or as submissions too. */
export type Reading = 'query' | 'submit';

/** The reading in force: what was set for the connection, else what the service announced. */
export function readingOf(set: Settings['reportReading'], takesSubmissions: boolean): Reading {
  if (set !== 'auto') return set;
  return takesSubmissions ? 'submit' : 'query';
}

export function useReading(): Reading {
  const { reportReading } = useSettings();
  const session = useOpenSession();
  return readingOf(reportReading, session?.capabilities.takesSubmissions ?? false);
}

/** The reading that is not in force, in one sentence. */
export const otherReading: Record<Reading, string> = {
  submit:
    'The same calls are also documented as questions for a time range, which is how Waypost fetches history and alerts.',
  query:
    'The same calls are also documented as submissions; where your service takes them, switch that on in the settings.',
};
