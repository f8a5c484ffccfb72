import type { Status } from '#shared/domain/session';
import { age, type Format } from '#lib/format';
import { momentText, noticeTexts, whyNotLive } from './status-messages';

export interface StatusItems {
  /** How current the data is. */
  freshness: string;
  /** How many devices have a position. */
  located: string;
  /** What the user must know beside that, such as that an action waits; the most important first. */
  notices: string[];
}

const freshnessTexts: Record<Status['mode'], (answered: string) => string> = {
  live: (answered) => `Live, updated ${answered}`,
  updating: (answered) => `Updating, last answer ${answered}`,
  delayed: (answered) => `Delayed, last answer ${answered}`,
  offline: (answered) => `Offline, last answer ${answered}`,
};

const neverTexts: Record<Status['mode'], string> = {
  live: 'Live',
  updating: 'Updating, no answer yet',
  delayed: 'Delayed, no answer yet',
  offline: 'Offline, no answer yet',
};

/** The short items of the status bar. */
export function statusItems(status: Status, now: number, format: Format): StatusItems {
  const { mode, asOf, devices, positions } = status;
  const { count } = format;
  return {
    freshness: asOf === null ? neverTexts[mode] : freshnessTexts[mode](age(asOf, now)),
    located: `${count(positions)} located of ${count(devices)}`,
    notices: noticeTexts(status, now, format),
  };
}

export interface OfflineText {
  /** Since when, and of when the data is. */
  since: string;
  /** Why, and when the next try is; null: neither is known. */
  why: string | null;
}

/** What the offline bar says. The service last answered before it could not be reached. */
export function offlineText(status: Status, now: number, format: Format): OfflineText {
  const { asOf } = status;
  const answered = asOf === null ? null : momentText(asOf, now, format);
  return {
    since:
      answered === null
        ? 'Offline. The service has not answered yet, and there is no data.'
        : `Offline since ${answered}. The data shown is of that time or earlier.`,
    why: whyNotLive(status, now),
  };
}
