import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { part, textOf, type Answer, type Body } from '../client';
import { momentOf } from '../reading';
import { isObject } from '../spelling';
import type { Target } from '../target';
import { expectDeletion, expectGuard, withGroup } from './groups';

const pathOf = ({ id }: Body) => `/api/users/${part(id)}`;
const newUser = (): Body => ({
  name: 'Åsa Øst',
  email: `contract-${randomUUID()}@waypost.example`,
  country: 'BE',
  timeZone: 'Europe/Brussels',
});

/** A user for one test, deleted afterwards. */
async function withUser(
  { client, recordOf }: Target,
  members: Body,
  work: (user: Body, sent: Body) => Promise<void>,
): Promise<void> {
  const sent = { ...newUser(), ...members };
  const user = recordOf(await client().send('POST', '/api/users', sent), 'user');
  try {
    await work(user, sent);
  } finally {
    await client().send('DELETE', pathOf(user));
  }
}

export function userTests(target: Target): void {
  const {
    client,
    documented,
    assumed,
    observe,
    listOf,
    recordOf,
    isRefused,
    expectRefused,
    expectAssumedRefusal,
  } = target;
  const patchUser = (user: Body, ...steps: Body[]) => target.patch(client(), pathOf(user), steps);

  /** Deletes what a call created that was expected to be refused. */
  async function drop(answer: Answer): Promise<void> {
    if (isRefused(answer)) return;
    const { id } = recordOf(answer, 'user');
    if (typeof id === 'string') await client().send('DELETE', pathOf({ id }));
  }

  describe('users', () => {
    it('are created and read, and never contain their password', async () => {
      const members = { password: 'correct horse', tags: { shift: 'night' }, adminDevices: 3 };
      await withUser(target, members, async (user, { name, email, timeZone }) => {
        const known = { name, email, timeZone, tags: { shift: 'night' } };
        documented('wire contract 5.3 (L)', 'a new user has an id and what was sent', () => {
          expect(textOf(user.id)).not.toBe('');
          expect(user).toMatchObject(known);
          expect(Number(user.adminDevices)).toBe(3);
        });
        const read = await client().get(pathOf(user));
        const list = await client().get('/api/users');
        const patched = await patchUser(user, { op: 'replace', path: '/name', value: name });
        const record = recordOf(read, 'user');
        documented('wire contract 5.6 (L)', 'a user is read as it was created', () =>
          expect(record).toMatchObject(known),
        );
        const isListed = listOf(list, 'users').some(({ id }) => id === user.id);
        documented('wire contract 5.2 (L)', 'a new user is listed', () =>
          expect(isListed).toBe(true),
        );
        assumed('wire contract 5.1 (A)', 'a password is never sent back', () =>
          expect(
            [read, list, patched].filter(({ text }) => text.includes('correct horse')),
          ).toEqual([]),
        );
      });
    });

    it('have dates set by the service, and no login at first', async () => {
      const past = '2001-01-01T00:00:00Z';
      await withUser(target, { creation: past, lastLogin: past }, async (user) => {
        assumed('wire contract 5.3 (A)', 'the service sets creation and lastLogin itself', () => {
          const created = user.creation ? momentOf(user.creation) : Date.now();
          expect(created).toBeGreaterThan(Date.parse(past));
          expect(user.lastLogin ?? null).toBeNull();
        });
      });
    });

    it('are replaced as a whole', async () => {
      await withUser(target, { description: 'old' }, async (user, sent) => {
        const whole = { ...sent, name: 'New', description: 'new' };
        const after = recordOf(await client().send('PUT', pathOf(user), whole), 'user');
        documented('wire contract 5.7 (L)', 'a PUT replaces a user and returns it', () =>
          expect(after).toMatchObject({ id: user.id, name: 'New', description: 'new' }),
        );
      });
    });

    it('are changed in part, and returned as a whole', async () => {
      await withUser(target, { tags: { a: '1' } }, async (user, { email }) => {
        const answer = await patchUser(
          user,
          { op: 'replace', path: '/tags', value: { a: '2', 'with/slash': '3' } },
          { op: 'replace', path: '/email', value: email },
        );
        const after = recordOf(answer, 'user');
        documented('wire contract 5.8 (L)', 'a PATCH changes a user and returns it whole', () =>
          expect(after).toMatchObject({ email, tags: { a: '2', 'with/slash': '3' } }),
        );
      });
    });

    it('are changed by a PATCH in members that were not set before', async () => {
      await withUser(target, {}, async (user) => {
        const steps = [
          { op: 'replace', path: '/disabled', value: true },
          { op: 'replace', path: '/disabledMessage', value: 'On leave' },
        ];
        const answer = await patchUser(user, ...steps);
        assumed('wire contract 5.8 (open)', 'a member that is not set can be replaced', () =>
          expect(isRefused(answer), `refused with ${answer.status}`).toBe(false),
        );
        const added = await patchUser(user, ...steps.map((step) => ({ ...step, op: 'add' })));
        const after = recordOf(added, 'user');
        documented('wire contract 5.8 (L)', 'a PATCH can add a member', () =>
          expect(after).toMatchObject({ disabled: true }),
        );
      });
    });

    it('are guarded by the operation "test"', async () => {
      await withUser(target, { description: 'old' }, (user) =>
        expectGuard(target, 'user', pathOf(user), 'old', async () => {
          const { description } = recordOf(await client().get(pathOf(user)), 'user');
          return description;
        }),
      );
    });

    it('name their group by its id or by its name', async () => {
      await withGroup(target, {}, async (group) => {
        await withUser(target, {}, async (user) => {
          const isTaken = async (value: unknown) =>
            !isRefused(
              await patchUser(user, { op: 'add', path: '/group', value: textOf(value as string) }),
            );
          const byId = await isTaken(group.id);
          const byName = await isTaken(group.name);
          await patchUser(user, { op: 'remove', path: '/group' });
          const seen = byId && byName ? 'either' : byId ? 'id' : byName ? 'name' : 'neither';
          observe({ groupReference: seen });
          assumed('wire contract 5.1 (A)', 'the group of a user can be written as its id', () =>
            expect(byId, `accepted: ${seen}`).toBe(true),
          );
        });
      });
    });

    it('do not exist after deletion', async () => {
      const user = recordOf(await client().send('POST', '/api/users', newUser()), 'user');
      expectDeletion(target, await client().send('DELETE', pathOf(user)));
      const again = await client().get(pathOf(user));
      const statement = ['wire contract 5.9 (L)', 'a deleted user cannot be read'] as const;
      expectRefused(again, statement, 'wire contract 5.6 (open)', 404);
      const repeated = await client().send('DELETE', pathOf(user));
      const what = 'a repeated deletion is refused';
      expectAssumedRefusal(repeated, 'wire contract 5.9 (open)', what, 404);
    });

    it.each(['name', 'email', 'country', 'timeZone'])('are refused without %s', async (member) => {
      const { [member]: _, ...rest } = newUser();
      const answer = await client().send('POST', '/api/users', rest);
      await drop(answer);
      const statement = [
        'wire contract 5.3 (L)',
        'a user without a required member is refused',
      ] as const;
      expectRefused(answer, statement, 'wire contract 1.5 (open)', 400, 409);
    });

    it.each([
      ['an empty name', { name: '' }],
      ['an e-mail address that is none', { email: 'nobody' }],
      ['an unknown time zone', { timeZone: 'Mars/Olympus' }],
      ['a name that is not text', { name: 5 }],
      ['a negative number of devices', { adminDevices: -1 }],
    ])('are refused with %s', async (what, members) => {
      const answer = await client().send('POST', '/api/users', { ...newUser(), ...members });
      await drop(answer);
      const expectation = `a user with ${what} is refused`;
      expectAssumedRefusal(answer, 'wire contract 5.3 (open)', expectation, 400, 409);
    });

    it('have unique e-mail addresses', async () => {
      await withUser(target, {}, async (_, { email }) => {
        const body = { ...newUser(), email: email ?? '' };
        const answer = await client().send('POST', '/api/users', body);
        await drop(answer);
        const what = 'a second user with the same e-mail address is refused';
        expectAssumedRefusal(answer, 'wire contract 5.3 (open)', what, 400, 409);
      });
    });

    it('are refused when unknown: GET', async () => {
      const answer = await client().get('/api/users/no-such-user');
      const statement = ['wire contract 1.5 (L)', 'reading an unknown user is refused'] as const;
      expectRefused(answer, statement, 'wire contract 5.6 (open)', 404);
    });

    it.each([
      ['PUT', newUser()],
      ['PATCH', [{ op: 'replace', path: '/name', value: 'x' }]],
      ['DELETE', undefined],
    ])('are refused when unknown: %s', async (method, body) => {
      const path = '/api/users/no-such-user';
      const answer =
        method === 'PATCH'
          ? await target.patch(client(), path, body)
          : await client().send(method, path, body);
      if (method === 'PUT') await drop(answer);
      const what = `${method} of an unknown user is refused`;
      expectAssumedRefusal(answer, 'wire contract 5.6 (open)', what, 404);
    });
  });

  describe('the lists needed to describe a user', () => {
    /** A map of names, under its key. */
    async function mapOf(key: 'countries' | 'timeZones'): Promise<[string, unknown][]> {
      const answer = await client().get(`/api/users/${key}`);
      const map = target.memberOf(answer, key);
      documented('wire contract 5.4 (L)', `${key} are a map under "${key}"`, () => {
        expect(isRefused(answer), `refused with ${answer.status}`).toBe(false);
        expect(isObject(map), JSON.stringify(map)).toBe(true);
      });
      const entries = Object.entries(map as Body);
      assumed('wire contract 5.4 (open)', `${key} are not empty`, () =>
        expect(entries.length).toBeGreaterThan(0),
      );
      return entries;
    }

    it('contain countries as a map of two-letter codes to names', async () => {
      const entries = await mapOf('countries');
      documented('wire contract 5.4 (L)', 'countries have two-letter codes and names', () => {
        for (const [code, name] of entries) {
          expect(code).toMatch(/^[A-Z]{2}$/);
          expect(name).toMatch(/./);
        }
      });
    });

    it('contain time zones as a map of IANA names to descriptions', async () => {
      const entries = await mapOf('timeZones');
      documented('wire contract 5.5 (L)', 'time zones have IANA names', () => {
        for (const [timeZone] of entries) {
          expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
        }
      });
    });
  });
}
