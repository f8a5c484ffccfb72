import { countedMessage, type CountedMessage } from '#lib/counted-message';
import { dayText } from '#shared/domain/calendar';
import type { Format } from '#lib/format';
import type { ExtensionName, Renewal } from './renewal';

type Count = Pick<Format, 'count'>;

export const extensionLabels: Record<ExtensionName, string> = {
  oneMonth: '1 month',
  sixMonths: '6 months',
  oneYear: '1 year',
  twoYears: '2 years',
};

export const renewTitles = {
  one: (device: string) => `Renew ${device}`,
  activate: (device: string) => `Activate ${device}`,
  until: (device: string, day: string) => `Renew ${device} until ${day}`,
  by: (device: string, by: string) => `Renew ${device} by ${by}`,
};

const activateMany: CountedMessage = { one: 'Activate 1 device', many: 'Activate {n} devices' };
const untilMany: CountedMessage = {
  one: 'Renew 1 device until {day}',
  many: 'Renew {n} devices until {day}',
};
const byMany: CountedMessage = { one: 'Renew 1 device by {by}', many: 'Renew {n} devices by {by}' };

/** The title of the job; `label` is the name if there is only one device. */
export function titleOf(
  renewal: Renewal,
  label: string | null,
  devices: number,
  format: Count,
): string {
  const many = (message: CountedMessage, values: Record<string, string> = {}) =>
    countedMessage(message, devices, format, values);
  if (renewal.how === 'activate') {
    return label === null ? many(activateMany) : renewTitles.activate(label);
  }
  if (renewal.how === 'until') {
    const day = dayText(renewal.day);
    return label === null ? many(untilMany, { day }) : renewTitles.until(label, day);
  }
  const by = extensionLabels[renewal.by];
  return label === null ? many(byMany, { by }) : renewTitles.by(label, by);
}

const laterMessage: CountedMessage = {
  one: '1 device keeps its present date, which is later.',
  many: '{n} devices keep their present dates, which are later.',
};

export const renewMessages = {
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
  keepLater: (devices: number, format: Count) => countedMessage(laterMessage, devices, format),
};
