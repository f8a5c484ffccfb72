import { changesOf } from '#shared/domain/change';
import type { Device } from '#shared/domain/device';
import type { LimitsEdit } from '#shared/domain/edit';
import { draftStore, editAfterChoice, type StagedKind } from '#features/drafts';
import { sendEdit } from '#features/records';
import { limitsDraftOf, limitsValue, type LimitsField } from './limits-draft';

/** Stages edits of one device. Invalid text stays in the draft, so that the user can correct it. */
export function stageLimits(device: Device, changes: Partial<Record<LimitsField, unknown>>): void {
  draftStore.stage(limitsDraftOf(device), changes, (base, field) =>
    limitsValue(base as Device, field as LimitsField),
  );
}

/** How staged limits are saved. */
export const stagedLimits: StagedKind<Device> = {
  kind: 'limits',
  change: ({ key, base, edit }) =>
    sendEdit({ kind: 'limits', action: 'change', base: base as Device, edit, draft: key }),
  draftOf: limitsDraftOf,
  changesOf: ({ base, edit }) => changesOf('limits', (base as Device).limits, edit as LimitsEdit),
  afterConflict: ({ conflicts }, edit, choices) => editAfterChoice(edit, conflicts, choices),
  afterSave: (_sent, _saved, edit) => edit,
};
