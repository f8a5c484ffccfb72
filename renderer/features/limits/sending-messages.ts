import type { DayCount } from '#shared/domain/device-limits';
import { valueOf, type Known } from '#shared/domain/known';
import { dayText } from '#shared/domain/calendar';
import type { Format } from '#lib/format';
import { gapText, knownText } from '#lib/known-text';
import type { Sending } from './limit-rows';

/** "90", "90 of 100", and of a past day "90 of 100 yesterday". */
export function sentText(
  sent: Known<DayCount>,
  limit: Known<number | null>,
  { count }: Pick<Format, 'count'>,
): string {
  if (sent.is !== 'value') return gapText(sent) ?? '';
  const most = valueOf(limit);
  const number = count(sent.value.count);
  const text = most === null ? number : `${number} of ${count(most)}`;
  return ofDay(text, sent.value);
}

/** A count with its day, unless that is today. */
function ofDay(text: string, { daysAgo, day }: DayCount): string {
  if (daysAgo === 0) return text;
  if (day === null) return `${text}, day not known`;
  return daysAgo === 1 ? `${text} yesterday` : `${text} on ${dayText(day)}`;
}

export function limitText(limit: Known<number | null>, { count }: Pick<Format, 'count'>): string {
  return knownText(limit, count, 'No limit');
}

const outlookMessages = {
  email: {
    off: 'e-mail: the limit is 0, so none are sent',
    reached: 'e-mail: limit reached, resets tomorrow',
    willReach: (time: string) => `e-mail: reaches its limit about ${time}`,
    mayHaveReached: (time: string) => `e-mail: may have reached its limit about ${time}`,
  },
  sms: {
    off: 'SMS: the limit is 0, so none are sent',
    reached: 'SMS: limit reached, resets tomorrow',
    willReach: (time: string) => `SMS: reaches its limit about ${time}`,
    mayHaveReached: (time: string) => `SMS: may have reached its limit about ${time}`,
  },
};

/** In place of an outlook: nothing is held back. */
export const limitsEndedText = (day: string) => `The limits ended on ${dayText(day)}`;

/** The tooltip of a counter. */
export const sentTitles = {
  email: (sent: string) => `${sent} (e-mails sent)`,
  sms: (sent: string) => `${sent} (SMS sent)`,
};

/** "e-mail: reaches its limit about 16:40"; null if there is nothing to report. */
export function outlookText(
  { inForce, forecast, reachedAt }: Sending,
  which: 'email' | 'sms',
  now: number,
  clock: Format['clock'],
): string | null {
  const messages = outlookMessages[which];
  if (valueOf(inForce) === 0) return messages.off;
  if (forecast?.outlook === 'reached') return messages.reached;
  if (reachedAt === null) return null;
  const time = clock(reachedAt).slice(0, 5);
  return reachedAt > now ? messages.willReach(time) : messages.mayHaveReached(time);
}
