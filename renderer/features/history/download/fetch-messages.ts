import { itemsText } from '#lib/list-text';
import { alertWords } from '#shared/domain/alert';
import type { FetchPlan, FetchState, Range } from '#shared/domain/history';
import { duration, until, type Format } from '#lib/format';

/** What the message about a plan depends on besides the plan. */
export interface PlanContext {
  devices: number;
  range: Range;
  now: number;
  /** How long after a moment its records may still arrive. */
  settleHours: number;
}

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** The cost of a fetch: "31 days: 28 cached, 3 calls, about 5 s." */
export function planSentence(plan: FetchPlan, context: PlanContext, format: Format): string {
  if (plan.calls === 0) return 'All of this range is downloaded.';
  if (isDownloaded(plan)) return downloadedSentence(plan, context, format);
  const isMany = context.devices > 1;
  const days = format.counted(
    plan.days,
    isMany ? 'day of a device' : 'day',
    isMany ? 'days of devices' : 'days',
  );
  const parts = [
    `${format.count(plan.cachedDays)} cached`,
    format.counted(plan.calls, 'call'),
    plan.estimatedSeconds >= 2 && `about ${duration(plan.estimatedSeconds)}`,
    plan.mostCalls > plan.calls &&
      `at most ${format.count(plan.mostCalls)} if the service accepts short ranges only`,
  ].filter((part) => part !== false);
  return [`${days}: ${itemsText(parts)}.`, repeatSentence(plan, format)].filter(Boolean).join(' ');
}

/** All of the range was requested, but a part can still change or its answer is not complete. */
function downloadedSentence(
  { open, incompleteDays }: FetchPlan,
  context: PlanContext,
  format: Format,
): string {
  const rest = open && openSentence(open, context, format);
  if (incompleteDays === 0) return `Downloaded. ${rest}`;
  const incomplete =
    incompleteDays === 1
      ? 'Requested, but 1 day is not complete.'
      : `Requested, but ${format.count(incompleteDays)} days are not complete.`;
  return rest ? `${incomplete} ${rest}` : incomplete;
}

function repeatSentence(
  { calls, newCalls, incompleteDays }: FetchPlan,
  format: Format,
): string | null {
  const repeated = calls - newCalls;
  if (repeated === 0) return null;
  if (incompleteDays > 0) {
    return repeated === 1
      ? 'One of them requests data again that is not complete or can still change.'
      : `${format.count(repeated)} of them request data again that is not complete or can still change.`;
  }
  return repeated === 1
    ? 'One of them requests data again that can still change.'
    : `${format.count(repeated)} of them request data again that can still change.`;
}

/** What may be spent on a range that is only looked at. */
const mostCallsAlone = 5;

/** Something was never requested, and few calls get all of it. */
export function isShort(plan: FetchPlan | null): boolean {
  return plan !== null && plan.newCalls > 0 && plan.calls <= mostCallsAlone;
}

/** Everything was requested before; another request could only return what was missing then. */
export function isDownloaded({ newCalls, open, incompleteDays }: FetchPlan): boolean {
  return newCalls === 0 && (open !== null || incompleteDays > 0);
}

function openSentence(open: Range, { range, now, settleHours }: PlanContext, format: Format) {
  const canChange = now < open.to + settleHours * hourMs;
  if (open.from <= range.from && open.to >= range.to) {
    return canChange
      ? 'All of it can still change.'
      : 'All of it may lack records that arrived late.';
  }
  if (open.to >= range.to) {
    // Whole minutes: a request is made shortly after the range ends, which would read "5 h 59 min 58 s".
    const minutes = Math.ceil((Math.min(open.to, range.to) - open.from) / minuteMs);
    const last = duration(minutes * 60);
    return canChange
      ? `The last ${last} can still change.`
      : `The last ${last} may lack records that arrived late.`;
  }
  const [from, to] = [format.moment(open.from), format.moment(open.to)];
  return canChange
    ? `The time from ${from} to ${to} can still change.`
    : `The time from ${from} to ${to} may lack records that arrived late.`;
}

/** The device or devices and the days of a fetch: "Van 9, 20 Nov 2026 – 21 Nov 2026". */
export function fetchSubject(
  { devices, from, to, alertName }: FetchState,
  label: string,
  format: Format,
): string {
  const who = devices === 1 ? label : format.counted(devices, 'device');
  const [first, last] = [format.day(from), format.day(to)];
  const days = first === last ? first : `${first} – ${last}`;
  return alertName === undefined
    ? `${who}, ${days}`
    : `${who}, ${days}, only “${alertWords(alertName)}”`;
}

/** The state of a fetch as one sentence. */
export function fetchSentence(fetch: FetchState, format: Format): string {
  const { callsLeft, slicesDone, skippedRecords, outsideRecords, incompleteDays } = fetch;
  const { count, counted } = format;
  const spent = counted(fetch.callsSpent, 'call');
  const records = [
    counted(fetch.records, 'record'),
    skippedRecords > 0 && `${counted(skippedRecords, 'record')} not understood`,
    outsideRecords > 0 && `${counted(outsideRecords, 'record')} outside the range`,
  ]
    .filter(Boolean)
    .join('; ');
  const ofAll = `${count(slicesDone)} of ${counted(slicesDone + callsLeft, 'slice')}`;
  const sentences: Record<FetchState['phase'], string> = {
    running: `Fetching: ${spent} made, ${count(callsLeft)} left, ${records}.`,
    paused: `Paused: ${spent} made, ${count(callsLeft)} left, ${records}.`,
    interrupted: `Interrupted when Waypost closed or the account changed; ${ofAll} are downloaded, ${counted(callsLeft, 'call')} left.`,
    done:
      incompleteDays > 0
        ? `Not complete: ${spent}, ${records}; ${incompleteText(incompleteDays, fetch, format)}.`
        : `Done: ${spent}, ${records}.`,
    failed: `Failed after ${spent}; the records received until then are stored.`,
    cancelled: `Cancelled after ${spent}; the records received until then are stored.`,
  };
  return sentences[fetch.phase];
}

function incompleteText(days: number, { devices }: FetchState, { counted }: Format): string {
  return devices > 1
    ? counted(days, 'day of a device is not complete', 'days of devices are not complete')
    : counted(days, 'day is not complete', 'days are not complete');
}

/** The completed share of a fetch, 0 to 1. */
export function fetchShare({ slicesDone, callsLeft }: FetchState): number {
  return slicesDone + callsLeft === 0 ? 0 : slicesDone / (slicesDone + callsLeft);
}

/** The buttons that fetch; `calls` is their price. */
export const fetchLabels = {
  fetch: (calls: string) => `Fetch (${calls})`,
  load: (calls: string) => `Load (${calls})`,
  again: (calls: string) => `Fetch again (${calls})`,
  onlyKind: (calls: string) => `Only this kind (${calls})`,
};

/** Why a fetch waits. */
export const waitMessages = {
  forLimit: (at: number, now: number) =>
    `The call limit of this minute is reached; the next call is made ${until(at, now)}.`,
  resumes: (at: number, now: number) => `Resumes automatically ${until(at, now)}.`,
};
