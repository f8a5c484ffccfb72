/** The texts of this feature. */
export const texts = {
  snooze: 'Snooze…',
  whatItDoes:
    'Until then, being silent or without a position needs no attention. Alerts are shown as before. Kept on this computer only.',
  reason: 'Reason (optional)',
  until: 'Snooze',
  for1Hour: 'For 1 hour',
  untilTheEndOfToday: 'Until the end of today',
  untilTomorrow6: 'Until tomorrow, 06:00',
  for1Week: 'For 1 week',
  untilItReports: 'Until it reports again',
  untilItReportsAgain: 'until it reports again',
  anotherTime: 'Another time',
  snoozeUntilThen: 'Snooze until then',
  endNow: 'End now',
  undo: 'Undo',
  notChanged: 'The snooze was not changed',
  snoozed: 'Snoozed devices',
};

/** Its texts with values; `until` is one of the first two, or `untilItReportsAgain`. */
export const messages = {
  untilTime: (time: string) => `until ${time}`,
  untilDay: (day: string, time: string) => `until ${day}, ${time}`,
  title: (who: string) => `Snooze ${who}`,
  begun: (who: string, until: string) => `${who} snoozed ${until}`,
  ended: (who: string) => `${who} no longer snoozed`,
  endOf: (who: string) => `End the snooze of ${who} now`,
  lasts: (until: string, reason: string) =>
    reason === '' ? `Snoozed ${until}` : `Snoozed ${until}: ${reason}`,
};
