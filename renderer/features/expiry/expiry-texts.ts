import type { ExpiryBand } from '#shared/domain/expiry';
import { type CountedMessage, type Format, countedMessage } from '#lib/format';

type Count = Pick<Format, 'count'>;

/** The texts of this feature. */
export const texts = {
  noRecentFixAlthoughThe:
    'Silent, although the licence is valid. The device itself does not report.',
  offlineNotExpired: 'Offline, not expired',
  notRequestedYet: 'Not requested yet',
  actions: 'Actions',
  lastReport: 'Last report',
  daysLeft: 'Days left',
  expiresOn: 'Expires on',
  expiry: 'Expiry',
  renew: 'Renew…',
  setNewDateQuestion: 'Set a new date?',
  free: 'Free',
  inUse: 'In use',
  expire: 'Expire',
  day: 'Day',
  today: 'today',
  asATable: 'As a table',
  totalLicencesOfTheAccount: 'Total licences of the account',
  total: 'Total',
  notLoaded: 'Not loaded',
  noKnownFix: 'No known fix',
  used: 'Used',
  licences: 'Licences',
  notUnderstood: 'Not understood',
  noDate: 'No date',
  noLongerListed: 'No longer listed',
  within30Days: 'Within 30 days',
  providedByTheService: 'Provided by the service',
  notProvidedByTheService: 'Not provided by the service. Enter the total from your contract.',
  countedByWaypost: 'Counted by Waypost',
  enterTheNewExpirationDate: 'Enter the new expiration date.',
  enterADayAfterToday: 'Enter a day after today. A device expires on its expiration date.',
  afterItsExpiry: ' · after its expiry',
  upToItsExpiry: ' · up to its expiry',
  thisServiceDoesNotAccept:
    'This service does not state that it accepts renewals. Renew devices in the service’s own console.',
  activate: 'Activate',
  activateDevice: (device: string) => `Activate ${device}`,
  renewDevice: (device: string) => `Renew ${device}`,
  noLongerListedSince: (day: string) => `No longer listed since ${day}`,
  notListedSince: (moment: string) =>
    `The service has not listed this device since ${moment}. This is the last known copy.`,
  beforeExpiry: (span: string) => ` · ${span} before expiry`,
  unknownEnterTheTotal: (gap: string) => `${gap}. Enter the total from your contract.`,
  unknownAndNoList: (gap: string) => `${gap}. The list of devices was not loaded.`,
  unknownCountedByWaypost: (gap: string) => `${gap}. Counted by Waypost.`,
  activationNotConfirmed: (label: string) => `The activation of ${label} is not confirmed`,
  notActivated: (label: string) => `${label} was not activated`,
  activeAgain: (label: string) => `${label} is active again and uses a licence`,
  someoneElseChanged: (label: string) =>
    `Someone else changed ${label}. The list shows its current state.`,
  /** What an activation made of a date that had passed. */
  passedDate: {
    switchedOff: (day: string) => `Activated. Expires was switched off, its date was ${day}.`,
    kept: (day: string) => `Activated. Expires is still on, and its date ${day} has passed.`,
    gone: (day: string) =>
      `Activated. The service states no expiration date any more, it was ${day}.`,
  },
} as const;

export const bandLabels: Record<ExpiryBand, string> = {
  expired: 'Expired',
  pastDate: 'Active after its date',
  day: 'Today or tomorrow',
  week: 'In 2 to 7 days',
  month: 'In 8 to 30 days',
  twoMonths: 'In 31 to 60 days',
  later: 'After 60 days',
  none: 'No expiry',
  notProvided: 'Not provided',
  notUnderstood: 'Not understood',
};

/** The days until the expiration date of a device: 0 is today, negative in the past. */
export function daysLeftText(days: number, { count }: Count): string {
  if (days === 0) return 'Today';
  if (days === -1) return '1 day ago';
  return days < 0 ? `${count(-days)} days ago` : count(days);
}

/** The texts of the chart of licences: of those free if the total is known, otherwise of those in use. */
export const chartTexts = {
  free: {
    title: 'Licences free by date',
    summary: (today: string, last: string, day: string) =>
      `Licences free by date, the next 90 days, if nothing is activated, renewed or added: ${today} today, ${last} on ${day}.`,
    day: (day: string, licences: string) => `${day}: ${licences} free`,
    dayWithExpiring: (day: string, licences: string, expiring: string) =>
      `${day}: ${licences} free, ${expiring} expire`,
  },
  inUse: {
    title: 'Licences in use by date',
    summary: (today: string, last: string, day: string) =>
      `Licences in use by date, the next 90 days, if nothing is activated, renewed or added: ${today} today, ${last} on ${day}.`,
    day: (day: string, licences: string) => `${day}: ${licences} in use`,
    dayWithExpiring: (day: string, licences: string, expiring: string) =>
      `${day}: ${licences} in use, ${expiring} expire`,
  },
};

const counted =
  (message: CountedMessage) =>
  (n: number, format: Count, values: Readonly<Record<string, string>> = {}) =>
    countedMessage(message, n, format, values);

/** The texts of the dialog that renews devices. */
export const renewTexts = {
  extensions: {
    oneMonth: '1 month',
    sixMonths: '6 months',
    oneYear: '1 year',
    twoYears: '2 years',
  },
  licences: 'Expired devices are activated, and each of them uses a free licence.',
  newExpiration: 'New expiration',
  extend: 'Extend from the present date',
  extendBy: 'Extend by',
  setDate: 'Set a date',
  newDate: 'New expiration date',
  activate: 'Only activate',
  activatePastOne:
    'Its date has passed. The service may switch Expires off, keep it on, or refuse.',
  activatePastSome:
    'Where the date has passed, the service may switch Expires off, keep it on, or refuse.',
  dayIn: (zone: string) => `The device expires when this day begins (${zone}).`,
  newDates: (first: string, last: string) =>
    first === last ? `New date: ${first}.` : `New dates: ${first} to ${last}.`,
  keepLater: counted({
    one: '1 device keeps its present date, which is later.',
    many: '{n} devices keep their present dates, which are later.',
  }),
  renewDeviceUntil: (device: string, day: string) => `Renew ${device} until ${day}`,
  renewDeviceBy: (device: string, by: string) => `Renew ${device} by ${by}`,
  activateDevices: counted({ one: 'Activate 1 device', many: 'Activate {n} devices' }),
  renewUntil: counted({
    one: 'Renew 1 device until {day}',
    many: 'Renew {n} devices until {day}',
  }),
  renewBy: counted({ one: 'Renew 1 device by {by}', many: 'Renew {n} devices by {by}' }),
};
