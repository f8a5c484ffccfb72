import { useMemo, useState } from 'react';
import { groupLabel, type Group } from '#shared/domain/group';
import { userLabel } from '#shared/domain/user';
import { dayText } from '#shared/domain/calendar';
import { knownMoment, knownOf } from '#shared/domain/known';
import {
  ListUnknown,
  RecordDetail,
  useDevices,
  useKnownUsers,
  type RecordDetailActions,
} from '#features/edits';
import { gapText, knownText, membersText, originalText } from '#lib/known-text';
import { useFleetStore } from '#features/fleet';
import type { FleetRow } from '#engines/fleet';
import { commonTexts } from '#lib/common-texts';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { Fact, FactList } from '#ui/fact-list';
import { useAccessLosses, useUnclearUsers } from './delete-group';
import { itemsText } from '#lib/list-text';
import { groupMessages } from './group-messages';
import { texts } from './groups-texts';
import classes from './groups.module.css';
import { resolveMembers } from './members';

const columns: DataColumn<FleetRow>[] = [
  {
    id: 'name',
    header: commonTexts.device,
    width: 180,
    grows: true,
    cell: ({ label }) => <span title={label}>{label}</span>,
  },
  {
    id: 'description',
    header: texts.description,
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
  const users = useKnownUsers();
  const unclear = useUnclearUsers();
  const moment = (field: 'createdAt' | 'modifiedAt') =>
    knownText(
      knownMoment(group, field),
      (value) => ('day' in value ? dayText(value.day) : format.moment(value.at)),
      texts.none,
    );
  return (
    <RecordDetail label={texts.groupDetails} title={groupLabel(group)} {...actions}>
      <div className={classes.detail}>
        <FactList title={commonTexts.group}>
          <Fact name={texts.description}>
            {knownText(knownOf(group, 'description'), String, texts.none)}
          </Fact>
          <Fact name={texts.visibleTo}>
            <ListUnknown name="users" known={users} />
            {assigned.length > 0
              ? itemsText(assigned.map(({ user }) => userLabel(user)))
              : users.is === 'value' && unclear === 0 && texts.noUserIsAssignedTo}
            {unclear > 0 && (
              <div>{groupMessages.groupNotKnownOf(format.counted(unclear, 'user'))}</div>
            )}
          </Fact>
          <Fact name={texts.created}>{moment('createdAt')}</Fact>
          <Fact name={texts.modified}>{moment('modifiedAt')}</Fact>
          <Fact name={commonTexts.id}>{group.id}</Fact>
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
  if (!byId) return <EmptyList>{commonTexts.loadingDevices}</EmptyList>;
  if (!members) {
    return (
      <EmptyList>{groupMessages.membersUnknown(gapText(knownOf(group, 'deviceIds')))}</EmptyList>
    );
  }
  const unread = group.gaps?.partly?.['deviceIds'] ?? [];
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
        {unread.length === 0
          ? `${format.counted(known.length + unknown.length, 'member')}.`
          : `${membersText(known.length + unknown.length, unread.length, format.counted)}.`}
        {unread.length > 0 && (
          <span title={itemsText(unread.map(originalText))}> {groupMessages.unreadKept}</span>
        )}
        {known.length > 0 && ` ${groupMessages.showMember}`}
        {unknown.length > 0 && (
          <span title={itemsText(unknown.slice(0, 50))}>
            {' '}
            {groupMessages.unlisted(unknown.length, format)}
          </span>
        )}
      </p>
      <div className={classes.list}>
        <DataTable
          label={texts.members}
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
              {unknown.length + unread.length > 0
                ? texts.noneOfTheKnownMembers
                : texts.thisGroupHasNoMembers}
            </EmptyList>
          }
        />
      </div>
    </>
  );
}
