import type { Status } from '#shared/domain/session';
import type { Fault } from '#shared/fault';
import { faultText } from '#lib/fault-text';
import { age, span, type Format } from '#lib/format';
import { clockStatusText, isClockWrong } from './clock-messages';
import { freshnessText, roundText } from './freshness-messages';
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

/** The parts of the status line; it begins with the mode. */
export function statusText(status: Status, now: number, format: Format): StatusText {
  const { count, counted } = format;
  const { mode, clockOffsetMs } = status;
  const isAnswering = mode === 'live' || mode === 'updating';
  const isOffline = mode === 'offline';
  const parts: (string | null)[] = [
    isAnswering ? null : lastAnswerText(status.asOf, now, format),
    whyNotLive(status, now),
    isOffline ? null : freshnessText(status.freshness),
    isOffline ? null : roundText(status),
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

/** A moment of today as its time alone, an earlier one with its day and age. */
export function momentText(at: number, now: number, format: Format): string {
  const isToday = format.day(at) === format.day(now);
  return isToday ? format.clock(at) : `${format.moment(at)}, ${age(at, now)}`;
}

function lastAnswerText(at: number | null, now: number, format: Format): string {
  return at === null ? 'never updated' : `as of ${momentText(at, now, format)}`;
}

function whyNotLive({ mode, reason, nextTryAt }: Status, now: number): string | null {
  if (mode === 'live' || mode === 'updating') return null;
  // Less than a second is not shown as a wait.
  const wait = nextTryAt !== null && nextTryAt - now >= 1_000 ? span(nextTryAt - now) : null;
  if (!reason) return wait && `next try in ${wait}`;
  const title = reasonText(reason);
  if (reason.kind === 'limitReached') return wait ? `${title}; resuming in ${wait}` : title;
  return wait ? `${title}; next try in ${wait}` : title;
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
