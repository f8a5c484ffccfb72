import type { RunningService } from '../../main/service/start';
import type { UserEdit } from '../../shared/domain/edit';
import type { TestAccount } from './test-account';

/** Calls that the service received since the last reset, by method and path with ids replaced. */
export const callsOf = (running: RunningService) =>
  Object.fromEntries(
    Object.entries(running.control.calls()).map(([call, count]) => [
      call.replace(/(users|groups|devices)\/[^/]+/, '$1/ID'),
      count,
    ]),
  );

export const anna: UserEdit = {
  name: 'Anna Quist',
  email: 'anna@fleet.example',
  country: 'SE',
  timeZone: 'Europe/Stockholm',
  tags: { depot: 'Malmö' },
};

export async function newUser(account: TestAccount, edit: UserEdit = anna) {
  const saved = await account.edits.createUser(edit);
  if (saved.status !== 'saved') throw new Error('not saved');
  return saved;
}

export async function newGroup(
  account: TestAccount,
  name = 'Quist and sons',
  deviceIds: string[] = [],
) {
  const saved = await account.edits.createGroup({ name, deviceIds });
  if (saved.status !== 'saved') throw new Error('not saved');
  return saved;
}

export async function bearer(running: RunningService): Promise<{ authorization: string }> {
  const { token } = (await (
    await fetch(`${running.url}/api/Auth/Token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: running.userName, apiKey: running.apiKey }),
    })
  ).json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

export async function deviceIds(running: RunningService): Promise<string[]> {
  const answer = await fetch(`${running.url}/api/devices`, { headers: await bearer(running) });
  const { devices } = (await answer.json()) as { devices: { id: string }[] };
  return devices.map(({ id }) => id);
}
