import type { Snooze } from '#shared/domain/snooze';
import type { Format } from '#lib/format';

/** The texts of this feature. */
export const texts = {
  snooze: 'Snooze…',
  whatItDoes:
    'Until then, being silent or without a position needs no attention. Alerts are shown as before. Kept on this computer only.',
  reason: 'Reason (optional)',
  until: 'Snooze',
  for1Hour: 'For 1 hour',
  untilTheEndOfToday: 'Until the end of today',
  untilTomorrow8: 'Until tomorrow, 08:00',
  for1Week: 'For 1 week',
  untilItReports: 'Until it reports again',
  anotherTime: 'Another time',
  snoozeUntilThen: 'Snooze until then',
  endNow: 'End now',
  undo: 'Undo',
  notChanged: 'The snooze was not changed',
  snoozed: 'Snoozed devices',
};

type Moment = Pick<Format, 'moment'>;

const untilText = (until: number | null, format: Moment) =>
  until === null ? 'until it reports again' : `until ${format.moment(until)}`;

/** Its texts with values. */
export const messages = {
  title: (who: string) => `Snooze ${who}`,
  begun: (who: string, until: number | null, format: Moment) =>
    `Snoozed ${untilText(until, format)}: ${who}`,
  ended: (who: string) => `No longer snoozed: ${who}`,
  endOf: (who: string) => `End the snooze of ${who} now`,
  lasts: ({ until, reason }: Snooze, format: Moment) =>
    reason === ''
      ? `Snoozed ${untilText(until, format)}`
      : `Snoozed ${untilText(until, format)}: ${reason}`,
};
