import { changesOf } from '#shared/domain/change';
import type { Device } from '#shared/domain/device';
import type { LimitsEdit } from '#shared/domain/edit';
import { editAfterChoice, type StagedKind } from '#features/drafts';
import { sendEdit } from '#features/records';
import { limitsDraftOf } from './limits-draft';

/** How limits that were staged on the board are saved. */
export const stagedLimits: StagedKind<Device> = {
  kind: 'limits',
  noun: 'device',
  savedTitle: (devices) => `Limits of ${devices} saved`,
  change: ({ base, edit }) =>
    sendEdit({ kind: 'limits', action: 'change', base: base as Device, edit }),
  draftOf: limitsDraftOf,
  changesOf: ({ base, edit }) => changesOf('limits', (base as Device).limits, edit as LimitsEdit),
  afterConflict: ({ conflicts }, edit, choices) => editAfterChoice(edit, conflicts, choices),
  afterSave: (_sent, _saved, edit) => edit,
};
