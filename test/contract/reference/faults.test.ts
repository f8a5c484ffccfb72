import { describe, expect, it, vi } from 'vitest';
import { json } from '../client';
import { withService } from '../target';

describe('fault switches', () => {
  it.each([
    ['status', { statusRate: 1, status: 503, retryAfterSeconds: 7 }, 503, '7'],
    ['another status', { statusRate: 1, status: 500 }, 500, null],
  ] as const)('answer with a %s', async (_, faults, status, retryAfter) => {
    await withService({}, async ({ client, service }) => {
      service.control.setFaults(faults);
      const answer = await client.get('/api/devices');
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter]);
      expect(answer.body.success).toBe(false);
      service.control.setFaults(null);
      expect((await client.get('/api/devices')).status).toBe(200);
    });
  });

  it('close the connection before a response, and in the middle of one', async () => {
    await withService({ devices: 30 }, async ({ client, service }) => {
      for (const faults of [{ resetRate: 1 }, { cutRate: 1 }]) {
        service.control.setFaults(faults);
        await expect(client.get('/api/devices')).rejects.toThrow();
        service.control.setFaults(null);
        expect((await client.get('/api/devices')).status).toBe(200);
      }
    });
  });

  it('close the connection after doing the work, of one method only', async () => {
    await withService({}, async ({ client, service }) => {
      service.control.setFaults({ path: '/api/groups', method: 'POST', dropAfterRate: 1 });
      await expect(client.send('POST', '/api/groups', { name: 'North' })).rejects.toThrow();
      const { body } = await client.get('/api/groups');
      const groups = body.groups as { name: string }[];
      expect(groups.filter(({ name }) => name === 'North')).toHaveLength(1);
    });
  });

  it('return a web page, truncated JSON or nothing with 200', async () => {
    await withService({}, async ({ client, service }) => {
      service.control.setFaults({ htmlRate: 1 });
      const page = await client.get('/api/devices');
      expect([page.status, page.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('text/html'),
      ]);
      for (const [faults, text] of [
        [{ garbledRate: 1 }, '{"success": tru'],
        [{ emptyRate: 1 }, ''],
      ] as const) {
        service.control.setFaults(faults);
        const answer = await client.get('/api/devices');
        expect([answer.status, answer.text]).toEqual([200, text]);
      }
    });
  });

  it('return members of the wrong types', async () => {
    await withService({ devices: 3 }, async ({ client, service }) => {
      service.control.setFaults({ wrongTypesRate: 1 });
      const { body } = await client.get('/api/devices');
      expect(body.success).toBe(true);
      expect(body.devices).toEqual({ items: 3 });
      expect(body.apiUsage).toBe('about 3');
    });
  });

  it('affect some paths only, and some calls only', async () => {
    await withService({}, async ({ client, service }) => {
      service.control.setFaults({ statusRate: 1, path: '/groups', times: 2 });
      const statuses = [];
      for (const path of ['/api/devices', '/api/groups', '/api/groups', '/api/groups']) {
        statuses.push((await client.get(path)).status);
      }
      expect(statuses).toEqual([200, 503, 503, 200]);
    });
  });

  it('delay responses', async () => {
    await withService({}, async ({ client, service }) => {
      service.control.setFaults({ latencyMs: 30_000 });
      const abort = new AbortController();
      const call = fetch(`${service.url}/api/devices`, { signal: abort.signal });
      await vi.waitFor(() => expect(service.control.calls()['GET /api/devices']).toBe(1));
      abort.abort();
      await expect(call).rejects.toThrow(/abort/);
      service.control.setFaults(null);
      expect((await client.get('/api/devices')).status).toBe(200);
    });
  });

  it('affect a share of the calls, the same ones for the same seed', async () => {
    const run = async (seed: number) => {
      const statuses: number[] = [];
      await withService({ seed }, async ({ client, service }) => {
        service.control.setFaults({ statusRate: 0.5 });
        for (let i = 0; i < 24; i += 1) statuses.push((await client.get('/api/devices')).status);
      });
      return statuses.join();
    };
    const once = await run(1);
    expect(once).toContain('200');
    expect(once).toContain('503');
    expect(await run(1)).toBe(once);
    expect(await run(2)).not.toBe(once);
  });
});

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
