import { Button, Group, Progress, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Draft, RecordKind } from '#shared/domain/edit';
import { commonTexts } from '#lib/common-texts';
import { changeText } from '#lib/field-messages';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { Dialog } from '#ui/dialog';
import { Notice } from '#ui/notice';
import { stagedMessages } from './draft-messages';
import { texts } from './drafts-texts';
import classes from './edits.module.css';
import type { StagedKind } from './staged-kind';
import { useSaveKey } from './use-save-key';

interface ReviewDialogProps<R> {
  staged: StagedKind<R>;
  drafts: readonly Draft[];
  /** The number of saved drafts; null before saving. */
  done: number | null;
  onSave: () => void;
  onCancel: () => void;
}

interface ReviewRow {
  id: string;
  label: string;
  name: string;
  before: string;
  after: string;
}

const text = (value: string) => <span title={value}>{value}</span>;
const columnsFor = (kind: RecordKind): DataColumn<ReviewRow>[] => [
  {
    id: 'label',
    header: stagedMessages.column(kind),
    width: 180,
    grows: true,
    cell: (row) => text(row.label),
  },
  { id: 'name', header: commonTexts.field, width: 150, cell: (row) => text(row.name) },
  {
    id: 'before',
    header: commonTexts.before,
    width: 110,
    grows: true,
    cell: (row) => text(row.before),
  },
  {
    id: 'after',
    header: commonTexts.after,
    width: 110,
    grows: true,
    cell: (row) => text(row.after),
  },
];
const rowLabel = ({ label, name, before, after }: ReviewRow) =>
  stagedMessages.rowLabel(label, name, before, after);

/** Shows all staged changes before they are sent. */
export function ReviewDialog<R>(props: ReviewDialogProps<R>) {
  const { staged, drafts, done, onSave, onCancel } = props;
  const format = useFormat();
  const [selected, setSelected] = useState(-1);
  const { kind, changesOf, show } = staged;
  const columns = useMemo(() => columnsFor(kind), [kind]);
  const rows = useMemo(
    () =>
      drafts.flatMap((draft) =>
        changesOf(draft).map((change) => {
          const texts = changeText(kind, change, format);
          const { field, before, after } = change;
          const shown = show && { before: show(field, before), after: show(field, after) };
          return { id: `${draft.key} ${field}`, label: draft.label, ...texts, ...shown };
        }),
      ),
    [drafts, kind, changesOf, show, format],
  );
  const isSaving = done !== null;
  // Handled while saving too, so that the page below does not react to the key.
  useSaveKey(() => !isSaving && onSave());
  return (
    <Dialog
      opened
      onClose={() => !isSaving && onCancel()}
      size="xl"
      title={stagedMessages.review(kind, rows.length, drafts.length, format)}
      closeButtonProps={{ 'aria-label': texts.closeWithoutSaving }}
    >
      <Text size="sm">{stagedMessages.separately(kind)}</Text>
      {drafts.map((draft) => {
        const warning = staged.warningOf?.(draft);
        return (
          warning && (
            <Notice key={draft.key} tone="warning" title={draft.label}>
              <div>{warning}</div>
            </Notice>
          )
        );
      })}
      <div className={classes.review}>
        <DataTable
          label={texts.changesToSave}
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          rowLabel={rowLabel}
          selectedIndex={selected}
          selectedKey={rows[selected]?.id ?? null}
          onSelect={setSelected}
        />
      </div>
      {isSaving && (
        <Progress
          value={(done / drafts.length) * 100}
          aria-label={texts.progressOfSaving}
          mt="sm"
        />
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel} disabled={isSaving}>
          {texts.keepAsDrafts}
        </Button>
        <Button onClick={onSave} loading={isSaving} data-autofocus>
          {stagedMessages.save(rows.length, format)}
        </Button>
      </Group>
    </Dialog>
  );
}
