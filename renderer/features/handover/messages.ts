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
    `Positions and limits are compared with those that Waypost had at ${time}.`,
  comparedFrom: ({ time }: { time: string }) =>
    `Positions and limits from before ${time} are not on this computer. What moved or went over a limit is known from then on only.`,
  notCompared:
    'Positions and limits of that time are not on this computer. They are recorded from now on.',
  changesFrom: ({ time }: { time: string }) =>
    `Only changes seen after ${time} are recorded on this computer.`,
  silentMethod: 'Decided by the time of the last report, whenever Waypost received it.',
  movedMethod: ({ distance }: { distance: string }) =>
    `More than ${distance} from the last position known then, in a straight line.`,
  changedMethod:
    'Names, limits, expiry, groups and users that changed at the service and are not in the journal of this computer.',
  away: ({ distance }: { distance: string }) => `${distance} away`,
  lastReport: ({ time }: { time: string }) => `Last report ${time}`,
  expired: ({ time }: { time: string }) => `Expired ${time}`,
  changeSeen: ({ change, time }: { change: string; time: string }) => `${change}, seen ${time}`,
  changeBetween: ({ change, from, to }: { change: string; from: string; to: string }) =>
    `${change}, between ${from} and ${to}`,
  waiting: 'Comparing…',
} as const;

/** The number of entries under a heading. */
interface NewsMessages {
  all: CountedMessage;
  /** Where they are known from a later moment on only; absent: they are always known. */
  later?: CountedMessage;
}

/** The parts of the line. */
export const newsMessages: Record<HandoverHeading, NewsMessages> = {
  silent: { all: { one: '{n} newly silent', many: '{n} newly silent' } },
  expired: { all: { one: '{n} expired', many: '{n} expired' } },
  moved: {
    all: { one: '{n} moved', many: '{n} moved' },
    later: { one: '{n} moved since {time}', many: '{n} moved since {time}' },
  },
  overLimit: {
    all: { one: '{n} over a limit', many: '{n} over a limit' },
    later: { one: '{n} over a limit since {time}', many: '{n} over a limit since {time}' },
  },
  changed: {
    all: { one: '{n} changed by colleagues', many: '{n} changed by colleagues' },
    later: {
      one: '{n} changed by colleagues since {time}',
      many: '{n} changed by colleagues since {time}',
    },
  },
};

/** The headings of the dialog and of the copied text. */
export const headingMessages: Record<HandoverHeading, NewsMessages> = {
  silent: { all: { one: 'Newly silent ({n})', many: 'Newly silent ({n})' } },
  expired: { all: { one: 'Expired ({n})', many: 'Expired ({n})' } },
  moved: {
    all: { one: 'Moved ({n})', many: 'Moved ({n})' },
    later: { one: 'Moved since {time} ({n})', many: 'Moved since {time} ({n})' },
  },
  overLimit: {
    all: { one: 'Over a limit ({n})', many: 'Over a limit ({n})' },
    later: { one: 'Over a limit since {time} ({n})', many: 'Over a limit since {time} ({n})' },
  },
  changed: {
    all: { one: 'Changed by colleagues ({n})', many: 'Changed by colleagues ({n})' },
    later: {
      one: 'Changed by colleagues since {time} ({n})',
      many: 'Changed by colleagues since {time} ({n})',
    },
  },
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
