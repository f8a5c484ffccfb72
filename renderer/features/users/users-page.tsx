import { useMemo } from 'react';
import { useStore } from 'zustand';
import { unknownAssignments, type GroupLookup, type UserAssignment } from '#shared/domain/access';
import { dayText } from '#shared/domain/calendar';
import { groupLabel } from '#shared/domain/group';
import { knownMoment, knownOf, type Known } from '#shared/domain/known';
import {
  knownValidity,
  userLabel,
  validityAt,
  type User,
  type ValidityField,
} from '#shared/domain/user';
import {
  RecordList,
  useDeviceNames,
  useGroupsByIdOrName,
  useRecordPage,
  useUsers,
  type GridField,
  type RecordListActions,
} from '#features/edits';
import { useAccountZone } from '#features/settings';
import { clock, useNow } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { fieldWord, validityText } from '#lib/field-messages';
import { gapText, knownText, knownListText } from '#lib/known-text';
import { itemsText } from '#lib/list-text';
import { AgeText } from '#ui/age-text';
import type { DataColumn } from '#ui/data-table';
import { StatusBadge } from './status-badge';
import { UserActions } from './user-actions';
import { DeleteUser, UserDetail } from './user-detail';
import { UserEditor } from './user-editor';
import { privilegeWords, userFilters, userProblems, userStatusOf } from './user-rules';
import { messages, texts, userStatusLabels } from './users-texts';
import { usersView } from './users-with-access';

const select = (selectedId: string | null) => usersView.setState({ selectedId });

/** The account's users: the list and the editor. */
export function UsersPage() {
  const selectedId = useStore(usersView, (state) => state.selectedId);
  const page = useRecordPage({ kind: 'user', records: useUsers(), onSelect: select });
  const { editing, deleting } = page;
  return (
    <>
      {editing ? (
        <UserEditor key={editing.draftKey} editing={editing} />
      ) : (
        <UserList selectedId={selectedId} {...page.list} />
      )}
      {deleting && (
        <DeleteUser
          user={deleting}
          onDeleted={(journalId) =>
            page.onDeleted(deleting, journalId, { afterUndo: texts.theUserHasANew })
          }
          onCancel={page.keepIt}
        />
      )}
    </>
  );
}

interface UserListProps extends RecordListActions<'user'> {
  selectedId: string | null;
}

const textOf = (user: User) =>
  [user.name, user.email, user.id, user.description, user.group, user.deviceId].join(' ');
const grid: readonly GridField<'user'>[] = [
  { field: 'name', width: 180, isRequired: true },
  { field: 'email', width: 220, isRequired: true, inputMode: 'email' },
  { field: 'description', width: 200 },
  { field: 'message', width: 200 },
];

function UserList(props: UserListProps) {
  const users = useUsers();
  const groups = useGroupsByIdOrName();
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const assignedIds = useMemo(() => users.flatMap(({ deviceId }) => deviceId ?? []), [users]);
  const deviceName = useDeviceNames(assignedIds);
  const columns = useMemo(() => userColumns(groups, deviceName, zone), [groups, deviceName, zone]);
  const filters = useMemo(
    () =>
      userFilters.map((filter) => ({
        ...filter,
        passes: (user: User) => filter.passes(user, { now, groups, zone }),
      })),
    [now, groups, zone],
  );
  const sortValues = useMemo(
    () => ({
      name: userLabel,
      email: ({ email }: User) => email,
      access: (user: User) => accessLabel(user, groups, deviceName),
      privileges: ({ privileges }: User) => itemsText(privileges),
      status: (user: User) => userStatusLabels[userStatusOf(user, now, zone)],
      from: (user: User) => validityAt(user, 'validFrom', zone),
      until: (user: User) => validityAt(user, 'expiresAt', zone),
      login: ({ lastLoginAt }: User) => lastLoginAt,
      description: ({ description }: User) => description,
      message: ({ message }: User) => message,
    }),
    [now, groups, deviceName, zone],
  );
  return (
    <RecordList
      {...props}
      kind="user"
      title={commonTexts.users}
      textOf={textOf}
      columns={columns}
      sortValues={sortValues}
      filterLabel={texts.filterUsers}
      filters={filters}
      grid={grid}
      problemsOf={userProblems}
      bulkActions={(selection, all) => <UserActions selection={selection} users={all} />}
      detail={(user, actions) => <UserDetail key={user.id} user={user} {...actions} />}
    />
  );
}

export function userColumns(
  groups: GroupLookup,
  deviceName: (id: string) => string,
  zone: string,
): DataColumn<User>[] {
  const text = (value: string | null) => value && <span title={value}>{value}</span>;
  const when = (user: User, field: ValidityField, none: string) => {
    const known = knownValidity(user, field, zone);
    const day = knownText(known, (end) => dayText(end.day), none);
    const title = knownText(
      known,
      (end) => messages.inZone(validityText(field, end, zone), zone),
      none,
    );
    return <span title={title}>{day}</span>;
  };
  return [
    {
      id: 'name',
      header: fieldWord('user', 'name'),
      width: 140,
      grows: true,
      sticks: true,
      cell: (user) => text(userLabel(user)),
    },
    {
      id: 'email',
      header: fieldWord('user', 'email'),
      width: 190,
      grows: true,
      cell: (user) => text(knownText(knownOf(user, 'email'), asText, texts.none)),
    },
    {
      id: 'access',
      header: texts.access,
      width: 140,
      grows: true,
      cell: (user) => text(accessLabel(user, groups, deviceName)),
    },
    {
      id: 'privileges',
      header: fieldWord('user', 'privileges'),
      width: 160,
      isSpare: true,
      cell: (user) => {
        const known = knownOf(user, 'privileges');
        return <span title={knownListText(known)}>{knownListText(privilegeWords(known))}</span>;
      },
    },
    {
      id: 'status',
      header: commonTexts.state,
      width: 130,
      grows: true,
      cell: (user) => (
        <StatusBadge status={userStatusOf(user, clock.now(), zone)} why={user.disabledMessage} />
      ),
    },
    {
      id: 'from',
      header: fieldWord('user', 'validFrom'),
      width: 100,
      isSpare: true,
      cell: (user) => when(user, 'validFrom', texts.noStart),
    },
    {
      id: 'until',
      header: fieldWord('user', 'expiresAt'),
      width: 104,
      cell: (user) => when(user, 'expiresAt', texts.noExpiry),
    },
    {
      id: 'login',
      header: fieldWord('user', 'lastLoginAt'),
      width: 96,
      cell: (user) => <LastLogin user={user} />,
    },
  ];
}

/** What a user is assigned to; "None" only if the service states it. */
export function accessLabel(
  user: UserAssignment,
  groups: GroupLookup,
  deviceName: (id: string) => string,
): string {
  const { group, deviceId } = user;
  const unknown = unknownAssignments(user);
  if (group === null && deviceId === null) {
    const unread = unknown.map((field) => knownOf(user, field)).find(isUnread);
    if (unread) return gapText(unread) ?? '';
    return unknown.length > 0 ? texts.notProvided : texts.none;
  }
  const known = group === null ? deviceName(deviceId ?? '') : groupText(group, groups);
  const [field] = unknown;
  if (field === undefined) return known;
  return `${known}; ${fieldWord('user', field)}: ${gapText(knownOf(user, field)) ?? ''}`;
}

function groupText(group: string, groups: GroupLookup): string {
  const found = groups.find(group);
  if (found) return messages.group(groupLabel(found));
  return groups.isKnown ? messages.groupNotInList(group) : messages.group(group);
}

const isUnread = ({ is }: Known<unknown>) => is === 'notUnderstood';
const asText = (value: string) => value;

/** The last login of a user with its age; "Never" only if the service states it. */
function LastLogin({ user }: { user: User }) {
  const known = knownMoment(user, 'lastLoginAt');
  if (known.is !== 'value') return <span>{gapText(known)}</span>;
  if (known.value === null) return <span>{texts.never}</span>;
  return 'day' in known.value ? (
    <span>{dayText(known.value.day)}</span>
  ) : (
    <AgeText at={known.value.at} />
  );
}
