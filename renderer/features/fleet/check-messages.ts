import type { DeviceDetails } from '#shared/ipc/fleet';
import { age, span } from '#lib/format';

/** A check that is so late is not announced any longer: the refresh stopped. */
const lateMs = 10_000;

/** When the device was checked, and about when it is checked next if that is planned. */
export function checkText(
  { checkedAt, nextCheckAt = null }: Pick<DeviceDetails, 'checkedAt' | 'nextCheckAt'>,
  now: number,
): string {
  if (checkedAt === null) return 'Not asked yet.';
  const checked = age(checkedAt, now);
  const wait = nextCheckAt === null ? Number.NEGATIVE_INFINITY : nextCheckAt - now;
  if (wait < -lateMs) return `Checked ${checked}.`;
  return wait < 1_000
    ? `Checked ${checked}, next soon.`
    : `Checked ${checked}, next in about ${span(wait)}.`;
}
