import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { accessLosses, unknownAssignments, type AccessLoss } from '#shared/domain/access';
import { groupLabel, type Group } from '#shared/domain/group';
import { knownMoment, knownOf } from '#shared/domain/known';
import { userLabel, type User } from '#shared/domain/user';
import { message } from '#shared/i18n/translate';
import {
  DeleteRecord,
  DetailDevices,
  groupsMirror,
  ListUnknown,
  RecordDetail,
  RetryList,
  useDevices,
  useGroupsByIdOrName,
  useKnownUsers,
  useUsers,
  type Done,
  type RecordDetailActions,
} from '#features/edits';
import type { FleetRow } from '#engines/fleet';
import { planJob } from '#features/activity';
import { byText } from '#lib/in-order';
import { gapText, knownMomentText, knownText, originalText } from '#lib/known-values';
import { fieldWord } from '#lib/field-values';
import type { Format } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { EmptyList } from '#ui/empty-list';
import { Fact, FactList } from '#ui/fact-list';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { memberTotal } from './group-rules';
import classes from './groups.module.css';

/** One group: its fields, its members and the users assigned to it. */
export function GroupDetail({ group, ...actions }: { group: Group } & RecordDetailActions) {
  const format = useFormat();
  const { t } = format;
  const none = t('common.known.none');
  const extra = Object.entries(group.extra);
  const assigned = useAccessLosses(group.id);
  const users = useKnownUsers();
  const unclear = useUnclearUsers();
  const moment = (field: 'createdAt' | 'modifiedAt') =>
    knownMomentText(knownMoment(group, field), format.moment, none, format);
  return (
    <RecordDetail
      kind="group"
      id={group.id}
      label={t('groups.detail')}
      title={groupLabel(group)}
      {...actions}
    >
      <div className={page.page}>
        <FactList title={t('common.group')}>
          <Fact name={fieldWord('group', 'description', format)}>
            {knownText(knownOf(group, 'description'), String, none, format)}
          </Fact>
          <Fact name={t('groups.detail.visibleTo')}>
            <ListUnknown name="users" known={users} />
            {assigned.length > 0
              ? format.items(assigned.map(({ user }) => userLabel(user)))
              : users.is === 'value' && unclear === 0 && t('groups.detail.noUser')}
            {unclear > 0 && <div>{t('groups.detail.unclear', { count: unclear })}</div>}
          </Fact>
          <Fact name={fieldWord('group', 'createdAt', format)}>{moment('createdAt')}</Fact>
          <Fact name={fieldWord('group', 'modifiedAt', format)}>{moment('modifiedAt')}</Fact>
          <Fact name={t('common.id')}>{group.id}</Fact>
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
  const byId = useDevices()?.byId;
  const format = useFormat();
  const { t, items } = format;
  const members = useMemo(() => byId && resolveMembers(group, byId), [group, byId]);
  // The list is as long as the group, and is drawn again with each key of a search beside it.
  const rows = useMemo(
    () =>
      members?.known.map(({ id, label, description }) => ({
        id,
        label,
        note: description,
        isListed: true,
      })),
    [members],
  );
  if (!byId) return <EmptyList>{t('common.loadingDevices')}</EmptyList>;
  if (!members || !rows) {
    return (
      <EmptyList>
        {t('groups.detail.membersUnknown', {
          gap: gapText(knownOf(group, 'deviceIds'), format) ?? '',
        })}
      </EmptyList>
    );
  }
  const unread = group.gaps?.partly?.['deviceIds'] ?? [];
  const { known, unknown } = members;
  return (
    <>
      <p className={classes.members}>
        {unread.length === 0
          ? t('groups.detail.memberCount', { count: known.length + unknown.length })
          : t('groups.members.partly', {
              count: known.length + unknown.length + unread.length,
              unread: unread.length,
            })}
        {unread.length > 0 && (
          <span title={items(unread.map(originalText))}> {t('groups.detail.unreadKept')}</span>
        )}
        {known.length > 0 && ` ${t('groups.detail.showMember')}`}
        {unknown.length > 0 && (
          <span title={items(unknown.slice(0, 50))}>
            {' '}
            {t('groups.detail.unlisted', { count: unknown.length })}
          </span>
        )}
      </p>
      <DetailDevices
        label={t('groups.detail.members')}
        rows={rows}
        noteHeader={fieldWord('group', 'description', format)}
        empty={
          unknown.length + unread.length > 0
            ? t('groups.detail.noKnownMember')
            : t('groups.detail.noMember')
        }
      />
    </>
  );
}

export interface Members {
  /** Sorted by name. */
  known: FleetRow[];
  /** Member ids that are not in the list of devices. */
  unknown: string[];
}

/** The members of a group as devices; null if the service did not send them. */
export function resolveMembers(
  group: Pick<Group, 'deviceIds'>,
  byId: ReadonlyMap<string, FleetRow>,
): Members | null {
  if (group.deviceIds === null) return null;
  const found: FleetRow[] = [];
  const unknown: string[] = [];
  for (const id of new Set(group.deviceIds)) {
    const row = byId.get(id);
    if (row) found.push(row);
    else unknown.push(id);
  }
  return { known: found.toSorted((a, b) => byText(a.label, b.label)), unknown };
}

interface DeleteGroupProps {
  group: Group;
  /** `journalId` is null if someone else had already deleted the group. */
  onDeleted: (journalId: string | null, more: Pick<Done, 'note' | 'afterUndo'>) => void;
  onCancel: () => void;
}

/** Asks for confirmation and lists which users lose access to which devices. */
export function DeleteGroup({ group, onDeleted, onCancel }: DeleteGroupProps) {
  const losses = useAccessLosses(group.id);
  const { t } = useFormat();
  const members = memberTotal(group);
  const assigned = losses.map(({ user }) => user).filter((user) => user.group === group.id);
  return (
    <DeleteRecord
      kind="group"
      record={group}
      size="lg"
      onDeleted={(journalId) =>
        onDeleted(journalId, {
          note: losses.length > 0 ? message('groups.delete.lost', { count: losses.length }) : null,
          afterUndo: assigned.length > 0 && <ReassignUsers name={group.name} users={assigned} />,
        })
      }
      onCancel={onCancel}
    >
      <LossList losses={losses} />
      <UnknownLosses />
      <Text size="sm" mt="sm">
        {members === null
          ? t('groups.delete.unknown')
          : members === 0
            ? t('groups.delete.empty')
            : t('groups.delete.devices', { count: members })}
      </Text>
    </DeleteRecord>
  );
}

/** Which users would lose access to which devices if the group were deleted. */
function useAccessLosses(groupId: string): readonly AccessLoss[] {
  const users = useUsers();
  const groups = useGroupsByIdOrName();
  return useMemo(() => accessLosses(new Set([groupId]), users, groups), [groupId, users, groups]);
}

/** Says what is not known about the users of the group. */
function UnknownLosses() {
  const users = useKnownUsers();
  const { t } = useFormat();
  const unclear = useUnclearUsers();
  return (
    <>
      {users.is !== 'value' && (
        <Text size="sm" component="div">
          {users.is === 'notProvided'
            ? t('groups.delete.usersNotProvided')
            : t('groups.delete.usersNotLoaded')}{' '}
          <RetryList name="users" />
        </Text>
      )}
      {unclear > 0 && <Text size="sm">{t('groups.delete.unclear', { count: unclear })}</Text>}
    </>
  );
}

/** How many users may be assigned to any group: their group was not provided or not understood. */
export function useUnclearUsers(): number {
  const users = useUsers();
  return useMemo(
    () => users.filter((user) => unknownAssignments(user).includes('group')).length,
    [users],
  );
}

function LossList({ losses }: { losses: readonly AccessLoss[] }) {
  const format = useFormat();
  const { t } = format;
  const isListed = useKnownUsers().is === 'value';
  const unclear = useUnclearUsers();
  if (losses.length === 0) {
    return isListed && unclear === 0 && <Text size="sm">{t('groups.delete.noUser')}</Text>;
  }
  return (
    <>
      <Text size="sm" fw={600}>
        {t('groups.delete.losers', { count: losses.length })}
      </Text>
      <ul className={classes.losses} aria-label={t('groups.delete.losers.list')}>
        {losses.map((loss) => (
          <li key={loss.user.id}>{lossText(loss, format)}</li>
        ))}
      </ul>
    </>
  );
}

/** What a user loses with the group. */
function lossText({ user: of, lostIds, remaining }: AccessLoss, { t }: Format): string {
  const user = userLabel(of);
  if (lostIds === null) return t('groups.delete.loss.unknown', { user });
  const count = lostIds.length;
  if (remaining === null) return t('groups.delete.loss.notAssigned', { user, count });
  return remaining > 0
    ? t('groups.delete.loss.some', { user, count, kept: remaining })
    : t('groups.delete.loss.all', { user, count });
}

/** After a deleted group was restored with a new id: plans assigning its former users to that id. */
function ReassignUsers({ name, users }: { name: string | null; users: readonly User[] }) {
  const group = useStore(groupsMirror, ({ value }) =>
    value?.items.find((candidate) => candidate.name === name),
  );
  const { t } = useFormat();
  const plan = useAction((groupId: string) =>
    planJob({
      title: message('groups.restored.job', { count: users.length, group: name ?? '' }),
      kind: 'user',
      steps: users.map(({ id }) => ({
        kind: 'user',
        action: 'change',
        id,
        edit: { group: groupId },
      })),
    }),
  );
  if (!group) return null;
  return (
    <div>
      {t('groups.restored.stillAssigned', {
        count: users.length,
        users: users.map(userLabel),
      })}{' '}
      <ActionButton size="compact-xs" loading={plan.isBusy} onClick={() => void plan.run(group.id)}>
        {t('groups.restored.reassign')}
      </ActionButton>
      {plan.fault && <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />}
    </div>
  );
}
