import type { DeviceState } from '#shared/domain/device-state';
import type { Expiry } from '#shared/domain/expiry';
import type { Format } from '#lib/format';
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

/** The accessible names of the buttons in a row. */
export const rowActions = {
  activate: (device: string) => `Activate ${device}`,
  renew: (device: string) => `Renew ${device}`,
};

/** The days until the expiration date of a device: 0 is today, negative in the past. */
export function daysLeftText(days: number, { count }: Pick<Format, 'count'>): string {
  if (days === 0) return 'Today';
  if (days === -1) return '1 day ago';
  return days < 0 ? `${count(-days)} days ago` : count(days);
}

export const messages = {
  noLongerListedSince: (day: string) => `No longer listed since ${day}`,
  notListedSince: (moment: string) =>
    `The service has not listed this device since ${moment}. This is the last known copy.`,
  beforeExpiry: (span: string) => ` · ${span} before expiry`,
  unknownEnterTheTotal: (gap: string) => `${gap}. Enter the total from your contract.`,
  unknownAndNoList: (gap: string) => `${gap}. The list of devices was not loaded.`,
  unknownCountedByWaypost: (gap: string) => `${gap}. Counted by Waypost.`,
  activationNotConfirmed: (label: string) => `The activation of ${label} is not confirmed`,
  notActivated: (label: string) => `${label} was not activated`,
  activeAgain: (label: string) => `${label} is active again and uses a licence`,
  someoneElseChanged: (label: string) =>
    `Someone else changed ${label}. The list shows its current state.`,
};
