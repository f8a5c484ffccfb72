import { alertKindName, knownChannels, severityOf, type AlertEntry } from '#shared/domain/alert';
import { channelsText, sentChannelsText } from '#shared/domain/alert-channels';
import { knownOf, type Known } from '#shared/domain/known';
import { clock } from '#lib/clock';
import type { Format } from '#lib/format';
import { gapText, knownText, originalText } from '#lib/known-values';

// What is known of one alert.

/** "14:03", with the day if it is not today. */
export function whenText(at: number, { t, day, time }: Format): string {
  return day(at) === day(clock.now())
    ? time(at)
    : t('common.dayAndTime', { day: day(at), time: time(at) });
}

/** "Too fast, Hard braking"; the text if no kind is stated. */
export function alertTitle(
  { alerts, text, ...gaps }: Pick<AlertEntry, 'alerts' | 'text' | 'gaps'>,
  format: Format,
): string {
  const { t } = format;
  if (alerts.length > 0) return format.items(alerts.map((name) => alertKindName(name, t)));
  if (text !== null) return text;
  const gap = gapText(knownOf({ alerts, ...gaps }, 'alerts'), format);
  return gap === null ? t('alerts.name.none') : t('alerts.name.gap', { gap });
}

/** "SOS: SOS button pressed", for a message to somebody else. */
export const titleWithSeverity = (entry: AlertEntry, format: Format): string =>
  format.t('alerts.name.withSeverity', {
    severity: format.t(`alerts.severity.${severityOf(entry.alerts)}`),
    kinds: alertTitle(entry, format),
  });

/** What the service sent of the kinds that the title does not say; null: nothing. */
export function unreadKinds(
  entry: Pick<AlertEntry, 'alerts' | 'gaps'>,
  { t }: Format,
): string | null {
  const known = knownOf(entry, 'alerts');
  const unread = known.is === 'notUnderstood' ? known.original : unreadOf(known);
  return unread === undefined
    ? null
    : t('common.known.notUnderstood', { original: originalText(unread) });
}

/** The channels over which it was sent; for an alert of ours, against those asked for. */
export function sentText(
  entry: Pick<AlertEntry, 'channels' | 'asked' | 'gaps'>,
  format: Format,
): string {
  const { t } = format;
  const known = knownChannels(entry);
  const unread = unreadOf(known);
  if (entry.asked !== null) {
    const original = known.is === 'notUnderstood' ? known.original : unread;
    return sentChannelsText(entry.asked, entry.channels, original, t);
  }
  const text = knownText(
    known,
    (channels) => channelsText(channels, t) ?? t('common.notProvided'),
    t('common.known.none'),
    format,
  );
  return unread ? t('alerts.value.partly', { known: text, original: originalText(unread) }) : text;
}

export const alertText = (entry: Pick<AlertEntry, 'text' | 'gaps'>, format: Format): string =>
  knownText(knownOf(entry, 'text'), (text: string) => text, format.t('common.known.none'), format);

export function alertPlace(
  { latitude, longitude, gaps }: Pick<AlertEntry, 'latitude' | 'longitude' | 'gaps'>,
  { t, items, coordinates }: Format,
): string {
  if (latitude !== null && longitude !== null) return coordinates(latitude, longitude);
  const unread = gaps?.notUnderstood ?? {};
  const originals = (['latitude', 'longitude'] as const)
    .filter((member) => member in unread)
    .map((member) => t(`alerts.value.${member}`, { original: originalText(unread[member]) }));
  return originals.length === 0
    ? t('common.notProvided')
    : t('common.known.notUnderstood', { original: items(originals) });
}

const unreadOf = (known: Known<unknown>) => (known.is === 'value' ? known.unread : undefined);
