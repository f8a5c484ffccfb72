import { alertWords } from '#shared/domain/alert';
import type {
  FetchPlan,
  FetchState,
  IncompletePart,
  Coverage,
  Range,
} from '#shared/domain/history';
import { distanceMethod } from '#shared/history/distance';
import type { Summary } from '#engines/tracks';
import { duration, shortDuration, sizeText, until, type Format } from '#lib/format';
import { itemsText } from '#lib/list-text';
import { isDownloaded, type LoadedPart } from './coverage';
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
  chooseADevice: 'Choose a device',
  clearAll: 'Clear all…',
  clearTheHistoryOfAll: 'Clear the history of all devices',
  clearTheSelectedDevice: 'Clear the selected device',
  nothingIsCachedYet: 'Nothing is cached yet.',
  cachedHistory: 'Cached history',
  cachedData: 'Cached data',
  size: 'Size',
  records: 'Records',
  days: 'Days',
  fromAndTo: 'From and to',
  what: 'What',
  whatWasReceivedIsStored:
    'What was received is stored and shown. These days are requested again by the next fetch.',
  daysThatAreNotComplete: 'Days that are not complete',
  showDaysThatAreNot: 'Show days that are not complete',
  theOtherKindsOfThis: 'The other kinds of this time stay to be fetched.',
  discard: 'Discard',
  pause: 'Pause',
  progressOfTheFetch: 'Progress of the fetch',
  fetchItOrChooseAnother: 'Fetch it, or choose another range.',
  notDownloadedYet: 'Not downloaded yet',
  allOfTheRangeWas: 'All of the range was requested. Choose another range or another device.',
  theServiceHasNoFixes: 'The service has no fixes in this range',
  theAnswerOfTheService:
    'The answer of the service is not complete or not understood. The button above the map shows why.',
  noFixesOfThisRange: 'No fixes of this range were received',
  shortRangesLoadByThemselves:
    'Short ranges load by themselves; for longer ones, Fetch shows how many calls they take. What was loaded is stored on this computer and available offline.',
  chooseOneOrMoreDevices: 'Choose one or more devices to see where they were.',
  dashedNoDataInBetween: 'The colour is the speed. Dashed: no data in between. Numbers: stops.',
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
  accountNotProvided: 'Account (not provided)',
  timeZone: 'Time zone',
  to: 'To',
  from: 'From',
  range: 'Range',
  findingTrips: 'Finding trips…',
  computedByWaypost: `Computed by Waypost. Distance: ${distanceMethod}`,
  computedByWaypostFromFixes: `Trips and stops are computed by Waypost from the fixes received. Distance: ${distanceMethod}.`,
  theyApplyToAllDevices:
    'These rules apply to all devices: on this page, in the details of a device, in exports of trips and stops, and in reports.',
  listedStops: 'Stops in the list',
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
  readingCachedData: 'Reading cached data',
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
    `${sizeText(bytes)} of history is stored encrypted on this computer. Complete days are never fetched again. Clearing them means that the calls have to be spent again; acknowledgements and notes stay.`,
  exportOf: { fixes: 'Fixes', trips: 'Trips and stops' },
  exportAs: {
    fixes: (format: string) => `Fixes as ${format}`,
    trips: (format: string) => `Trips and stops as ${format}`,
  },
  speedAndMore: (speed: string) => `${speed} and more`,
  stopsOfAtLeast: (minutes: number) => {
    if (minutes === 0) return 'All';
    return minutes < 60 ? `≥ ${minutes} min` : `≥ ${minutes / 60} h`;
  },
  fromTo: (from: string, to: string) => `${from} – ${to}`,
  length: (length: string) => length,
  aboutLength: (length: string) => `≈ ${length}`,
  topSpeed: (speed: string) => `top ${speed}`,
  visits: (visits: number, { counted }: Pick<Format, 'counted'>) => counted(visits, 'visit'),
  visitsFrom: (visits: number, first: string, { counted }: Pick<Format, 'counted'>) =>
    `${counted(visits, 'visit')}, first ${first}`,
  furtherVisits: (visits: number, { counted }: Pick<Format, 'counted'>) =>
    `and ${counted(visits, 'more visit')}`,
  totalsOf: ({ trips, metres, drivingMs, stops }: TripTotals, format: Format) =>
    `${format.counted(trips, 'trip')}, ${format.trackLength(metres)}, ${shortDuration(drivingMs / 1000)} driving, ${format.counted(stops, 'stop')}`,
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
  thisComputer: (name: string) => `This computer (${name})`,
  accountZone: (accountZone: string) => `Account (${accountZone})`,
  locationOfTheDevice: (zone: string | null) =>
    zone === null ? 'Location of the device (not known)' : `Location of the device (${zone})`,
  atOnePlaceWithin: (unit: string) => `At one place within (${unit})`,
  aTripIsAtLeast: (unit: string) => `A trip is at least (${unit})`,
  aJumpIsFasterThan: (unit: string) => `A jump is faster than (${unit})`,
  tripOf: (device: string, from: string) => `Trip of ${device} from ${from}`,
  stopOf: (device: string, from: string) => `Stop of ${device} from ${from}`,
};

/** A stop as one line: "Stop 3: 06:10 – 06:52, 42 min". */
export const stopLine = (
  { from, to, part: { number } }: StopRow,
  { time, count }: Pick<Format, 'time' | 'count'>,
): string =>
  `Stop ${count(number)}: ${texts.fromTo(time(from), time(to))}, ${shortDuration((to - from) / 1000)}`;

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

/** "Coverage of 3 days: 1 complete, 1 not complete, 1 not loaded." null: nothing was requested yet. */
export function coverageSentence(days: Coverage['days'], devices: number, format: Format) {
  const { total, complete, canChange, incomplete, notLoaded } = days;
  if (total === notLoaded) return null;
  const { count, counted } = format;
  const all =
    devices > 1 ? counted(total, 'day of a device', 'days of devices') : counted(total, 'day');
  const parts = [
    complete > 0 && `${count(complete)} complete`,
    canChange > 0 && `${count(canChange)} can still change`,
    incomplete > 0 && `${count(incomplete)} not complete`,
    notLoaded > 0 && `${count(notLoaded)} not loaded`,
  ].filter((part) => part !== false);
  return `Coverage of ${all}: ${itemsText(parts)}.`;
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

/** "12 trips, 214 km, 3 h 5 min driving". */
export function todayText({ trips, metres, drivingMs }: TripTotals, format: Format): string {
  if (trips === 0) return 'No trips';
  return `${format.counted(trips, 'trip')}, ${format.distance(metres)}, ${duration(drivingMs / 1000)} driving`;
}

/** How far the summary goes. */
export function loadedText(part: LoadedPart, format: Format): string {
  switch (part.is) {
    case 'nothing':
      return 'Not loaded';
    case 'until':
      return `Loaded until ${format.clock(part.at)}`;
    case 'parts':
      return 'Parts of today are not loaded';
  }
}

/** The button that loads what is missing, and what that costs. */
export function loadText(part: LoadedPart, calls: number | null, format: Format): string {
  const verb = part.is === 'nothing' ? 'Load' : 'Update';
  return calls === null ? verb : `${verb} (${format.counted(calls, 'call')})`;
}
