import { Tabs } from '@mantine/core';
import { userLabel, type User } from '#shared/domain/user';
import { groupLabel } from '#shared/domain/group';
import {
  RecordDetail,
  useDeviceLabel,
  useGroupsByIdOrName,
  type RecordDetailActions,
} from '#features/records';
import { useAccountZone } from '#features/settings';
import { useNow } from '#lib/clock';
import { until } from '#lib/format';
import { fieldWord } from '#lib/field-messages';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { Fact, FactList } from '#ui/fact-list';
import { AccessPanel } from './access-panel';
import { userStatusOf, userStatusLabels } from './user-status';
import classes from './users.module.css';

/** One user: every field, and which devices they see. */
export function UserDetail({ user, ...actions }: { user: User } & RecordDetailActions) {
  return (
    <RecordDetail label="User details" title={userLabel(user)} {...actions}>
      <Tabs defaultValue="facts" className={classes.tabs} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="facts">Overview</Tabs.Tab>
          <Tabs.Tab value="access">Access</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="facts" className={classes.panel}>
          <UserFacts user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="access" className={classes.panel}>
          <AccessPanel user={user} />
        </Tabs.Panel>
      </Tabs>
    </RecordDetail>
  );
}

const label = (field: keyof User) => fieldWord('user', field);

/** Every field of a user. A password that the service may send never reaches the renderer. */
function UserFacts({ user }: { user: User }) {
  const format = useFormat();
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const device = useDeviceLabel(user.deviceId);
  const group = useGroupsByIdOrName().find(user.group);
  const moment = (at: number | null) => at !== null && format.moment(at);
  return (
    <>
      <FactList title="User">
        <Fact name={label('name')}>{user.name}</Fact>
        <Fact name={label('email')}>{user.email}</Fact>
        <Fact name={label('description')}>{user.description}</Fact>
        <Fact name={label('country')}>{user.country}</Fact>
        <Fact name={label('timeZone')}>{user.timeZone}</Fact>
        <Fact name={label('message')}>{user.message}</Fact>
        <Fact name="Id">{user.id}</Fact>
      </FactList>
      <FactList title="Access">
        <Fact name="State">{userStatusLabels[userStatusOf(user, now, zone)]}</Fact>
        <Fact name={label('disabledMessage')}>{user.disabledMessage}</Fact>
        <Fact name={label('group')}>{group ? groupLabel(group) : user.group}</Fact>
        <Fact name={label('deviceId')}>{device}</Fact>
        <Fact name={label('privileges')}>{user.privileges.join(', ')}</Fact>
        <Fact name={label('adminDevices')}>
          {user.adminDevices === null ? null : format.count(user.adminDevices)}
        </Fact>
        <Fact name={label('validFrom')}>{moment(user.validFrom) || null}</Fact>
        <Fact name={label('expiresAt')}>
          {user.expiresAt === null
            ? null
            : `${format.moment(user.expiresAt)} (${until(user.expiresAt, now)})`}
        </Fact>
      </FactList>
      <FactList title="History">
        <Fact name={label('lastLoginAt')}>
          {user.lastLoginAt === null ? null : (
            <>
              {format.moment(user.lastLoginAt)} (<AgeText at={user.lastLoginAt} />)
            </>
          )}
        </Fact>
        <Fact name={label('createdAt')}>{moment(user.createdAt) || null}</Fact>
        <Fact name={label('modifiedAt')}>{moment(user.modifiedAt) || null}</Fact>
      </FactList>
      <OtherFields user={user} />
    </>
  );
}

function OtherFields({ user }: { user: User }) {
  const others: [string, unknown][] = [...Object.entries(user.tags), ...Object.entries(user.extra)];
  if (others.length === 0) return null;
  return (
    <FactList title="Tags and other fields">
      {others.map(([name, value], index) => (
        <Fact key={`${index} ${name}`} name={name}>
          {typeof value === 'string' ? value : JSON.stringify(value)}
        </Fact>
      ))}
    </FactList>
  );
}
