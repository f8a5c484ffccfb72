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
import { commonTexts } from '#lib/common-texts';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';
import { moreText } from '#lib/list-text';
import { userStatusOf } from './user-rules';
import {
  accessPathText,
  texts,
  unclearAccessText,
  userStatusLabels,
  type UserStatus,
} from './users-texts';
import classes from './users.module.css';

/** The user selected on the users page. */
export const usersView = createAccountStore<{ selectedId: string | null }>({ selectedId: null });

/** Opens the users page with this user selected. */
export function showUser(id: string): void {
  usersView.setState({ selectedId: id });
  window.location.hash = '#/users';
}

const maxListed = 30;
const inactive: readonly UserStatus[] = ['disabled', 'notYetValid', 'expired'];

/** The users who can see a device, in the device's details. */
export function UsersWithAccess({ deviceId }: { deviceId: string }) {
  const users = useUsers();
  const knownUsers = useKnownUsers();
  const knownGroups = useKnownGroups();
  const groups = useGroupsByIdOrName();
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const format = useFormat();
  const usersOfDevice = useMemo(
    () => usersWithAccess(deviceId, users, groups),
    [deviceId, users, groups],
  );
  const unclear = useMemo(
    () => users.filter((user) => mayHaveAccess(deviceId, user, groups)).length,
    [deviceId, users, groups],
  );
  return (
    <FactList title={texts.visibleTo}>
      <Fact name={commonTexts.users} title={texts.derivedFromTheGroupsAnd}>
        <ListUnknown name="users" known={knownUsers} />
        {usersOfDevice.length === 0 ? (
          knownUsers.is === 'value' && unclear === 0 && texts.noUserIsAssignedTo
        ) : (
          <ul className={classes.usersOfDevice}>
            {usersOfDevice.slice(0, maxListed).map(({ user, group, isDirect }) => {
              const status = userStatusOf(user, now, zone);
              const isActive = !inactive.includes(status);
              return (
                <li key={user.id}>
                  <UnstyledButton className={classes.userLink} onClick={() => showUser(user.id)}>
                    {userLabel(user)}
                  </UnstyledButton>{' '}
                  {accessPathText(group ? groupLabel(group) : null, isDirect)}{' '}
                  {!isActive && <span>({userStatusLabels[status].toLowerCase()})</span>}
                </li>
              );
            })}
            {usersOfDevice.length > maxListed && (
              <li>{moreText(usersOfDevice.length - maxListed, format)}</li>
            )}
          </ul>
        )}
        {unclear > 0 && <div>{unclearAccessText(unclear, knownGroups.is === 'value', format)}</div>}
      </Fact>
    </FactList>
  );
}
