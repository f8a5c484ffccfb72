import { plusDays, dayInZone, startOfDayInZone } from '#shared/domain/calendar';
import {
  handoverHeadings,
  hasNews,
  knownFrom,
  movedMetres,
  type HandoverHeading,
  type HandoverNote,
  type SeenChange,
} from '#shared/domain/handover';
import { type CountedMessage, type Format, countedMessage } from '#lib/format';
import { fieldWord } from '#lib/field-messages';
import { itemsText, moreText } from '#lib/list-text';

export const messages = {
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

/** The number of entries under a heading; `from`: they are known from that later moment on only. */
type CountText = (n: string, from: string | null) => string;

/** The parts of the line. */
const newsTexts: Record<HandoverHeading, CountText> = {
  silent: (n) => `${n} newly silent`,
  expired: (n) => `${n} expired`,
  moved: (n, from) => (from === null ? `${n} moved` : `${n} moved since ${from}`),
  overLimit: (n, from) => (from === null ? `${n} over a limit` : `${n} over a limit since ${from}`),
  changed: (n, from) =>
    from === null ? `${n} changed by colleagues` : `${n} changed by colleagues since ${from}`,
};

/** The headings of the dialog and of the copied text. */
const headingTexts: Record<HandoverHeading, CountText> = {
  silent: (n) => `Newly silent (${n})`,
  expired: (n) => `Expired (${n})`,
  moved: (n, from) => (from === null ? `Moved (${n})` : `Moved since ${from} (${n})`),
  overLimit: (n, from) =>
    from === null ? `Over a limit (${n})` : `Over a limit since ${from} (${n})`,
  changed: (n, from) =>
    from === null ? `Changed by colleagues (${n})` : `Changed by colleagues since ${from} (${n})`,
};

const notCheckedMessage: CountedMessage = {
  one: '{n} device has not been checked since. What changed there is not known.',
  many: '{n} devices have not been checked since. What changed there is not known.',
};

/** What happened to a record. */
const actionMessages: Record<
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
const deviceFieldWords: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  phone: 'Phone',
  tags: 'Tags',
  expiresAt: 'Expiry',
};

/** "17:40", or with the day if it is not that of `now`. */
export function timeText(at: number, now: number, format: Format): string {
  const isToday = dayInZone(at, format.timeZone) === dayInZone(now, format.timeZone);
  const time = format.time(at);
  return isToday ? time : messages.time({ day: format.day(at), time });
}

/** How moments are written. */
type TimeText = (at: number) => string;

/** 18:00 on the day before `now`. */
export function yesterdayEvening(now: number, timeZone: string): number {
  const day = plusDays(dayInZone(now, timeZone), -1);
  return startOfDayInZone(day, timeZone) + 18 * 3_600_000;
}

/** The number of entries under a heading, and from when on they are known if that is later. */
function countText(
  texts: Record<HandoverHeading, CountText>,
  heading: HandoverHeading,
  note: HandoverNote,
  time: TimeText,
  { count }: Format,
): string {
  const from = knownFrom(heading, note);
  return texts[heading](count(note[heading].total), from === null ? null : time(from));
}

/** "3 newly silent, 12 moved": only what there is. */
export function newsText(note: HandoverNote, time: TimeText, format: Format): string {
  return itemsText(
    handoverHeadings
      .filter((heading) => note[heading].total > 0)
      .map((heading) => countText(newsTexts, heading, note, time, format)),
  );
}

/** One entry under a heading. */
export interface NoteItem {
  id: string;
  label: string;
  /** What is known about it. */
  about: string | null;
  /** What the entry opens; null: it no longer exists. */
  opens: SeenChange['kind'] | null;
}

/** The entries under a heading; the note may count more. */
export function itemsOf(
  heading: HandoverHeading,
  note: HandoverNote,
  time: TimeText,
  format: Format,
): NoteItem[] {
  const device = (
    { id, label }: { id: string; label: string },
    about: string | null,
  ): NoteItem => ({
    id,
    label,
    about,
    opens: 'device',
  });
  switch (heading) {
    case 'silent':
      return note.silent.items.map((each) =>
        device(each, messages.lastReport({ time: time(each.reportedAt) })),
      );
    case 'expired':
      return note.expired.items.map((each) =>
        device(
          each,
          each.expiredAt === null ? null : messages.expired({ time: time(each.expiredAt) }),
        ),
      );
    case 'moved':
      return note.moved.items.map((each) =>
        device(each, messages.away({ distance: format.distance(each.metres) })),
      );
    case 'overLimit':
      return note.overLimit.items.map((each) => device(each, null));
    case 'changed':
      return note.changed.items.map((change) => ({
        id: change.id,
        label: change.label,
        about: changeAndTime(change, time),
        opens: change.action === 'delete' ? null : change.kind,
      }));
  }
}

/** "Device: Name, Daily SMS limit". */
function changeText({ kind, action, fields }: SeenChange): string {
  const words = fields.map(({ field }) =>
    kind === 'device'
      ? (deviceFieldWords[field] ?? fieldWord('limits', field))
      : fieldWord(kind, field),
  );
  return actionMessages[kind][action]({ fields: itemsText(words) });
}

/** What changed and when, as far as that is known. */
function changeAndTime(change: SeenChange, time: TimeText): string {
  const text = changeText(change);
  const to = time(change.seenAt);
  const from = change.knownAt === null ? null : time(change.knownAt);
  return from === null || from === to
    ? messages.changeSeen({ change: text, time: to })
    : messages.changeBetween({ change: text, from, to });
}

/** What has to be known to understand the entries. */
export function methodOf(heading: HandoverHeading, format: Format): string | null {
  if (heading === 'moved') return messages.movedMethod({ distance: format.distance(movedMetres) });
  if (heading === 'silent') return messages.silentMethod;
  return heading === 'changed' ? messages.changedMethod : null;
}

export const headingText = (
  heading: HandoverHeading,
  note: HandoverNote,
  time: TimeText,
  format: Format,
) => countText(headingTexts, heading, note, time, format);

/** With what positions and limits are compared. */
function comparedText({ comparedAt, since }: HandoverNote, time: TimeText): string {
  if (comparedAt === null) return messages.notCompared;
  const message = comparedAt > since ? messages.comparedFrom : messages.comparedAt;
  return message({ time: time(comparedAt) });
}

/** What the note does not know. */
export function limitsOf(note: HandoverNote, time: TimeText, format: Format): string[] {
  const { changesFrom, notChecked } = note;
  return [
    comparedText(note, time),
    ...(changesFrom === null ? [] : [messages.changesFrom({ time: time(changesFrom) })]),
    ...(notChecked.total === 0
      ? []
      : [countedMessage(notCheckedMessage, notChecked.total, format)]),
  ];
}

/** The note as plain text for a colleague. */
export function noteText(
  note: HandoverNote,
  { account, format }: { account: string; format: Format },
): string {
  const { madeAt } = note;
  // A colleague may read it on another day.
  const time: TimeText = (at) => messages.time({ day: format.day(at), time: format.time(at) });
  const lines = [
    messages.copyTitle({ account, time: time(note.since) }),
    messages.madeAt({ time: time(madeAt) }),
  ];
  if (!hasNews(note)) lines.push('', messages.nothing);
  for (const heading of handoverHeadings) {
    const { total } = note[heading];
    if (total === 0) continue;
    const items = itemsOf(heading, note, time, format);
    lines.push('', headingText(heading, note, time, format));
    lines.push(
      ...items.map(({ label, about }) => `- ${itemsText(about ? [label, about] : [label])}`),
    );
    if (total > items.length) lines.push(moreText(total - items.length, format));
  }
  return [...lines, '', ...limitsOf(note, time, format)].join('\n');
}
