import { useMemo } from 'react';
import type { Draft } from '#shared/domain/edit';
import { userLabel, type User } from '#shared/domain/user';
import {
  RecordList,
  stagedRecords,
  useDeviceNames,
  useGroupsByIdOrName,
  usersMirror,
  useUsers,
  type GridField,
  type RecordListActions,
} from '#features/edits';
import { useAccountZone } from '#features/settings';
import { useNow } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { UserActions } from './user-actions';
import { userColumns, userSortValues } from './user-columns';
import { UserDetail } from './user-detail';
import { matchesUserFilter, userFilters, userFilterLabels } from './user-filters';
import { fieldName } from './user-form';
import { userProblems, type UserField } from './user-rules';
import { texts } from './users-texts';

interface UserListProps extends RecordListActions<User> {
  selectedId: string | null;
}

const textOf = (user: User) =>
  [user.name, user.email, user.id, user.description, user.group, user.deviceId].join(' ');
const wordOf = (field: string) => fieldName(field as UserField);
const problemsOf = ({ edit, base }: Draft) => userProblems(edit, base as User | null);
const staged = stagedRecords({
  kind: 'user',
  labelOf: userLabel,
});
const grid: readonly GridField<'user'>[] = [
  { field: 'name', width: 180, isRequired: true },
  { field: 'email', width: 220, isRequired: true, inputMode: 'email' },
  { field: 'description', width: 200 },
  { field: 'message', width: 200 },
];

/** The list of users with filters, and the details of the selected one. */
export function UserList(props: UserListProps) {
  const users = useUsers();
  const groups = useGroupsByIdOrName();
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const assignedIds = useMemo(() => users.flatMap(({ deviceId }) => deviceId ?? []), [users]);
  const deviceName = useDeviceNames(assignedIds);
  const columns = useMemo(() => userColumns(groups, deviceName, zone), [groups, deviceName, zone]);
  const filters = useMemo(
    () =>
      userFilters.map((id) => ({
        id,
        ...userFilterLabels[id],
        passes: (user: User) => matchesUserFilter(id, user, now, groups, zone),
      })),
    [now, groups, zone],
  );
  const sortValues = useMemo(
    () => userSortValues(groups, deviceName, now, zone),
    [now, groups, deviceName, zone],
  );
  return (
    <RecordList
      {...props}
      kind="user"
      title={commonTexts.users}
      mirror={usersMirror}
      labelOf={userLabel}
      textOf={textOf}
      columns={columns}
      sortValues={sortValues}
      filterLabel={texts.filterUsers}
      filters={filters}
      grid={grid}
      staged={staged}
      problemsOf={problemsOf}
      wordOf={wordOf}
      actions={(selection, all, shown) => (
        <UserActions selection={selection} users={all} shown={shown} />
      )}
      detail={(user, actions) => <UserDetail key={user.id} user={user} {...actions} />}
    />
  );
}
