import type { Format } from '#lib/format';

/** The messages about snoozed notifications; `label` null: of all devices. */
export const snoozeMessages = {
  started: (label: string | null, until: number, format: Pick<Format, 'moment'>) =>
    label === null
      ? `Notifications of all devices are snoozed until ${format.moment(until)}.`
      : `Notifications of ${label} are muted until ${format.moment(until)}.`,
  /** An item of the list of snoozes. */
  lasts: (label: string | null, until: number, format: Pick<Format, 'moment'>) =>
    label === null
      ? `All devices until ${format.moment(until)}`
      : `${label} until ${format.moment(until)}`,
  ended: (label: string | null) =>
    label === null ? 'Notifications of all devices are on.' : `Notifications of ${label} are on.`,
  notChanged: 'Notifications were not changed.',
  acknowledgementNotChanged: 'The acknowledgement was not changed.',
  undo: 'Undo',
};
