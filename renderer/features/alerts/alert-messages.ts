import { knownChannels } from '#shared/domain/alert';
import { channelsText, sentChannelsText } from '#shared/domain/alert-channels';
import type { AlertEntry } from '#shared/domain/alert-log';
import { alertNames as labels, alertWords } from '#shared/domain/alert-names';
import { knownOf, type Known } from '#shared/domain/known';
import { coordinates } from '#lib/format';
import { gapText, knownText, originalText } from '#lib/known-text';

/** The label of a kind of alert, as in notifications; an undocumented name is shown as it is. */
export const alertWord = alertWords;

/** The documented names, sorted by their labels. */
export const alertNames = Object.keys(labels).toSorted((a, b) =>
  alertWord(a).localeCompare(alertWord(b), 'en'),
);

/** "Too fast, Hard braking"; the text if no kind is stated. */
export function alertTitle(entry: Pick<AlertEntry, 'alerts' | 'text' | 'gaps'>): string {
  if (entry.alerts.length > 0) return entry.alerts.map(alertWord).join(', ');
  if (entry.text !== null) return entry.text;
  const gap = gapText(knownOf(entry, 'alerts'));
  return gap === null ? 'Alert without a kind' : `Kind of alert: ${gap}`;
}

/** The names of the kinds as the service writes them. */
export function kindNames(entry: Pick<AlertEntry, 'alerts' | 'gaps'>): string {
  const known = knownOf(entry, 'alerts');
  return withUnread(
    knownText(known, (names) => (names.length === 0 ? 'None' : names.join(', ')), 'None'),
    known,
  );
}

/** The channels over which it was sent; for an alert of ours, against those asked for. */
export function channelsMessage(entry: Pick<AlertEntry, 'channels' | 'asked' | 'gaps'>): string {
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
  return originals.length === 0 ? 'Not provided' : `Not understood: ${originals.join(', ')}`;
}

const unreadOf = (known: Known<unknown>) => (known.is === 'value' ? known.unread : undefined);

function withUnread(text: string, known: Known<unknown>): string {
  const unread = unreadOf(known);
  return unread ? `${text}. Not understood: ${originalText(unread)}` : text;
}
