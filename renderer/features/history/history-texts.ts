import { alertWords } from '#shared/domain/alert';
import type { FetchPlan, FetchState, IncompletePart, Range } from '#shared/domain/history';
import { distanceMethod } from '#shared/history/distance';
import type { Summary } from '#engines/tracks';
import { shortDuration, sizeText, until, type Format } from '#lib/format';
import { itemsText } from '#lib/list-text';
import type { LoadedPart } from './coverage';
import type { StopRow, TripTotals } from './trip-rows';

/** The texts of the history page, of downloads, and of today's trips in the details of a device. */
export const texts = {
  shareThisDay: 'Share this day',
  shareTheseDays: 'Share these days',
  shareAsPdf: 'PDF…',
  shareAsPicture: 'Picture…',
  wholeRange: 'Whole range',
  zoomOutOnTime: 'Zoom out on time',
  zoomInOnTimeCtrl: 'Zoom in on time (Ctrl and wheel, or drag over a chart)',
  zoomInOnTime: 'Zoom in on time',
  charts: 'Charts',
  clearAll: 'Clear all…',
  clearTheHistoryOfAll: 'Clear the history of all devices',
  clearTheSelectedDevice: 'Clear the selected device',
  nothingIsCachedYet: 'Nothing is stored yet.',
  cachedHistory: 'Stored history',
  cachedData: 'Stored days',
  size: 'Size',
  records: 'Records',
  days: 'Days',
  fromAndTo: 'From and to',
  what: 'What',
  whatWasReceivedIsStored:
    'What was received is stored and shown. “Load again” asks for these days once more.',
  daysThatAreNotComplete: 'Days that are not complete',
  showWhy: 'Show why',
  theOtherKindsOfThis: 'The other kinds of this time are not loaded by this.',
  discard: 'Discard',
  pause: 'Pause',
  progressOfTheFetch: 'Progress',
  fetchItOrChooseAnother: 'Load it with the button above, or choose another range.',
  notDownloadedYet: 'Not loaded yet',
  loading: 'Loading…',
  load: 'Load',
  update: 'Update',
  loadTheRest: 'Load the rest',
  loadAgain: 'Load again',
  loadOnlyThisKind: 'Load only this kind',
  more: 'More',
  allOfTheRangeWas: 'Choose another range or another device.',
  theServiceHasNoFixes: 'The service has no fixes in this range',
  theAnswerOfTheService:
    'The answer of the service is not complete or not understood. “Show why” above has the details.',
  noPositionsReceived: 'No positions received',
  fixesWithoutPosition: 'The fixes of this range have no position',
  noFixesOfThisRange: 'No fixes of this range were received',
  chooseOneOrMoreDevices: 'Choose one or more devices to see where they were.',
  dashedNoDataInBetween: 'Dashed: no data in between. Numbers: stops.',
  speed: 'Speed',
  colourBy: 'Colour by',
  legend: 'Legend',
  mapOfTheTracks: 'Map of the tracks',
  atThisMoment: 'At this moment',
  moment: 'Moment',
  skipStops: 'Skip stops',
  speedOfPlayback: 'Speed of playback',
  nextFix: 'Next fix',
  nextFixKey: 'Next fix (→)',
  playSpace: 'Play (space)',
  pauseSpace: 'Pause (space)',
  play: 'Play',
  previousFix: 'Previous fix',
  previousFixKey: 'Previous fix (←)',
  playback: 'Playback',
  to: 'To',
  from: 'From',
  range: 'Range',
  findingTrips: 'Finding trips…',
  computedByWaypost: `Computed by Waypost. Distance: ${distanceMethod}`,
  computedByWaypostFromFixes: `Trips and stops are computed by Waypost from the fixes received. Distance: ${distanceMethod}.`,
  theyApplyToAllDevices:
    'These rules apply to all devices: on this page, in the details of a device, in exports of trips and stops, and in reports.',
  stopsOf: 'Stops ≥',
  listedStops: 'Stops of at least',
  noStopsThatLong: 'No stop is that long.',
  stopsAtThisPlace: 'Stops at this place',
  moreCharts: 'More charts',
  onlySpeedsWereReported: 'Nothing else was reported in this range.',
  number: 'No.',
  time: 'Time',
  place: 'Place',
  withAnAlert: 'alert',
  nothingWasReportedForA: 'Nothing was reported for a part of the trip',
  for: 'Duration',
  resetToDefaults: 'Reset to defaults',
  howStopsAreCounted: 'How stops are counted',
  howStopsAreCountedOpens: 'How stops are counted…',
  storedDaysOpens: 'Stored days…',
  noTrackIsDrawnAnd: 'No track is drawn and no distance counted there.',
  theTrackIsDrawnDashed: 'The track is drawn dashed where nothing was reported for longer.',
  shorterOnesAreNotListed: 'Shorter ones are not listed.',
  receiversDriftWhileAVehicle: 'Receivers drift while a vehicle stands.',
  shorterHaltsAtLightsOr: 'Shorter halts, at lights or in traffic, belong to the trip.',
  noTripsOrStopsIn: 'No trips or stops in the fixes received.',
  lookingForTrips: 'Looking for trips…',
  tripsAndStops: 'Trips and stops',
  totals: 'Totals',
  battery: 'Battery',
  fuel: 'Fuel',
  fuelTank2: 'Fuel, tank 2',
  temperature: 'Temperature',
  temperature2: 'Temperature 2',
  engineSpeed: 'Engine speed',
  mileage: 'Mileage',
  stationaryFor: 'Stationary for',
  readingCachedData: 'Reading stored days',
  aStopLastsMinutes: 'A stop lasts (minutes)',
  aTripLastsAtLeast: 'A trip lasts at least (minutes)',
  aGapIsLongerThan: 'A gap is longer than (minutes)',
  noFixInThisRange: 'no fix in this range',
  noFixYet: 'no fix yet',
  noPosition: 'no position',
  fixes: 'Fixes',
  alerts: 'Alerts',
  trip: 'Trip',
  stop: 'Stop',
  presets: {
    hour: 'Last hour',
    hours3: 'Last 3 hours',
    hours6: 'Last 6 hours',
    hours24: 'Last 24 hours',
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'This week',
    custom: 'Custom range',
  },
  steps: { earlier: 'Earlier range', later: 'Later range' },
  fileFormats: { csv: 'CSV', xlsx: 'Excel (XLSX)', geojson: 'GeoJSON', kml: 'KML', gpx: 'GPX' },

  shownValues: (shown: number, all: number) => `Values (${shown} of ${all})`,
  cached: (bytes: number) =>
    `${sizeText(bytes)} of history is stored encrypted on this computer. Complete days are not loaded again. What is cleared has to be loaded again to be seen; acknowledgements and notes stay.`,
  exportOf: { fixes: 'Fixes', trips: 'Trips and stops' },
  exportAs: {
    fixes: (format: string) => `Fixes as ${format}`,
    trips: (format: string) => `Trips and stops as ${format}`,
  },
  speedAndMore: (speed: string) => `${speed} and more`,
  stopsOfAtLeast: (minutes: number) => {
    if (minutes === 0) return 'All';
    return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`;
  },
  fromTo: (from: string, to: string) => `${from} – ${to}`,
  aboutLength: (length: string) => `≈ ${length}`,
  topSpeed: (speed: string) => `top ${speed}`,
  visits: (visits: number, { counted }: Pick<Format, 'counted'>) => counted(visits, 'visit'),
  visitsFrom: (visits: number, first: string, { counted }: Pick<Format, 'counted'>) =>
    `${counted(visits, 'visit')}, first ${first}`,
  furtherVisits: (visits: number, { counted }: Pick<Format, 'counted'>) =>
    `and ${counted(visits, 'more visit')}`,
  totalsOf: ({ trips, metres, drivingMs, stops }: TripTotals, format: Format) =>
    trips === 0
      ? `No trips, ${format.counted(stops, 'stop')}`
      : `${format.counted(trips, 'trip')}, ${format.trackLength(metres)}, ${shortDuration(drivingMs / 1000)} driving, ${format.counted(stops, 'stop')}`,
  loadAgainWhy: 'Load again: late reports may have arrived.',
  needsCalls: (calls: string, left: string) => `This needs ${calls}; ${left} left today.`,
  timesAsUsual: 'Times as on other pages',
  localTimeOf: (zone: string | null) =>
    zone === null ? 'Local time of the device (not known)' : `Local time of the device (${zone})`,
  timesOf: (zone: string) => `Times of ${zone}`,
  overTime: (label: string) => `${label} over time`,
  daysWithIncomplete: (days: string, closedDays: string, incompleteDays: string) =>
    `${days} (${closedDays} complete, ${incompleteDays} not complete)`,
  daysComplete: (days: string, closedDays: string) => `${days} (${closedDays} complete)`,
  clearAllOf: (label: string) => `Clear all of ${label}`,
  writingOf: (done: string, rows: string) => `Writing ${done} of ${rows}`,
  exportTo: (file: string) => `Export to ${file}`,
  lastFixHere: (label: string) => `${label}: no data for this moment; the last fix was here`,
  beginsAndEndsHere: (name: string, begins: string) => `${name} begins and ends here: ${begins}`,
  beginsAt: (name: string, begins: string) => `${name} begins: ${begins}`,
  endsAt: (name: string, ends: string) => `${name} ends: ${ends}`,
  fixAt: (clock: string) => `fix at ${clock}`,
  batteryPercent: (percent: string) => `battery ${percent} %`,
  fuelPercent: (percent: string) => `fuel ${percent} %`,
  atOnePlaceWithin: (unit: string) => `At one place within (${unit})`,
  aTripIsAtLeast: (unit: string) => `A trip is at least (${unit})`,
  aJumpIsFasterThan: (unit: string) => `A jump is faster than (${unit})`,
  tripOf: (device: string, from: string) => `Trip of ${device} from ${from}`,
  stopOf: (device: string, from: string) => `Stop of ${device} from ${from}`,
};

/** A stop as one line: "Stop 3: 06:10 – 06:52, 42 min"; with the day before it if there are several. */
export function stopLine(
  { from, to, part: { number } }: StopRow,
  { day, time, count }: Pick<Format, 'day' | 'time' | 'count'>,
  isOneDay: boolean,
): string {
  const times = `${texts.fromTo(time(from), time(to))}, ${shortDuration((to - from) / 1000)}`;
  return isOneDay
    ? `Stop ${count(number)}: ${times}`
    : `${day(from)}, stop ${count(number)}: ${times}`;
}

/** The buttons that continue a fetch. */
export const resumeLabels: Partial<Record<FetchState['phase'], string>> = {
  paused: 'Resume',
  interrupted: 'Resume',
  failed: 'Try again',
};

/** The values of a chart's line in words; `device` is null if there is one line only. */
export function chartSummaryText(
  device: string | null,
  summary: Summary | null,
  { number }: Pick<Format, 'number'>,
): string {
  if (!summary) return device === null ? 'no data' : `${device}: no data`;
  const [least, most, mean] = [summary.least, summary.most, summary.mean].map((value) =>
    number(Math.round(value * 10) / 10),
  );
  return device === null
    ? `${least} to ${most}, mean ${mean}`
    : `${device}: ${least} to ${most}, mean ${mean}`;
}

/** Why a day is not complete. */
export function incompleteSentence(part: IncompletePart, { count, counted }: Format): string {
  const received = counted(part.received, 'record');
  const all = counted(part.received + part.unreadable, 'record');
  const outside = counted(part.outside, 'record');
  switch (part.reason) {
    case 'capped':
      return `Cut by the service: ${received} received, others are probably missing.`;
    case 'notUnderstood':
      return `Not understood: ${count(part.unreadable)} of ${all}.`;
    case 'outside':
      return `Outside the requested range: ${outside}. ${received} in the range received.`;
  }
}

/** What the message about a plan depends on besides the plan. */
export interface PlanContext {
  devices: number;
  range: Range;
  now: number;
  /** How long after a moment its records may still arrive. */
  settleHours: number;
}

const hourMs = 3_600_000;

/** A fetch that takes longer says how long, before it starts. */
const longSeconds = 20;

/** How much of a range is loaded: "Complete", "Today so far, 07:21", "Incomplete: 2 of 3 days loaded". */
export function planSentence(plan: FetchPlan, context: PlanContext, format: Format): string {
  if (plan.newCalls > 0) {
    const missing = missingText(plan, context.devices, format);
    return plan.estimatedSeconds < longSeconds
      ? missing
      : `${missing}. ${waitText(plan, context.devices, format)}`;
  }
  if (plan.incompleteDays > 0) {
    return plan.incompleteDays === 1
      ? 'Incomplete: 1 day was not answered in full'
      : `Incomplete: ${format.count(plan.incompleteDays)} days were not answered in full`;
  }
  if (context.range.from > context.now) return 'Not begun';
  return plan.open ? openText(plan.open, context, format) : 'Complete';
}

function missingText(
  { days, missingDays, untouchedDays }: FetchPlan,
  devices: number,
  format: Format,
) {
  if (untouchedDays === days) return 'Not loaded';
  if (days === 1) return 'Incomplete: a part of the day is not loaded';
  const all =
    devices > 1
      ? format.counted(days, 'day of a device', 'days of devices')
      : format.counted(days, 'day');
  return `Incomplete: ${format.count(days - missingDays)} of ${all} loaded`;
}

/** "7 days of 3 devices: about 4 min". */
function waitText(plan: FetchPlan, devices: number, { counted }: Format): string {
  const days = counted(Math.round(plan.days / Math.max(1, devices)), 'day');
  const what = devices > 1 ? `${days} of ${counted(devices, 'device')}` : days;
  const wait = shortDuration(Math.ceil(plan.estimatedSeconds / 60) * 60);
  // The service may turn out to answer short ranges only.
  return plan.mostCalls > plan.calls ? `${what}: at least ${wait}` : `${what}: about ${wait}`;
}

/** All of the range was requested, a part of it so early that records could still come. */
function openText(open: Range, { range, now, settleHours }: PlanContext, format: Format): string {
  const { day, time } = format;
  const until = Math.min(open.to, range.to);
  // The rest of the range may be still to come.
  const isLast = until === range.to || range.to > now;
  if (isLast && day(until) === day(now)) {
    const isToday = day(range.from) === day(now) && day(range.from - 1) !== day(now);
    return isToday ? `Today so far, ${time(until)}` : `Up to ${time(until)} today`;
  }
  return now < open.to + settleHours * hourMs
    ? 'Complete, late reports may follow'
    : 'Late reports may be missing';
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
  const all = slicesDone + callsLeft;
  const parts = `${count(slicesDone)} of ${counted(all, 'part')} loaded`;
  const unusable = [
    skippedRecords > 0 && `${counted(skippedRecords, 'record')} not understood`,
    outsideRecords > 0 && `${counted(outsideRecords, 'record')} outside the range`,
    incompleteDays > 0 && incompleteText(incompleteDays, fetch, format),
  ].filter((part) => part !== false);
  const sentences: Record<FetchState['phase'], string> = {
    running: all > 1 ? `Loading: ${parts}` : 'Loading…',
    paused: `Paused: ${parts}`,
    interrupted: `Interrupted when Waypost closed or the account changed: ${parts}`,
    done: unusable.length > 0 ? `Incomplete: ${itemsText(unusable)}` : 'Loaded',
    failed: 'Loading failed; what was received until then is stored',
    cancelled: 'Cancelled; what was received until then is stored',
  };
  return sentences[fetch.phase];
}

function incompleteText(days: number, { devices }: FetchState, { counted }: Format): string {
  return devices > 1
    ? counted(days, 'day of a device is not complete', 'days of devices are not complete')
    : counted(days, 'day is not complete', 'days are not complete');
}

/** Why a fetch waits. */
export const waitMessages = {
  forLimit: (at: number, now: number) =>
    `Waits for the limit of calls a minute; continues ${until(at, now)}.`,
  resumes: (at: number, now: number) => `Resumes automatically ${until(at, now)}.`,
};

/** "12 trips, 214 km, 3 h 5 min driving". */
export function todayText({ trips, metres, drivingMs }: TripTotals, format: Format): string {
  if (trips === 0) return 'No trips';
  return `${format.counted(trips, 'trip')}, ${format.distance(metres)}, ${shortDuration(drivingMs / 1000)} driving`;
}

/** How far the summary goes. */
export function loadedText(part: LoadedPart, format: Format): string {
  switch (part.is) {
    case 'nothing':
      return 'Not loaded';
    case 'until':
      return `So far, ${format.time(part.at)}`;
    case 'parts':
      return 'Parts of today are not loaded';
  }
}
