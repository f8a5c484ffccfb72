import { faultText } from '#lib/fault-text';
import { type Format, age, duration, span } from '#lib/format';
import { originalText } from '#lib/known-text';
import type { CallRate, FleetFreshness, Status } from '#shared/domain/session';
import type { Fault } from '#shared/fault';

export const texts = {
  agesAreShownByThe: 'Ages are shown by the service’s clock.',
  recordsThatCouldNotBe: 'Records that could not be read',
  locationNotUnderstood: 'Location not understood',
  locationRefusedByTheService: 'Location refused by the service',
  notRequestedInThisSession: 'Not requested in this session',
  oldestPosition: 'Oldest position',
  withAPosition: 'With a position',
  positions: 'Positions',
  retryNow: 'Retry now',
  offline: 'Offline',
  thisComputer: 'This computer',
  clock: 'Clock',
  countedByTheServiceFor: 'Counted by the service for its day',
  countedByTheServiceForThe: 'Counted by the service for the last call',
  callsByWaypostTodayThe: 'Calls by Waypost today (the account’s day)',
  callsByWaypostInThe: 'Calls by Waypost in the last minute',
  announcedByTheService: 'Announced by the service',
  waypostMayCall: 'Waypost may call',
  calls: 'Calls',
  notAskedYet: 'Not checked yet',
  lastAnswerOfTheService: 'Last answer of the service',
  yourSettingForThatWhich: 'Your setting for that, which the limit of calls does not allow',
  noDevices: 'No devices',
  eachDeviceIsCheckedWithin: 'Each device is checked within',
  freshnessOfTheFleet: 'Freshness of the fleet',
  cancelWaiting: 'Cancel waiting',
  whatWaitsIsNotSent: 'What waits is not sent. Nothing that was sent is affected.',
  changeItInSettings: 'Change it in Settings',
  now: 'Now',
  timesAreShownIn: 'Times are shown in',
  time: 'Time',
  timeZone: 'Time zone',
  locatedDevices: 'Located devices',
  callsToday: 'Calls today',
  statusDetails: 'Status details',
  noLimit: 'No limit',
  notComparedWithTheService: 'Not compared with the service yet',
  theSameTimeAsThe: 'The same time as the service',
  offlineTheServiceHasNot: 'Offline. The service has not answered yet, and there is no data.',
} as const;

/** The short items of the status bar. */
export function statusItems(status: Status, now: number, format: Format) {
  const { mode, asOf, devices, positions, refreshPause, clockOffsetMs } = status;
  const notices = [
    waitingText(status, now, format),
    dayLimitText(status, now, format),
    // The offline bar says why.
    mode === 'offline' ? null : whyNotLive(status, now),
    slowText(status),
    refreshPause && pauseTexts[refreshPause],
    clockStatusText(clockOffsetMs),
  ];
  const { never, answered } = freshnessTexts[mode];
  return {
    /** How current the data is. */
    freshness: asOf === null ? never : answered(age(asOf, now)),
    /** How many devices have a position. */
    located: messages.locatedOf(format.count(positions), format.count(devices)),
    /** What a user must know beside that, such as that an action waits; the most important first. */
    notices: notices.filter((text) => text !== null),
  };
}

const freshnessTexts: Record<Status['mode'], { never: string; answered: (age: string) => string }> =
  {
    live: { never: 'Live', answered: (ago) => `Live, updated ${ago}` },
    updating: {
      never: 'Updating, no answer yet',
      answered: (ago) => `Updating, last answer ${ago}`,
    },
    delayed: { never: 'Delayed, no answer yet', answered: (ago) => `Delayed, last answer ${ago}` },
    offline: { never: 'Offline, no answer yet', answered: (ago) => `Offline, last answer ${ago}` },
  };

/**
 * What the offline bar says: since when and of when the data is; why, and when the next try is, as far as it is
 * known. The service last answered before it could not be reached.
 */
export function offlineText(status: Status, now: number, format: Format) {
  const { asOf } = status;
  const answered = asOf === null ? null : momentText(asOf, now, format);
  return {
    since: answered === null ? texts.offlineTheServiceHasNot : messages.offlineSince(answered),
    why: whyNotLive(status, now),
  };
}

const modeLabels: Record<Status['mode'], string> = {
  live: 'Live',
  updating: 'Updating',
  delayed: 'Delayed',
  offline: 'Offline',
};

/** The whole status for screen readers: the mode, and short sentences, the most important first. */
export function statusText(status: Status, now: number, format: Format) {
  const { count, counted } = format;
  const { mode } = status;
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
    clockStatusText(status.clockOffsetMs),
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

/** Why the data is not live, and when the service is asked again; null: it is live, or neither is known. */
function whyNotLive({ mode, reason, nextTryAt }: Status, now: number): string | null {
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
  locatedOf: (positions: string, devices: string) => `${positions} located of ${devices}`,
  offlineSince: (answered: string) =>
    `Offline since ${answered}. The data shown is of that time or earlier.`,
};

/** The windows of the shares, shortest first. */
export const freshnessWindows = [
  { count: 'lastMinute', label: 'in the last minute' },
  { count: 'lastTenMinutes', label: 'in the last 10 minutes' },
  { count: 'lastHour', label: 'in the last hour' },
] as const satisfies readonly { count: keyof FleetFreshness; label: string }[];

/** From this share on a window describes the fleet. */
const telling = 0.9;

/** "82 %"; only all of them are 100 %, and only none is 0 %. */
function shareText(part: number, whole: number): string {
  const percent = Math.floor((part / whole) * 100);
  return percent === 0 && part > 0 ? 'less than 1 %' : `${percent} %`;
}

/**
 * How recently the fleet was checked: the shortest window with nearly all devices, else ten
 * minutes. null without devices.
 */
function freshnessText(freshness: FleetFreshness): string | null {
  const { listed, refused, notUnderstood } = freshness;
  if (listed === 0) return null;
  const window =
    freshnessWindows.find(
      ({ count }) => freshness[count] >= (listed - refused - notUnderstood) * telling,
    ) ?? freshnessWindows[1];
  return `${shareText(freshness[window.count], listed)} checked ${window.label}`;
}

/** How long a device waits at most for its check, and that this is not what the user set. */
function longestCheckText(status: Status): string | null {
  const { freshness, longestCheckSeconds, checkLimitSeconds } = status;
  if (freshness.listed === 0 || longestCheckSeconds === 0) return null;
  const longest = duration(longestCheckSeconds);
  return longestCheckSeconds <= checkLimitSeconds
    ? `each device checked within ${longest}`
    : `each device checked within ${longest}: the limit of calls does not allow ${duration(checkLimitSeconds)}`;
}

/** Parts of the fleet by the age of their last check, for the chart. */
export function freshnessParts(freshness: FleetFreshness): { label: string; devices: number }[] {
  const { lastMinute, lastTenMinutes, lastHour, listed } = freshness;
  return [
    { label: 'in the last minute', devices: lastMinute },
    { label: '1 to 10 minutes ago', devices: lastTenMinutes - lastMinute },
    { label: '10 to 60 minutes ago', devices: lastHour - lastTenMinutes },
    { label: 'earlier or not yet', devices: listed - lastHour },
  ];
}

/** "402 of 412 devices, 97 %". */
export function checkedText(part: number, whole: number, { count, counted }: Format): string {
  if (whole === 0) return counted(0, 'device');
  return `${count(part)} of ${counted(whole, 'device')}, ${shareText(part, whole)}`;
}

/** How many calls a minute Waypost uses, and who states that number. */
export function rateText(rate: CallRate, { count, counted }: Format): string {
  const { announced, inUse, isSlowed, refusedAt, setting } = rate;
  const stated = announced.is === 'value' ? announced.value : null;
  const calls = counted(inUse, 'call');
  if (isSlowed && refusedAt !== null) {
    return `${calls} a minute, learned from the service’s refusals`;
  }
  if (isSlowed) {
    return `${calls} a minute at present, because the service asked Waypost to slow down`;
  }
  if (announced.is === 'notUnderstood') {
    const original = originalText(announced.original);
    return setting === null
      ? `${calls} a minute (demo); announced by the service, but not understood: ${original}`
      : `${calls} a minute (your setting); announced by the service, but not understood: ${original}`;
  }
  if (setting !== null && inUse >= setting) return `${calls} a minute (your setting)`;
  if (stated !== null && inUse < stated) {
    return `${counted(stated, 'call')} a minute announced by the service, of which Waypost uses ${count(inUse)}`;
  }
  if (stated !== null) return `${calls} a minute announced by the service`;
  return setting === null ? `${calls} a minute (demo)` : `${calls} a minute`;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A smaller difference is not worth a message: clocks without a time server drift. */
const worthMentioningMs = 2 * minute;

/** Whether the user is told that their clock is wrong. */
export const isClockWrong = (offsetMs: number): boolean => Math.abs(offsetMs) > worthMentioningMs;

/** The clock of this computer compared with that of the service. */
export function clockText(offsetMs: number): string {
  const length = lengthText(Math.abs(offsetMs));
  return offsetMs < 0
    ? `The clock of this computer is ${length} ahead of the service.`
    : `The clock of this computer is ${length} behind the service.`;
}

/** The same for the status line; null: it is right, or not compared yet. */
function clockStatusText(offsetMs: number | null): string | null {
  if (offsetMs === null || !isClockWrong(offsetMs)) return null;
  const length = lengthText(Math.abs(offsetMs));
  return offsetMs < 0
    ? `this computer’s clock is ${length} ahead of the service`
    : `this computer’s clock is ${length} behind the service`;
}

function lengthText(ms: number): string {
  const [unit, size] =
    ms >= 2 * day
      ? ['day', day]
      : ms >= 2 * hour
        ? ['hour', hour]
        : ms >= minute
          ? ['minute', minute]
          : ['second', 1_000];
  const format = new Intl.NumberFormat('en', {
    style: 'unit',
    unit: String(unit),
    unitDisplay: 'long',
    maximumFractionDigits: unit === 'hour' || unit === 'day' ? 1 : 0,
  });
  return format.format(ms / Number(size));
}
