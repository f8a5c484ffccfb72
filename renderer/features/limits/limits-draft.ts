import { dayText } from '#shared/domain/calendar';
import type { Device } from '#shared/domain/device';
import { expiresAtOnce, expiresAtOnceText } from '#shared/domain/device-limits';
import type { Draft, LimitsEdit } from '#shared/domain/edit';
import { checkLimits, type LimitsProblems } from '#shared/domain/expiry';
import { draftOf, draftStore } from '#features/edits';
import { clock } from '#lib/clock';

export type LimitsField = keyof LimitsEdit;

export const limitsKey = (id: string) => `limits:${id}`;

/** The saved value of a field. */
export function limitsValue(device: Pick<Device, 'limits'>, field: LimitsField): unknown {
  return device.limits?.[field] ?? (field === 'expires' ? false : null);
}

/**
 * Parses a limit: empty means no limit. Text that is not a whole number stays text, so that the user
 * can correct it; `checkLimits` reports it.
 */
export function readLimit(typed: string): number | null | string {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

/** A staged or saved value as the text of its field. */
export const fieldText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : '';

/** The validation errors of a draft, by field. */
export const problemsOf = ({ base, edit }: Pick<Draft, 'base' | 'edit'>): LimitsProblems =>
  checkLimits(edit as LimitsEdit, (base as Device).limits);

/** Stages edits of one device. Invalid text stays in the draft, so that the user can correct it. */
export function stageLimits(device: Device, changes: Partial<Record<LimitsField, unknown>>): void {
  draftStore.stage(draftOf('limits', device), changes);
}

/** That a device expires as soon as an edit is saved; null: it does not. */
export function expiryWarning(device: Device, edit: LimitsEdit, zone: string): string | null {
  const day = expiresAtOnce(edit, device.limits, zone, clock.now());
  return day === null ? null : expiresAtOnceText(dayText(day));
}
