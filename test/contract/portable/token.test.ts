import { describe, expect, it } from 'vitest';
import { json, operations, textOf } from '../client';
import { expectRefused, momentOf } from '../reading';
import { portableClient } from '../target';

describe('POST /api/Auth/Token', () => {
  const client = portableClient();

  it('issues a JWT with its expiry', async () => {
    const { status, body } = await client().exchange();
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(momentOf(body.expires)).toBeGreaterThan(Date.now());
    expect(body.error ?? null).toBeNull();
  });

  it.each([
    ['a wrong key', undefined, 'not-the-key'],
    ['a wrong user name', 'nobody-of-that-name', undefined],
  ])('refuses %s without issuing a token', async (_, userName, apiKey) => {
    const { status, body } = await client().exchange(userName, apiKey);
    expect([200, 400, 401, 403]).toContain(status);
    expect(body.success).toBe(false);
    expect(body.token ?? null).toBeNull();
    expect(textOf(body.error ?? body.errorText)).not.toBe('');
  });

  it.each([{}, { userName: 'x' }, { apiKey: 'x' }, { userName: 1, apiKey: [] }, [], null])(
    'issues nothing for the body %j',
    async (given) => {
      const answer = await client().raw(
        'POST',
        '/api/Auth/Token',
        { 'content-type': json },
        JSON.stringify(given),
      );
      expect([200, 400, 401]).toContain(answer.status);
      expect(answer.body.token ?? null).toBeNull();
    },
  );

  it('takes JSON only', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await client().raw('POST', '/api/Auth/Token', form, 'userName=a&apiKey=b');
    expectRefused(answer, 400, 415);
  });
});

describe.each(operations)('%s %s', (method, path) => {
  const client = portableClient();
  const body = method === 'GET' || method === 'DELETE' ? undefined : '{}';

  it.each([
    ['no token', undefined],
    ['a garbled token', 'Bearer not.a.token'],
    ['a token of another service', `Bearer ${unsigned()}`],
    ['another scheme', 'Basic dXNlcjprZXk='],
  ])('is refused with %s', async (_, authorization) => {
    const headers = { 'content-type': json, ...(authorization ? { authorization } : {}) };
    expectRefused(await client().raw(method, path, headers, body), 401);
  });
});

/** An unsigned token, with the algorithm "none". */
function unsigned(): string {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded({ sub: 'x', exp: 4102444800 })}.`;
}
