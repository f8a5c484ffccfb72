import type { HandoverHeading, SeenChange } from '#shared/domain/handover';
import type { CountedMessage } from '#lib/counted-message';

/** The texts of the handover note; counted ones for one and for every other number. */
export const handoverMessages = {
  title: 'Since you left',
  open: 'Since you left…',
  show: 'Show details',
  dismiss: 'Dismiss',
  moment: 'Changes since',
  whenLeft: ({ time }: { time: string }) => `When you left (${time})`,
  hoursAgo: ({ hours, time }: { hours: string; time: string }) => `${hours} h ago (${time})`,
  yesterday: ({ time }: { time: string }) => `Yesterday ${time}`,
  time: ({ day, time }: { day: string; time: string }) => `${day}, ${time}`,
  line: ({ time, news }: { time: string; news: string }) => `Since you left at ${time}: ${news}`,
  copyTitle: ({ account, time }: { account: string; time: string }) =>
    `${account}: changes since ${time}`,
  madeAt: ({ time }: { time: string }) => `As of ${time}`,
  copy: 'Copy as text',
  nothing: 'No difference is known.',
  comparedAt: ({ time }: { time: string }) =>
    `Positions and states are compared with those that Waypost had at ${time}.`,
  notCompared:
    'Positions and states of that time are not on this computer. They are recorded from now on.',
  changesFrom: ({ time }: { time: string }) =>
    `Only changes seen after ${time} are recorded on this computer.`,
  movedMethod: ({ distance }: { distance: string }) =>
    `More than ${distance} from the last position known then, in a straight line.`,
  changedMethod:
    'Names, limits, expiry, groups and users that changed at the service and are not in the journal of this computer.',
  away: ({ distance }: { distance: string }) => `${distance} away`,
  lastReport: ({ time }: { time: string }) => `Last report ${time}`,
  noReport: 'No report',
  expired: ({ time }: { time: string }) => `Expired ${time}`,
  changeSeen: ({ change, time }: { change: string; time: string }) => `${change}, seen ${time}`,
  changeBetween: ({ change, from, to }: { change: string; from: string; to: string }) =>
    `${change}, between ${from} and ${to}`,
  waiting: 'Comparing…',
} as const;

/** The parts of the line. */
export const newsMessages: Record<HandoverHeading, CountedMessage> = {
  silent: { one: '{n} newly silent', many: '{n} newly silent' },
  expired: { one: '{n} expired', many: '{n} expired' },
  moved: { one: '{n} moved', many: '{n} moved' },
  overLimit: { one: '{n} over a limit', many: '{n} over a limit' },
  changed: { one: '{n} changed by colleagues', many: '{n} changed by colleagues' },
};

/** The headings of the dialog and of the copied text. */
export const headingMessages: Record<HandoverHeading, CountedMessage> = {
  silent: { one: 'Newly silent ({n})', many: 'Newly silent ({n})' },
  expired: { one: 'Expired ({n})', many: 'Expired ({n})' },
  moved: { one: 'Moved ({n})', many: 'Moved ({n})' },
  overLimit: { one: 'Over a limit ({n})', many: 'Over a limit ({n})' },
  changed: { one: 'Changed by colleagues ({n})', many: 'Changed by colleagues ({n})' },
};

export const notCheckedMessage: CountedMessage = {
  one: '{n} device has not been checked since. What changed there is not known.',
  many: '{n} devices have not been checked since. What changed there is not known.',
};

/** What happened to a record. */
export const actionMessages: Record<
  SeenChange['kind'],
  Record<SeenChange['action'], (values: { fields: string }) => string>
> = {
  device: {
    create: () => 'New device',
    change: ({ fields }) => `Device: ${fields}`,
    delete: () => 'Device deleted',
  },
  group: {
    create: () => 'New group',
    change: ({ fields }) => `Group: ${fields}`,
    delete: () => 'Group deleted',
  },
  user: {
    create: () => 'New user',
    change: ({ fields }) => `User: ${fields}`,
    delete: () => 'User deleted',
  },
};

/** The labels of device fields that are not limits. */
export const deviceFieldWords: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  phone: 'Phone',
  tags: 'Tags',
  expiresAt: 'Expiry',
};
