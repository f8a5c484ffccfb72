import { faultText } from '#lib/faults';
import type { Format } from '#lib/format';
import { originalText } from '#lib/known-values';
import type { CallRate, FleetFreshness, Status } from '#shared/domain/session';
import type { Fault } from '#shared/fault';

/** The short items of the status bar. */
export function statusItems(status: Status, now: number, format: Format) {
  const { mode, devices, positions, refreshPause, clockOffsetMs } = status;
  const { t } = format;
  const notices = [
    waitingText(status, now, format),
    dayLimitText(status, now, format),
    // The offline bar says why.
    mode === 'offline' ? null : whyNotLive(status, now, format),
    slowText(status, format),
    refreshPause && t(`status.paused.${refreshPause}`),
    clockStatusText(clockOffsetMs, format),
  ];
  return {
    /** How current the data is. */
    freshness: currentText(status, now, format),
    /** How many devices have a position. */
    located: t('status.located.count', { located: positions, devices }),
    /** What a user must know beside that, such as that an action waits; the most important first. */
    notices: notices.filter((text) => text !== null),
  };
}

function currentText({ mode, asOf }: Status, now: number, { t, age }: Format): string {
  if (asOf !== null) return t(`status.freshness.${mode}`, { age: age(asOf, now) });
  return mode === 'live' ? t('status.mode.live') : t(`status.never.${mode}`);
}

/**
 * What the offline bar says: since when and of when the data is; why, and when the next try is, as far as it is
 * known. The service last answered before it could not be reached.
 */
export function offlineText(status: Status, now: number, format: Format) {
  const { asOf } = status;
  const { t } = format;
  return {
    since:
      asOf === null
        ? t('status.offline.never')
        : t('status.offline.since', { time: momentText(asOf, now, format) }),
    why: whyNotLive(status, now, format),
  };
}

/** The whole status for screen readers: the mode, and short sentences, the most important first. */
export function statusText(status: Status, now: number, format: Format) {
  const { t } = format;
  const { mode, asOf, oldestFixAt, refreshPause, notAskedYet, skippedRecords } = status;
  const isAnswering = mode === 'live' || mode === 'updating';
  const isOffline = mode === 'offline';
  const lastAnswer =
    asOf === null
      ? t('status.neverUpdated')
      : t('status.asOf', { time: momentText(asOf, now, format) });
  const parts: (string | null)[] = [
    isAnswering ? null : lastAnswer,
    whyNotLive(status, now, format),
    slowText(status, format),
    waitingText(status, now, format),
    refreshPause && t(`status.paused.${refreshPause}`),
    dayLimitText(status, now, format),
    isOffline ? null : freshnessText(status.freshness, format),
    isOffline ? null : longestCheckText(status, format),
    clockStatusText(status.clockOffsetMs, format),
    t('status.devices', { devices: status.devices, located: status.positions }),
    oldestFixAt === null ? null : t('status.oldestFix', { age: format.age(oldestFixAt, now) }),
    notAskedYet > 0 ? t('status.notRequested', { devices: notAskedYet }) : null,
    t('status.callsLastMinute', { calls: status.callsLastMinute }),
    rateText(status.callRate, format),
    skippedRecords > 0 ? t('status.skippedRecords', { records: skippedRecords }) : null,
  ];
  return { mode: t(`status.mode.${mode}`), parts: parts.filter((part) => part !== null) };
}

/** A moment of today as its time alone, an earlier one with its day and age. */
export function momentText(at: number, now: number, format: Format): string {
  const isToday = format.day(at) === format.day(now);
  if (isToday) return format.clock(at);
  const age = format.age(at, now);
  return format.t('status.momentAndAge', { moment: format.moment(at), age });
}

/** Why the data is not live, and when the service is asked again; null: it is live, or neither is known. */
function whyNotLive(status: Status, now: number, format: Format): string | null {
  const { mode, reason, nextTryAt } = status;
  const { t, span } = format;
  if (mode === 'live' || mode === 'updating') return null;
  // Less than a second is not shown as a wait.
  const time = nextTryAt !== null && nextTryAt - now >= 1_000 ? span(nextTryAt - now) : null;
  if (!reason) return time === null ? null : t('status.why.onlyNextTry', { time });
  const text = reasonText(reason, format);
  if (time === null) return text;
  return reason.kind === 'limitReached'
    ? t('status.why.resuming', { reason: text, time })
    : t('status.why.nextTry', { reason: text, time });
}

/** What the user's limit of the day stops; nothing as long as it only slows down. */
function dayLimitText({ dayLimit }: Status, now: number, { t, span }: Format): string | null {
  if (dayLimit?.phase === 'reserved')
    return t('status.dayLimit.reserved', { calls: dayLimit.left });
  if (dayLimit?.phase !== 'usedUp') return null;
  return t('status.dayLimit.usedUp', { time: span(dayLimit.endsAt - now) });
}

/** How slow the answers are; nothing if the service is not reached at all. */
function slowText({ mode, slowAnswers }: Status, { t }: Format): string | null {
  if (slowAnswers === null || mode === 'offline') return null;
  const { seconds, isMeasured } = slowAnswers;
  const time = t('common.span.second', { count: seconds });
  return t(isMeasured ? 'status.slow.each' : 'status.slow.none', { time });
}

/** That calls of the user wait, and how long. */
function waitingText(status: Status, now: number, { t, span }: Format): string | null {
  const { waitingCalls: count, nextTryAt } = status;
  if (count === 0) return null;
  const isPaused = nextTryAt !== null && nextTryAt - now >= 1_000;
  return isPaused
    ? t('status.waiting.sent', { count, time: span(nextTryAt - now) })
    : t('status.waiting.limit', { count });
}

/** The status line has one line; longer messages are cut. */
const longestQuote = 120;

/** Why the data is not live, with the message of the service if it sent one. */
function reasonText(fault: Fault, format: Format): string {
  const { t } = format;
  const reason =
    fault.kind === 'invalid' ? t('status.why.invalid') : faultText(fault, 'open', format).title;
  const message = ('message' in fault && format.said(fault.message ?? '')) || null;
  // The banner that asks for the key shows the message of the service.
  if (message === null || fault.kind === 'unauthorized') return reason;
  const quote =
    message.length > longestQuote ? `${message.slice(0, longestQuote - 1).trimEnd()}…` : message;
  return t('status.why.quoted', { reason, quote });
}

/** The windows of the shares, shortest first. */
export const freshnessWindows = [
  'lastMinute',
  'lastTenMinutes',
  'lastHour',
] as const satisfies readonly (keyof FleetFreshness)[];

/** From this share on a window describes the fleet. */
const telling = 0.9;

/** "82 %"; only all of them are 100 %, and only none is 0 %. */
function shareText(part: number, whole: number, { t, percent }: Format): string {
  const share = Math.floor((part / whole) * 100);
  return share === 0 && part > 0 ? t('status.share.lessThanOne') : percent(share);
}

/**
 * How recently the fleet was checked: the shortest window with nearly all devices, else ten
 * minutes. null without devices.
 */
function freshnessText(freshness: FleetFreshness, format: Format): string | null {
  const { listed, refused, notUnderstood } = freshness;
  if (listed === 0) return null;
  const window =
    freshnessWindows.find(
      (each) => freshness[each] >= (listed - refused - notUnderstood) * telling,
    ) ?? 'lastTenMinutes';
  return format.t(`status.share.${window}`, {
    share: shareText(freshness[window], listed, format),
  });
}

/** How long a device waits at most for its check, and that this is not what the user set. */
function longestCheckText(status: Status, { t, duration }: Format): string | null {
  const { freshness, longestCheckSeconds, checkLimitSeconds } = status;
  if (freshness.listed === 0 || longestCheckSeconds === 0) return null;
  const time = duration(longestCheckSeconds);
  return longestCheckSeconds <= checkLimitSeconds
    ? t('status.checkedWithin', { time })
    : t('status.checkedWithin.overLimit', { time, setting: duration(checkLimitSeconds) });
}

/** How many devices were last checked how long ago, for the chart. */
export function freshnessParts({ lastMinute, lastTenMinutes, lastHour, listed }: FleetFreshness) {
  return {
    lastMinute,
    tenMinutes: lastTenMinutes - lastMinute,
    hour: lastHour - lastTenMinutes,
    rest: listed - lastHour,
  };
}

/** "402 of 412 devices, 97 %". */
export function checkedText(checked: number, listed: number, format: Format): string {
  const share = listed === 0 ? '' : shareText(checked, listed, format);
  return format.t('status.fleet.share', { checked, listed, share });
}

/** How many calls a minute Waypost uses, and who states that number. */
export function rateText(rate: CallRate, { t }: Format): string {
  const { announced, inUse: calls, isSlowed, refusedAt, setting } = rate;
  const stated = announced.is === 'value' ? announced.value : null;
  if (isSlowed) {
    return t(refusedAt === null ? 'status.rate.slowed' : 'status.rate.refused', { calls });
  }
  if (announced.is === 'notUnderstood') {
    const original = originalText(announced.original);
    return setting === null
      ? t('status.rate.demoNotUnderstood', { calls, original })
      : t('status.rate.settingNotUnderstood', { calls, original });
  }
  if (setting !== null && calls >= setting) return t('status.rate.setting', { calls });
  if (stated !== null && calls < stated) {
    return t('status.rate.announcedAndUsed', { calls: stated, used: calls });
  }
  if (stated !== null) return t('status.rate.announced', { calls });
  return t(setting === null ? 'status.rate.demo' : 'status.rate.perMinute', { calls });
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A smaller difference is not worth a message: clocks without a time server drift. */
const worthMentioningMs = 2 * minute;

/** Whether the user is told that their clock is wrong. */
export const isClockWrong = (offsetMs: number): boolean => Math.abs(offsetMs) > worthMentioningMs;

/** The clock of this computer compared with that of the service. */
export function clockText(offsetMs: number, format: Format): string {
  const time = lengthText(Math.abs(offsetMs), format);
  return format.t(offsetMs < 0 ? 'status.clock.ahead' : 'status.clock.behind', { time });
}

/** The same for the status line; null: it is right, or not compared yet. */
function clockStatusText(offsetMs: number | null, format: Format): string | null {
  if (offsetMs === null || !isClockWrong(offsetMs)) return null;
  const time = lengthText(Math.abs(offsetMs), format);
  return format.t(offsetMs < 0 ? 'status.clock.shortAhead' : 'status.clock.shortBehind', { time });
}

function lengthText(ms: number, { language }: Format): string {
  const [unit, size] =
    ms >= 2 * day
      ? ['day', day]
      : ms >= 2 * hour
        ? ['hour', hour]
        : ms >= minute
          ? ['minute', minute]
          : ['second', 1_000];
  const format = new Intl.NumberFormat(language.locale, {
    style: 'unit',
    unit: String(unit),
    unitDisplay: 'long',
    maximumFractionDigits: unit === 'hour' || unit === 'day' ? 1 : 0,
  });
  return format.format(ms / Number(size));
}
