import { Button } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { DeviceList } from '#features/edits';
import { fieldWord } from '#lib/field-values';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import type { DataColumn } from '#ui/data-table';
import { ListTable } from '#ui/list-board';
import { SearchBox } from '#ui/page';
import { useList } from '#ui/use-list';
import { useDeviceDrag, useDeviceDrop } from './drop-devices';
import classes from './groups.module.css';
import { PasteDialog } from './paste-devices';

interface MemberPickerProps {
  devices: DeviceList;
  /** The members in the draft. */
  members: readonly string[];
  /** The saved members, to mark the changes. */
  before: readonly string[];
  onChange: (members: string[]) => void;
}

/** Chooses members in two panes with search, by keyboard, by pasting a list and by dragging. */
export function MemberPicker({ devices, members, before, onChange }: MemberPickerProps) {
  const [isPasting, setPasting] = useState(false);
  const { t } = useFormat();
  const unlisted = t('groups.picker.unlisted');
  const rows = useMemo(
    () => pickerRows(devices, members, before, unlisted),
    [devices, members, before, unlisted],
  );
  const inGroup = useMemo(() => new Set(members), [members]);
  const add = (ids: readonly string[]) => onChange([...new Set([...members, ...ids])]);
  const remove = (ids: readonly string[]) => {
    const removed = new Set(ids);
    onChange(members.filter((id) => !removed.has(id)));
  };
  return (
    <div className={classes.picker}>
      <Pane
        rows={rows.others}
        side="others"
        onMove={add}
        onDrop={(ids) => remove(ids.filter((id) => inGroup.has(id)))}
      />
      <Pane
        rows={rows.members}
        side="members"
        onMove={remove}
        onDrop={(ids) => add(ids.filter((id) => !inGroup.has(id)))}
        action={
          <ActionButton size="compact-xs" icon={IconClipboardList} onClick={() => setPasting(true)}>
            {t('groups.picker.paste')}
          </ActionButton>
        }
      />
      {isPasting && (
        <PasteDialog
          devices={devices.rows}
          title={t('groups.paste.title')}
          confirm={(count) => t('groups.choose.run.add', { count })}
          isDone={(id) => inGroup.has(id)}
          onConfirm={(ids) => {
            add(ids);
            setPasting(false);
          }}
          onCancel={() => setPasting(false)}
        />
      )}
    </div>
  );
}

interface PaneProps {
  rows: readonly PickerRow[];
  /** The devices outside or inside the group. */
  side: 'others' | 'members';
  onMove: (ids: readonly string[]) => void;
  onDrop: (ids: readonly string[]) => void;
  action?: React.ReactNode;
}

const rowLabel = ({ label }: PickerRow) => label;
const textOf = ({ text }: PickerRow) => text;

function Pane({ side, rows, onMove, onDrop, action }: PaneProps) {
  const format = useFormat();
  const { t, count } = format;
  const title = t(`groups.${side}`);
  const isChanged = rows.some(({ mark }) => mark !== null);
  const columns = useMemo(() => paneColumns(format, isChanged), [format, isChanged]);
  const list = useList({ rows, labelOf: rowLabel, textOf });
  const { order, selection } = list;
  const drop = useDeviceDrop(onDrop);
  const drag = useDeviceDrag();
  const selected = [...selection.ids];
  const withSelected = ({ id }: PickerRow) => (selection.ids.has(id) ? selected : [id]);
  const move = (moved: readonly string[]) => {
    if (moved.length === 0) return;
    // The focus moves to the row that takes the place of the first moved row.
    const movedIds = new Set(moved);
    const from = order.findIndex((id) => movedIds.has(id));
    const remaining = order.filter((id) => !movedIds.has(id));
    list.setCurrentId(remaining[Math.min(Math.max(0, from), remaining.length - 1)] ?? null);
    selection.clear();
    onMove(moved);
  };
  return (
    <section className={classes.pane} aria-label={title}>
      <div role="presentation" className={classes.dropArea} {...drop}>
        <div className={classes.paneHead}>
          <h2 className={classes.paneTitle}>
            {title} <span className={classes.count}>({count(rows.length)})</span>
          </h2>
          {action}
        </div>
        <div className={classes.paneTools}>
          <SearchBox
            label={t(`groups.${side}.search`)}
            placeholder={t('groups.picker.search')}
            value={list.search}
            onChange={list.setSearch}
          />
          <span className={classes.count} aria-live="polite">
            {list.search && t('groups.picker.found', { count: list.count })}
          </span>
          <Button
            size="compact-sm"
            disabled={selected.length === 0}
            title={t(`groups.${side}.moveSelected`)}
            onClick={() => move(selected)}
          >
            {selected.length > 0
              ? t(`groups.${side}.moveCount`, { count: selected.length })
              : t(`groups.${side}.move`)}
          </Button>
        </div>
        <div className={classes.paneList}>
          <ListTable
            label={title}
            list={list}
            columns={columns}
            rowLabel={rowLabel}
            isSelectable
            onEnter={(row) => move(withSelected(row))}
            onDragRow={(row, event) => drag(event, withSelected(row))}
            empty={{
              loading: '',
              noMatch: t('groups.picker.noMatch'),
              none: t(`groups.${side}.empty`),
            }}
          />
        </div>
      </div>
    </section>
  );
}

/** Without the column of changes while there are none: names need its room in a small window. */
function paneColumns(format: Format, isChanged: boolean): DataColumn<PickerRow>[] {
  const changes: DataColumn<PickerRow> = {
    id: 'mark',
    header: format.t('groups.picker.change'),
    width: 104,
    cell: ({ mark }) => {
      const text = mark && format.t('groups.picker.mark', { mark });
      return (
        text && (
          <span className={classes.changed} title={text}>
            {text}
          </span>
        )
      );
    },
  };
  return [
    {
      id: 'name',
      header: format.t('common.device'),
      width: 130,
      grows: true,
      cell: ({ label, text }) => <span title={text}>{label}</span>,
    },
    ...(isChanged ? [changes] : []),
    {
      id: 'description',
      header: fieldWord('group', 'description', format),
      width: 104,
      grows: true,
      cell: ({ description }) => description,
    },
  ];
}

/** A device as the picker shows it. */
interface PickerRow {
  id: string;
  label: string;
  description: string;
  /** The searched text. */
  text: string;
  /** The unsaved change. */
  mark: 'added' | 'removed' | null;
}

interface PickerRows {
  others: PickerRow[];
  members: PickerRow[];
}

/** Devices by membership, in the given order; member ids without a device come last, with `unlisted` as text. */
export function pickerRows(
  { rows, byId }: DeviceList,
  members: readonly string[],
  before: readonly string[],
  unlisted: string,
): PickerRows {
  const isMember = new Set(members);
  const wasMember = new Set(before);
  const result: PickerRows = { others: [], members: [] };
  for (const { id, label, description } of rows) {
    const isIn = isMember.has(id);
    const mark = isIn === wasMember.has(id) ? null : isIn ? 'added' : 'removed';
    const row = { id, label, description, text: `${label} ${description} ${id}`, mark } as const;
    (isIn ? result.members : result.others).push(row);
  }
  for (const id of isMember) {
    if (byId.has(id)) continue;
    const mark = wasMember.has(id) ? null : 'added';
    result.members.push({ id, label: id, description: unlisted, text: `${id} ${unlisted}`, mark });
  }
  return result;
}
