import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { part, type Body, type Client } from '../client';
import { withService } from '../target';

interface Operation {
  op: string;
  path: string;
  value?: unknown;
  from?: string;
}

/** A user is the record with the most kinds of members: texts, a map, an array, nulls. */
async function withUser(work: (client: Client, path: string) => Promise<void>): Promise<void> {
  await withService({}, async ({ client }) => {
    const { body } = await client.send('POST', '/api/users', {
      name: 'Ana',
      email: 'ana@waypost.example',
      country: 'ES',
      timeZone: 'Europe/Madrid',
      description: 'before',
      tags: { a: '1', 'b/c': '2', 'd~e': '3' },
      privileges: ['x', 'y'],
    });
    await work(client, `/api/users/${part(body.id)}`);
  });
}

async function patchOf(client: Client, path: string, ...operations: Operation[]) {
  return client.send('PATCH', path, operations);
}

describe('JSON Patch (RFC 6902)', () => {
  it.each<[string, Operation[], Body]>([
    [
      'adds a member',
      [{ op: 'add', path: '/tags/n', value: 'new' }],
      { tags: { a: '1', 'b/c': '2', 'd~e': '3', n: 'new' } },
    ],
    [
      'adds at an index',
      [{ op: 'add', path: '/privileges/1', value: 'n' }],
      { privileges: ['x', 'n', 'y'] },
    ],
    [
      'appends',
      [{ op: 'add', path: '/privileges/-', value: 'z' }],
      { privileges: ['x', 'y', 'z'] },
    ],
    [
      'adds over what is there',
      [{ op: 'add', path: '/description', value: 'after' }],
      { description: 'after' },
    ],
    ['removes a member', [{ op: 'remove', path: '/tags/a' }], { tags: { 'b/c': '2', 'd~e': '3' } }],
    ['removes an item', [{ op: 'remove', path: '/privileges/0' }], { privileges: ['y'] }],
    ['removes a text', [{ op: 'remove', path: '/description' }], { description: null }],
    [
      'replaces',
      [{ op: 'replace', path: '/email', value: 'n@waypost.example' }],
      { email: 'n@waypost.example' },
    ],
    [
      'replaces what is not set',
      [{ op: 'replace', path: '/message', value: 'hi' }],
      { message: 'hi' },
    ],
    [
      'replaces a member with a slash',
      [{ op: 'replace', path: '/tags/b~1c', value: '9' }],
      { tags: { a: '1', 'b/c': '9', 'd~e': '3' } },
    ],
    [
      'moves',
      [{ op: 'move', from: '/tags/d~0e', path: '/description' }],
      { description: '3', tags: { a: '1', 'b/c': '2' } },
    ],
    [
      'moves within an array',
      [{ op: 'move', from: '/privileges/0', path: '/privileges/1' }],
      { privileges: ['y', 'x'] },
    ],
    [
      'copies',
      [{ op: 'copy', from: '/name', path: '/description' }],
      { description: 'Ana', name: 'Ana' },
    ],
    [
      'tests, then changes',
      [
        { op: 'test', path: '/tags/a', value: '1' },
        { op: 'replace', path: '/tags/a', value: '2' },
      ],
      { tags: { a: '2', 'b/c': '2', 'd~e': '3' } },
    ],
    [
      'tests whole values',
      [{ op: 'test', path: '/tags', value: { 'd~e': '3', 'b/c': '2', a: '1' } }],
      { name: 'Ana' },
    ],
  ])('%s', async (_, operations, expected) => {
    await withUser(async (client, path) => {
      const { status, body } = await patchOf(client, path, ...operations);
      expect(status).toBe(200);
      expect(body).toMatchObject(expected);
      expect((await client.get(path)).body).toMatchObject(expected);
    });
  });

  it.each<[string, Operation, number]>([
    ['a test that does not hold', { op: 'test', path: '/name', value: 'Eva' }, 409],
    ['a place that is not there', { op: 'replace', path: '/nowhere', value: 1 }, 400],
    ['a member that is not stored', { op: 'add', path: '/colour', value: 'red' }, 400],
    ['a member of the envelope', { op: 'replace', path: '/success', value: false }, 400],
    ['removing what is not there', { op: 'remove', path: '/tags/none' }, 400],
    ['testing what is not there', { op: 'test', path: '/tags/none', value: '1' }, 400],
    ['an index past the end', { op: 'add', path: '/privileges/3', value: 'z' }, 400],
    ['an index with a zero in front', { op: 'replace', path: '/privileges/01', value: 'z' }, 400],
    ['the length of an array', { op: 'replace', path: '/privileges/length', value: 0 }, 400],
    ['a place below a text', { op: 'add', path: '/name/x', value: 1 }, 400],
    ['an inherited member', { op: 'copy', from: '/constructor', path: '/description' }, 400],
    ['a prototype', { op: 'add', path: '/tags/__proto__', value: { x: '1' } }, 400],
    ['a move into itself', { op: 'move', from: '/tags', path: '/tags/a' }, 400],
    ['a move from nowhere', { op: 'move', from: '/nowhere', path: '/name' }, 400],
    ['a path without a slash', { op: 'replace', path: 'name', value: 'x' }, 400],
    ['a bad escape', { op: 'replace', path: '/na~2me', value: 'x' }, 400],
    ['an unknown operation', { op: 'increment', path: '/adminDevices', value: 1 }, 400],
    ['an add without a value', { op: 'add', path: '/name' }, 400],
    ['a move without from', { op: 'move', path: '/name' }, 400],
    ['removing what is required', { op: 'remove', path: '/email' }, 400],
    ['a value of the wrong kind', { op: 'replace', path: '/disabled', value: 'yes' }, 400],
    ['an id', { op: 'replace', path: '/id', value: 'other' }, 400],
    [
      'a date made by the system',
      { op: 'replace', path: '/creation', value: '2001-01-01T00:00:00Z' },
      400,
    ],
    ['the whole record as a text', { op: 'replace', path: '', value: 'gone' }, 400],
  ])('refuses %s, and stores nothing before it', async (_, operation, status) => {
    await withUser(async (client, path) => {
      const before = (await client.get(path)).body;
      const first = { op: 'replace', path: '/description', value: 'after' };
      const answer = await patchOf(client, path, first, operation);
      expect(answer.status).toBe(status);
      expect(answer.body.success).toBe(false);
      expect(answer.body.error).toMatch(/\S/);
      const { apiUsage: _usage, apiDailyUsage: _daily, ...after } = (await client.get(path)).body;
      expect(before).toMatchObject(after);
    });
  });

  it.each([[[]], [{}], [null], ['x'], [[null]], [[7]]])('refuses the body %j', async (body) => {
    await withUser(async (client, path) => {
      expect((await client.send('PATCH', path, body)).status).toBe(400);
    });
  });

  it('sets a password through a patch and keeps it through others', async () => {
    await withUser(async (client, path) => {
      for (const operation of [
        { op: 'replace', path: '/password', value: 'correct horse' },
        { op: 'replace', path: '/name', value: 'Ana María' },
      ]) {
        const answer = await patchOf(client, path, operation);
        expect([answer.status, answer.body.password]).toEqual([200, null]);
      }
      expect(
        (await patchOf(client, path, { op: 'replace', path: '/password', value: '' })).status,
      ).toBe(400);
    });
  });

  it('never causes an internal error, whatever is sent', async () => {
    const member = fc.constantFrom(
      'name',
      'tags',
      'a',
      'privileges',
      '0',
      '-',
      'length',
      '__proto__',
      '',
    );
    const pointer = fc
      .array(member, { maxLength: 3 })
      .map((parts) => parts.map((p) => `/${p}`).join(''));
    const operation = fc.record(
      {
        op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
        path: pointer,
        from: pointer,
        value: fc.jsonValue({ maxDepth: 2 }),
      },
      { requiredKeys: ['op', 'path'] },
    );
    await withUser(async (client, path) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(operation, { minLength: 1, maxLength: 4 }),
          async (operations) => {
            const { status, body } = await client.send('PATCH', path, operations);
            expect([200, 400, 409]).toContain(status);
            expect(body.success).toBe(status === 200);
          },
        ),
        { numRuns: 150 },
      );
      expect((await client.get(path)).status).toBe(200);
    });
  });
});

describe('variants of PATCH', () => {
  const patch = [{ op: 'replace', path: '/description', value: 'x' }];
  const jsonPatch = 'application/json-patch+json';

  it.each([
    ['any', 200, 200],
    ['json', 200, 415],
    ['jsonPatch', 415, 200],
  ] as const)('media type: %s', async (patchMediaType, asJson, asJsonPatch) => {
    await withUser(async (client, path) => {
      await withService({ quirks: { patchMediaType } }, async ({ client: other, service }) => {
        await service.control.addDevice({ id: 'd' });
        const at = '/api/devices/d';
        expect(
          (await other.send('PATCH', at, patch, 'application/json; charset=utf-8')).status,
        ).toBe(asJson);
        expect((await other.send('PATCH', at, patch, jsonPatch)).status).toBe(asJsonPatch);
      });
      expect((await client.send('PATCH', path, patch, 'text/plain')).status).toBe(415);
    });
  });

  it('without the operation "test"', async () => {
    await withService({ quirks: { patchTest: 'refused' } }, async ({ client, service }) => {
      await service.control.addDevice({ id: 'd' });
      const guard = { op: 'test', path: '/description', value: null };
      const answer = await client.send('PATCH', '/api/devices/d', [guard, ...patch]);
      expect([answer.status, answer.body.error]).toEqual([400, 'Invalid patch operation: test.']);
      expect((await client.send('PATCH', '/api/devices/d', patch)).status).toBe(200);
    });
  });
});
