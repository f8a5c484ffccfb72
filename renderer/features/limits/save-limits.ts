import { changesOf } from '#shared/domain/change';
import type { Device } from '#shared/domain/device';
import { dayText } from '#shared/domain/calendar';
import type { LimitsEdit } from '#shared/domain/edit';
import { expiresAtOnce, expiresAtOnceText } from '#shared/domain/device-limits';
import { draftStore, editAfterChoice, sendEdit, type StagedKind } from '#features/edits';
import { clock } from '#lib/clock';
import { limitsDraftOf, limitsValue, type LimitsField } from './limits-draft';

/** Stages edits of one device. Invalid text stays in the draft, so that the user can correct it. */
export function stageLimits(device: Device, changes: Partial<Record<LimitsField, unknown>>): void {
  draftStore.stage(limitsDraftOf(device), changes, (base, field) =>
    limitsValue(base as Device, field as LimitsField),
  );
}

/** How staged limits are saved; days are those of `zone`. */
export const stagedLimits = (zone: string): StagedKind<Device> => ({
  kind: 'limits',
  change: ({ key, base, edit }) =>
    sendEdit({ kind: 'limits', action: 'change', base: base as Device, edit, draft: key }),
  draftOf: limitsDraftOf,
  changesOf: ({ base, edit }) => changesOf('limits', (base as Device).limits, edit as LimitsEdit),
  warningOf: ({ base, edit }) => expiryWarning(base as Device, edit as LimitsEdit, zone),
  afterConflict: ({ conflicts }, edit, choices) => editAfterChoice(edit, conflicts, choices),
  afterSave: (_sent, _saved, edit) => edit,
});

/** That a device expires as soon as an edit is saved; null: it does not. */
export function expiryWarning(device: Device, edit: LimitsEdit, zone: string): string | null {
  const day = expiresAtOnce(edit, device.limits, zone, clock.now());
  return day === null ? null : expiresAtOnceText(dayText(day));
}
