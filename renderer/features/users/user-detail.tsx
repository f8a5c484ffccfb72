import { useEffect, useState } from 'react';
import type { User } from '#shared/domain/user';
import { useFleetStore } from '#features/devices';
import { useNow } from '#lib/clock';
import { until } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { Fact, FactList } from '#ui/fact-list';
import { ListDetail } from '#ui/list-page';
import { standingOf, standingWords } from './standing';

interface UserDetailProps {
  user: User;
  title: string;
  groupName: string | null;
  onClose: () => void;
}

/** Every field of a user. The password the service may send never reaches the window. */
export function UserDetail({ user, title, groupName, onClose }: UserDetailProps) {
  const format = useFormat();
  const now = useNow(60_000);
  const device = useDeviceLabel(user.deviceId);
  const moment = (at: number | null) => at !== null && format.moment(at);
  return (
    <ListDetail label="User details" title={title} onClose={onClose}>
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
        <Fact name="State">{standingWords[standingOf(user, now)]}</Fact>
        <Fact name="Message when disabled">{user.disabledMessage}</Fact>
        <Fact name="Group seen">{groupName}</Fact>
        <Fact name="Device seen">{device}</Fact>
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
      <Others user={user} />
    </ListDetail>
  );
}

function Others({ user }: { user: User }) {
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

/** The name of a device, or its id until it is known and where it is not in the list. */
function useDeviceLabel(id: string | null): string | null {
  const { client } = useFleetStore();
  const [known, setKnown] = useState<{ id: string; label: string } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    void client.find(id, 20).then((rows) => {
      const row = rows.find((candidate) => candidate.id === id);
      if (isWanted) setKnown(row ? { id, label: row.label } : null);
    });
    return () => {
      isWanted = false;
    };
  }, [client, id]);
  return known?.id === id ? `${known.label} (${id})` : id;
}
