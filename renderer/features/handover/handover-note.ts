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
import type { PlainKey } from '#shared/i18n/translate';
import type { Format } from '#lib/format';
import { fieldWord } from '#lib/field-values';

/** The labels of device fields that are not limits. */
const deviceFields: Readonly<Record<string, PlainKey>> = {
  name: 'handover.field.name',
  description: 'handover.field.description',
  phone: 'handover.field.phone',
  tags: 'handover.field.tags',
  expiresAt: 'handover.field.expiresAt',
};

/** "17:40", or with the day if it is not that of `now`. */
export function timeText(at: number, now: number, format: Format): string {
  const isToday = dayInZone(at, format.timeZone) === dayInZone(now, format.timeZone);
  const time = format.time(at);
  return isToday ? time : format.t('common.dayAndTime', { day: format.day(at), time });
}

/** How moments are written. */
type TimeText = (at: number) => string;

/** 18:00 on the day before `now`. */
export function yesterdayEvening(now: number, timeZone: string): number {
  const day = plusDays(dayInZone(now, timeZone), -1);
  return startOfDayInZone(day, timeZone) + 18 * 3_600_000;
}

/** "3 newly silent, 12 moved": only what there is. */
export function newsText(note: HandoverNote, time: TimeText, format: Format): string {
  const { t } = format;
  return format.items(
    handoverHeadings.flatMap((heading) => {
      const { total: count } = note[heading];
      if (count === 0) return [];
      const from = knownFrom(heading, note);
      return from === null || heading === 'silent' || heading === 'expired'
        ? t(`handover.news.${heading}`, { count })
        : t(`handover.newsSince.${heading}`, { count, time: time(from) });
    }),
  );
}

/** The heading of the dialog and of the copied text, with the number of entries. */
export function headingText(
  heading: HandoverHeading,
  note: HandoverNote,
  time: TimeText,
  { t }: Format,
): string {
  const { total: count } = note[heading];
  const from = knownFrom(heading, note);
  return from === null || heading === 'silent' || heading === 'expired'
    ? t(`handover.heading.${heading}`, { count })
    : t(`handover.headingSince.${heading}`, { count, time: time(from) });
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
  const { t } = format;
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
        device(each, t('handover.lastReport', { time: time(each.reportedAt) })),
      );
    case 'expired':
      return note.expired.items.map((each) =>
        device(
          each,
          each.expiredAt === null ? null : t('handover.expired', { time: time(each.expiredAt) }),
        ),
      );
    case 'moved':
      return note.moved.items.map((each) =>
        device(each, t('handover.away', { distance: format.distance(each.metres) })),
      );
    case 'overLimit':
      return note.overLimit.items.map((each) => device(each, null));
    case 'changed':
      return note.changed.items.map((change) => ({
        id: change.id,
        label: change.label,
        about: changeAndTime(change, time, format),
        opens: change.action === 'delete' ? null : change.kind,
      }));
  }
}

/** "Device: Name, Daily SMS limit". */
function changeText({ kind, action, fields }: SeenChange, format: Format): string {
  const { t, items } = format;
  if (action !== 'change') return t(`handover.change.${kind}.${action}`);
  const labels = fields.map(({ field }) => {
    if (kind !== 'device') return fieldWord(kind, field, format);
    const key = deviceFields[field];
    return key ? t(key) : fieldWord('limits', field, format);
  });
  return t(`handover.change.${kind}.change`, { fields: items(labels) });
}

/** What changed and when, as far as that is known. */
function changeAndTime(seen: SeenChange, time: TimeText, format: Format): string {
  const change = changeText(seen, format);
  const to = time(seen.seenAt);
  const from = seen.knownAt === null ? null : time(seen.knownAt);
  return from === null || from === to
    ? format.t('handover.change.seen', { change, time: to })
    : format.t('handover.change.between', { change, from, to });
}

/** What has to be known to understand the entries. */
export function methodOf(heading: HandoverHeading, { t, distance }: Format): string | null {
  if (heading === 'moved') return t('handover.method.moved', { distance: distance(movedMetres) });
  return heading === 'silent' || heading === 'changed' ? t(`handover.method.${heading}`) : null;
}

/** With what positions and limits are compared. */
function comparedText({ comparedAt, since }: HandoverNote, time: TimeText, { t }: Format): string {
  if (comparedAt === null) return t('handover.compared.none');
  const isLater = comparedAt > since;
  return t(isLater ? 'handover.compared.from' : 'handover.compared.at', { time: time(comparedAt) });
}

/** What the note does not know. */
export function limitsOf(note: HandoverNote, time: TimeText, format: Format): string[] {
  const { changesFrom, notChecked } = note;
  const { t } = format;
  const limits = [comparedText(note, time, format)];
  if (changesFrom !== null) limits.push(t('handover.changesFrom', { time: time(changesFrom) }));
  if (notChecked.total > 0) limits.push(t('handover.notChecked', { count: notChecked.total }));
  return limits;
}

/** The note as plain text for a colleague. */
export function noteText(
  note: HandoverNote,
  { account, format }: { account: string; format: Format },
): string {
  const { t } = format;
  // A colleague may read it on another day.
  const time: TimeText = (at) =>
    t('common.dayAndTime', { day: format.day(at), time: format.time(at) });
  const lines = [
    t('handover.text.title', { account, time: time(note.since) }),
    t('handover.text.madeAt', { time: time(note.madeAt) }),
  ];
  if (!hasNews(note)) lines.push('', t('handover.nothing'));
  for (const heading of handoverHeadings) {
    const { total } = note[heading];
    if (total === 0) continue;
    const items = itemsOf(heading, note, time, format);
    lines.push('', headingText(heading, note, time, format));
    lines.push(
      ...items.map(({ label, about }) => `- ${format.items(about ? [label, about] : [label])}`),
    );
    if (total > items.length) lines.push(t('common.more', { count: total - items.length }));
  }
  return [...lines, '', ...limitsOf(note, time, format)].join('\n');
}
