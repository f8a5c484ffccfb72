import type {
  ImportedTrack,
  PointProblem,
  TimeUnit,
  TrackReading,
} from '#shared/domain/submission';
import { countedMessage, type CountedMessage, type Format } from '#lib/format';

type Count = Pick<Format, 'count'>;

/** The fixed texts of this feature. */
export const texts = {
  eachWayCountsAgainstThe: 'Each way counts against the device’s daily limit of e-mails or SMS.',
  theServiceSendsIt: 'The service sends it',
  mayBeLeftEmpty: 'May be left empty.',
  chooseAtLeastOneKind: 'Choose at least one kind.',
  searchTooFastSos: 'Search: too fast, SOS…',
  kindsOfAlert: 'Kinds of alert',
  submitThisAlert: 'Submit this alert…',
  submitThisLocation: 'Submit this location…',
  theFileCouldNotBe: 'The file could not be opened',
  openAFile: 'Open a file…',
  openAnotherFile: 'Open another file…',
  waypostOpensFilesWithTracks:
    'Waypost opens files with tracks (GPX, KML, GeoJSON, CSV) and offline maps (PMTiles, MBTiles). The file was not changed.',
  severalFilesWereOpenedAt:
    'Several files were opened at once and none was read. Open them one after another.',
  doNotOpenIt: 'Do not open it',
  openIt: 'Open it',
  goToSubmit: 'Go to Submit',
  swapThem: 'Swap them',
  degreesWithMinutesAndSeconds:
    'Degrees, with minutes and seconds or without, N, S, E, W or signs, a geo: address; or press on the map.',
  coordinates: 'Coordinates',
  chooseADevice: 'Choose a device.',
  youCanCheckWhatIs:
    'You can check what is sent before you submit it. Your entries stay until then.',
  clear: 'Clear',
  takeTheMiddleOfThe: 'Take the middle of the map',
  theMapMovesWithThe: 'The map moves with the arrow keys, + and -.',
  mapToPickAPlace: 'Map to pick a place',
  thePlace: 'The place',
  discardTheEntries: 'Discard the entries',
  readAndSubmitSingleLocations: 'Read, and submit single locations with a time range',
  readAndSubmit: 'Read and submit',
  readOnly: 'Read only',
  theDocumentsDescribeThemIn:
    'Choose whether locations and alerts can be sent to this service. Fetching works with every choice.',
  theServicesCallsForThem: 'What this account does',
  locationsAndAlerts: 'Locations and alerts',
  itsCallsForLocationsAnd: 'It only reads locations and alerts. Nothing can be sent from here.',
  settingsOfThisAccount: 'Settings of this account',
  fetchHistory: 'Fetch history',
  thisConnectionDoesNotAccept: 'This connection does not accept submissions',
  changeSubmissionMode: 'Change submission mode',
  submit: 'Submit',
  thisAccountIsSetTo:
    'This account is set to submit single locations, and a service of this kind takes no alerts.',
  alertsCannotBeSubmittedIn: 'Alerts cannot be submitted in this mode',
  anAlert: 'An alert',
  aTrackFromAFile: 'A track from a file',
  oneLocation: 'One location',
  youCanSendTheRest: 'You can send the rest, or correct the file and open it again.',
  showOnTheMap: 'Show on the map',
  remarksOnPoints: 'Remarks on points',
  whatIsWrongWithEach: 'What is wrong with each is below. Correct the file and open it again.',
  aLocationNeedsTheTime:
    'A location needs the time at which something was there. Routes and drawn lines have none; save the recorded track with its times.',
  noPointOfThisTrack: 'No point of this track can be sent',
  whatIsInTheFile: 'What is in the file',
  gpxKmlOrGeojsonOr:
    'GPX, KML or GeoJSON, or a CSV table with the columns “time”, “latitude” and “longitude”. Opening a file sends nothing.',
  mapOfTheTrackIn: 'Map of the track in the file',
  entriesStay:
    'Your earlier entries are still here and can be sent when submissions are accepted again.',
  byEMail: 'By e-mail',
  bySms: 'By SMS',
  notBelow0: 'Not below 0.',
  courseDegreesFromNorth: 'Course (degrees from north)',
  from0To360: 'From 0 to 360.',
  battery: 'Battery (%)',
  from0To100: 'From 0 to 100.',
  waypostOpensOneFileAt: 'Waypost opens one file at a time',
  itsTrackCanBeSubmitted:
    'Its track can be submitted once an account is open. Opening it sends nothing; you see the track first.',
  itsTrackCanBeSubmittedThe:
    'Its track can be submitted. The current page stays open until you go there.',
  itsTrackCannotBeSent:
    'Its track cannot be sent over this connection. If your service accepts them, change the setting and come back, or open another account.',
  anotherTrackIsOpenHere: 'Another track is open here. Opening the file replaces it.',
  anotherSubmissionIsInProgress:
    'Another submission is in progress here. Its entries stay when the file is opened.',
  giveADateAndA: 'Give a date and a time.',
  thisTimeIsInThe: 'This time is in the future.',
  lastKnownPlace: 'Last known place',
  submitsOnlyIfTheService: 'Submits only if the service announced that it accepts submissions.',
  onlyQueriesForATime: 'Locations and alerts are only read.',
  locationsAndAlertsAreSubmitted:
    'Locations and alerts are submitted as lists, a form of the reference service. Choose it if your service accepts it.',
  submitsOneLocationPerCall:
    'Locations are sent one by one, each with a time range, as the live service documents it. The service may answer with its locations of that range instead of storing it. Alerts cannot be sent.',
  submit1Location: 'Submit 1 location…',
  submitNLocations: 'Submit {n} locations…',
  youCanCheckWhatIsSent: 'You can check what is sent before you submit it.',
  chooseTheDeviceItIs:
    'Choose the device it is for. You can check what is sent before you submit it.',
  aLocation: 'A location',
  zeroIsWhatTrackersSend:
    '0, 0 is what trackers send when they know no position; it is not sent as one.',
  noTimes: 'no times',
  noneCanBeSent: 'none can be sent',
  linesOfTheFile: 'Lines are those of the file, the titles counted.',
  howTheFileIsRead: 'How the file is read',
  notesOnTheFile: 'Notes on the file',
  encoding: 'Encoding',
  theFileDoesNotProve:
    'The file does not prove its encoding. Names with accents show whether it is right.',
  times: 'Times',
  notRecognized: 'Not recognized',
  dates: 'Dates',
  dayFirst: 'Day first: 04/05 is 4 May',
  monthFirst: 'Month first: 04/05 is 5 April',
  timeZoneOfTheTimes: 'Time zone of the times',
  weekCounter: 'GPS week counter',
  coordinatesAsInTheFile: 'As in the file',
  coordinatesSwapped: 'Latitude and longitude exchanged',
  mostLatitudesAreOutside:
    'Most latitudes are outside of the world. Perhaps the longitude comes first.',
  perhapsCoordinatesAreSwapped: 'Latitude and longitude may be exchanged',
} as const;

/** The texts with values of a place and of a file. */
export const messages = {
  speedIn: (unit: string) => `Speed (${unit})`,
  unusuallyFast: (speed: string, unit: string) =>
    `Unusually fast for a vehicle: ${speed} ${unit}. Check the number and its unit.`,
  waitsToBeOpened: (file: string) => `“${file}” waits to be opened`,
  wasNotOpened: (file: string) => `“${file}” was not opened`,
  dateAndTimeIn: (zone: string) => `Date and time (${zone})`,
  lastKnownPlace: (moment: string) => `Last known place, ${moment}`,
  whichOfTracks: (tracks: string) => `Which of ${tracks} in the file`,
  readAs: (coordinates: string) => `Read as ${coordinates}`,
  swapped: (distance: string, swappedDistance: string) =>
    `That is ${distance} from where the device was last; the other way round it is ${swappedDistance}. Perhaps the longitude came first.`,
};

/** The setting that says how locations and alerts are sent; by what the service announced. */
export const modeMessages = {
  account: (name: string, address: string) => `Account: ${name}, ${address}.`,
  each: 'Each account has its own setting.',
  demo: {
    read: 'It uses what its service announces: read only. For other accounts this can be changed.',
    submit:
      'It uses what its service announces: read and submit. For other accounts this can be changed.',
  },
  auto: {
    read: 'As the service announced: read only',
    submit: 'As the service announced: read and submit',
  },
};

const timesAreNumbers: CountedMessage = {
  one: '1 time is a number without a unit.',
  many: '{n} times are numbers without a unit.',
};
const datesAreAmbiguous: CountedMessage = {
  one: 'In 1 date, day and month can be read in both orders.',
  many: 'In {n} dates, day and month can be read in both orders.',
};
const timesHaveNoZone: CountedMessage = {
  one: '1 time states no time zone.',
  many: '{n} times state no time zone.',
};
const weeksAreMissing: CountedMessage = {
  one: 'The time of 1 point is plausible 1,024 weeks (19.6 years) later. The week counter of a GPS receiver begins again after that time.',
  many: 'The times of {n} points are plausible 1,024 weeks (19.6 years) later. The week counter of a GPS receiver begins again after that time.',
};

export const timeUnitNames: Record<TimeUnit, string> = {
  seconds: 'Seconds since 1970, UTC',
  milliseconds: 'Milliseconds since 1970, UTC',
  microseconds: 'Microseconds since 1970, UTC',
  nanoseconds: 'Nanoseconds since 1970, UTC',
  spreadsheetDays: 'Days since 1900, as in spreadsheets',
  dotNetTicks: 'Ticks of .NET, UTC',
  secondsSince2001: 'Seconds since 2001, UTC',
};

/** What is in a file of tracks. */
export const trackMessages = {
  points: (
    { points, usable, refused }: Pick<ImportedTrack, 'points' | 'usable' | 'refused'>,
    file: string,
    { count, counted }: Pick<Format, 'count' | 'counted'>,
  ) => {
    const all = counted(points, 'point');
    if (usable === 0) return `${all} in ${file}.`;
    return refused === 0
      ? `${all} in ${file}, all of them can be sent.`
      : `${all} in ${file}: ${count(usable)} can be sent, ${count(refused)} cannot.`;
  },
  range: (from: string, to: string) => `From ${from} to ${to}.`,
  timesAreNumbers: (points: number, format: Count) =>
    countedMessage(timesAreNumbers, points, format),
  datesAreAmbiguous: (points: number, format: Count) =>
    countedMessage(datesAreAmbiguous, points, format),
  timesHaveNoZone: (points: number, format: Count) =>
    countedMessage(timesHaveNoZone, points, format),
  weeksAreMissing: (points: number, format: Count) =>
    countedMessage(weeksAreMissing, points, format),
  weeksAsInFile: (from: string) => `As in the file: from ${from}`,
  weeksAdded: (from: string) => `1,024 weeks later: from ${from}`,
  farFromDevice: (distance: string, swappedDistance: string) =>
    `The track begins ${distance} from where the device was last; with latitude and longitude exchanged it is ${swappedDistance}.`,
  ignored: (ignored: TrackReading['ignored'], { count }: Count) =>
    `Not used from the file: ${ignored.map(({ name, count: values }) => `${name} (${count(values)})`).join(', ')}.`,
  more: (problems: number, { count }: Count) => `and ${count(problems)} more like these`,
};

/** Where a track begins (A) or ends (B); `moment` is null if the file states no time. */
export function trackEndText(end: 'A' | 'B', moment: string | null): string {
  if (end === 'A') return moment === null ? 'The track begins' : `The track begins, ${moment}`;
  return moment === null ? 'The track ends' : `The track ends, ${moment}`;
}

/**
 * "Points 2 to 9, left out: There is no readable time." For a table, the lines of the file; not all
 * of them need to belong to the points.
 */
export function problemText(problem: PointProblem, count: (value: number) => string): string {
  const { refused, message } = problem;
  return `${where(problem, count)}${refused ? ', left out' : ''}: ${message}`;
}

function where({ point, lastPoint, lines }: PointProblem, count: (value: number) => string) {
  const points = lastPoint - point + 1;
  if (!lines) return span('Point', point, lastPoint, count);
  const text = span('Line', lines.first, lines.last, count);
  const isWhole = lines.last - lines.first + 1 === points;
  return isWhole ? text : `${count(points)} points in ${text.toLowerCase()}`;
}

const span = (noun: string, from: number, to: number, count: (value: number) => string) =>
  from === to ? `${noun} ${count(from)}` : `${noun}s ${count(from)} to ${count(to)}`;
