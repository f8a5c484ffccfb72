import type { EditOf, RecordOf } from '#shared/domain/change';
import type { Draft } from '#shared/domain/edit';
import { draftStore } from './drafts';
import { fieldWord } from '#lib/field-messages';
import type { DataColumn } from '#ui/data-table';
import { GridInput } from '#ui/grid-input';
import type { EditedKind } from './draft-after';
import { messages } from './record-messages';

/** A text field of a record that can be edited in the table. */
export interface GridField<K extends EditedKind> {
  field: keyof EditOf[K] & keyof RecordOf[K] & string;
  width: number;
  /** An emptied required field stays an edit, so that validation reports it. */
  isRequired?: boolean;
  inputMode?: 'email';
}

interface GridColumnParts<K extends EditedKind> {
  kind: K;
  fields: readonly GridField<K>[];
  labelOf: (record: RecordOf[K]) => string;
  drafts: ReadonlyMap<string, Draft>;
  /** The validation errors of a draft, by field. */
  problemsOf: (draft: Draft) => ReadonlyMap<string, string>;
  /** The record whose fields are reachable by Tab. */
  currentId: string | null;
  onStep: (record: RecordOf[K], field: string, step: 1 | -1) => void;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** The columns of a table of groups or users in edit mode. Each change is staged. */
export function gridColumns<K extends EditedKind>(
  parts: GridColumnParts<K>,
): DataColumn<RecordOf[K]>[] {
  const { kind, drafts } = parts;
  return parts.fields.map(({ field, width, isRequired = false, inputMode }, index) => ({
    id: field,
    header: fieldWord(kind, field),
    width,
    grows: true,
    sticks: index === 0,
    isSortable: true,
    cell: (record) => {
      const key = `${kind}:${record.id}`;
      const draft = drafts.get(key);
      const isChanged = draft !== undefined && Object.hasOwn(draft.edit, field);
      const saved = asText(draft?.base ? draft.base[field] : Reflect.get(record, field));
      const of = { key, kind, label: parts.labelOf(record), base: asFields(record) };
      return (
        <GridInput
          key={record.id}
          name={`${field}:${record.id}`}
          label={messages.fieldOf(fieldWord(kind, field), parts.labelOf(record))}
          {...(inputMode && { inputMode })}
          value={isChanged ? asText(draft.edit[field]) : saved}
          unsavedOver={isChanged ? saved || 'empty' : undefined}
          problem={isChanged ? parts.problemsOf(draft).get(field) : undefined}
          isReachable={record.id === parts.currentId}
          onType={(text) => draftStore.stage(of, { [field]: text || (isRequired ? '' : null) })}
          onRevert={() => draft && draftStore.stage(of, { [field]: draft.base?.[field] ?? null })}
          onStep={(step) => parts.onStep(record, field, step)}
        />
      );
    },
  }));
}

const asFields = (record: object) => record as Record<string, unknown>;
