import { useMemo } from 'react';
import { useStore } from 'zustand';
import { unknownAssignments, type GroupLookup, type UserAssignment } from '#shared/domain/access';
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
import { fieldWord, validityText } from '#lib/field-values';
import { gapText, knownText, knownListText } from '#lib/known-values';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import type { DataColumn } from '#ui/data-table';
import { StatusBadge, DeleteUser, UserDetail } from './user-detail';
import { UserActions } from './user-actions';
import { UserEditor } from './user-editor';
import { privilegeWords, userFilters, userProblems, userStatusOf } from './user-rules';
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
            page.onDeleted(deleting, journalId, { afterUndo: <NewIdNote /> })
          }
          onCancel={page.keepIt}
        />
      )}
    </>
  );
}

const NewIdNote = () => useFormat().t('users.restored');

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
  const format = useFormat();
  const users = useUsers();
  const groups = useGroupsByIdOrName();
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const assignedIds = useMemo(() => users.flatMap(({ deviceId }) => deviceId ?? []), [users]);
  const deviceName = useDeviceNames(assignedIds);
  const columns = useMemo(
    () => userColumns(groups, deviceName, zone, format),
    [groups, deviceName, zone, format],
  );
  const filters = useMemo(
    () =>
      userFilters.map((filter) => ({
        ...filter,
        word: format.t(filter.word),
        title: format.t(filter.title),
        passes: (user: User) => filter.passes(user, { now, groups, zone }),
      })),
    [now, groups, zone, format],
  );
  const sortValues = useMemo(
    () => ({
      name: userLabel,
      email: ({ email }: User) => email,
      access: (user: User) => accessLabel(user, groups, deviceName, format),
      privileges: ({ privileges }: User) => privileges.join(' '),
      status: (user: User) => format.t(`users.status.${userStatusOf(user, now, zone)}`),
      from: (user: User) => validityAt(user, 'validFrom', zone),
      until: (user: User) => validityAt(user, 'expiresAt', zone),
      login: ({ lastLoginAt }: User) => lastLoginAt,
      description: ({ description }: User) => description,
      message: ({ message }: User) => message,
    }),
    [now, groups, deviceName, zone, format],
  );
  return (
    <RecordList
      {...props}
      kind="user"
      title={format.t('common.users')}
      textOf={textOf}
      columns={columns}
      sortValues={sortValues}
      filterLabel={format.t('users.list.filter')}
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
  format: Format,
): DataColumn<User>[] {
  const { t } = format;
  const noValue = t('common.known.none');
  const when = (user: User, field: ValidityField, none: string) => {
    const known = knownValidity(user, field, zone);
    const day = knownText(known, (end) => format.calendarDay(end.day), none, format);
    const title = knownText(
      known,
      (end) => t('users.day.inZone', { day: validityText(field, end, zone, format), zone }),
      none,
      format,
    );
    return <span title={title}>{day}</span>;
  };
  return [
    {
      id: 'name',
      header: fieldWord('user', 'name', format),
      width: 140,
      grows: true,
      sticks: true,
      cell: (user) => userLabel(user),
    },
    {
      id: 'email',
      header: fieldWord('user', 'email', format),
      width: 190,
      grows: true,
      cell: (user) => knownText(knownOf(user, 'email'), asText, noValue, format),
    },
    {
      id: 'access',
      header: t('users.access'),
      width: 124,
      grows: true,
      cell: (user) => accessLabel(user, groups, deviceName, format),
    },
    {
      id: 'privileges',
      header: fieldWord('user', 'privileges', format),
      width: 160,
      isSpare: true,
      cell: (user) => {
        const known = knownOf(user, 'privileges');
        return (
          <span title={knownListText(known, format)}>
            {knownListText(privilegeWords(known), format)}
          </span>
        );
      },
    },
    {
      id: 'status',
      header: t('common.state'),
      width: 150,
      grows: true,
      cell: (user) => (
        <StatusBadge status={userStatusOf(user, clock.now(), zone)} why={user.disabledMessage} />
      ),
    },
    {
      id: 'from',
      header: fieldWord('user', 'validFrom', format),
      width: 120,
      isSpare: true,
      cell: (user) => when(user, 'validFrom', t('users.noStart')),
    },
    {
      id: 'until',
      header: fieldWord('user', 'expiresAt', format),
      width: 120,
      cell: (user) => when(user, 'expiresAt', t('users.noExpiry')),
    },
    {
      id: 'login',
      header: fieldWord('user', 'lastLoginAt', format),
      width: 136,
      isSpare: true,
      cell: (user) => <LastLogin user={user} />,
    },
  ];
}

/** What a user is assigned to; "None" only if the service states it. */
export function accessLabel(
  user: UserAssignment,
  groups: GroupLookup,
  deviceName: (id: string) => string,
  format: Format,
): string {
  const { t } = format;
  const { group, deviceId } = user;
  const unknown = unknownAssignments(user);
  if (group === null && deviceId === null) {
    const unread = unknown.map((field) => knownOf(user, field)).find(isUnread);
    if (unread) return gapText(unread, format) ?? '';
    return t(unknown.length > 0 ? 'common.notProvided' : 'common.known.none');
  }
  const known = group === null ? deviceName(deviceId ?? '') : groupText(group, groups, format);
  const [field] = unknown;
  if (field === undefined) return known;
  return t('users.access.partly', {
    access: known,
    field: fieldWord('user', field, format),
    gap: gapText(knownOf(user, field), format) ?? '',
  });
}

function groupText(group: string, groups: GroupLookup, { t }: Format): string {
  const found = groups.find(group);
  if (found) return t('users.access.group', { group: groupLabel(found) });
  return t(groups.isKnown ? 'users.access.groupUnlisted' : 'users.access.group', { group });
}

const isUnread = ({ is }: Known<unknown>) => is === 'notUnderstood';
const asText = (value: string) => value;

/** The last login of a user with its age; "Never" only if the service states it. */
function LastLogin({ user }: { user: User }) {
  const format = useFormat();
  const { t, calendarDay } = format;
  const known = knownMoment(user, 'lastLoginAt');
  if (known.is !== 'value') return <span>{gapText(known, format)}</span>;
  if (known.value === null) return <span>{t('users.login.never')}</span>;
  return 'day' in known.value ? (
    <span>{calendarDay(known.value.day)}</span>
  ) : (
    <AgeText at={known.value.at} />
  );
}
