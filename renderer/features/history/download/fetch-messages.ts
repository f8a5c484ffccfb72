import type { FetchPlan, FetchState, Range } from '#shared/domain/history';
import { duration, type Format } from '#lib/format';

/** What a plan is told against: of how many devices, when, and how late records may come. */
export interface PlanContext {
  devices: number;
  range: Range;
  now: number;
  settleHours: number;
}

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** What asking would cost, in one sentence: "31 days: 28 cached, 3 calls, about 5 s." */
export function planSentence(plan: FetchPlan, context: PlanContext, format: Format): string {
  if (plan.calls === 0) return 'All of this time is here.';
  if (isHere(plan)) return `Here. ${openSentence(plan.open!, context, format)}`;
  const isMany = context.devices > 1;
  const days = format.counted(
    plan.days,
    isMany ? 'day of a device' : 'day',
    isMany ? 'days of devices' : 'days',
  );
  const calls = format.counted(plan.calls, 'call');
  const most =
    plan.mostCalls > plan.calls
      ? `, at most ${format.count(plan.mostCalls)} if the service takes short ranges only`
      : '';
  const time = plan.estimatedSeconds >= 2 ? `, about ${duration(plan.estimatedSeconds)}` : '';
  const again = plan.calls - plan.newCalls;
  const what = 'again for what can still change';
  const twice =
    again === 0
      ? ''
      : again === 1
        ? ` One of them asks ${what}.`
        : ` ${format.count(again)} of them ask ${what}.`;
  return `${days}: ${format.count(plan.cachedDays)} cached, ${calls}${time}${most}.${twice}`;
}

/** Everything was asked for; asking again could only bring what came late. */
export function isHere({ newCalls, open }: FetchPlan): boolean {
  return newCalls === 0 && open !== null;
}

function openSentence(open: Range, { range, now, settleHours }: PlanContext, format: Format) {
  const isFresh = now < open.to + settleHours * hourMs;
  const why = isFresh ? 'can still change' : 'may lack records that came late';
  if (open.from <= range.from && open.to >= range.to) return `All of it ${why}.`;
  // Asked for a moment after the range ended: nobody wants to read "5 h 59 min 58 s".
  const minutes = Math.ceil((Math.min(open.to, range.to) - open.from) / minuteMs);
  if (open.to >= range.to) return `The last ${duration(minutes * 60)} ${why}.`;
  return `What was from ${format.moment(open.from)} to ${format.moment(open.to)} ${why}.`;
}

/** What a fetch is of: "Van 9, 20 Nov 2026 – 21 Nov 2026". */
export function fetchSubject(
  { devices, from, to }: FetchState,
  label: string,
  format: Format,
): string {
  const whom = devices === 1 ? label : format.counted(devices, 'device');
  const [first, last] = [format.day(from), format.day(to)];
  return `${whom}, ${first === last ? first : `${first} – ${last}`}`;
}

/** How a fetch goes, in one sentence. */
export function fetchSentence(fetch: FetchState, format: Format): string {
  const { callsLeft, slicesDone } = fetch;
  const spent = format.counted(fetch.callsSpent, 'call');
  const records = format.counted(fetch.records, 'record');
  const aside =
    fetch.skippedRecords > 0
      ? `; ${format.counted(fetch.skippedRecords, 'record')} could not be read`
      : '';
  const ofAll = `${format.count(slicesDone)} of ${format.counted(slicesDone + callsLeft, 'slice')}`;
  const words: Record<FetchState['phase'], string> = {
    running: `Fetching: ${spent} made, ${format.count(callsLeft)} to come, ${records}${aside}.`,
    paused: `Paused: ${spent} made, ${format.count(callsLeft)} to come, ${records}${aside}.`,
    interrupted: `Interrupted when Waypost ended or left this account; ${ofAll} are here, ${format.counted(callsLeft, 'call')} to come.`,
    done: `Done: ${spent}, ${records}${aside}.`,
    failed: `It failed after ${spent}; what had come by then is kept.`,
    cancelled: `Cancelled after ${spent}; what had come by then is kept.`,
  };
  return words[fetch.phase];
}

/** How far a fetch is, 0 to 1. */
export function fetchShare({ slicesDone, callsLeft }: FetchState): number {
  return slicesDone + callsLeft === 0 ? 0 : slicesDone / (slicesDone + callsLeft);
}
