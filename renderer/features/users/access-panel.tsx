import { useMemo, useState } from 'react';
import { accessOf } from '#shared/domain/access';
import { userLabel, type User } from '#shared/domain/user';
import { groupLabel } from '#shared/domain/group';
import { useDeviceLabel, useDeviceLabels, useGroupsByIdOrName } from '#features/edits';
import { useAccountZone } from '#features/settings';
import { useFleetStore } from '#features/fleet';
import { useNow } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { byText } from '#lib/in-order';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { accessMessages, accessPathLabel } from './access-messages';
import { userStatusOf } from './user-status';
import { texts } from './users-texts';
import classes from './users.module.css';

interface AccessRow {
  id: string;
  label: string;
  through: string;
  isListed: boolean;
}

const columns: DataColumn<AccessRow>[] = [
  {
    id: 'name',
    header: commonTexts.device,
    width: 170,
    grows: true,
    cell: ({ label, id }) => <span title={`${label} (${id})`}>{label}</span>,
  },
  {
    id: 'through',
    header: texts.through,
    width: 130,
    grows: true,
    cell: ({ through }) => <span title={through}>{through}</span>,
  },
];
const rowLabel = ({ label }: AccessRow) => label;

/** What a user sees: one sentence and the list of devices. */
export function AccessPanel({ user }: { user: User }) {
  const store = useFleetStore();
  const format = useFormat();
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const groups = useGroupsByIdOrName();
  const device = useDeviceLabel(user.deviceId);
  const [current, setCurrent] = useState(-1);
  const access = useMemo(() => accessOf(user, groups), [user, groups]);
  const deviceIds = useMemo(() => [...(access.deviceIds ?? [])], [access]);
  const labels = useDeviceLabels(deviceIds);
  const rows = useMemo(() => {
    const inGroup = new Set(access.group?.deviceIds);
    const visible = deviceIds.map((id): AccessRow => {
      const label = labels?.get(id);
      // Unknown until the list of devices has loaded.
      const isMissing = labels !== null && label === undefined;
      const group = access.group && inGroup.has(id) ? groupLabel(access.group) : null;
      return {
        id,
        label: label ?? id,
        through: accessPathLabel(group, id === access.deviceId, isMissing),
        isListed: label !== undefined,
      };
    });
    return visible.sort((a, b) => byText(a.label, b.label));
  }, [access, deviceIds, labels]);
  const show = (index: number) => {
    setCurrent(index);
    const row = rows[index];
    if (!row?.isListed) return;
    store.show(row.id);
    window.location.hash = '#/fleet';
  };
  const status = userStatusOf(user, now, zone);
  return (
    <div className={classes.access}>
      <p className={classes.sentence}>
        {accessMessages({ name: userLabel(user), access, status, device, format })}
      </p>
      <div className={classes.accessList}>
        <DataTable
          label={texts.visibleDevices}
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          rowLabel={rowLabel}
          selectedIndex={current}
          selectedKey={rows[current]?.id ?? null}
          onSelect={setCurrent}
          onOpen={show}
          empty={<EmptyList>{texts.noVisibleDevicesAreKnown}</EmptyList>}
        />
      </div>
    </div>
  );
}
