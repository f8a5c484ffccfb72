import type { Status } from '#shared/domain/session';
import type { Fault } from '#shared/fault';
import { faultText } from '#lib/fault-text';
import { age, span, type Format } from '#lib/format';
import { clockStatusText, isClockWrong } from './clock-messages';
import { freshnessText, longestCheckText } from './freshness-messages';
import { rateText } from './rate-messages';

const modeLabels: Record<Status['mode'], string> = {
  live: 'Live',
  updating: 'Updating',
  delayed: 'Delayed',
  offline: 'Offline',
};

export interface StatusText {
  mode: string;
  /** Short sentences, the most important first. */
  parts: string[];
}

/** The whole status as one line, for screen readers; it begins with the mode. */
export function statusText(status: Status, now: number, format: Format): StatusText {
  const { count, counted } = format;
  const { mode, clockOffsetMs } = status;
  const isAnswering = mode === 'live' || mode === 'updating';
  const isOffline = mode === 'offline';
  const parts: (string | null)[] = [
    isAnswering ? null : lastAnswerText(status.asOf, now, format),
    whyNotLive(status, now),
    slowText(status),
    waitingText(status, now, format),
    status.refreshPause && pauseTexts[status.refreshPause],
    dayLimitText(status, now, format),
    isOffline ? null : freshnessText(status.freshness),
    isOffline ? null : longestCheckText(status),
    clockOffsetMs !== null && isClockWrong(clockOffsetMs) ? clockStatusText(clockOffsetMs) : null,
    `${counted(status.devices, 'device')}, ${count(status.positions)} with a position`,
    status.oldestFixAt === null ? null : `oldest fix ${age(status.oldestFixAt, now)}`,
    status.notAskedYet > 0 ? `${count(status.notAskedYet)} not requested yet` : null,
    `${counted(status.callsLastMinute, 'call')} in the last minute`,
    rateText(status.callRate, format),
    status.skippedRecords > 0
      ? `${counted(status.skippedRecords, 'record')} could not be read`
      : null,
  ];
  return { mode: modeLabels[mode], parts: parts.filter((part) => part !== null) };
}

/** What a user must know beside how current the data is, the most important first. */
export function noticeTexts(status: Status, now: number, format: Format): string[] {
  const { mode, clockOffsetMs } = status;
  const texts = [
    waitingText(status, now, format),
    dayLimitText(status, now, format),
    // The offline bar says why.
    mode === 'offline' ? null : whyNotLive(status, now),
    slowText(status),
    status.refreshPause && pauseTexts[status.refreshPause],
    clockOffsetMs !== null && isClockWrong(clockOffsetMs) ? clockStatusText(clockOffsetMs) : null,
  ];
  return texts.filter((text) => text !== null);
}

/** A moment of today as its time alone, an earlier one with its day and age. */
export function momentText(at: number, now: number, format: Format): string {
  const isToday = format.day(at) === format.day(now);
  return isToday ? format.clock(at) : `${format.moment(at)}, ${age(at, now)}`;
}

function lastAnswerText(at: number | null, now: number, format: Format): string {
  return at === null ? 'never updated' : `as of ${momentText(at, now, format)}`;
}

/** Why the data is not live, and when the service is asked again; null: it is live, or neither is known. */
export function whyNotLive({ mode, reason, nextTryAt }: Status, now: number): string | null {
  if (mode === 'live' || mode === 'updating') return null;
  // Less than a second is not shown as a wait.
  const wait = nextTryAt !== null && nextTryAt - now >= 1_000 ? span(nextTryAt - now) : null;
  if (!reason) return wait && `Next try in ${wait}`;
  const title = reasonText(reason);
  if (reason.kind === 'limitReached') return wait ? `${title}; resuming in ${wait}` : title;
  return wait ? `${title}; next try in ${wait}` : title;
}

const pauseTexts = {
  hidden: 'refresh paused while no window is shown',
  asleep: 'refresh paused while the computer sleeps',
  battery: 'refresh paused on battery',
} as const;

/** What the user's limit of the day stops; nothing as long as it only slows down. */
function dayLimitText({ dayLimit }: Status, now: number, { counted }: Format): string | null {
  if (dayLimit?.phase === 'reserved') {
    return `${counted(dayLimit.left, 'call')} left today, for your actions only`;
  }
  if (dayLimit?.phase !== 'usedUp') return null;
  return `calls of today used up; nothing is sent for ${span(dayLimit.endsAt - now)}`;
}

/** How slow the answers are; nothing if the service is not reached at all. */
function slowText({ mode, slowAnswers }: Status): string | null {
  if (slowAnswers === null || mode === 'offline') return null;
  const { seconds, isMeasured } = slowAnswers;
  return isMeasured
    ? `Answers are slow: ${seconds} s each`
    : `Answers are slow: no answer for ${seconds} s`;
}

/** That calls of the user wait, and how long. */
function waitingText(status: Status, now: number, { count }: Format): string | null {
  const { waitingCalls, nextTryAt } = status;
  if (waitingCalls === 0) return null;
  const isPaused = nextTryAt !== null && nextTryAt - now >= 1_000;
  if (!isPaused) {
    return waitingCalls === 1
      ? 'Your last action waits for the limit of calls'
      : `${count(waitingCalls)} of your actions wait for the limit of calls`;
  }
  const wait = span(nextTryAt - now);
  return waitingCalls === 1
    ? `Your last action is sent in ${wait}`
    : `${count(waitingCalls)} of your actions are sent in ${wait}`;
}

/** The status line has one line; longer messages are cut. */
const longestQuote = 120;

/** Why the data is not live, with the message of the service if it sent one. */
function reasonText(reason: Fault): string {
  const title =
    reason.kind === 'invalid'
      ? 'The service answers with a failure'
      : faultText(reason, 'open').title;
  const message = ('message' in reason && reason.message) || null;
  // The banner that asks for the key shows the message of the service.
  if (message === null || reason.kind === 'unauthorized') return title;
  const quote =
    message.length > longestQuote ? `${message.slice(0, longestQuote - 1).trimEnd()}…` : message;
  return `${title}: “${quote}”`;
}

export const messages = {
  checkedWithin: (period: string, share: string) => `Checked ${period}: ${share}`,
  checkedPeriod: (period: string) => `Checked ${period}`,
  perMinute: (calls: string) => `${calls} a minute`,
  countAsOf: (count: string, received: string) => `${count}, as of ${received}`,
  liveUpdated: (answered: string) => `Live, updated ${answered}`,
  updatingLastAnswer: (answered: string) => `Updating, last answer ${answered}`,
  delayedLastAnswer: (answered: string) => `Delayed, last answer ${answered}`,
  offlineLastAnswer: (answered: string) => `Offline, last answer ${answered}`,
  locatedOf: (positions: string, devices: string) => `${positions} located of ${devices}`,
  offlineSince: (answered: string) =>
    `Offline since ${answered}. The data shown is of that time or earlier.`,
};
