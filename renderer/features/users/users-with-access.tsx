import { UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import { whoSees } from '#shared/domain/access';
import { groupLabel } from '#shared/domain/group';
import { userLabel } from '#shared/domain/user';
import { useGroupsByIdOrName, useUsers } from '#features/records';
import { useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';
import { userStatusOf, userStatusMessages } from './user-status';
import { showUser } from './store';
import classes from './users.module.css';

const listed = 30;

/** The users who see a device, and through what; part of the device's details. */
export function UsersWithAccess({ deviceId }: { deviceId: string }) {
  const users = useUsers();
  const groups = useGroupsByIdOrName();
  const now = useNow(60_000);
  const { count } = useFormat();
  const seers = useMemo(() => whoSees(deviceId, users, groups), [deviceId, users, groups]);
  return (
    <FactList title="Seen by" note="Worked out from the users’ groups and devices.">
      <Fact name="Users">
        {seers.length === 0 ? (
          'no user is tied to it'
        ) : (
          <ul className={classes.seers}>
            {seers.slice(0, listed).map(({ user, group, isDirect }) => {
              const standing = userStatusOf(user, now);
              const isActive = standing === 'active' || standing === 'notProvided';
              const through = [group && `through ${groupLabel(group)}`, isDirect && 'directly'];
              return (
                <li key={user.id}>
                  <UnstyledButton className={classes.seer} onClick={() => showUser(user.id)}>
                    {userLabel(user)}
                  </UnstyledButton>{' '}
                  {through.filter(Boolean).join(' and ')}
                  {!isActive && ` (${userStatusMessages[standing].toLowerCase()})`}
                </li>
              );
            })}
            {seers.length > listed && <li>and {count(seers.length - listed)} more</li>}
          </ul>
        )}
      </Fact>
    </FactList>
  );
}
