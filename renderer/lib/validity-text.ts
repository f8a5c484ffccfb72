import { zonedMoment, dayText } from '#shared/domain/calendar';
import type { ValidityEnd, ValidityField } from '#shared/domain/user';

const messages: Record<ValidityField, (day: string, time: string) => string> = {
  validFrom: (day, time) => `${day}, from ${time}`,
  expiresAt: (day, time) => `${day}, until ${time}`,
};

/** "26 Feb 2027": the first or last valid day, with the time if the day is not valid as a whole. */
export function validityText(field: ValidityField, end: ValidityEnd, zone: string): string {
  const day = dayText(end.day);
  if (end.isWholeDay) return day;
  const time = zonedMoment(end.at, zone).toPlainTime().toString({ smallestUnit: 'minute' });
  return messages[field](day, time);
}
