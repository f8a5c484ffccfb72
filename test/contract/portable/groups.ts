import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { part, textOf, type Answer, type Body } from '../client';
import { momentOf } from '../reading';
import type { Target } from '../target';

const newName = () => `Contract ${randomUUID()}`;
const pathOf = ({ id }: Body) => `/api/groups/${part(id)}`;

/** A group for one test, deleted afterwards. */
export async function withGroup(
  { client, recordOf }: Target,
  members: Body,
  work: (group: Body, created: Answer) => Promise<void>,
): Promise<void> {
  const created = await client().send('POST', '/api/groups', { name: newName(), ...members });
  const group = recordOf(created, 'group');
  try {
    await work(group, created);
  } finally {
    await client().send('DELETE', pathOf(group));
  }
}

export function groupTests(target: Target): void {
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
  const groups = async () => listOf(await client().get('/api/groups'), 'groups');
  const deviceIds = async () =>
    listOf(await client().get('/api/devices'), 'devices').map(({ id }) => textOf(id));

  /** Deletes what a call created that was expected to be refused. */
  async function drop(answer: Answer): Promise<void> {
    if (isRefused(answer)) return;
    const { id } = recordOf(answer, 'group');
    if (typeof id === 'string') await client().send('DELETE', pathOf({ id }));
  }

  describe('groups', () => {
    it('are created with an id and dates', async () => {
      const devices = (await deviceIds()).slice(0, 2);
      await withGroup(target, { description: 'Été', devices }, async (group, created) => {
        observe({ createStatus: created.status });
        assumed('wire contract 4.3 (open)', 'creating a record has status 201', () =>
          expect(created.status).toBe(201),
        );
        const known = { description: 'Été', devices };
        documented('wire contract 4.1 (L)', 'a new group has an id and what was sent', () => {
          expect(textOf(group.id)).not.toBe('');
          expect(group).toMatchObject(known);
        });
        for (const date of [group.creation, group.lastModified].filter(Boolean)) {
          documented('wire contract 4.1 (L)', 'the dates of a group are ISO 8601, if sent', () =>
            expect(momentOf(date)).not.toBeNaN(),
          );
        }
        const read = recordOf(await client().get(pathOf(group)), 'group');
        documented('wire contract 4.4 (L)', 'a group is read as it was created', () =>
          expect(read).toMatchObject({ id: group.id, name: group.name, ...known }),
        );
        const listed = (await groups()).find(({ id }) => id === group.id);
        documented('wire contract 4.2 (L)', 'a new group is listed', () =>
          expect(listed).toMatchObject({ name: group.name }),
        );
      });
    });

    it('are replaced as a whole', async () => {
      const devices = (await deviceIds()).slice(0, 1);
      await withGroup(target, { description: 'old', devices }, async (group) => {
        const name = newName();
        const whole = { name, description: 'new', devices: [] };
        const after = recordOf(await client().send('PUT', pathOf(group), whole), 'group');
        documented('wire contract 4.5 (L)', 'a PUT replaces a group and returns it', () => {
          expect(after).toMatchObject({ id: group.id, name, description: 'new' });
          expect(after.devices ?? []).toEqual([]);
        });
      });
    });

    it('are changed in part, and returned as a whole', async () => {
      await withGroup(target, { description: 'old' }, async (group) => {
        const steps = [{ op: 'replace', path: '/description', value: 'new' }];
        const after = recordOf(await target.patch(client(), pathOf(group), steps), 'group');
        documented('wire contract 4.6 (L)', 'a PATCH changes a group and returns it whole', () =>
          expect(after).toMatchObject({ id: group.id, name: group.name, description: 'new' }),
        );
      });
    });

    it('stay unchanged if a patch has no path', async () => {
      await withGroup(target, { description: 'old' }, async (group) => {
        const steps = [
          { op: 'replace', path: '/description', value: 'new' },
          { op: 'replace', path: '/no/such/place', value: 1 },
        ];
        const answer = await target.patch(client(), pathOf(group), steps);
        const what = 'a patch with an impossible operation is refused';
        expectAssumedRefusal(answer, 'wire contract 4.6 (open)', what, 400, 409);
        const { description } = recordOf(await client().get(pathOf(group)), 'group');
        assumed('wire contract 4.6 (open)', 'a refused patch changes nothing', () =>
          expect(description).toBe('old'),
        );
      });
    });

    it('are guarded by the operation "test"', async () => {
      await withGroup(target, { description: 'old' }, (group) =>
        expectGuard(target, 'group', pathOf(group), 'old', async () => {
          const { description } = recordOf(await client().get(pathOf(group)), 'group');
          return description;
        }),
      );
    });

    it('do not exist after deletion', async () => {
      const body = { name: newName() };
      const group = recordOf(await client().send('POST', '/api/groups', body), 'group');
      const deletion = await client().send('DELETE', pathOf(group));
      expectDeletion(target, deletion);
      const again = await client().get(pathOf(group));
      const statement = ['wire contract 4.7 (L)', 'a deleted group cannot be read'] as const;
      expectRefused(again, statement, 'wire contract 4.4 (open)', 404);
      const listed = (await groups()).some(({ id }) => id === group.id);
      documented('wire contract 4.7 (L)', 'a deleted group is not listed', () =>
        expect(listed).toBe(false),
      );
      const repeated = await client().send('DELETE', pathOf(group));
      const what = 'a repeated deletion is refused';
      expectAssumedRefusal(repeated, 'wire contract 4.7 (open)', what, 404);
    });

    it.each([{}, { name: '' }, { name: 7 }, []])('are refused for the body %j', async (body) => {
      const answer = await client().send('POST', '/api/groups', body);
      await drop(answer);
      const statement = ['wire contract 4.3 (L)', 'a group without a name is refused'] as const;
      expectRefused(answer, statement, 'wire contract 1.5 (open)', 400, 409);
    });

    it('are refused with an unknown device', async () => {
      const body = { name: newName(), devices: ['no-such-device'] };
      const answer = await client().send('POST', '/api/groups', body);
      await drop(answer);
      const what = 'a group with an unknown device is refused';
      expectAssumedRefusal(answer, 'wire contract 4.3 (open)', what, 400, 409);
    });

    it('are refused when unknown: GET', async () => {
      const answer = await client().get('/api/groups/no-such-group');
      const statement = ['wire contract 1.5 (L)', 'reading an unknown group is refused'] as const;
      expectRefused(answer, statement, 'wire contract 4.4 (open)', 404);
    });

    it.each([
      ['PUT', { name: 'x' }],
      ['PATCH', [{ op: 'replace', path: '/name', value: 'x' }]],
      ['DELETE', undefined],
    ])('are refused when unknown: %s', async (method, body) => {
      const path = '/api/groups/no-such-group';
      const answer =
        method === 'PATCH'
          ? await target.patch(client(), path, body)
          : await client().send(method, path, body);
      if (method === 'PUT') await drop(answer);
      const what = `${method} of an unknown group is refused`;
      expectAssumedRefusal(answer, 'wire contract 4.5 (open)', what, 404);
    });

    it('take JSON only', async () => {
      const answer = await client().send('POST', '/api/groups', { name: newName() }, 'text/plain');
      await drop(answer);
      const what = 'a body that is not declared as JSON is refused';
      expectAssumedRefusal(answer, 'wire contract 1.1 (open)', what, 400, 415);
    });
  });
}

/** The answer to a deletion: done, with an envelope or without a body. */
export function expectDeletion(
  { documented, assumed, observe, isRefused }: Target,
  answer: Answer,
) {
  documented('wire contract 1.5 (L)', 'a deletion is done', () =>
    expect(isRefused(answer), `refused with ${answer.status}`).toBe(false),
  );
  const isEmpty = answer.text.trim() === '';
  observe({ deleteAnswer: isEmpty ? 'empty' : 'envelope' });
  assumed('wire contract 4.7 (A)', 'a deletion is answered with 200 and an envelope', () =>
    expect([answer.status, isEmpty ? 'no body' : 'a body']).toEqual([200, 'a body']),
  );
}

/** What a failing and a passing `test` do to the description of a record, which is `before`. */
export async function expectGuard(
  { client, assumed, observe, isRefused, patch }: Target,
  kind: 'user' | 'group',
  path: string,
  before: string,
  description: () => Promise<unknown>,
): Promise<void> {
  const guarded = (expected: string, value: string) =>
    patch(client(), path, [
      { op: 'test', path: '/description', value: expected },
      { op: 'replace', path: '/description', value },
    ]);
  const failing = await guarded('something else', 'overwritten');
  const isKept = (await description()) === before;
  const passing = await guarded(before, 'tested');
  const isDone = !isRefused(passing) && (await description()) === 'tested';
  const seen = !isKept ? 'ignored' : isDone ? 'guards' : 'refused';
  observe({ patchTest: { [kind]: seen } });
  assumed('wire contract 4.6 (open)', 'the operation "test" guards a patch (RFC 6902)', () =>
    expect(seen).toBe('guards'),
  );
  if (seen !== 'guards') return;
  assumed('wire contract 4.6 (open)', 'a failing "test" is refused with 400 or 409', () =>
    expect(failing.status).toBeOneOf([400, 409]),
  );
}
