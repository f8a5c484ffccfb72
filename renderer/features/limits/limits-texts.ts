import { dayText } from '#shared/domain/calendar';
import type { DayCount } from '#shared/domain/device-limits';
import { valueOf, type Known } from '#shared/domain/known';
import { commonTexts } from '#lib/common-texts';
import type { Format } from '#lib/format';
import { gapText, knownText } from '#lib/known-text';
import { uiMessages } from '#lib/ui-texts';

type Count = Pick<Format, 'count'>;

/** The texts of this feature. */
export const texts = {
  atTheCurrentRate: 'At the current rate',
  smsToday: 'SMS today',
  eMailsToday: 'E-mails today',
  smsLimit: 'SMS limit',
  eMailLimit: 'E-mail limit',
  smsSent: 'SMS sent',
  eMailsSent: 'E-mails sent',
  countersReadOnly: 'Counters, read-only',
  onTheDateBelow: 'On the date below',
  limitsOfTheDevice: 'Limits of the device',
  viewAndChangeThemIn: 'View and change them in the service’s own console.',
  changeThemInTheServices: 'Change them in the service’s own console.',
  limitsAreNotProvidedBy: 'Limits are not provided by the service',
  readOnlyThisServiceDoes:
    'Read-only: this service does not state that it accepts changes to limits',
  limits: 'Limits',
  devicesToShow: 'Devices to show',
  searchDevicesByName: 'Search devices by name',
  setLimits: 'Set limits…',
  noLimit: 'No limit',
  noLimitAsValue: 'no limit',
  willReachALimitToday: 'Will reach a limit today',
  limitReached: 'Limit reached',
  unsaved: 'Unsaved',
  noLongerListed: 'No longer listed',
  reviewAndSave: 'Review and save…',
  save: 'Save',
  noMatch: 'No devices match the search and the filter.',
  noDevices: 'This account has no devices yet.',
  refresh: 'Refresh',
  keep: 'Keep',
  set: 'Set to',
  remove: 'Remove the limit',
  unchanged: 'Unchanged',
  notWhole: 'Enter a whole number, 0 or more.',
  fieldOf: (field: string, device: string) => `${field} of ${device}`,
  showLimits: (device: string) => `${device}: show its limits`,
  stated: (moment: string, zone: string) =>
    `The service states ${moment}. Days are in the time zone ${zone}.`,
  startOf: (day: string, zone: string) => `From the start of ${day} (${zone}).`,
  someDayIn: (zone: string) => `A day in the time zone ${zone}.`,
  countersRestart: (zone: string) => `They start again each day in the time zone ${zone}.`,
  aDay: 'Messages a day',
  /** `limit`: "Daily SMS limit". */
  perDay: (limit: string) => `${limit}: messages a day`,
  ended: (day: string) =>
    `These limits ended on their expiration date, ${day}. They hold again with a later date, or with Expires off.`,
  countersReceived: (age: string) => `Counters received ${age}.`,
  /** In place of an outlook: nothing is held back. */
  limitsEnded: (day: string) => `The limits ended on ${dayText(day)}`,
  /** The tooltip of a counter. */
  sent: {
    email: (sent: string) => `${sent} (e-mails sent)`,
    sms: (sent: string) => `${sent} (SMS sent)`,
  },
  outlook: {
    email: {
      off: 'e-mail limit 0: none are sent',
      reached: 'e-mail: limit reached, resets tomorrow',
      willReach: (time: string) => `e-mail limit at about ${time}`,
      mayHaveReached: (time: string) => `e-mail limit perhaps at ${time}`,
    },
    sms: {
      off: 'SMS limit 0: none are sent',
      reached: 'SMS: limit reached, resets tomorrow',
      willReach: (time: string) => `SMS limit at about ${time}`,
      mayHaveReached: (time: string) => `SMS limit perhaps at ${time}`,
    },
  },
} as const;

/** How many devices are shown of how many; `isListed` false: more may come. */
export function matchesText(
  isListed: boolean | null,
  shown: number,
  all: number,
  format: Count,
): string {
  const matches = uiMessages.matches(shown, all, format);
  return isListed === false && all > 0 ? `List not complete: ${matches} so far` : matches;
}

/** Why a list of devices is empty: the service has sent none, or not the list. */
export const noDevicesText = (isListed: boolean | null): string =>
  isListed ? texts.noDevices : commonTexts.devicesNotLoaded;

export const limitText = (limit: Known<number | null>, { count }: Count): string =>
  knownText(limit, count, texts.noLimit);

/** "90", "90 of 100", and of a past day "90 of 100 yesterday". */
export function sentText(
  sent: Known<DayCount>,
  limit: Known<number | null>,
  { count }: Count,
): string {
  if (sent.is !== 'value') return gapText(sent) ?? '';
  const most = valueOf(limit);
  const number = count(sent.value.count);
  const text = most === null ? number : `${number} of ${count(most)}`;
  const { daysAgo, day } = sent.value;
  if (daysAgo === 0) return text;
  if (day === null) return `${text}, day not known`;
  return daysAgo === 1 ? `${text} yesterday` : `${text} on ${dayText(day)}`;
}
