import { describe, expect, it } from 'vitest';
import { json, operations, textOf } from '../client';
import { stoppedClock, withService } from '../target';

const wrongKey = 'Invalid API key or username.';

describe('the token exchange', () => {
  it('issues an HS512 token for the configured lifetime', async () => {
    const clock = stoppedClock('2027-03-01T12:00:00Z');
    const options = { now: clock.now, tokenLifetimeSeconds: 900 };
    await withService(options, async ({ client }) => {
      const { body } = await client.exchange();
      expect(body.expires).toBe('2027-03-01T12:15:00Z');
      const [head, claims] = textOf(body.token)
        .split('.')
        .slice(0, 2)
        .map((text) => JSON.parse(Buffer.from(text, 'base64url').toString()) as { exp?: number });
      expect(head).toEqual({ alg: 'HS512', typ: 'JWT' });
      expect(Number(claims?.exp) * 1000).toBe(Date.parse('2027-03-01T12:15:00Z'));
    });
  });

  it.each([
    ['ok', 200],
    ['unauthorized', 401],
  ] as const)('refuses a wrong key in the reading "%s" with %i', async (tokenRefusal, status) => {
    await withService({ quirks: { tokenRefusal } }, async ({ client }) => {
      const answer = await client.exchange(undefined, 'wrong');
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({ success: false, error: wrongKey });
    });
  });

  it('refuses a wrong key in the older shape', async () => {
    await withService({ quirks: { tokenRefusal: 'older' } }, async ({ client }) => {
      const { body } = await client.exchange('someone', undefined);
      expect(body).toEqual({ success: false, errorCode: 1001, errorText: wrongKey });
    });
  });

  it('reads the two names in any case', async () => {
    await withService({}, async ({ client, service }) => {
      const body = JSON.stringify({ UserName: service.userName, ApiKey: service.apiKey });
      const answer = await client.raw('POST', '/api/Auth/Token', { 'content-type': json }, body);
      expect(answer.body.success).toBe(true);
    });
  });

  it('announces its extensions, unless it has none or is a plain service', async () => {
    const terms = { timeZone: 'America/Bogota', callsPerMinute: 30 };
    await withService(terms, async ({ client }) => {
      expect(client.announced).toMatchObject({
        capabilities: ['limits.write', 'devices.activate', 'submissions'],
        account: { timeZone: 'America/Bogota' },
        limits: { callsPerMinute: 30 },
      });
    });
    for (const less of [{ extensions: false }, { plain: true }]) {
      await withService({ ...terms, ...less }, async ({ client }) => {
        expect(Object.keys(client.announced).sort()).toEqual(['expires', 'success', 'token']);
      });
    }
  });
});

describe('a token', () => {
  it('is refused on every call from the second it expires', async () => {
    const clock = stoppedClock('2027-03-01T12:00:00Z');
    await withService({ now: clock.now, tokenLifetimeSeconds: 60 }, async ({ client }) => {
      clock.set('2027-03-01T12:00:59Z');
      expect((await client.get('/api/devices')).status).toBe(200);
      clock.set('2027-03-01T12:01:00Z');
      for (const [method, path] of operations) {
        const answer = await client.send(method, path, method === 'GET' ? undefined : {});
        expect([method, path, answer.status]).toEqual([method, path, 401]);
        expect(answer.body.success).toBe(false);
      }
    });
  });

  it('becomes invalid with the key it was issued for', async () => {
    await withService({}, async ({ client, service }) => {
      const apiKey = await service.control.regenerateKey();
      expect((await client.get('/api/devices')).status).toBe(401);
      expect((await client.exchange()).body.success).toBe(false);
      expect((await client.exchange(undefined, apiKey)).body.success).toBe(true);
    });
  });

  it('outlives its key in the other variant', async () => {
    await withService({ quirks: { newKeyEndsTokens: false } }, async ({ client, service }) => {
      await service.control.regenerateKey();
      expect((await client.get('/api/devices')).status).toBe(200);
      expect((await client.exchange()).body.success).toBe(false);
    });
  });

  it('can be revoked while the key stays valid', async () => {
    await withService({}, async ({ client, service }) => {
      await service.control.revokeTokens();
      expect((await client.get('/api/devices')).status).toBe(401);
      await client.signIn();
      expect((await client.get('/api/devices')).status).toBe(200);
    });
  });

  it('of another service is refused', async () => {
    await withService({}, async ({ client: stranger }) => {
      await withService({}, async ({ client }) => {
        client.token = stranger.token;
        expect((await client.get('/api/devices')).status).toBe(401);
      });
    });
  });
});

describe('calls that do not exist', () => {
  it('are refused with 401 without a token and 404 with one', async () => {
    await withService({}, async ({ client }) => {
      expect((await client.raw('GET', '/api/nothing')).status).toBe(401);
      const answer = await client.send('DELETE', '/api/devices');
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ success: false, error: 'There is no such call.' });
    });
  });
});
