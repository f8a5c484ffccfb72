import type { Device } from '#shared/domain/device';
import type { Draft, LimitsEdit } from '#shared/domain/edit';
import { checkLimits, type LimitsProblems } from '#shared/domain/expiry';
import type { DraftOf } from '#features/drafts';
import { deviceLabel } from '#shared/domain/device';

export type LimitsField = keyof LimitsEdit;

export const limitsKey = (id: string) => `limits:${id}`;

export const limitsDraftOf = (device: Device): DraftOf => ({
  key: limitsKey(device.id),
  kind: 'limits',
  label: deviceLabel(device),
  base: device,
});

/** An editable field as the device has it. */
export function limitsValue(device: Pick<Device, 'limits'>, field: LimitsField): unknown {
  return device.limits?.[field] ?? (field === 'expires' ? false : null);
}

/**
 * What was typed into a limit: nothing is no limit, digits are a number. Anything else is kept as it
 * was typed, so that it can be corrected, and `checkLimits` refuses it.
 */
export function readLimit(typed: string): number | null | string {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

/** A staged or saved limit as text for its field. */
export const limitText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : '';

/** What is wrong with a draft, by field. */
export function problemsOf(draft: Pick<Draft, 'base' | 'edit'>): LimitsProblems {
  const { limits } = draft.base as Device;
  return checkLimits(draft.edit as LimitsEdit, limits);
}
