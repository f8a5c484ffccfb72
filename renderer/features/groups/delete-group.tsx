import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { groupLabel, type Group } from '#shared/domain/group';
import { accessLosses, unknownAssignments, type AccessLoss } from '#shared/domain/access';
import {
  DeleteRecord,
  RetryList,
  useGroupsByIdOrName,
  useKnownUsers,
  useUsers,
} from '#features/edits';
import { useFormat } from '#lib/use-format';
import { groupMessages } from './group-messages';
import classes from './groups.module.css';

interface DeleteGroupProps {
  group: Group;
  /** `journalId` is null if someone else had already deleted the group. */
  onDeleted: (journalId: string | null, losses: readonly AccessLoss[]) => void;
  onCancel: () => void;
}

/** Asks for confirmation and lists which users lose access to which devices. */
export function DeleteGroup({ group, onDeleted, onCancel }: DeleteGroupProps) {
  const losses = useAccessLosses(group.id);
  const format = useFormat();
  const unread = group.gaps?.partly?.['deviceIds']?.length ?? 0;
  const devices = group.deviceIds && new Set(group.deviceIds).size + unread;
  return (
    <DeleteRecord
      kind="group"
      id={group.id}
      name={groupLabel(group)}
      size="lg"
      onDeleted={(journalId) => onDeleted(journalId, losses)}
      onCancel={onCancel}
    >
      <LossList losses={losses} />
      <UnknownLosses />
      <Text size="sm" mt="sm">
        {groupMessages.deletion(devices, format)}
      </Text>
    </DeleteRecord>
  );
}

/** Which users would lose access to which devices if the group were deleted. */
export function useAccessLosses(groupId: string): readonly AccessLoss[] {
  const users = useUsers();
  const groups = useGroupsByIdOrName();
  return useMemo(() => accessLosses(new Set([groupId]), users, groups), [groupId, users, groups]);
}

/** Says what is not known about the users of the group. */
function UnknownLosses() {
  const users = useKnownUsers();
  const format = useFormat();
  const unclear = useUnclearUsers();
  return (
    <>
      {users.is !== 'value' && (
        <Text size="sm" component="div">
          {users.is === 'notProvided'
            ? groupMessages.usersNotProvided
            : groupMessages.usersNotLoaded}{' '}
          <RetryList name="users" />
        </Text>
      )}
      {unclear > 0 && <Text size="sm">{groupMessages.unclearUsers(unclear, format)}</Text>}
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
  const isListed = useKnownUsers().is === 'value';
  const unclear = useUnclearUsers();
  if (losses.length === 0) {
    return isListed && unclear === 0 && <Text size="sm">{groupMessages.noUser}</Text>;
  }
  return (
    <>
      <Text size="sm" fw={600}>
        {groupMessages.losers(losses.length, format)}
      </Text>
      <ul className={classes.losses} aria-label={groupMessages.usersWhoLose}>
        {losses.map((loss) => (
          <li key={loss.user.id}>{groupMessages.loss(loss, format)}</li>
        ))}
      </ul>
    </>
  );
}
