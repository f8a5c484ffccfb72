import { UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import { usersWithAccess } from '#shared/domain/access';
import { groupLabel } from '#shared/domain/group';
import { userLabel } from '#shared/domain/user';
import { useGroupsByIdOrName, useUsers } from '#features/records';
import { useAccountZone } from '#features/settings';
import { useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';
import { userStatusOf, userStatusLabels, type UserStatus } from './user-status';
import { showUser } from './store';
import classes from './users.module.css';

const maxListed = 30;
const inactive: readonly UserStatus[] = ['disabled', 'notYetValid', 'expired'];

/** The users who can see a device, in the device's details. */
export function UsersWithAccess({ deviceId }: { deviceId: string }) {
  const users = useUsers();
  const groups = useGroupsByIdOrName();
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const { count } = useFormat();
  const usersOfDevice = useMemo(
    () => usersWithAccess(deviceId, users, groups),
    [deviceId, users, groups],
  );
  return (
    <FactList
      title="Visible to"
      note="Derived from the groups and devices that users are assigned to."
    >
      <Fact name="Users">
        {usersOfDevice.length === 0 ? (
          'No user is assigned to it'
        ) : (
          <ul className={classes.usersOfDevice}>
            {usersOfDevice.slice(0, maxListed).map(({ user, group, isDirect }) => {
              const status = userStatusOf(user, now, zone);
              const isActive = !inactive.includes(status);
              const through = [group && `through ${groupLabel(group)}`, isDirect && 'directly'];
              return (
                <li key={user.id}>
                  <UnstyledButton className={classes.userLink} onClick={() => showUser(user.id)}>
                    {userLabel(user)}
                  </UnstyledButton>{' '}
                  {through.filter(Boolean).join(' and ')}
                  {!isActive && ` (${userStatusLabels[status].toLowerCase()})`}
                </li>
              );
            })}
            {usersOfDevice.length > maxListed && (
              <li>and {count(usersOfDevice.length - maxListed)} more</li>
            )}
          </ul>
        )}
      </Fact>
    </FactList>
  );
}
