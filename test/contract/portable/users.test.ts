import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { part, type Body, type Client } from '../client';
import { expectRefused, listOf, momentOf, recordOf } from '../reading';
import { portableClient } from '../target';

const pathOf = ({ id }: Body) => `/api/users/${part(id)}`;
const newUser = (): Body => ({
  name: 'Åsa Øst',
  email: `contract-${randomUUID()}@waypost.example`,
  country: 'BE',
  timeZone: 'Europe/Brussels',
});

/** A user for one test, deleted afterwards. */
async function withUser(
  client: Client,
  members: Body,
  work: (user: Body, sent: Body) => Promise<void>,
): Promise<void> {
  const sent = { ...newUser(), ...members };
  const user = recordOf(await client.send('POST', '/api/users', sent), 'user');
  try {
    await work(user, sent);
  } finally {
    await client.send('DELETE', pathOf(user));
  }
}

describe('users', () => {
  const client = portableClient();

  it('are created and read, and never contain their password', async () => {
    const members = { password: 'correct horse', tags: { shift: 'night' }, adminDevices: 3 };
    await withUser(client(), members, async (user, { name, email, timeZone }) => {
      const known = { name, email, timeZone, tags: { shift: 'night' } };
      expect(user).toMatchObject(known);
      expect(Number(user.adminDevices)).toBe(3);
      const answers = [
        await client().get(pathOf(user)),
        await client().get('/api/users'),
        await client().send('PATCH', pathOf(user), [{ op: 'replace', path: '/name', value: name }]),
      ];
      expect(recordOf(answers[0]!, 'user')).toMatchObject(known);
      expect(listOf(answers[1]!, 'users').some(({ id }) => id === user.id)).toBe(true);
      expect(answers.some(({ text }) => text.includes('correct horse'))).toBe(false);
    });
  });

  it('have dates set by the service, and no login at first', async () => {
    const past = '2001-01-01T00:00:00Z';
    await withUser(client(), { creation: past, lastLogin: past }, async (user) => {
      const created = user.creation ? momentOf(user.creation) : Date.now();
      expect(created).toBeGreaterThan(Date.parse(past));
      expect(user.lastLogin ?? null).toBeNull();
    });
  });

  it('are replaced as a whole', async () => {
    await withUser(client(), { description: 'old' }, async (user, sent) => {
      const after = recordOf(
        await client().send('PUT', pathOf(user), { ...sent, name: 'New', description: 'new' }),
        'user',
      );
      expect(after).toMatchObject({ id: user.id, name: 'New', description: 'new' });
    });
  });

  it('are changed in part, and returned as a whole', async () => {
    await withUser(client(), { tags: { a: '1' } }, async (user, { email }) => {
      const patch = [
        { op: 'replace', path: '/disabled', value: true },
        { op: 'replace', path: '/disabledMessage', value: 'On leave' },
        { op: 'replace', path: '/tags', value: { a: '2', 'with/slash': '3' } },
      ];
      const after = recordOf(await client().send('PATCH', pathOf(user), patch), 'user');
      expect(after).toMatchObject({ email, disabled: true, tags: { a: '2', 'with/slash': '3' } });
    });
  });

  it('do not exist after deletion', async () => {
    const user = recordOf(await client().send('POST', '/api/users', newUser()), 'user');
    expect([200, 204]).toContain((await client().send('DELETE', pathOf(user))).status);
    expectRefused(await client().get(pathOf(user)), 404);
    expectRefused(await client().send('DELETE', pathOf(user)), 404);
  });

  it.each([
    ['no name', { name: '' }],
    ['no e-mail address', { email: 'nobody' }],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }],
    ['a name that is not text', { name: 5 }],
    ['a negative number of devices', { adminDevices: -1 }],
  ])('are refused with %s', async (_, members) => {
    const answer = await client().send('POST', '/api/users', { ...newUser(), ...members });
    expectRefused(answer, 400, 409);
  });

  it('have unique e-mail addresses', async () => {
    await withUser(client(), {}, async (_, { email }) => {
      const answer = await client().send('POST', '/api/users', {
        ...newUser(),
        email: email ?? '',
      });
      expectRefused(answer, 400, 409);
    });
  });

  it.each([
    ['GET', undefined],
    ['PUT', newUser()],
    ['PATCH', [{ op: 'replace', path: '/name', value: 'x' }]],
    ['DELETE', undefined],
  ])('are refused when unknown: %s', async (method, body) => {
    expectRefused(await client().send(method, '/api/users/no-such-user', body), 404);
  });
});

describe('the lists needed to describe a user', () => {
  const client = portableClient();

  it('contain countries as a map of two-letter codes to names', async () => {
    const { status, body } = await client().get('/api/users/countries');
    expect(status).toBe(200);
    const entries = Object.entries(body.countries as Body);
    expect(entries.length).toBeGreaterThan(0);
    for (const [code, name] of entries) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect(name).toMatch(/./);
    }
  });

  it('contain time zones as a map of IANA names to descriptions', async () => {
    const { status, body } = await client().get('/api/users/timeZones');
    expect(status).toBe(200);
    const zones = Object.keys(body.timeZones as Body);
    expect(zones.length).toBeGreaterThan(0);
    for (const timeZone of zones) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
    }
  });
});
