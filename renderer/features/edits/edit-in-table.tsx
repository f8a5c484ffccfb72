import { useCallback, useState } from 'react';
import type { EditOf, RecordOf } from '#shared/domain/change';
import type { Draft } from '#shared/domain/edit';
import { createAccountStore } from '#lib/account-scope';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import type { DataColumn } from '#ui/data-table';
import { focusGridInput, GridInput } from '#ui/field';
import { draftStore, useDrafts, useDraftsOf, draftOf, type EditedKind } from './drafts';
import { fieldName } from './field';
import { SaveBar, type FieldProblem } from './save-bar';
import { useSave, useWaits } from './use-save';

/** A text field of a record that can be edited in the table. */
export interface GridField<K extends EditedKind> {
  field: keyof EditOf[K] & keyof RecordOf[K] & string;
  width: number;
  /** An emptied required field stays an edit, so that validation reports it. */
  isRequired?: boolean;
  inputMode?: 'email';
}

/** The validation errors of an edit, by field. */
export type ProblemsOf<K extends EditedKind> = (
  edit: EditOf[K],
  base: RecordOf[K] | null,
  format: Format,
) => ReadonlyMap<string, string>;

/** Whether a table is in edit mode; survives leaving the page. */
export const gridMode = createAccountStore<Record<EditedKind, boolean>>({
  group: false,
  user: false,
});

interface EditInTableOptions<K extends EditedKind> {
  kind: K;
  fields: readonly GridField<K>[];
  problemsOf: ProblemsOf<K>;
  all: readonly RecordOf[K][];
  /** Opens the editor, for a field that is not in the table. */
  onEdit: (record: RecordOf[K]) => void;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** The edit mode of a table: its inputs, the current row, and how the staged changes are saved. */
export function useEditInTable<K extends EditedKind>(options: EditInTableOptions<K>) {
  const { kind, fields, all, problemsOf } = options;
  const format = useFormat();
  const { t } = format;
  const allDrafts = useDrafts();
  const drafts = useDraftsOf(kind);
  /** The row whose fields are reachable by Tab. */
  const [currentId, setCurrentId] = useState<string | null>(null);
  const focusField = useCallback((id: string, field: string) => {
    setCurrentId(id);
    focusGridInput(`${field}:${id}`);
  }, []);
  const saving = useSave({ kind });
  const waits = useWaits();
  const problemsIn = useCallback(
    ({ edit, base }: Pick<Draft, 'edit' | 'base'>) =>
      problemsOf(edit as EditOf[K], base as RecordOf[K] | null, format),
    [problemsOf, format],
  );
  /** `order`: the ids of the shown records. */
  const columnsFor = useCallback(
    (order: readonly string[]) =>
      fields.map(
        ({ field, width, isRequired = false, inputMode }, index): DataColumn<RecordOf[K]> => {
          const header = fieldName(kind, field, format);
          return {
            id: field,
            header,
            width,
            grows: true,
            sticks: index === 0,
            cell: (record) => {
              const of = draftOf(kind, record as never);
              const draft = allDrafts.get(of.key);
              const isChanged = draft !== undefined && Object.hasOwn(draft.edit, field);
              const saved = asText(draft?.base ? draft.base[field] : Reflect.get(record, field));
              return (
                <GridInput
                  key={record.id}
                  name={`${field}:${record.id}`}
                  label={t('edits.field.ofRecord', { field: header, record: of.label })}
                  {...(inputMode && { inputMode })}
                  value={isChanged ? asText(draft.edit[field]) : saved}
                  unsavedOver={isChanged ? saved || t('common.empty') : undefined}
                  problem={isChanged ? problemsIn(draft).get(field) : undefined}
                  isReachable={record.id === currentId}
                  onType={(text) =>
                    draftStore.stage(of, { [field]: text || (isRequired ? '' : null) })
                  }
                  onRevert={() =>
                    draft && draftStore.stage(of, { [field]: draft.base?.[field] ?? null })
                  }
                  onStep={(step) => {
                    const next = order[order.indexOf(record.id) + step];
                    if (next !== undefined) focusField(next, field);
                  }}
                />
              );
            },
          };
        },
      ),
    [kind, fields, allDrafts, problemsIn, currentId, focusField, format, t],
  );
  const problemsFor = (order: readonly string[]) =>
    drafts.flatMap((draft) =>
      [...problemsIn(draft)].map(([field, message]): FieldProblem => {
        const id = draft.key.slice(kind.length + 1);
        const record = all.find((each) => each.id === id);
        const isInTable = order.includes(id) && fields.some((each) => each.field === field);
        return {
          name: t('edits.field.ofRecord', {
            field: fieldName(kind, field, format),
            record: draft.label,
          }),
          message,
          focus: () => (record && !isInTable ? options.onEdit(record) : focusField(id, field)),
        };
      }),
    );
  return {
    current: { id: currentId, onChange: setCurrentId },
    columnsFor,
    /** Enter on a row focuses its first field. */
    enter: ({ id }: { id: string }) => focusField(id, fields[0]?.field ?? ''),
    notice: saving.notice,
    dialogs: saving.dialogs,
    footer: (order: readonly string[]) => (
      <SaveBar
        changed={drafts.map(({ label }) => label)}
        problems={problemsFor(order)}
        saveLabel={drafts.length > 1 ? t('edits.save.review') : t('edits.save')}
        isBusy={saving.isBusy}
        waits={waits}
        onSave={() => saving.save(drafts)}
        onDiscard={() => drafts.forEach(({ key }) => draftStore.discard(key))}
      />
    ),
  };
}
