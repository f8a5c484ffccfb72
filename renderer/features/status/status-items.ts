import type { Status } from '#shared/domain/session';
import { age, type Format } from '#lib/format';
import { momentText, noticeTexts, whyNotLive } from './status-messages';
import { messages } from './status-messages';
import { texts } from './status-texts';

export interface StatusItems {
  /** How current the data is. */
  freshness: string;
  /** How many devices have a position. */
  located: string;
  /** What the user must know beside that, such as that an action waits; the most important first. */
  notices: string[];
}

const freshnessTexts: Record<Status['mode'], (answered: string) => string> = {
  live: (answered) => messages.liveUpdated(answered),
  updating: (answered) => messages.updatingLastAnswer(answered),
  delayed: (answered) => messages.delayedLastAnswer(answered),
  offline: (answered) => messages.offlineLastAnswer(answered),
};

const neverTexts: Record<Status['mode'], string> = {
  live: texts.live,
  updating: texts.updatingNoAnswerYet,
  delayed: texts.delayedNoAnswerYet,
  offline: texts.offlineNoAnswerYet,
};

/** The short items of the status bar. */
export function statusItems(status: Status, now: number, format: Format): StatusItems {
  const { mode, asOf, devices, positions } = status;
  const { count } = format;
  return {
    freshness: asOf === null ? neverTexts[mode] : freshnessTexts[mode](age(asOf, now)),
    located: messages.locatedOf(count(positions), count(devices)),
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
    since: answered === null ? texts.offlineTheServiceHasNot : messages.offlineSince(answered),
    why: whyNotLive(status, now),
  };
}
