import { useMemo, useState } from 'react';
import type { Group } from '#shared/domain/group';
import {
  groupLabel,
  RecordDetail,
  useDevices,
  userLabel,
  type RecordDetailActions,
} from '#features/records';
import { useFleetStore } from '#features/fleet';
import type { FleetRow } from '#features/fleet-data';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { Fact, FactList } from '#ui/fact-list';
import { useAccessLosses } from './delete-group';
import classes from './groups.module.css';
import { resolveMembers } from './members';

const columns: DataColumn<FleetRow>[] = [
  {
    id: 'name',
    header: 'Device',
    width: 180,
    grows: true,
    cell: ({ label }) => <span title={label}>{label}</span>,
  },
  {
    id: 'description',
    header: 'Description',
    width: 140,
    grows: true,
    cell: ({ description }) => description && <span title={description}>{description}</span>,
  },
];
const rowLabel = ({ label }: FleetRow) => label;

/** One group: its fields, its members and the users assigned to it. */
export function GroupDetail({ group, ...actions }: { group: Group } & RecordDetailActions) {
  const format = useFormat();
  const extra = Object.entries(group.extra);
  const assigned = useAccessLosses(group.id);
  return (
    <RecordDetail label="Group details" title={groupLabel(group)} {...actions}>
      <div className={classes.detail}>
        <FactList title="Group">
          <Fact name="Description">{group.description}</Fact>
          <Fact name="Visible to">
            {assigned.length === 0
              ? 'No user is assigned to it'
              : assigned.map(({ user }) => userLabel(user)).join(', ')}
          </Fact>
          <Fact name="Created">{group.createdAt && format.moment(group.createdAt)}</Fact>
          <Fact name="Modified">{group.modifiedAt && format.moment(group.modifiedAt)}</Fact>
          <Fact name="Id">{group.id}</Fact>
          {extra.map(([name, value]) => (
            <Fact key={name} name={name}>
              {typeof value === 'string' ? value : JSON.stringify(value)}
            </Fact>
          ))}
        </FactList>
        <MemberList group={group} />
      </div>
    </RecordDetail>
  );
}

function MemberList({ group }: { group: Group }) {
  const store = useFleetStore();
  const byId = useDevices()?.byId;
  const format = useFormat();
  const [selected, setSelected] = useState(-1);
  const members = useMemo(() => byId && resolveMembers(group, byId), [group, byId]);
  if (!byId) return <EmptyList>Loading devices…</EmptyList>;
  if (!members) return <EmptyList>The service did not send the members of this group.</EmptyList>;
  const { known, unknown } = members;
  const show = (index: number) => {
    const row = known[index];
    if (!row) return;
    store.show(row.id);
    window.location.hash = '#/fleet';
  };
  return (
    <>
      <p className={classes.members}>
        {format.counted(known.length + unknown.length, 'member')}.
        {known.length > 0 && ' Press Enter or click a member to show it on the fleet page.'}
        {unknown.length > 0 && (
          <span title={unknown.slice(0, 50).join(', ')}>
            {' '}
            {unknown.length === 1
              ? '1 of them is not in your list of devices.'
              : `${format.count(unknown.length)} of them are not in your list of devices.`}
          </span>
        )}
      </p>
      <div className={classes.list}>
        <DataTable
          label="Members"
          columns={columns}
          count={known.length}
          rowAt={(index) => known[index]}
          rowLabel={rowLabel}
          selectedIndex={selected}
          selectedKey={known[selected]?.id ?? null}
          onSelect={setSelected}
          onOpen={show}
          empty={
            <EmptyList>
              {unknown.length > 0
                ? 'None of your devices is in this group.'
                : 'This group has no members.'}
            </EmptyList>
          }
        />
      </div>
    </>
  );
}
