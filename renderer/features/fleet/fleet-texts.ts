import { textKey } from '#shared/domain/text';
import type { DistanceUnit } from '#shared/domain/units';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { age, type Format, span } from '#lib/format';

/** The fixed texts of this feature. */
export const texts = {
  changeLimit: 'Change…',
  limitOfCalls: 'Limit of calls',
  callsPerMinute: 'Calls per minute',
  callsPerMinuteNote:
    'The most calls that Waypost makes in a minute. It stays below what the service announces.',
  coordinateFormat: 'Coordinate format',
  timeNotKnown: 'Time not known',
  stateAndPosition: 'State and position',
  values: 'Values',
  fromAnEarlierReport: 'From an earlier report',
  theServiceSentSomethingThat: 'The service sent something that is not understood',
  noReport: 'No report',
  notAskedYet: 'Not checked yet',
  noExpiry: 'No expiry',
  noPositionKnown: 'No position known',
  theLastReportCarriesAlerts: 'The last report carries alerts',
  noAlertInTheLast: 'No alert in the last report',
  notLoaded: 'Not loaded',
  noLongerListed: 'No longer listed',
  empty: 'Empty',
  description: 'Description',
  copy: 'Copy',
  lastReport: 'Last report',
  raw: 'Raw data',
  allValues: 'All values',
  closeDetails: 'Close details',
  previousDevice: 'Previous device of the list',
  nextDevice: 'Next device of the list',
  deviceDetails: 'Device details',
  sentByTheServiceWaypost: 'Sent by the service. Waypost does not know their meaning.',
  otherFields: 'Other fields',
  listing: 'Listing',
  noDevices: 'No devices.',
  searchAllDevices: 'Search all devices',
  backToTheList: 'Back to the list',
  noDevicesMatchTheSearch: 'No devices match the search and the filters.',
  registerDevicesInTheServices:
    'Register devices in the service’s own console. They appear here automatically.',
  thisAccountHasNoDevices: 'This account has no devices yet.',
  position: 'Position',
  noneKnown: 'None known',
  noPositionSince: 'No position since',
  lastPosition: 'Last position',
  fleet: 'Fleet',
  groupsNotLoaded: 'Groups not loaded',
  allGroups: 'All groups',
  clearTheSearch: 'Clear the search',
  notProvided: 'Not provided',
  noteOnTheExpiry: 'Note on the expiry',
  expires: 'Expires',
  lastDay: 'Last day',
  expired: 'Expired',
  expirationDate: 'Expiration date',
  notRecorded: 'Not recorded',
  received: 'Received',
  limitsAndExpiry: 'Limits and expiry',
  thisIsTheLastKnown: 'This is the last known copy.',
  theServiceNoLongerHas: 'The service no longer has this device',
  refreshNow: 'Refresh now',
  notRefreshed: 'The devices were not refreshed',
  refreshThisDevice: 'Refresh this device',
  attributesOfTheReport: 'Attributes of the report',
  alertsAndWarnings: 'Alerts and warnings',
  resetColumns: 'Reset columns',
  columns: 'Columns',
  tallerRows: 'Taller rows',
  view: 'View',
  alert: 'Alert',
  critical: 'Critical',
  notUnderstood: 'Not understood',
  criticalMark: 'critical',
  criticalAlert: 'Critical alert',
  sos: 'SOS',
  snoozed: 'Snoozed',
  more: 'More',
  vehicleKind: 'Vehicle kind',
  noKindIsKnown:
    'No vehicle kind is known. Choose it in the menu of a device, or give the device a tag such as “type: van”.',
  moreStates: 'More states',
  wentSilent: 'Went silent',
  today: 'Today',
  yesterday: 'Yesterday',
  twoToSixDaysAgo: '2 to 6 days ago',
  earlier: 'Earlier',
  silentSinceToday: 'Silent since today',
  silentSinceYesterday: 'Silent since yesterday',
  silentForTwoToSixDays: 'Silent since 2 to 6 days ago',
  silentForLonger: 'Silent since earlier',
  somebodyAsksForHelp: 'Somebody asks for help, and the alert is not acknowledged.',
  aCriticalAlertIsNot: 'A critical alert of the last 24 hours is not acknowledged.',
  silentOrWithoutPosition: 'Being silent or without a position needs no attention for now.',
  wentSilentWhen: 'When the last report became so old that the device counts as silent.',
  wentSilentEarlier:
    'The last report became so old earlier than that, or the device never reported.',
  theEMailOrSms: 'The e-mail or SMS messages sent today are more than the daily limit.',
  theLastReportIsDated: 'The last report is dated in the future, or before devices were tracked.',
  decimalDegrees: 'Decimal degrees',
  degreesAndMinutes: 'Degrees and minutes',
  degreesMinutesAndSeconds: 'Degrees, minutes and seconds',
  coordinatesCopied: 'Coordinates copied',
  copyCoordinates: 'Copy coordinates',
  notProvidedOrNotUnderstood: 'Not provided, or not understood: see the details',
  lastAnswerNotUnderstood: 'Last answer, not understood',
  lastAnswerAnOlderReport: 'Last answer, an older report',
  lastAnswerDatedInThe: 'Last answer, dated in the future',
  lastAnswerOfAClock: 'Last answer, of a clock that is behind',
  lastAnswer: 'Last answer',
  listWidth: 'Width of the list',
  dragToResizeTheList: 'Drag to resize the list; double-click to reset',
  lowBattery: 'Low battery',
  overALimit: 'Over a limit',
  expiringSoon: 'Expiring',
  clockWrong: 'Clock wrong',
  changeThemOnTheLimits: 'Change them on the Limits and Expiry pages.',
  noLimit: 'No limit',
  expiresSwitch: 'Expires switch',
  limitsEnded: 'Limits ended on',
  dailyEMailLimit: 'Daily e-mail limit',
  dailySmsLimit: 'Daily SMS limit',
  smsSent: 'SMS sent',
  stationaryFor: 'Stationary for',
  theServiceHasNoReport: 'The service has no report of this device: it never reported.',
  theLastAnswerWasNot:
    'The last answer was not understood. What is shown here is from an earlier answer.',
  theLastAnswerWasNotUnderstood: 'The last answer was not understood.',
  theServiceNowAnswersWithout:
    'The service now answers without a report. The last one received is shown.',
  fuelSecondTank: 'Fuel, second tank',
  temperature2: 'Temperature 2',
  engineSpeed: 'Engine speed',
  noneUnderstood: 'None understood',
  loading: '…',
  stateAndReport: 'State and last report',
  needOfAttention: 'Need of attention',
  reverseTheOrder: 'Reverse the order',
  newOrder: 'New order',
  newOrderHint:
    'The order has changed. Rows stay in place while you use the table or something is selected.',
  layout: 'Layout',
  layoutMap: 'Map',
  layoutSplit: 'Split',
  layoutTable: 'Table',
  inNoGroup: 'in no group',
  noneAllDevices: 'none: all devices',
  readOnlyChangeInTheConsole:
    'Read-only: this service does not state that it accepts changes. Change them in its own console.',
  unknownTime: 'unknown time',
  where: 'Where',
  speed: 'Speed',
  battery: 'Battery',
  phone: 'Phone',
  tags: 'Tags',
  alerts: 'Alerts',
  none: 'None',
  active: 'Active',
  yes: 'Yes',
  no: 'No',
  on: 'On',
  off: 'Off',
  course: 'Course',
  fuel: 'Fuel',
  temperature: 'Temperature',
  distance: 'Distance',
  inputs: 'Inputs',
  outputs: 'Outputs',
  warnings: 'Warnings',
  attributes: 'Attributes',
  accessories: 'Accessories',
  chooseADevice: 'Choose a device',
  addADevice: 'Add a device',
  noDeviceMatches: 'No device matches.',
  removeDevice: (name: string) => `Remove ${name}`,
} as const;

/** Its texts with values. */
export const messages = {
  refreshThese: (devices: string) => `Refresh these ${devices}`,
  refreshDeviceHint: (checked: string) => `Refresh this device. ${checked}`,
  refreshHint: (action: string) =>
    `${action}: asks the service for the last position of each device`,
  needsCalls: (action: string, calls: string, left: string) =>
    `${action} (${calls}, ${left} left today)`,
  refreshQuestion: (devices: string) => `Refresh ${devices}?`,
  refreshDevices: (devices: string) => `Refresh ${devices}`,
  refreshTakes: (calls: string, time: string, rate: string) =>
    `This takes ${calls}: about ${time} at ${rate} a minute, and longer if other work needs calls meanwhile.`,
  couldNotBeRefreshed: (devices: string) => `${devices} could not be refreshed`,
  refusedOrGone: (devices: string) =>
    `The service refused the location or no longer has the device. ${devices} refreshed.`,
  sortBy: (column: string) => `Sort: ${column}`,
  sortedBy: (column: string, descending: boolean) =>
    descending ? `Sort: ${column}, descending` : `Sort: ${column}, ascending`,
  backToAll: (devices: string) => `Back to ${devices}`,
  backToPart: (matched: string, devices: string) => `Back to ${matched} of ${devices}`,
  batteryBelow: (percent: number) => `The last report has a battery level below ${percent} %.`,
  expiresWithin: (days: number) => `The device expires within ${days} days.`,
  sample: (coordinates: string) => `Sample: ${coordinates}`,
  noLongerListedSince: (moment: string, age: string) =>
    `No longer listed since ${moment} (${age}). This is the last known copy.`,
  criticalAlertInReport: (alerts: string) => `Critical alert in the last report: ${alerts}`,
  inLastReport: (alerts: string) => `In the last report: ${alerts}`,
  description: (text: string) => `Description: ${text}`,
  phone: (text: string) => `Phone: ${text}`,
  tag: (text: string) => `Tag: ${text}`,
  deviceId: (text: string) => `Id: ${text}`,
  note: (text: string) => `Note: ${text}`,
  notListedSince: (moment: string) =>
    `The service has not listed this device since ${moment}. This is the last known copy.`,
  dayInZone: (day: string, zone: string) => `${day} (${zone})`,
  expiredWhen: (days: string) => `expired ${days}`,
  lastDay: (day: string, days: string) => `${day} (${days})`,
  expiresAt: (day: string, time: string, days: string) => `${day}, ${time} (${days})`,
  noExpiryUntil: (day: string) => `No expiry (${day})`,
  datePassed: (days: string) => `date passed ${days}`,
  notCurrent: (text: string) => `Not current: ${text}`,
  notCurrentAt: (text: string, moment: string) => `Not current: ${text} at ${moment}`,
  asJson: (title: string) => `${title} as JSON`,
  filterGroup: (group: string) => `group ${group}`,
  filterSearch: (search: string) => `search “${search}”`,
  filterKinds: (kinds: string) => `vehicle kind ${kinds}`,
  kindsChosen: (kinds: string) => `Vehicle kind: ${kinds}`,
  filterStates: (states: string) => `state ${states}`,
  matchedOfTotal: (matched: string, total: string) => `${matched} of ${total}`,
  ofChecked: (matched: string, checked: string) => `${matched} of ${checked} checked`,
  stateOfChecked: (state: string, matched: string, checked: string) =>
    `${state} ${matched} of ${checked} checked`,
  stateMeaning: (state: string, meaning: string) => `${state}: ${meaning}`,
  checkedSoFar: (checked: string, devices: string) => `${checked} of ${devices} checked so far`,
  atLeast: (count: string) => `${count}+`,
  checkedShare: (percent: number, count: string, time: string) =>
    percent < 1
      ? `Less than 1 % of ${count} checked, all in about ${time}`
      : `${percent} % of ${count} checked, all in about ${time}`,
  checkedAtRate: (share: string, calls: string) => `${share} at ${calls} a minute.`,
  noneOfChecked: (checked: string, devices: string) =>
    `None of the devices checked so far match the search and the filters: ${checked} of ${devices}.`,
  matchedShown: (matched: string) => `${matched} shown`,
  withinOfTown: (distance: string, town: string, country: string) =>
    `Within ${distance} of ${town}, ${country}`,
  noTownNamed: (asked: string) => `No town named ${asked} is known`,
  valueFrom: (text: string, member: string) => `${text} (from ${member})`,
  valueNotUnderstood: (text: string, unread: string) => `${text} (not understood: ${unread})`,
  countToday: (count: string) => `${count} today`,
  countDayNotKnown: (count: string) => `${count}, day not known`,
  countYesterday: (count: string) => `${count} yesterday`,
  countOnDay: (count: string, day: string) => `${count} on ${day}`,
  speedAt: (speed: string, moment: string) => `${speed} at ${moment}`,
  sentWithAssumedUnit: (value: string, unit: string) =>
    `Sent as ${value}. The unit is assumed to be ${unit}, as set in Settings.`,
  sentInDegrees: (value: string) => `Sent as ${value}, in degrees from north.`,
  sentInSeconds: (value: string) => `Sent as ${value} seconds.`,
  lastKnownCopy: (message: string) => `This is the last known copy. The service says: “${message}”`,
  mayBeOutOfDate: (age: string) => `Values from ${age} may be out of date.`,
  olderPositionReported: (time: string) =>
    `The service now reports an older position of ${time}. The newest one received is shown.`,
  futureReportSent: (time: string) =>
    `The service now sends a report dated in the future: ${time}. The one before is shown.`,
  behindReportSent: (time: string) =>
    `The service now sends a report dated ${time}, before devices were tracked. The one before is shown.`,
  behindReportCorrected: (time: string, corrected: string) =>
    `The service now sends a report dated ${time}, before devices were tracked. If the week counter of its GPS receiver has wrapped, the report is of ${corrected}. The one before is shown.`,
  dateIsWrong: (time: string) => `${time}, which is before devices were tracked`,
  dateIsCorrected: (time: string, corrected: string) =>
    `${time}, which is before devices were tracked. If the week counter of the GPS receiver has wrapped, it was ${corrected}`,
  sentInRevolutions: (sent: string) => `Sent as ${sent}, in revolutions per minute.`,
  unitAssumed: (unit: string) =>
    `The unit is assumed to be ${unit}, because the service does not state it.`,
  sentStraightLines: (sent: string, assumed: string) =>
    `Sent as ${sent}. Measured in straight lines. ${assumed}`,
  sentWithNote: (sent: string, assumed: string) => `Sent as ${sent}. ${assumed}`,
  inputOnFor: (input: number) => `Input ${input} on for`,
  notUnderstood: (original: string) => `Not understood: ${original}`,
  unitNotDocumented: (value: string) => `${value} (unit not documented)`,
  accessory: (number: number) => `Accessory ${number}`,
};

/** The texts of the saved views and the search. */
export const viewMessages = {
  searchHint: ({ unit }: { unit: DistanceUnit }) =>
    `Name, description, phone, id, tags, or a town: near Lyon, near Lyon 50 ${unit} (Ctrl+F)`,
  all: 'All devices',
  unsaved: 'Unsaved view',
  changed: (name: string) => `${name} (changed)`,
  button: (name: string, isChanged: boolean) =>
    isChanged ? `Saved views: ${name} (changed)` : `Saved views: ${name}`,
  saveAs: 'Save as a new view…',
  update: (name: string) => `Update “${name}”`,
  rename: (name: string) => `Rename “${name}”…`,
  remove: (name: string) => `Delete “${name}”…`,
  saveTitle: 'Save as a new view',
  renameTitle: 'Rename the view',
  nameLabel: 'Name of the view',
  kept: 'Keeps the search, the filters, the order and the columns, for this account on this computer.',
  saveButton: 'Save view',
  renameButton: 'Rename',
  removeTitle: (name: string) => `Delete the view “${name}”?`,
  removeText: 'The devices and what the page shows now stay as they are.',
  removeButton: 'Delete view',
  /** null: the name can be used. */
  nameProblem(name: string, taken: readonly string[]): string | null {
    const key = textKey(name);
    if (key === '') return 'Enter a name.';
    const isTaken = taken.some((each) => textKey(each) === key);
    return isTaken ? 'Another view has this name. Enter a different one.' : null;
  },
};

type Moment = Pick<Format, 'moment'>;

/** What the details say about the position; the age changes while they are open. */
export const positionMessages = {
  none: 'No position known',
  last: (at: number, format: Moment) => (age: string) =>
    `Last position: ${format.moment(at)} (${age})`,
  noneSince: (at: number, format: Moment) => (age: string) =>
    `No position since ${format.moment(at)} (${age})`,
};

/** The title above a record as JSON. */
export const rawTitle = (record: string): string => `${record}, as sent by the service`;

/** A check that is so late is not announced any longer: the refresh stopped. */
const lateMs = 10_000;

/** When the device was checked, and about when it is checked next if that is planned. */
export function checkText(
  { checkedAt, nextCheckAt = null }: Pick<DeviceDetails, 'checkedAt' | 'nextCheckAt'>,
  now: number,
): string {
  if (checkedAt === null) return 'Not checked yet.';
  const checked = age(checkedAt, now);
  const wait = nextCheckAt === null ? Number.NEGATIVE_INFINITY : nextCheckAt - now;
  if (wait < -lateMs) return `Checked ${checked}.`;
  return wait < 1_000
    ? `Checked ${checked}, next soon.`
    : `Checked ${checked}, next in about ${span(wait)}.`;
}

/** "1, 3 on; 2, 4–8 off": inputs or outputs by their state, unused ones in ranges. */
export function switchesText(values: readonly boolean[]): string {
  const on = rangesText(values, true);
  const off = rangesText(values, false);
  if (on === '') return off === '' ? 'None' : `${off} off`;
  return off === '' ? `${on} on` : `${on} on; ${off} off`;
}

/** The numbers, counted from 1, of the values that are `state`; three or more in a row as a range. */
function rangesText(values: readonly boolean[], state: boolean): string {
  const parts: string[] = [];
  for (let from = 0; from < values.length; from++) {
    if (values[from] !== state) continue;
    let to = from;
    while (values[to + 1] === state) to++;
    if (to - from >= 2) parts.push(`${from + 1}–${to + 1}`);
    else for (let at = from; at <= to; at++) parts.push(String(at + 1));
    from = to;
  }
  return parts.join(', ');
}
