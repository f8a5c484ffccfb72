import { Tabs } from '@mantine/core';
import type { User } from '#shared/domain/user';
import {
  groupLabel,
  RecordDetail,
  useDeviceLabel,
  useGroupsByIdOrName,
  userLabel,
  type RecordDetailActions,
} from '#features/records';
import { useNow } from '#lib/clock';
import { until } from '#lib/format';
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

/** Every field of a user. A password that the service may send never reaches the renderer. */
function UserFacts({ user }: { user: User }) {
  const format = useFormat();
  const now = useNow(60_000);
  const device = useDeviceLabel(user.deviceId);
  const group = useGroupsByIdOrName().find(user.group);
  const moment = (at: number | null) => at !== null && format.moment(at);
  return (
    <>
      <FactList title="User">
        <Fact name="Name">{user.name}</Fact>
        <Fact name="E-mail">{user.email}</Fact>
        <Fact name="Description">{user.description}</Fact>
        <Fact name="Country">{user.country}</Fact>
        <Fact name="Time zone">{user.timeZone}</Fact>
        <Fact name="Message">{user.message}</Fact>
        <Fact name="Id">{user.id}</Fact>
      </FactList>
      <FactList title="Access">
        <Fact name="State">{userStatusLabels[userStatusOf(user, now)]}</Fact>
        <Fact name="Message when disabled">{user.disabledMessage}</Fact>
        <Fact name="Visible group">{group ? groupLabel(group) : user.group}</Fact>
        <Fact name="Visible device">{device}</Fact>
        <Fact name="Privileges">{user.privileges.join(', ')}</Fact>
        <Fact name="Devices managed">
          {user.adminDevices === null ? null : format.count(user.adminDevices)}
        </Fact>
        <Fact name="Valid from">{moment(user.validFrom) || null}</Fact>
        <Fact name="Valid until">
          {user.expiresAt === null
            ? null
            : `${format.moment(user.expiresAt)} (${until(user.expiresAt, now)})`}
        </Fact>
      </FactList>
      <FactList title="History">
        <Fact name="Last login">
          {user.lastLoginAt === null ? null : (
            <>
              {format.moment(user.lastLoginAt)} (<AgeText at={user.lastLoginAt} />)
            </>
          )}
        </Fact>
        <Fact name="Created">{moment(user.createdAt) || null}</Fact>
        <Fact name="Modified">{moment(user.modifiedAt) || null}</Fact>
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
