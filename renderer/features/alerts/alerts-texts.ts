import {
  alertNames as documentedNames,
  alertWords,
  knownChannels,
  severityOf,
  type AlertEntry,
  type AlertOverview,
  type AlertWatchOff,
  type AlertWatchState,
  type Severity,
} from '#shared/domain/alert';
import { channelsText, sentChannelsText } from '#shared/domain/alert-channels';
import { knownOf, type Known } from '#shared/domain/known';
import { type CountedMessage, type Format, age, coordinates, countedMessage } from '#lib/format';
import { clock } from '#lib/clock';
import { gapText, knownText, originalText } from '#lib/known-text';
import { itemsText } from '#lib/list-text';

type Count = Pick<Format, 'count'>;
type Counting = Pick<Format, 'count' | 'counted'>;

const counted = (message: CountedMessage) => (n: number, format: Count) =>
  countedMessage(message, n, format);

/** The texts of this feature. */
export const texts = {
  filter: 'Filter',
  mostUrgentFirst: 'Most urgent first',
  actions: 'Actions',
  undo: 'Undo',
  time: 'Time',
  back: 'Back to the alerts',
  previousAlert: 'Previous alert',
  nextAlert: 'Next alert',
  nextOpen: 'Next open alert',
  nextOpenKey: 'Next open alert (N)',
  acknowledgeKey: 'Acknowledge (A)',
  noOtherOpen: 'No other open alert',
  addANote: 'Add a note',
  changeTheNote: 'Change the note',
  saveTheNote: 'Save the note',
  copy: 'Copy',
  copyCoordinates: 'Copy coordinates',
  closeDetails: 'Close details',
  kinds: 'Kinds',
  noPosition: 'No position',
  mute: 'Mute',
  endMute: 'End',
  endNow: 'End now',
  until: 'Until',
  untilEllipsis: 'Until…',
  for30Minutes: '30 minutes',
  for1Hour: '1 hour',
  for4Hours: '4 hours',
  untilMidnight: 'Until midnight',
  untilTomorrow6: 'Until tomorrow, 06:00',
  muteThisDevice: 'Mute this device',
  mutedDevices: 'Muted devices',
  alsoSilenceItsSos: 'Also silence its calls for help (SOS)',
  chooseALaterTime: 'Choose a time that is still to come.',
  snoozeFor30Minutes: 'Snooze notifications for 30 minutes',
  snoozeFor1Hour: 'Snooze notifications for 1 hour',
  snoozeUntilTomorrow: 'Snooze notifications until tomorrow, 06:00',
  snoozeAllNotifications: 'Snooze all notifications; SOS still notifies',
  notificationSettings: 'Notification settings',
  alsoSilenceSos: 'Also silence SOS…',
  alsoSilenceSosTitle: 'Also silence calls for help (SOS)?',
  silenceSos: 'Silence SOS',
  keepSos: 'Keep notifying',
  callsForHelp: 'Calls for help (SOS)',
  acknowledge: 'Acknowledge',
  noteOptional: 'Note (optional)',
  noteForAllOfThem: 'Note for all of them',
  sent: 'Sent',
  acknowledged: 'Acknowledged',
  alert: 'Alert',
  severity: 'Severity',
  withdrawAcknowledgement: 'Withdraw acknowledgement',
  storedOnThisComputerOnly: 'Stored on this computer only; the service has no acknowledgements.',
  note: 'Note',
  historyAroundIt: 'History',
  showTheDevice: 'Show device',
  position: 'Position',
  alertDetails: 'Alert details',
  notAcknowledged: 'Not acknowledged',
  everyKind: 'Every kind',
  kindsOfAlert: 'Kinds of alert',
  allGroups: 'All groups',
  addADevice: 'Add a device',
  allDevices: 'All devices',
  theAlertsOfTheLast:
    'The alerts of the last 24 hours are loaded without asking. For another range, choose devices or a group and load their alerts.',
  noAlertsLoadedForThis: 'No alerts loaded for this range',
  noAlertsInThisRange: 'No alerts in this range',
  alerts: 'Alerts',
  showTheFleet: 'Show the fleet',
  mapOfTheAlerts: 'Map of the alerts',
  theseAreTheStoredAlerts:
    'These are the stored alerts of all devices. Choose devices or a group to load their alerts for this range.',
  openTheListOfAlerts: 'Open the list of alerts',
  alertsLast24H: 'Alerts, last 24 h',
  show: 'Show',
  noKindIsCalledThat: 'No kind is called that.',
  to: 'To',
  from: 'From',
  quietHours: 'Quiet hours',
  pastTheLimitNoMore: 'Past the limit no more are sent until the next day.',
  aDeviceNearsItsDaily: 'A device nears its daily limit of e-mails or SMS',
  notifiedOnceUntilItHas: 'Notified once until it has been charged.',
  aDevicesBatteryIsLow: 'A device’s battery is low',
  itsReceiverMayHaveLost: 'Its receiver may have lost the satellites.',
  aDeviceReportsMovementBut: 'A device reports movement, but its position does not change',
  noFixCameForSo: 'No fix came for so long.',
  aDeviceHasBeenSilent: 'A device has been silent',
  theWaitDoublesWhileThe: 'The wait doubles while the condition lasts, up to a day.',
  repeatANotificationAfterMinutes: 'Repeat a notification after (minutes)',
  notificationsAppearOnTheLock:
    'Notifications appear on the lock screen and are kept by the desktop. Hidden, they only say that there is something to read in Waypost.',
  hideNamesInNotifications: 'Hide names in notifications',
  theServiceRefusesTheKey: 'The service refuses the key',
  warningsThatDevicesSend: 'Warnings that devices send',
  onlyThoseMarkedCriticalIn: 'Only those marked critical in the account',
  allOfThem: 'All of them',
  none: 'None',
  alertsThatDevicesSend: 'Alerts that devices send',
  notificationsUseDataThatIs:
    'Notifications use data that is fetched anyway and cost no calls. “Do not disturb” of the system is respected, and nothing is repeated after a restart.',
  notifications: 'Notifications',
  noAlertsStored: 'No alerts stored',
  forLongerThanHours: 'For longer than (hours)',
  forLongerThanMinutes: 'For longer than (minutes)',
  below: 'Below (%)',
  fromOfTheLimit: 'From (% of the limit)',
  onlyNotAcknowledged: 'Only not acknowledged',
  clearKindsOfAlert: 'Clear kinds of alert',
  loadingAlerts: 'Loading alerts…',
  noFilter: 'none',
  notChanged: 'Notifications were not changed.',
  acknowledgementNotChanged: 'The acknowledgement was not changed.',
  callsForHelpOf: (devices: string) => `Calls for help (SOS): ${devices}`,
  actionsOf: (rowLabel: string) => `Actions: ${rowLabel}`,
  countAndNotAcknowledged: (alerts: string, unacknowledged: string) =>
    `${alerts}, ${unacknowledged} not acknowledged`,
  noNotificationsInThisTime: (timeZone: string) =>
    `No notifications in this time; the alerts are still in the log. Times of ${timeZone}.`,
  devices: (items: string) => `Devices: ${items}`,
  group: (group: string) => `Group: ${group}`,
  ofKinds: (items: string) => `Kinds: ${items}`,
  ofSeverity: (severity: string) => `Severity: ${severity}`,
  backTo: (place: string, total: string) => `Back to ${place} of ${total}`,
  placeOf: (place: string, total: string) => `${place} of ${total}`,
  byYou: (time: string) => `You, ${time}`,
  acknowledgedByYou: (when: string) => `You acknowledged this: ${when}`,
  alertsOfGroup: (group: string) => `Show the alerts of ${group}`,
  incomplete: counted({
    one: 'Of 1 device a part of this time is not loaded, or not in full.',
    many: 'Of {n} devices a part of this time is not loaded, or not in full.',
  }),
  newest: (shown: number, { count }: Count) =>
    `The newest ${count(shown)} are shown; an export holds all of them.`,
} as const;

/** The severities by name. */
export const severityNames: Readonly<Record<Severity, string>> = {
  sos: 'SOS',
  critical: 'Critical',
  warning: 'Warning',
  info: 'Information',
};

/** After several alerts were acknowledged together. */
export const acknowledgedText = (alerts: number, format: Count): string =>
  alerts === 0
    ? 'These alerts are acknowledged already.'
    : countedMessage(
        { one: '1 alert acknowledged', many: '{n} alerts acknowledged' },
        alerts,
        format,
      );

/** Offers to show alerts that arrived while the list was in use. */
export const heldText = counted({ one: 'Show 1 new alert', many: 'Show {n} new alerts' });

/** "14:03", with the day if it is not today. */
export const whenText = (at: number, format: Pick<Format, 'day' | 'time'>): string =>
  format.day(at) === format.day(clock.now())
    ? format.time(at)
    : `${format.day(at)}, ${format.time(at)}`;

/** The messages about notifications that are off; `until` is a time of day, or a day too. */
export const snoozeTexts = {
  /** `label` null: of all devices. */
  started: (
    { label, withCallsForHelp }: { label: string | null; withCallsForHelp: boolean },
    until: string,
  ) => {
    if (label !== null)
      return withCallsForHelp
        ? `Notifications of ${label}, calls for help (SOS) too, are muted until ${until}.`
        : `Notifications of ${label} are muted until ${until}. Its calls for help (SOS) still notify.`;
    return withCallsForHelp
      ? `All notifications, calls for help (SOS) too, are snoozed until ${until}.`
      : `All notifications are snoozed until ${until}. Calls for help (SOS) still notify.`;
  },
  ended: (label: string | null) =>
    label === null ? 'All notifications are on.' : `Notifications of ${label} are on.`,
  /** An item of the list of muted devices. */
  lasts: (label: string, until: string) => `${label} until ${until}`,
  snoozedUntil: (until: string) => `Snoozed until ${until}`,
  snoozedWithSosUntil: (until: string) => `Snoozed with SOS until ${until}`,
  mutedUntil: (until: string) => `Muted until ${until}`,
  muteDevice: (label: string) => `Mute ${label}`,
  silencesSos: (until: string) =>
    `A person who presses the SOS button raises no notification until ${until}. It is only in the list of alerts then.`,
};

/** The documented names, sorted by their labels. */
export const alertNames = Object.keys(documentedNames).toSorted((a, b) =>
  alertWords(a).localeCompare(alertWords(b), 'en'),
);

/** "Too fast, Hard braking"; the text if no kind is stated. */
export function alertTitle(entry: Pick<AlertEntry, 'alerts' | 'text' | 'gaps'>): string {
  if (entry.alerts.length > 0) return itemsText(entry.alerts.map(alertWords));
  if (entry.text !== null) return entry.text;
  const gap = gapText(knownOf(entry, 'alerts'));
  return gap === null ? 'Alert without a kind' : `Kind of alert: ${gap}`;
}

/** "SOS: SOS button pressed", for a message to somebody else. */
export const titleText = (entry: AlertEntry): string =>
  `${severityNames[severityOf(entry.alerts)]}: ${alertTitle(entry)}`;

/** What the service sent of the kinds that the title does not say; null: nothing. */
export function unreadKinds(entry: Pick<AlertEntry, 'alerts' | 'gaps'>): string | null {
  const known = knownOf(entry, 'alerts');
  const unread = known.is === 'notUnderstood' ? known.original : unreadOf(known);
  return unread === undefined ? null : `Not understood: ${originalText(unread)}`;
}

/** The channels over which it was sent; for an alert of ours, against those asked for. */
export function sentText(entry: Pick<AlertEntry, 'channels' | 'asked' | 'gaps'>): string {
  const known = knownChannels(entry);
  if (entry.asked === null) {
    return withUnread(
      knownText(known, (channels) => channelsText(channels) ?? 'Not provided', 'None'),
      known,
    );
  }
  const unread = known.is === 'notUnderstood' ? known.original : unreadOf(known);
  return sentChannelsText(entry.asked, entry.channels, unread);
}

/** The text of a value that the service did not provide. */
export const notProvided = gapText({ is: 'notProvided', asOf: null }) ?? '';

export const alertText = (entry: Pick<AlertEntry, 'text' | 'gaps'>): string =>
  knownText(knownOf(entry, 'text'), (text: string) => text, 'None');

export function alertPlace(entry: Pick<AlertEntry, 'latitude' | 'longitude' | 'gaps'>): string {
  const { latitude, longitude, gaps } = entry;
  if (latitude !== null && longitude !== null) return coordinates(latitude, longitude, 'dd');
  const originals = ['latitude', 'longitude'].flatMap((field) =>
    gaps?.notUnderstood && field in gaps.notUnderstood
      ? [`${field} ${originalText(gaps.notUnderstood[field])}`]
      : [],
  );
  return originals.length === 0 ? 'Not provided' : `Not understood: ${itemsText(originals)}`;
}

const unreadOf = (known: Known<unknown>) => (known.is === 'value' ? known.unread : undefined);

function withUnread(text: string, known: Known<unknown>): string {
  const unread = unreadOf(known);
  return unread ? `${text}. Not understood: ${originalText(unread)}` : text;
}

/** The alerts of one device; "None" only if they were requested. `isWatched`: all devices were. */
export function deviceAlertsText(
  log: { total: number; unacknowledged: number; incompleteDevices: number },
  isWatched: boolean,
  format: Count,
): string {
  const isPartly = log.incompleteDevices > 0 && !isWatched;
  if (log.total === 0) return isPartly ? 'Not loaded' : 'None';
  const counted = `${format.count(log.total)}, ${format.count(log.unacknowledged)} not acknowledged`;
  return isPartly ? `${counted}. Not all are loaded.` : counted;
}

/** The number of alerts of the last 24 hours; never 0 where none was asked for. */
export function overviewText(
  { total, unacknowledged }: { total: number; unacknowledged: number },
  { watch }: Pick<AlertOverview, 'watch'>,
  format: Counting,
): string {
  const { loaded, devices } = watch;
  if (total > 0) {
    const counts = `${format.counted(total, 'alert')}, ${format.count(unacknowledged)} not acknowledged`;
    return loaded < devices ? `${counts}, ${loadedText(watch, format)}` : counts;
  }
  if (loaded === 0) return 'Not loaded yet';
  return loaded < devices
    ? `No alerts so far, ${loadedText(watch, format)}`
    : 'No alerts in the last 24 hours';
}

/** What the number beside the name of the page counts. */
export function badgeText(
  { unacknowledged, urgent, watch }: AlertOverview,
  format: Counting,
): string {
  const sos = urgent.filter(({ severity }) => severity === 'sos').length;
  const open = `${format.count(unacknowledged)} not acknowledged`;
  const counts = sos === 0 ? open : `${format.counted(sos, 'device')} with SOS, ${open}`;
  return watch.loaded < watch.devices ? `${counts}, ${loadedText(watch, format)}` : counts;
}

const loadedText = ({ loaded, devices }: AlertWatchState, { count, counted }: Counting): string =>
  `${count(loaded)} of ${counted(devices, 'device')} loaded`;

/** The same in the status bar. */
export function shortText({ unacknowledged, watch }: AlertOverview, format: Counting): string {
  if (watch.loaded === 0 && unacknowledged === 0) return 'Alerts not loaded';
  const alerts = unacknowledged > 0 ? format.counted(unacknowledged, 'alert') : 'No alerts';
  return watch.loaded < watch.devices ? `${alerts}, ${loadedText(watch, format)}` : alerts;
}

const offTexts: Record<AlertWatchOff, string> = {
  budget:
    'Loading in the background is off, because the calls are used up or have to last the day.',
  paused: 'Loading in the background is paused together with the refresh.',
  fault: 'Loading in the background waits until the service answers again.',
};

/** How far the alerts of the last 24 hours are loaded, and why no more are. */
export function watchText(
  { devices, loaded, oldestAt, off }: AlertWatchState,
  now: number,
  format: Counting,
): string {
  const why = off === null ? '' : ` ${offTexts[off]}`;
  if (devices === 0) return `There are no devices.${why}`;
  if (loaded === 0) {
    const wait = off === null ? ' They are being loaded in the background.' : why;
    return `The alerts of the last 24 hours are not loaded yet.${wait}`;
  }
  if (loaded < devices) {
    return `Loaded for ${format.count(loaded)} of ${format.counted(devices, 'device')}.${why}`;
  }
  const oldest = oldestAt === null ? '' : `, the oldest ${age(oldestAt, now)}`;
  return `Loaded for ${format.counted(devices, 'device')}${oldest}.${why}`;
}

/** "22:05" for a minute of the day. */
export function clockText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
