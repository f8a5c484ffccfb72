import type { FetchPlan, FetchState } from '#shared/domain/history';
import { duration, type Format } from '#lib/format';

/** What asking would cost, in one sentence: "31 days: 28 cached, 3 calls, about 5 s." */
export function planSentence(plan: FetchPlan, devices: number, format: Format): string {
  const days = format.counted(
    plan.days,
    devices > 1 ? 'day of a device' : 'day',
    devices > 1 ? 'days of devices' : 'days',
  );
  if (plan.calls === 0) return 'All of this time is here.';
  const calls = format.counted(plan.calls, 'call');
  const most =
    plan.mostCalls > plan.calls
      ? `, at most ${format.count(plan.mostCalls)} if the service takes short ranges only`
      : '';
  const time = plan.estimatedSeconds >= 2 ? `, about ${duration(plan.estimatedSeconds)}` : '';
  return `${days}: ${format.count(plan.cachedDays)} cached, ${calls}${time}${most}.`;
}

/** How a fetch goes, in one sentence. */
export function fetchSentence(fetch: FetchState, format: Format): string {
  const spent = format.counted(fetch.callsSpent, 'call');
  const records = format.counted(fetch.records, 'record');
  const aside =
    fetch.setAside > 0 ? `; ${format.counted(fetch.setAside, 'record')} could not be read` : '';
  const words: Record<FetchState['phase'], string> = {
    running: `Fetching: ${spent} made, ${format.count(fetch.callsLeft)} to come, ${records}${aside}.`,
    paused: `Paused: ${spent} made, ${format.count(fetch.callsLeft)} to come, ${records}${aside}.`,
    done: `Done: ${spent}, ${records}${aside}.`,
    failed: `It failed after ${spent}; what had come by then is kept.`,
    cancelled: `Cancelled after ${spent}; what had come by then is kept.`,
  };
  return words[fetch.phase];
}

/** How far a fetch is, 0 to 1. */
export function fetchShare({ callsSpent, callsLeft }: FetchState): number {
  return callsSpent + callsLeft === 0 ? 0 : callsSpent / (callsSpent + callsLeft);
}
