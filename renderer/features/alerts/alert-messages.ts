import { countedMessage, type CountedMessage } from '#lib/counted-message';
import { itemsText } from '#lib/list-text';
import {
  knownChannels,
  type AlertEntry,
  alertNames as labels,
  alertWords,
} from '#shared/domain/alert';
import { channelsText, sentChannelsText } from '#shared/domain/alert-channels';
import { knownOf, type Known } from '#shared/domain/known';
import { coordinates, type Format } from '#lib/format';
import { gapText, knownText, originalText } from '#lib/known-text';

/** The label of a kind of alert, as in notifications; an undocumented name is shown as it is. */
export const alertWord = alertWords;

/** The documented names, sorted by their labels. */
export const alertNames = Object.keys(labels).toSorted((a, b) =>
  alertWord(a).localeCompare(alertWord(b), 'en'),
);

/** "Too fast, Hard braking"; the text if no kind is stated. */
export function alertTitle(entry: Pick<AlertEntry, 'alerts' | 'text' | 'gaps'>): string {
  if (entry.alerts.length > 0) return itemsText(entry.alerts.map(alertWord));
  if (entry.text !== null) return entry.text;
  const gap = gapText(knownOf(entry, 'alerts'));
  return gap === null ? 'Alert without a kind' : `Kind of alert: ${gap}`;
}

/** The names of the kinds as the service writes them. */
export function kindNames(entry: Pick<AlertEntry, 'alerts' | 'gaps'>): string {
  const known = knownOf(entry, 'alerts');
  return withUnread(
    knownText(known, (names) => (names.length === 0 ? 'None' : itemsText(names)), 'None'),
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

/** The text of a value that the service did not provide. */
export const notProvided = gapText({ is: 'notProvided', asOf: null }) ?? '';

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
  return originals.length === 0 ? 'Not provided' : `Not understood: ${itemsText(originals)}`;
}

const unreadOf = (known: Known<unknown>) => (known.is === 'value' ? known.unread : undefined);

function withUnread(text: string, known: Known<unknown>): string {
  const unread = unreadOf(known);
  return unread ? `${text}. Not understood: ${originalText(unread)}` : text;
}

/** The alerts of one device; "None" only if they were requested. `isWatched`: all devices were. */
export function deviceAlertsText(
  log: { total: number; unacknowledged: number; incompleteDevices: number },
  isWatched: boolean,
  format: Pick<Format, 'count'>,
): string {
  const isPartly = log.incompleteDevices > 0 && !isWatched;
  if (log.total === 0) return isPartly ? 'Not loaded' : 'None';
  const counted = `${format.count(log.total)}, ${format.count(log.unacknowledged)} not acknowledged`;
  return isPartly ? `${counted}. Not all are loaded.` : counted;
}

const incomplete: CountedMessage = {
  one: 'Of 1 device a part of this time was never fetched or not received completely.',
  many: 'Of {n} devices a part of this time was never fetched or not received completely.',
};

/** What the page says about the log as a whole. */
export const logMessages = {
  incomplete: (devices: number, format: Pick<Format, 'count'>) =>
    countedMessage(incomplete, devices, format),
  newest: (shown: number, { count }: Pick<Format, 'count'>) =>
    `The newest ${count(shown)} are shown; an export holds all of them.`,
};

export const messages = {
  actions: (rowLabel: string) => `Actions: ${rowLabel}`,
  notificationsOf: (label: string) => `Notifications of ${label}`,
  alertsAndNotAcknowledged: (alerts: string, unacknowledged: string) =>
    `${alerts}, ${unacknowledged} not acknowledged`,
  noNotificationsInThisTime: (timeZone: string) =>
    `No notifications in this time; the alerts are still in the log. Times of ${timeZone}.`,
  devices: (items: string) => `Devices: ${items}`,
  group: (group: string) => `Group: ${group}`,
  kinds: (items: string) => `Kinds: ${items}`,
};
