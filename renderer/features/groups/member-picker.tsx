import { Button } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { DeviceList } from '#features/edits';
import { commonTexts } from '#lib/common-texts';
import { findByText } from '#lib/find-text';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { SearchBox } from '#ui/page';
import { useSelection } from '#ui/selection';
import classes from './groups.module.css';
import { groupMessages, paneMessages, texts } from './groups-texts';
import { PasteDialog } from './paste-devices';
import { useDeviceDrag, useDeviceDrop } from './drop-devices';

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
  const format = useFormat();
  const rows = useMemo(() => pickerRows(devices, members, before), [devices, members, before]);
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
        words={paneMessages.others}
        onMove={add}
        empty={texts.everyDeviceIsInThe}
        onDrop={(ids) => remove(ids.filter((id) => inGroup.has(id)))}
      />
      <Pane
        rows={rows.members}
        words={paneMessages.members}
        onMove={remove}
        empty={texts.theGroupHasNoMembers}
        onDrop={(ids) => add(ids.filter((id) => !inGroup.has(id)))}
        action={
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconClipboardList size={13} aria-hidden />}
            onClick={() => setPasting(true)}
          >
            {texts.pasteAList}
          </Button>
        }
      />
      {isPasting && (
        <PasteDialog
          devices={devices.rows}
          title={texts.addDevicesFromAList}
          confirm={(count) => groupMessages.runLabel('add', count, format)}
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
  words: (typeof paneMessages)[keyof typeof paneMessages];
  onMove: (ids: readonly string[]) => void;
  onDrop: (ids: readonly string[]) => void;
  empty: string;
  action?: React.ReactNode;
}

const rowLabel = ({ label }: PickerRow) => label;

function Pane({ words, rows, onMove, onDrop, empty, action }: PaneProps) {
  const [search, setSearch] = useState('');
  const [current, setCurrent] = useState<string | null>(null);
  const drop = useDeviceDrop(onDrop);
  const { count } = useFormat();
  const drag = useDeviceDrag();
  const query = useDeferredValue(search);
  const shown = useMemo(
    () => (query.trim() ? findByText(rows, query, ({ text }) => text, rowLabel) : rows),
    [rows, query],
  );
  const order = useMemo(() => shown.map(({ id }) => id), [shown]);
  const ids = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  const selection = useSelection(
    order,
    useCallback((id: string) => ids.has(id), [ids]),
  );
  const columns = useMemo(
    () => [selection.column<PickerRow>(rowLabel), ...paneColumns],
    [selection],
  );
  const currentIndex = current === null ? -1 : order.indexOf(current);
  const moving = (index: number): readonly string[] => {
    const id = order[index];
    if (id === undefined) return [...selection.ids];
    return selection.ids.has(id) ? [...selection.ids] : [id];
  };
  const move = (moved: readonly string[]) => {
    if (moved.length === 0) return;
    // The focus moves to the row that takes the place of the first moved row.
    const movedIds = new Set(moved);
    const from = order.findIndex((id) => movedIds.has(id));
    const remaining = order.filter((id) => !movedIds.has(id));
    setCurrent(remaining[Math.min(Math.max(0, from), remaining.length - 1)] ?? null);
    selection.clear();
    onMove(moved);
  };
  const picked = selection.ids.size;
  return (
    <section className={classes.pane} aria-label={words.title}>
      <div role="presentation" className={classes.dropArea} {...drop}>
        <div className={classes.paneHead}>
          <h2 className={classes.paneTitle}>
            {words.title} <span className={classes.count}>({count(rows.length)})</span>
          </h2>
          {action}
        </div>
        <div className={classes.paneTools}>
          <SearchBox
            label={words.search}
            placeholder={texts.search}
            value={search}
            onChange={setSearch}
          />
          <span className={classes.count} aria-live="polite">
            {search && groupMessages.foundCount(count(shown.length))}
          </span>
          <Button
            size="compact-sm"
            disabled={picked === 0}
            title={words.moveSelected}
            onClick={() => move([...selection.ids])}
          >
            {picked > 0 ? words.moveCount(count(picked)) : words.move}
          </Button>
        </div>
        {/* A row handles selection only, so Enter bubbles up to here. */}
        <div
          role="presentation"
          className={classes.paneList}
          onKeyDown={(event) => {
            const row = event.target as HTMLElement;
            if (event.key !== 'Enter' || row.role !== 'row') return;
            move(moving(Number(row.dataset.index)));
          }}
        >
          <DataTable
            label={words.title}
            columns={columns}
            count={shown.length}
            rowAt={(index) => shown[index]}
            rowLabel={rowLabel}
            selectedIndex={currentIndex}
            selectedKey={current}
            onSelect={(index) => setCurrent(order[index] ?? null)}
            marking={selection.marking}
            onDragRow={(index, event) => drag(event, moving(index))}
            empty={<EmptyList>{search ? texts.noDevicesMatchTheSearch : empty}</EmptyList>}
          />
        </div>
      </div>
    </section>
  );
}

const paneColumns: DataColumn<PickerRow>[] = [
  {
    id: 'name',
    header: commonTexts.device,
    width: 150,
    grows: true,
    cell: ({ label, text }) => <span title={text}>{label}</span>,
  },
  {
    id: 'mark',
    header: texts.change,
    width: 78,
    cell: ({ mark }) => mark && <span className={classes.changed}>{mark}</span>,
  },
  {
    id: 'description',
    header: texts.description,
    width: 110,
    grows: true,
    cell: ({ description }) => description && <span title={description}>{description}</span>,
  },
];

/** A device as the picker shows it. */
export interface PickerRow {
  id: string;
  label: string;
  description: string;
  /** The searched text. */
  text: string;
  /** The unsaved change. */
  mark: 'added' | 'removed' | null;
}

export interface PickerRows {
  others: PickerRow[];
  members: PickerRow[];
}

/** Devices by membership, in the given order; member ids without a device come last. */
export function pickerRows(
  { rows, byId }: DeviceList,
  members: readonly string[],
  before: readonly string[],
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
    const description = texts.notInYourListOf;
    const mark = wasMember.has(id) ? null : 'added';
    result.members.push({ id, label: id, description, text: `${id} ${description}`, mark });
  }
  return result;
}
