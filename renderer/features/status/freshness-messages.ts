import type { FleetFreshness, Status } from '#shared/domain/session';
import { duration, type Format } from '#lib/format';

/** The windows of the shares, shortest first. */
export const freshnessWindows = [
  { count: 'lastMinute', label: 'in the last minute' },
  { count: 'lastTenMinutes', label: 'in the last 10 minutes' },
  { count: 'lastHour', label: 'in the last hour' },
] as const satisfies readonly { count: keyof FleetFreshness; label: string }[];

/** From this share on a window describes the fleet. */
const telling = 0.9;

/** "82 %"; only all of them are 100 %, and only none is 0 %. */
export function shareText(part: number, whole: number): string {
  const percent = Math.floor((part / whole) * 100);
  return percent === 0 && part > 0 ? 'less than 1 %' : `${percent} %`;
}

/**
 * How recently the fleet was checked: the shortest window with nearly all devices, else ten
 * minutes. null without devices.
 */
export function freshnessText(freshness: FleetFreshness): string | null {
  const { listed, refused, notUnderstood } = freshness;
  if (listed === 0) return null;
  const window =
    freshnessWindows.find(
      ({ count }) => freshness[count] >= (listed - refused - notUnderstood) * telling,
    ) ?? freshnessWindows[1];
  return `${shareText(freshness[window.count], listed)} checked ${window.label}`;
}

/** How long a device waits at most for its check, and that this is not what the user set. */
export function longestCheckText(status: Status): string | null {
  const { freshness, longestCheckSeconds, checkLimitSeconds } = status;
  if (freshness.listed === 0 || longestCheckSeconds === 0) return null;
  const longest = duration(longestCheckSeconds);
  return longestCheckSeconds <= checkLimitSeconds
    ? `each device checked within ${longest}`
    : `each device checked within ${longest}: the limit of calls does not allow ${duration(checkLimitSeconds)}`;
}

/** Parts of the fleet by the age of their last check, for the chart. */
export function freshnessParts(freshness: FleetFreshness): { label: string; devices: number }[] {
  const { lastMinute, lastTenMinutes, lastHour, listed } = freshness;
  return [
    { label: 'in the last minute', devices: lastMinute },
    { label: '1 to 10 minutes ago', devices: lastTenMinutes - lastMinute },
    { label: '10 to 60 minutes ago', devices: lastHour - lastTenMinutes },
    { label: 'earlier or not yet', devices: listed - lastHour },
  ];
}

/** "402 of 412 devices, 97 %". */
export function checkedText(part: number, whole: number, { count, counted }: Format): string {
  if (whole === 0) return counted(0, 'device');
  return `${count(part)} of ${counted(whole, 'device')}, ${shareText(part, whole)}`;
}
