import { describe, expect, it } from 'vitest';
import { json, operations, textOf } from '../client';
import { momentOf } from '../reading';
import type { Target } from '../target';

export function tokenTests(target: Target): void {
  const { client, documented, assumed, observe, bodyOf, isRefused, expectRefused } = target;

  describe('POST /api/Auth/Token', () => {
    it('issues a token with its expiry', async () => {
      const answer = await client().exchange();
      const { success, token, expires, error } = bodyOf(answer);
      documented('specification 2.2 (S)', 'a successful exchange says so', () => {
        expect(answer.status).toBeLessThan(300);
        expect(success).toBe(true);
      });
      documented('specification 2.2 (S)', 'a token is text', () =>
        expect(textOf(token)).not.toBe(''),
      );
      documented('specification 2.2 (S)', 'a token has an expiry in the future', () =>
        expect(momentOf(expires)).toBeGreaterThan(Date.now()),
      );
      assumed('wire contract 1.4 (A)', 'the expiry is sent with its zone', () =>
        expect(textOf(expires)).toMatch(/(Z|[+-]\d{2}:?\d{2})$/),
      );
      assumed('wire contract 1.1 (A)', 'a token has the three parts of a JWT', () =>
        expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      );
      assumed(
        'wire contract 2 (open)',
        'an exchange is answered with 200, and without an error',
        () => expect([answer.status, error ?? null]).toEqual([200, null]),
      );
    });

    it.each([
      ['a wrong key', undefined, 'not-the-key'],
      ['a wrong user name', 'nobody-of-that-name', undefined],
    ])('refuses %s without issuing a token', async (_, userName, apiKey) => {
      const answer = await client().exchange(userName, apiKey);
      const { success, token, error, errorText } = bodyOf(answer);
      documented(
        'specification 7.1 (S)',
        'a refused exchange has success = false and no token',
        () => expect([success, token ?? null]).toEqual([false, null]),
      );
      documented('specification 7.1 (S)', 'a refused exchange has a message', () =>
        expect(textOf(error ?? errorText)).not.toBe(''),
      );
      assumed('wire contract 1.2 (O)', 'the message of a refused exchange is in "error"', () =>
        expect(error).toBeDefined(),
      );
      assumed('wire contract 2 (open)', 'a refused exchange has status 200, 400, 401 or 403', () =>
        expect(answer.status).toBeOneOf([200, 400, 401, 403]),
      );
    });

    it.each([{}, { userName: 'x' }, { apiKey: 'x' }, { userName: 1, apiKey: [] }, [], null])(
      'issues nothing for the body %j',
      async (given) => {
        const headers = { 'content-type': json };
        const text = JSON.stringify(given);
        const answer = await client().raw('POST', '/api/Auth/Token', headers, text);
        documented('specification 2.1 (S)', 'an exchange without both names issues nothing', () => {
          expect(isRefused(answer)).toBe(true);
          expect(bodyOf(answer).token ?? null).toBeNull();
        });
        assumed('wire contract 2 (open)', 'such an exchange has status 200, 400 or 401', () =>
          expect(answer.status).toBeOneOf([200, 400, 401]),
        );
      },
    );

    it('takes JSON only', async () => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await client().raw('POST', '/api/Auth/Token', form, 'userName=a&apiKey=b');
      documented('specification 4.1 (S)', 'a form is no token request', () => {
        expect(isRefused(answer)).toBe(true);
        expect(bodyOf(answer).token ?? null).toBeNull();
      });
      assumed('wire contract 1.1 (open)', 'a form is refused with status 400 or 415', () =>
        expect(answer.status).toBeOneOf([400, 415]),
      );
    });
  });

  describe.each(operations)('%s %s', (method, path) => {
    const body = method === 'GET' || method === 'DELETE' ? undefined : '{}';

    it.each([
      ['no token', undefined],
      ['a garbled token', 'Bearer not.a.token'],
      ['a token of another service', `Bearer ${unsigned()}`],
      ['another scheme', 'Basic dXNlcjprZXk='],
    ])('is refused with %s', async (_, authorization) => {
      const headers = { 'content-type': json, ...(authorization ? { authorization } : {}) };
      const answer = await client().raw(method, path, headers, body);
      observe({ missingTokenStatus: answer.status });
      const statement = [
        'specification 5.4 (S)',
        'a call without a valid token is refused',
      ] as const;
      expectRefused(answer, statement, 'wire contract 8.2 (open)', 401);
    });
  });
}

/** An unsigned token, with the algorithm "none". */
function unsigned(): string {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded({ sub: 'x', exp: 4102444800 })}.`;
}
