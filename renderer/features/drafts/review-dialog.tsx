import { Button, Group, Modal, Progress, Text } from '@mantine/core';
import type { Device } from '#shared/domain/device';
import type { Draft } from '#shared/domain/edit';
import { useSaveKey } from '#features/drafts';
import { changeText } from '#lib/field-words';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import classes from './limits.module.css';
import { limitsValue, type LimitsField } from './limits-draft';
import { useMemo, useState } from 'react';

interface ReviewDialogProps {
  drafts: readonly Draft[];
  /** How many are saved so far; null before saving. */
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

const columns: DataColumn<ReviewRow>[] = [
  { id: 'label', header: 'Device', width: 180, grows: true, cell: (row) => text(row.label) },
  { id: 'name', header: 'Field', width: 150, cell: (row) => text(row.name) },
  { id: 'before', header: 'Before', width: 110, cell: (row) => text(row.before) },
  { id: 'after', header: 'After', width: 110, cell: (row) => text(row.after) },
];
const text = (value: string) => <span title={value}>{value}</span>;
const rowLabel = ({ label, name, before, after }: ReviewRow) =>
  `${label}, ${name}: ${before} becomes ${after}`;

/** Everything that was staged in the table, before any of it is sent. */
export function ReviewDialog({ drafts, done, onSave, onCancel }: ReviewDialogProps) {
  const format = useFormat();
  const [selected, setSelected] = useState(-1);
  const rows = useMemo(
    () =>
      drafts.flatMap((draft) =>
        Object.entries(draft.edit).map(([field, after]) => {
          const before = limitsValue(draft.base as Device, field as LimitsField);
          const change = changeText('limits', { field, before, after }, format);
          return { id: `${draft.key} ${field}`, label: draft.label, ...change };
        }),
      ),
    [drafts, format],
  );
  const isSaving = done !== null;
  // While it saves, the key is still taken, so that the page below does not ask again.
  useSaveKey(() => !isSaving && onSave());
  return (
    <Modal
      opened
      onClose={() => !isSaving && onCancel()}
      size="xl"
      title={`Save ${format.counted(rows.length, 'change')} of ${format.counted(drafts.length, 'device')}?`}
      closeButtonProps={{ 'aria-label': 'Close, save nothing' }}
    >
      <Text size="sm">
        Each device is one call. Where somebody else changed the same field meanwhile, you are
        asked.
      </Text>
      <div className={classes.review}>
        <DataTable
          label="Changes to save"
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
        <Progress value={(done / drafts.length) * 100} aria-label="Progress of saving" mt="sm" />
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel} disabled={isSaving}>
          Keep as drafts
        </Button>
        <Button onClick={onSave} loading={isSaving} data-autofocus>
          Save {format.counted(rows.length, 'change')}
        </Button>
      </Group>
    </Modal>
  );
}
