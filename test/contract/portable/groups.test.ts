import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { part, textOf, type Body, type Client } from '../client';
import { expectRefused, listOf, momentOf, recordOf } from '../reading';
import { portableClient } from '../target';

const newName = () => `Contract ${randomUUID()}`;
const pathOf = ({ id }: Body) => `/api/groups/${part(id)}`;

/** A group for one test, deleted afterwards. */
async function withGroup(
  client: Client,
  members: Body,
  work: (group: Body) => Promise<void>,
): Promise<void> {
  const group = recordOf(
    await client.send('POST', '/api/groups', { name: newName(), ...members }),
    'group',
  );
  try {
    await work(group);
  } finally {
    await client.send('DELETE', pathOf(group));
  }
}

describe('groups', () => {
  const client = portableClient();
  const deviceIds = async () =>
    listOf(await client().get('/api/devices'), 'devices').map(({ id }) => textOf(id));

  it('are created with an id and dates', async () => {
    const devices = (await deviceIds()).slice(0, 2);
    await withGroup(client(), { description: 'Été', devices }, async (group) => {
      expect(group.id).toMatch(/./);
      expect(group).toMatchObject({ description: 'Été', devices });
      for (const date of [group.creation, group.lastModified].filter(Boolean)) {
        expect(momentOf(date)).toBeGreaterThan(0);
      }
      const read = recordOf(await client().get(pathOf(group)), 'group');
      expect(read).toMatchObject({ id: group.id, name: group.name, description: 'Été', devices });
      const listed = listOf(await client().get('/api/groups'), 'groups');
      expect(listed.find(({ id }) => id === group.id)).toMatchObject({ name: group.name });
    });
  });

  it('are replaced as a whole', async () => {
    const devices = (await deviceIds()).slice(0, 1);
    await withGroup(client(), { description: 'old', devices }, async (group) => {
      const name = newName();
      const whole = { name, description: 'new', devices: [] };
      const after = recordOf(await client().send('PUT', pathOf(group), whole), 'group');
      expect(after).toMatchObject({ id: group.id, name, description: 'new' });
      expect(after.devices ?? []).toEqual([]);
    });
  });

  it('are changed in part, and returned as a whole', async () => {
    await withGroup(client(), { description: 'old' }, async (group) => {
      const patch = [{ op: 'replace', path: '/description', value: 'new' }];
      const answer = await client().send('PATCH', pathOf(group), patch);
      expect(recordOf(answer, 'group')).toMatchObject({
        id: group.id,
        name: group.name,
        description: 'new',
      });
    });
  });

  it('stay unchanged if a patch has no path', async () => {
    await withGroup(client(), { description: 'old' }, async (group) => {
      const patch = [
        { op: 'replace', path: '/description', value: 'new' },
        { op: 'replace', path: '/no/such/place', value: 1 },
      ];
      expectRefused(await client().send('PATCH', pathOf(group), patch), 400, 409);
      expect(recordOf(await client().get(pathOf(group)), 'group').description).toBe('old');
    });
  });

  it('do not exist after deletion', async () => {
    const group = recordOf(
      await client().send('POST', '/api/groups', { name: newName() }),
      'group',
    );
    expect([200, 204]).toContain((await client().send('DELETE', pathOf(group))).status);
    expectRefused(await client().get(pathOf(group)), 404);
    expectRefused(await client().send('DELETE', pathOf(group)), 404);
  });

  it.each([{}, { name: '' }, { name: 7 }, [], { name: 'x', devices: ['no-such-device'] }])(
    'are refused for the body %j',
    async (body) => expectRefused(await client().send('POST', '/api/groups', body), 400, 409),
  );

  it.each([
    ['GET', undefined],
    ['PUT', { name: 'x' }],
    ['PATCH', [{ op: 'replace', path: '/name', value: 'x' }]],
    ['DELETE', undefined],
  ])('are refused when unknown: %s', async (method, body) => {
    expectRefused(await client().send(method, '/api/groups/no-such-group', body), 404);
  });

  it('take JSON only', async () => {
    expectRefused(
      await client().send('POST', '/api/groups', { name: newName() }, 'text/plain'),
      400,
      415,
    );
  });
});
