import type { DeviceState } from '#shared/domain/device-state';
import type { Expiry } from '#shared/domain/expiry';
import { deviceStateLooks } from '#lib/device-state-look';

interface Seen {
  state: DeviceState;
  /** null: never asked. */
  checkedAt: number | null;
}

/** The words beside a device without a known report; `seen` undefined: the fleet is not loaded yet. */
export function noReportText(seen: Seen | undefined): string {
  if (seen === undefined) return 'Not loaded';
  if (seen.state === 'notUnderstood') return deviceStateLooks.notUnderstood.word;
  return seen.checkedAt === null ? deviceStateLooks.neverAsked.word : 'No known fix';
}

/** Whether a silent device is stated not to have expired; if nothing is stated, that is not known. */
export const isOfflineNotExpired = (state: DeviceState, expiry: Pick<Expiry, 'state'>): boolean =>
  state === 'silent' && expiry.state === 'active';
