import { describe, expect, it } from 'vitest';
import { json } from '../client';
import { withService } from '../target';

describe('the control path', () => {
  const controlToken = 'for-tests-only';
  const post = async (url: string, name: string, token: string, args: unknown[]) => {
    const response = await fetch(`${url}/_control/${name}`, {
      method: 'POST',
      headers: { 'content-type': json, authorization: `Bearer ${token}` },
      body: JSON.stringify(args),
    });
    return { status: response.status, body: (await response.json()) as { result?: unknown } };
  };

  it('drives a service from another process', async () => {
    await withService({ controlToken }, async ({ client, service: { url } }) => {
      const control = (name: string, ...args: unknown[]) => post(url, name, controlToken, args);
      expect((await control('addDevice', { id: 'd', name: 'Van' })).status).toBe(200);
      const fix = { latitude: 1, longitude: 2 };
      expect((await control('setFix', 'd', fix)).status).toBe(200);
      await control('raiseAlert', 'd', { ...fix, alerts: ['SOSButton'], notifications: ['SMS'] });
      const { body } = await client.get('/api/devices/d');
      expect(body.device).toMatchObject({ name: 'Van', limits: { smsSentToday: 1 } });
      expect((await client.get('/api/devices/d/lastLocation')).body.lastLocation).toMatchObject(
        fix,
      );
      expect((await control('calls')).body.result).toMatchObject({ 'GET /api/devices/d': 1 });
      await control('resetCalls');
      expect((await control('calls')).body.result).toEqual({});
      await control('setTerms', { callsPerMinute: 0 });
      expect((await client.get('/api/devices')).status).toBe(429);
      await control('setTerms', { callsPerMinute: null });
      await control('setQuirks', { lists: 'bare' });
      expect((await client.get('/api/devices')).body).toHaveLength(1);
      await control('removeDevice', 'd');
      expect((await client.get('/api/devices/d')).status).toBe(404);
      await control('advance', 7_200_000);
      expect((await client.get('/api/devices')).status).toBe(401);
      const { result } = (await control('regenerateKey')).body;
      expect((await client.exchange(undefined, String(result))).body.success).toBe(true);
    });
  });

  it('responds to mistakes with a message', async () => {
    await withService({ controlToken }, async ({ service: { url } }) => {
      expect((await post(url, 'setFix', 'wrong', [])).status).toBe(401);
      expect((await post(url, 'toString', controlToken, [])).status).toBe(404);
      expect((await post(url, 'setFix', controlToken, ['d', { latitude: 99 }])).status).toBe(400);
    });
  });

  it('does not exist without a token in the options', async () => {
    await withService({}, async ({ service: { url } }) => {
      expect((await post(url, 'calls', '', [])).status).toBe(404);
    });
  });
});
