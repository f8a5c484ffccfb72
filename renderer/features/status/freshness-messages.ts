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
  const { listed, refused } = freshness;
  if (listed === 0) return null;
  const window =
    freshnessWindows.find(({ count }) => freshness[count] >= (listed - refused) * telling) ??
    freshnessWindows[1];
  return `${shareText(freshness[window.count], listed)} checked ${window.label}`;
}

export function roundText({ freshness, roundSeconds }: Status): string | null {
  if (freshness.listed === 0 || roundSeconds === 0) return null;
  return `round ${duration(roundSeconds)}`;
}

/** "402 of 412 devices, 97 %". */
export function checkedText(part: number, whole: number, { count, counted }: Format): string {
  if (whole === 0) return counted(0, 'device');
  return `${count(part)} of ${counted(whole, 'device')}, ${shareText(part, whole)}`;
}
