import { deviceLabel, type Device } from '#shared/domain/device';
import type { Draft, LimitsEdit } from '#shared/domain/edit';
import { checkLimits, type LimitsProblems } from '#shared/domain/expiry';
import type { DraftOf, FieldProblem } from '#features/edits';
import { fieldWord } from '#lib/field-messages';
import { limitsMessages } from './limits-messages';

export type LimitsField = keyof LimitsEdit;

export const limitsKey = (id: string) => `limits:${id}`;

export const limitsDraftOf = (device: Device): DraftOf => ({
  key: limitsKey(device.id),
  kind: 'limits',
  label: deviceLabel(device),
  base: device,
});

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
export const limitText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : '';

/** The validation errors of a draft, by field. */
export function problemsOf(draft: Pick<Draft, 'base' | 'edit'>): LimitsProblems {
  const { limits } = draft.base as Device;
  return checkLimits(draft.edit as LimitsEdit, limits);
}

/** The validation errors of all drafts; each can focus its field. */
export function limitProblems(
  drafts: readonly Draft[],
  focus: (id: string, field: LimitsField) => void,
): FieldProblem[] {
  return drafts.flatMap((draft) =>
    Object.entries(problemsOf(draft)).map(([field, message]) => ({
      name: limitsMessages.fieldOf(fieldWord('limits', field), draft.label),
      message,
      focus: () => focus((draft.base as Device).id, field as LimitsField),
    })),
  );
}
