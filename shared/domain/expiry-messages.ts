import type { Expiry, ExpiryContradiction } from './expiry';
import { valueOf } from './known';

/** What contradicts in the record of a device, as a sentence. `dayText` formats `YYYY-MM-DD`. */
export function contradictionText(
  { date }: Pick<Expiry, 'date'>,
  contradiction: ExpiryContradiction,
  dayText: (day: string) => string = (day) => day,
): string {
  const known = valueOf(date);
  const day = known ? dayText(known.day) : '';
  switch (contradiction.kind) {
    case 'activeAfterDate':
      return `The service says active, but the expiration date ${day} has passed. Possibly only the limits expired.`;
    case 'inactiveBeforeDate':
      return `The service says not active, but the expiration date ${day} has not been reached.`;
    case 'inactiveWithoutDate':
      return 'The service says not active, but states no expiration date.';
    case 'twoDates':
      return `The service states two dates: the device expires on ${day}, its limits on ${dayText(contradiction.limitsDate.day)}.`;
    case 'onlyLimitsDate':
      return `The service states no expiry of the device, but the expiration date ${day} of its limits.`;
    case 'switchedOff':
      return `The service states the expiration date ${day}, but the Expires switch is off.`;
  }
}

/** Everything that the user should know about an expiry beside its state and date. */
export function expiryNotes(
  expiry: Expiry,
  dayText: (day: string) => string = (day) => day,
): string[] {
  const notes = expiry.contradictions.map((each) => contradictionText(expiry, each, dayText));
  if (expiry.isConfirmed) return notes;
  return ['Expired by its date. The service has not confirmed it yet.', ...notes];
}
