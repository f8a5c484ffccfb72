import type { Status } from '#shared/domain/session';
import type { Fault } from '#shared/fault';
import { faultText } from '#lib/fault-text';
import { age, duration, span, type Format } from '#lib/format';

const modeLabels: Record<Status['mode'], string> = {
  live: 'Live',
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
  const parts: (string | null)[] = [
    asOf(status.asOf, now, format),
    whyNotLive(status, now),
    `${counted(status.devices, 'device')}, ${count(status.positions)} with a position`,
    status.oldestFixAt === null ? null : `oldest fix ${age(status.oldestFixAt, now)}`,
    status.notAskedYet > 0
      ? `${count(status.notAskedYet)} not requested yet, one round takes ${duration(status.roundSeconds)}`
      : null,
    `${counted(status.callsLastMinute, 'call')} in the last minute, limit ${count(status.callsPerMinute)}`,
    usage(status, format),
    status.skippedRecords > 0
      ? `${counted(status.skippedRecords, 'record')} could not be read`
      : null,
  ];
  return { mode: modeLabels[status.mode], parts: parts.filter((part) => part !== null) };
}

function asOf(at: number | null, now: number, format: Format): string {
  if (at === null) return 'never updated';
  const isToday = format.day(at) === format.day(now);
  return `as of ${isToday ? format.clock(at) : `${format.moment(at)}, ${age(at, now)}`}`;
}

function whyNotLive({ mode, reason, nextTryAt }: Status, now: number): string | null {
  if (mode === 'live') return null;
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

// The service's own counters. Their limits are unknown, so there is no percentage.
function usage({ apiUsage, apiDailyUsage }: Status, { count }: Format): string | null {
  const last = apiUsage === null ? null : `last call ${count(apiUsage)}`;
  const today = apiDailyUsage === null ? null : `today ${count(apiDailyUsage)}`;
  return [last, today].filter((part) => part !== null).join(', ') || null;
}
