import { useMemo, useState } from 'react';
import { accessOf } from '#shared/domain/access';
import { userLabel, type User } from '#shared/domain/user';
import { groupLabel } from '#shared/domain/group';
import { useDeviceLabels, useGroupsByIdOrName } from '#features/records';
import { useFleetStore } from '#features/fleet';
import { useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { accessMessages } from './access-messages';
import { userStatusOf } from './user-status';
import { useDeviceLabel } from './use-device-label';
import classes from './users.module.css';

interface SeenRow {
  id: string;
  label: string;
  through: string;
  isListed: boolean;
}

const columns: DataColumn<SeenRow>[] = [
  {
    id: 'name',
    header: 'Device',
    width: 170,
    grows: true,
    cell: ({ label, id }) => <span title={`${label} (${id})`}>{label}</span>,
  },
  {
    id: 'through',
    header: 'Through',
    width: 130,
    grows: true,
    cell: ({ through }) => <span title={through}>{through}</span>,
  },
];
const rowLabel = ({ label }: SeenRow) => label;

/** What a user sees: in one sentence, and device by device. */
export function AccessPanel({ user }: { user: User }) {
  const store = useFleetStore();
  const format = useFormat();
  const now = useNow(60_000);
  const groups = useGroupsByIdOrName();
  const device = useDeviceLabel(user.deviceId);
  const [current, setCurrent] = useState(-1);
  const sight = useMemo(() => accessOf(user, groups), [user, groups]);
  const seenIds = useMemo(() => [...(sight.deviceIds ?? [])], [sight]);
  const labels = useDeviceLabels(seenIds);
  const rows = useMemo(() => {
    const inGroup = new Set(sight.group?.deviceIds);
    const seen = seenIds.map((id): SeenRow => {
      const label = labels?.get(id);
      // Nobody can say that it is not in the list before the list has answered.
      const isMissing = labels !== null && label === undefined;
      const through = [
        sight.group && inGroup.has(id) && groupLabel(sight.group),
        id === sight.deviceId && 'tied directly',
      ].filter(Boolean);
      return {
        id,
        label: label ?? id,
        through: `${through.join(', ')}${isMissing ? ' (not in your device list)' : ''}`,
        isListed: label !== undefined,
      };
    });
    return seen.sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
  }, [sight, seenIds, labels]);
  const show = (index: number) => {
    setCurrent(index);
    const row = rows[index];
    if (!row?.isListed) return;
    store.show(row.id);
    window.location.hash = '#/fleet';
  };
  const standing = userStatusOf(user, now);
  return (
    <div className={classes.sight}>
      <p className={classes.sentence}>
        {accessMessages({ name: userLabel(user), sight, standing, device, format })}
      </p>
      <div className={classes.seenList}>
        <DataTable
          label="Devices seen"
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          rowLabel={rowLabel}
          selectedIndex={current}
          selectedKey={rows[current]?.id ?? null}
          onSelect={setCurrent}
          onOpen={show}
          empty={<EmptyList>No device is known to be seen.</EmptyList>}
        />
      </div>
    </div>
  );
}
