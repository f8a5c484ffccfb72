import type { DayCount } from '#shared/domain/device-limits';
import { valueOf, type Known } from '#shared/domain/known';
import type { Format } from '#lib/format';
import { gapText, knownText } from '#lib/known-values';

export const limitText = (limit: Known<number | null>, format: Format): string =>
  knownText(limit, format.count, format.t('limits.noLimit'), format);

/** "90", "90 of 100", and of a past day "90 of 100 yesterday". */
export function sentText(
  sent: Known<DayCount>,
  limit: Known<number | null>,
  format: Format,
): string {
  const { t, count, calendarDay } = format;
  if (sent.is !== 'value') return gapText(sent, format) ?? '';
  const most = valueOf(limit);
  const { count: number, daysAgo, day } = sent.value;
  const text =
    most === null ? count(number) : t('limits.sent.ofLimit', { sent: number, limit: most });
  if (daysAgo === 0) return text;
  if (day === null) return t('limits.sent.dayNotKnown', { sent: text });
  return daysAgo === 1
    ? t('limits.sent.yesterday', { sent: text })
    : t('limits.sent.onDay', { sent: text, day: calendarDay(day) });
}
