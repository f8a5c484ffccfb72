/// <reference lib="esnext.temporal" />
import type { Clock } from '#main/pace/clock';
import { chosenTimeZone } from '#shared/domain/calendar';
import type { Settings } from '#shared/domain/settings';

export interface LocalTimeOptions {
  clock: Pick<Clock, 'now'>;
  /** The account's zone; null if unknown. */
  accountTimeZone: () => string | null;
  computerTimeZone: () => string;
}

/**
 * A function of the local time, computed once a minute: days and quiet hours begin at whole minutes, and
 * a thousand devices may be checked in one.
 */
export function localTimeOf<T>(
  options: LocalTimeOptions,
  read: (local: Temporal.ZonedDateTime) => T,
): (choice: Settings['timeZone']) => T {
  let last: { of: string; value: T } | null = null;
  return (choice) => {
    const account = options.accountTimeZone();
    const minute = Math.floor(options.clock.now() / 60_000);
    const of = `${minute} ${choice} ${account}`;
    if (last?.of === of) return last.value;
    const zone = chosenTimeZone(choice, { account, computer: options.computerTimeZone() });
    const at = Temporal.Instant.fromEpochMilliseconds(minute * 60_000);
    last = { of, value: read(at.toZonedDateTimeISO(zone)) };
    return last.value;
  };
}
