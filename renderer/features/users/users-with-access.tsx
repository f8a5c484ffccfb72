import { UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import { mayHaveAccess, usersWithAccess } from '#shared/domain/access';
import { groupLabel } from '#shared/domain/group';
import { userLabel } from '#shared/domain/user';
import {
  ListUnknown,
  useGroupsByIdOrName,
  useKnownGroups,
  useKnownUsers,
  useUsers,
} from '#features/edits';
import { useAccountZone } from '#features/settings';
import { createAccountStore } from '#lib/account-scope';
import { useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';
import { accessPath } from './access-text';
import { userStatusOf, type UserStatus } from './user-rules';
import classes from './users.module.css';

/** The user selected on the users page. */
export const usersView = createAccountStore<{ selectedId: string | null }>({ selectedId: null });

/** Opens the users page with this user selected. */
export function showUser(id: string): void {
  usersView.setState({ selectedId: id });
  window.location.hash = '#/users';
}

const maxListed = 30;
const isInactive = (status: UserStatus) =>
  status === 'disabled' || status === 'notYetValid' || status === 'expired';

/** The users who can see a device, in the device's details. */
export function UsersWithAccess({ deviceId }: { deviceId: string }) {
  const users = useUsers();
  const knownUsers = useKnownUsers();
  const knownGroups = useKnownGroups();
  const groups = useGroupsByIdOrName();
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const { t } = useFormat();
  const usersOfDevice = useMemo(
    () => usersWithAccess(deviceId, users, groups),
    [deviceId, users, groups],
  );
  const unclear = useMemo(
    () => users.filter((user) => mayHaveAccess(deviceId, user, groups)).length,
    [deviceId, users, groups],
  );
  return (
    <FactList title={t('users.device.visibleTo')}>
      <Fact name={t('common.users')} title={t('users.device.help')}>
        <ListUnknown name="users" known={knownUsers} />
        {usersOfDevice.length === 0 ? (
          knownUsers.is === 'value' && unclear === 0 && t('users.device.nobody')
        ) : (
          <ul className={classes.usersOfDevice}>
            {usersOfDevice.slice(0, maxListed).map(({ user, group, isDirect }) => {
              const status = userStatusOf(user, now, zone);
              return (
                <li key={user.id}>
                  <UnstyledButton className={classes.userLink} onClick={() => showUser(user.id)}>
                    {userLabel(user)}
                  </UnstyledButton>{' '}
                  {t('users.device.path', {
                    path: accessPath(group, isDirect),
                    group: group ? groupLabel(group) : '',
                  })}{' '}
                  {isInactive(status) && <span>{t('users.device.inactive', { status })}</span>}
                </li>
              );
            })}
            {usersOfDevice.length > maxListed && (
              <li>{t('common.more', { count: usersOfDevice.length - maxListed })}</li>
            )}
          </ul>
        )}
        {unclear > 0 && (
          <div>
            {t(knownGroups.is === 'value' ? 'users.device.unclear' : 'users.device.mayBeSeen', {
              count: unclear,
            })}
          </div>
        )}
      </Fact>
    </FactList>
  );
}
