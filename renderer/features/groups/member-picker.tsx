import { Button } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useSelection } from '#features/jobs';
import type { DeviceList } from '#features/records';
import { findByText } from '#lib/find-text';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { SearchBox } from '#ui/page-head';
import classes from './groups.module.css';
import { PasteDialog } from './paste-dialog';
import { pickerRows, type PickerRow } from './picker-rows';
import { useDeviceDrag, useDeviceDrop } from './device-drag';

interface MemberPickerProps {
  devices: DeviceList;
  /** Who is in the group as it stands in the draft. */
  members: readonly string[];
  /** Who was in it when editing began, for the marks. */
  before: readonly string[];
  onChange: (members: string[]) => void;
}

/** Who is in a group: two panes, search on both sides, by keyboard, by pasting and by dragging. */
export function MemberPicker({ devices, members, before, onChange }: MemberPickerProps) {
  const [isPasting, setPasting] = useState(false);
  const rows = useMemo(() => pickerRows(devices, members, before), [devices, members, before]);
  const inGroup = useMemo(() => new Set(members), [members]);
  const add = (ids: readonly string[]) => onChange([...new Set([...members, ...ids])]);
  const remove = (ids: readonly string[]) => {
    const gone = new Set(ids);
    onChange(members.filter((id) => !gone.has(id)));
  };
  return (
    <div className={classes.picker}>
      <Pane
        title="Devices not in the group"
        rows={rows.others}
        verb="Add"
        onMove={add}
        empty="Every device is in the group."
        takes={(ids) => remove(ids.filter((id) => inGroup.has(id)))}
      />
      <Pane
        title="In the group"
        rows={rows.members}
        verb="Remove"
        onMove={remove}
        empty="Nobody is in the group. Drag devices here, or pick them on the other side and press Enter."
        takes={(ids) => add(ids.filter((id) => !inGroup.has(id)))}
        action={
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconClipboardList size={13} aria-hidden />}
            onClick={() => setPasting(true)}
          >
            Paste a list…
          </Button>
        }
      />
      {isPasting && (
        <PasteDialog
          devices={devices.rows}
          title="Add devices from a list"
          confirm={(count) => `Add ${count}`}
          isDone={(id) => inGroup.has(id)}
          doneWord="in the group already"
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
  title: string;
  rows: readonly PickerRow[];
  verb: 'Add' | 'Remove';
  onMove: (ids: readonly string[]) => void;
  /** Dropped here. */
  takes: (ids: readonly string[]) => void;
  empty: string;
  action?: React.ReactNode;
}

const rowLabel = ({ label }: PickerRow) => label;

function Pane({ title, rows, verb, onMove, takes, empty, action }: PaneProps) {
  const [search, setSearch] = useState('');
  const [current, setCurrent] = useState<string | null>(null);
  const drop = useDeviceDrop(takes);
  const { count } = useFormat();
  const drag = useDeviceDrag();
  const wanted = useDeferredValue(search);
  const shown = useMemo(
    () => (wanted.trim() ? findByText(rows, wanted, ({ text }) => text, rowLabel) : rows),
    [rows, wanted],
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
    // The keyboard goes on with the row that takes the place of the first one that went.
    const gone = new Set(moved);
    const from = order.findIndex((id) => gone.has(id));
    const left = order.filter((id) => !gone.has(id));
    setCurrent(left[Math.min(Math.max(0, from), left.length - 1)] ?? null);
    selection.clear();
    onMove(moved);
  };
  const picked = selection.ids.size;
  return (
    <section className={classes.pane} aria-label={title}>
      <div role="presentation" className={classes.drop} {...drop}>
        <div className={classes.paneHead}>
          <h2 className={classes.paneTitle}>
            {title} <span className={classes.count}>({count(rows.length)})</span>
          </h2>
          {action}
        </div>
        <div className={classes.paneTools}>
          <SearchBox
            label={`Search: ${title.toLowerCase()}`}
            placeholder="Search"
            value={search}
            onChange={setSearch}
          />
          <span className={classes.count} aria-live="polite">
            {search && `${count(shown.length)} found`}
          </span>
          <Button
            size="compact-sm"
            disabled={picked === 0}
            title={`${verb} what is selected (Enter)`}
            onClick={() => move([...selection.ids])}
          >
            {verb} {picked > 0 && count(picked)}
          </Button>
        </div>
        {/* Enter bubbles up from a row, which itself only selects. */}
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
            label={title}
            columns={columns}
            count={shown.length}
            rowAt={(index) => shown[index]}
            rowLabel={rowLabel}
            selectedIndex={currentIndex}
            selectedKey={current}
            onSelect={(index) => setCurrent(order[index] ?? null)}
            marking={selection.marking}
            onDragRow={(index, event) => drag(event, moving(index))}
            empty={<EmptyList>{search ? 'No device fits the search.' : empty}</EmptyList>}
          />
        </div>
      </div>
    </section>
  );
}

const paneColumns: DataColumn<PickerRow>[] = [
  {
    id: 'name',
    header: 'Device',
    width: 150,
    grows: true,
    cell: ({ label, text }) => <span title={text}>{label}</span>,
  },
  {
    id: 'mark',
    header: 'Change',
    width: 78,
    cell: ({ mark }) => mark && <span className={classes.changed}>{mark}</span>,
  },
  {
    id: 'description',
    header: 'Description',
    width: 110,
    grows: true,
    cell: ({ description }) => description && <span title={description}>{description}</span>,
  },
];
