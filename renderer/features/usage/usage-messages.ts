import type { Format } from '#lib/format';
import { type DayLimit, type Usage, callWeights } from '#shared/domain/session';

/** The fixed texts of this feature; those with values are in the modules of messages. */
export const texts = {
  noLimit: 'No limit',
  forThisAccountEmptyNo:
    'For this account. Empty: no limit. As the calls run low, the refresh gets slower; the last tenth is kept for your own actions.',
  callsPerDay: 'Calls per day',
  callsToday: 'Calls today',
  forgetThisLimit: 'Forget this limit',
  waypostCallsAsOftenAs:
    'Waypost calls as often as your setting allows, until the service refuses calls again.',
  today: 'Today',
  thisHour: 'This hour',
  byHour: 'By hour',
  endpoint: 'Endpoint',
  callsTodayByEndpoint: 'Calls today by endpoint',
  noCallsTodayYet: 'No calls today yet.',
  limits: 'Limits',
  allCallsByHour: 'All calls by hour',
  countedByTheServiceFor: 'Counted by the service for its day',
  countedByTheServiceForThe: 'Counted by the service for the last call',
  restOfTheDay: 'Rest of the day',
  callsByWaypost: 'Calls by Waypost',
  loading: 'Loading…',
  aWholeNumberFrom10: 'A whole number from 10 to 10,000,000, or nothing for no limit.',
} as const;

/** "Calls of Sunday…": which day is counted. */
export function dayText({ day, timeZone, isAccountZone }: Usage): string {
  return isAccountZone
    ? `${day}, by the account’s time zone ${timeZone}`
    : `${day}, by this computer’s time zone ${timeZone}, because the account’s is not known`;
}

/** What the rest of the day costs if it goes on like the last minutes. */
export function restText({ restOfDay, recentPerMinute }: Usage, format: Format): string {
  const rate = format.number(Math.round(recentPerMinute * 10) / 10);
  return `About ${format.counted(restOfDay, 'call')}, at the recent rate of ${rate} a minute`;
}

/** What the limit of the day means now. */
export function dayLimitText(limit: DayLimit, format: Format): string {
  const { counted, count, clock } = format;
  const until = clock(limit.endsAt);
  switch (limit.phase) {
    case 'enough':
      return `${counted(limit.left, 'call')} of ${count(limit.limit)} left today.`;
    case 'spread':
      return `${counted(limit.left, 'call')} of ${count(limit.limit)} left today. The refresh is slower, so that they last until ${until}.`;
    case 'reserved':
      return `${counted(limit.left, 'call')} of ${count(limit.limit)} left today, for your own actions only. The refresh, jobs and downloads continue at ${until}.`;
    case 'usedUp':
      return `The ${counted(limit.limit, 'call')} of today are used up. Nothing is sent until ${until}.`;
  }
}

/** How background calls share the rate. */
export const weightsText = `Your own actions come first, then the selected device. While jobs and downloads run, of every ${
  callWeights.jobs + callWeights.downloads + callWeights.refresh
} other calls ${callWeights.jobs} are for jobs, ${callWeights.downloads} for downloads and ${callWeights.refresh} for the refresh of positions.`;

/** "08:00–09:00". */
export function hourText(hour: number): string {
  const clock = (at: number) => `${String(at).padStart(2, '0')}:00`;
  return `${clock(hour)}–${clock(hour + 1)}`;
}

/** The bars of a day as text, for screen readers: the hours with calls. */
export function barsText(hours: readonly number[], { counted }: Format): string {
  const parts = hours.flatMap((calls, hour) =>
    calls > 0 ? [`${hourText(hour)} ${counted(calls, 'call')}`] : [],
  );
  return parts.length > 0 ? parts.join(', ') : 'No calls';
}

export const sumOf = (hours: readonly number[]): number => hours.reduce((sum, n) => sum + n, 0);

/** All endpoints together, by hour. */
export function totalHours({ endpoints }: Pick<Usage, 'endpoints'>): number[] {
  return Array.from({ length: 24 }, (_, hour) =>
    endpoints.reduce((sum, { hours }) => sum + (hours[hour] ?? 0), 0),
  );
}

export const messages = {
  byHour: (endpoint: string) => `${endpoint} by hour`,
  refusedAtPresent: (calls: string) =>
    `The service refused calls. Waypost makes ${calls} a minute at present and slowly more.`,
  refusedRepeatedly: (refusedAt: string, inUse: string) =>
    `The service refused calls after ${refusedAt} in a minute, repeatedly. Waypost makes ${inUse} a minute.`,
  countReceivedAt: (count: string, time: string) => `${count}, received at ${time}`,
};
