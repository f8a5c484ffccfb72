import type { Format } from '#lib/format';

/** The messages about snoozed notifications; `label` null: of all devices. */
export const snoozeMessages = {
  started: (
    { label, withCallsForHelp }: { label: string | null; withCallsForHelp: boolean },
    until: number,
    format: Pick<Format, 'moment'>,
  ) => {
    if (label !== null) return `Notifications of ${label} are muted until ${format.moment(until)}.`;
    return withCallsForHelp
      ? `Notifications of all devices, calls for help (SOS) too, are snoozed until ${format.moment(until)}.`
      : `Notifications of all devices are snoozed until ${format.moment(until)}. Calls for help (SOS) still notify.`;
  },
  /** An item of the list of snoozes; `label` null: all devices. */
  lasts: (label: string | null, until: number, format: Pick<Format, 'moment'>) =>
    label === null
      ? `All devices until ${format.moment(until)}`
      : `${label} until ${format.moment(until)}`,
  allWithSosLast: (until: number, format: Pick<Format, 'moment'>) =>
    `All devices, calls for help (SOS) too, until ${format.moment(until)}`,
  /** The sign beside the bell; `until` is a time of day, or a day too. */
  snoozedUntil: (until: string) => `Snoozed until ${until}`,
  snoozedWithSosUntil: (until: string) => `Snoozed with SOS until ${until}`,
  silencesCallsForHelp: (until: string) =>
    `A person who presses the SOS button raises no notification until ${until}. It is only in the list of alerts then.`,
  ended: (label: string | null) =>
    label === null ? 'Notifications of all devices are on.' : `Notifications of ${label} are on.`,
  notChanged: 'Notifications were not changed.',
  acknowledgementNotChanged: 'The acknowledgement was not changed.',
  undo: 'Undo',
};
