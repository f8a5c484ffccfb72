import { changesOf, type EditOf, type RecordOf } from '#shared/domain/change';
import type { Saved, EditCommand } from '#shared/domain/edit';
import type { Outcome } from '#shared/fault';
import type { StagedKind } from './staged-kind';
import { draftAfterConflict, draftAfterSave, type EditedKind } from './draft-after';
import { sendEdit } from './send-edit';

interface StagedRecordsOptions<K extends EditedKind> {
  kind: K;
  labelOf: (record: RecordOf[K]) => string;
}

/** How groups or users edited in the table are saved. */
export function stagedRecords<K extends EditedKind>(
  options: StagedRecordsOptions<K>,
): StagedKind<RecordOf[K]> {
  const { kind, labelOf } = options;
  type R = RecordOf[K];
  type E = EditOf[K];
  return {
    kind,
    change: ({ key, base, edit }) => {
      const command = { kind, action: 'change', base, edit, draft: key } as unknown as EditCommand;
      return sendEdit(command) as Promise<Outcome<Saved<R>>>;
    },
    draftOf: (record) => ({
      key: `${kind}:${record.id}`,
      kind,
      label: labelOf(record),
      base: record as unknown as Record<string, unknown>,
    }),
    changesOf: ({ base, edit }) => changesOf(kind, base as R | null, edit as E),
    afterConflict: ({ draft, theirs }, edit, choices) =>
      asFields(draftAfterConflict(kind, draft.base as R, theirs, edit as E, choices)),
    afterSave: ({ base, edit: sent }, saved, edit) =>
      asFields(draftAfterSave(kind, base as R, sent as E, saved, { ...(sent as E), ...edit })),
  };
}

const asFields = (edit: object) => edit as Record<string, unknown>;
