import { dayInZone, dayText } from '#shared/domain/calendar';
import { changesOf } from '#shared/domain/change';
import { deviceLabel, type Device, freeLicences, noLimits } from '#shared/domain/device';
import { checkLimits, expiryDay, isExpired } from '#shared/domain/expiry';
import type { JobStep } from '#shared/domain/job';
import { expiresAtOnce, expiresAtOnceText } from '#shared/domain/device-limits';
import type { KnownRecords, StepCheck, TouchedTwice } from './known-records';

/** Checks limits and renewals; each renewal of an expired device takes a free licence. */
export function createDeviceCheck(
  known: Pick<KnownRecords, 'devices' | 'capabilities' | 'licences' | 'now' | 'timeZone'>,
  touchedTwice: TouchedTwice,
): (step: JobStep & { action: 'changeLimits' | 'renew' }) => StepCheck {
  const devices = new Map(known.devices.map((device) => [device.id, device]));
  let free = freeLicences(known.licences);

  function checkLimitsStep(step: JobStep & { action: 'changeLimits' }, device: Device): StepCheck {
    const label = deviceLabel(device);
    if (!known.capabilities.writesLimits) return { label, refusal: limitsReadOnly };
    const changes = changesOf('limits', device.limits ?? noLimits, step.edit);
    if (changes.length === 0) return { label, unchanged: true };
    const problems = Object.values(checkLimits(step.edit, device.limits));
    const refusal = touchedTwice('device', step.id) ?? (problems.join(' ') || undefined);
    const day = expiresAtOnce(step.edit, device.limits, known.timeZone, known.now);
    const note = day === null ? undefined : expiresAtOnceText(dayText(day));
    return { label, changes, refusal, note };
  }

  function checkRenewal(step: JobStep & { action: 'renew' }, device: Device): StepCheck {
    const label = deviceLabel(device);
    // Some services leave expired devices out of the list; activating one shows whether it is.
    const isUnlisted = device.unlistedAt !== null;
    const expired = isUnlisted || isExpired(device, known.now, known.timeZone);
    const day = step.expirationDate;
    const edit = day === null ? {} : { expires: true, expirationDate: day };
    const dated = changesOf('limits', device.limits ?? noLimits, edit);
    if (!expired && dated.length === 0) return { label, unchanged: true };
    const changes = [
      ...dated,
      ...(expired ? [{ field: 'active', before: false, after: true }] : []),
    ];
    const refusal =
      touchedTwice('device', step.id) ??
      (dated.length > 0 && !known.capabilities.writesLimits ? limitsReadOnly : undefined) ??
      (Object.values(checkLimits(edit, device.limits)).join(' ') || undefined) ??
      (day !== null && day <= dayInZone(known.now, known.timeZone)
        ? `${day} is not in the future: the device would expire again immediately.`
        : undefined) ??
      shortens(device, day) ??
      (expired ? cannotActivate() : undefined);
    if (expired && !refusal && free !== null) free--;
    const calls = (dated.length > 0 ? 1 : 0) + (expired ? 1 : 0) + (isUnlisted ? 1 : 0);
    return { label, changes, refusal, calls, note: dateNote(device, expired, day) };
  }

  /** What was paid for is never shortened by renewing; the limits of a device can be. */
  function shortens(device: Device, day: string | null): string | undefined {
    const present = expiryDay(device, known.timeZone);
    return day !== null && present !== null && day < present
      ? `Its present expiration date ${present} is later. Renewing does not shorten it.`
      : undefined;
  }

  function dateNote(device: Device, expired: boolean, day: string | null): string | undefined {
    const present = expiryDay(device, known.timeZone);
    if (present === null || day !== null) return undefined;
    // What becomes of a passed date depends on the service.
    if (!expired || present > dayInZone(known.now, known.timeZone)) return undefined;
    return `Its expiration date ${dayText(present)} has passed. The service may switch Expires off with the activation, keep it on, or refuse until a later date is set.`;
  }

  function cannotActivate(): string | undefined {
    if (!known.capabilities.activates) return notStatedActivation;
    if (free === null || free > 0) return undefined;
    return noLicence;
  }

  return (step) => {
    const device = devices.get(step.id);
    if (!device) return { label: step.id, refusal: 'This device no longer exists.' };
    return step.action === 'renew' ? checkRenewal(step, device) : checkLimitsStep(step, device);
  };
}

/** Before a plan is refused for this, the service is asked for the present number. */
export const noLicence =
  'No licence is left: there is none, or the rows above take every free one.';
const limitsReadOnly = 'This service does not state that it accepts changes of limits and expiry.';
const notStatedActivation = 'This service does not state that it activates devices.';
