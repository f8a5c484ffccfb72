import type { DeviceDetails } from '#shared/ipc/fleet';
import type { Format } from '#lib/format';

/** A check that is so late is not announced any longer: the refresh stopped. */
const lateMs = 10_000;

/** When the device was checked, and about when it is checked next if that is planned. */
export function checkStatus(
  { checkedAt, nextCheckAt = null }: Pick<DeviceDetails, 'checkedAt' | 'nextCheckAt'>,
  now: number,
  { t, ...format }: Format,
): string {
  if (checkedAt === null) return t('fleet.checked.never');
  const age = format.age(checkedAt, now);
  const wait = nextCheckAt === null ? Number.NEGATIVE_INFINITY : nextCheckAt - now;
  if (wait < -lateMs) return t('fleet.checked.at', { age });
  return wait < 1_000
    ? t('fleet.checked.nextSoon', { age })
    : t('fleet.checked.nextIn', { age, time: format.span(wait) });
}
