/// <reference lib="esnext.temporal" />
import { isTimeZone, zonedMoment, zoneOffsetMs } from './calendar';
import { withoutUnseen } from './pasted-text';
import { zoneOfWindowsName } from './windows-zones';

/** What this computer says about its time zone. */
export interface ComputerZone {
  /** One that can be used in any case. */
  zone: string;
  /** False: the computer names none; `zone` has the present difference of its clock from UTC. */
  isNamed: boolean;
}

/** The zone of this process. An environment may name one that does not exist, or none. */
export function zoneOfProcess(): ComputerZone {
  const name: unknown = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = new Date();
  const minutes = -now.getTimezoneOffset();
  // For TZ=GMT-4 the name is that of UTC-4, and the clock shows UTC+4, which is right.
  const isUsable =
    typeof name === 'string' &&
    isTimeZone(name) &&
    zoneOffsetMs(now.getTime(), name) === minutes * 60_000;
  return isUsable
    ? { zone: name, isNamed: true }
    : { zone: zoneOfMinutes(minutes), isNamed: false };
}

/**
 * The zone that a text of somebody else means: a name of IANA in any case, old or new, or of Windows, or a difference
 * from UTC as people write it ("GMT+2", "UTC-05:30"). null: none.
 */
export function zoneNamed(text: string): string | null {
  const name = withoutUnseen(text);
  if (isTimeZone(name)) return zonedMoment(0, name).timeZoneId;
  const [, sign, hours = '', minutes = '0'] =
    /^(?:UTC|GMT|Z)?\s*([+\-\u2212])(\d{1,2})(?::?([0-5]\d))?$/i.exec(name) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  if (sign !== undefined && size <= 14 * 60) return zoneOfMinutes(sign === '+' ? size : -size);
  return zoneOfWindowsName(name) ?? usual(name.replaceAll(' ', '_'));
}

const usual = (name: string): string | null =>
  isTimeZone(name) ? zonedMoment(0, name).timeZoneId : null;

/** Whether two names are of one zone, such as Asia/Calcutta and Asia/Kolkata. */
export function isSameZone(a: string, b: string): boolean {
  return zonedMoment(0, a).equals(zonedMoment(0, b));
}

/** A zone as it is shown: "+05:00" alone reads like a number. */
export const zoneLabel = (zone: string): string => (/^[+-]/.test(zone) ? `UTC${zone}` : zone);

function zoneOfMinutes(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  // A rule of TZ may differ by a whole day from UTC; a zone cannot.
  return size === 0 || size >= 24 * 60
    ? 'UTC'
    : `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}
