import { describe, expect, it } from 'vitest';
import { part, type Body, type Client } from '../client';
import { expectRefused, listOf, momentOf } from '../reading';
import { portableClient } from '../target';

const devicesOf = async (client: Client): Promise<Body[]> =>
  listOf(await client.get('/api/devices'), 'devices');

describe('devices', () => {
  const client = portableClient();

  it('are listed with unique text ids', async () => {
    const ids = (await devicesOf(client())).map(({ id }) => id);
    expect(ids.every((id) => typeof id === 'string' && id !== '')).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('have members of the documented types', async () => {
    for (const { name, description, min, tags, expires } of await devicesOf(client())) {
      for (const text of [name, description, min]) {
        expect(['string', 'object', 'undefined']).toContain(typeof text);
      }
      expect(['object', 'undefined']).toContain(typeof tags);
      expect(expires ? momentOf(expires) : 1).toBeGreaterThan(0);
    }
  });

  it('are read one by one as listed, with any characters in their ids', async () => {
    for (const listed of (await devicesOf(client())).slice(0, 10)) {
      const { status, body } = await client().get(`/api/devices/${part(listed.id)}`);
      expect(status).toBe(200);
      expect(body.device).toMatchObject({ id: listed.id, name: listed.name });
    }
  });

  it('have a last location, or none', async () => {
    for (const { id } of (await devicesOf(client())).slice(0, 10)) {
      const answer = await client().get(`/api/devices/${part(id)}/lastLocation`);
      if (answer.status === 404) continue;
      expect(answer.status).toBe(200);
      const fix = answer.body.lastLocation as Body | null | undefined;
      if (!fix) continue;
      expect(momentOf(fix.dateTime)).toBeGreaterThan(0);
      expect(Math.abs(Number(fix.latitude))).toBeLessThanOrEqual(90);
      expect(Math.abs(Number(fix.longitude))).toBeLessThanOrEqual(180);
    }
  });

  it.each(['', '/lastLocation'])('are refused when unknown: GET /api/devices/…%s', async (call) => {
    expectRefused(await client().get(`/api/devices/no-such-device${call}`), 404);
  });

  it.each(['locations', 'alerts'])('are refused when unknown: POST …/%s', async (call) => {
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-01T01:00:00Z' };
    expectRefused(await client().send('POST', `/api/devices/no-such-device/${call}`, range), 404);
  });
});

describe.each(['locations', 'alerts'])(
  'POST /api/devices/{deviceId}/%s as a range query',
  (call) => {
    const client = portableClient();
    const hour = 3_600_000;
    const moment = (at: number) => new Date(at).toISOString();

    async function ask(body: unknown, type?: string) {
      const [device] = await devicesOf(client());
      expect(device, 'the account has a device').toBeDefined();
      return client().send('POST', `/api/devices/${part(device?.id)}/${call}`, body, type);
    }

    it('returns records within the range', async () => {
      const to = Date.now();
      const found = listOf(await ask({ from: moment(to - hour), to: moment(to) }), call);
      for (const record of found) {
        expect(momentOf(record.dateTime)).toBeGreaterThanOrEqual(to - hour - 1000);
        expect(momentOf(record.dateTime)).toBeLessThanOrEqual(to + 1000);
        expect(record.latitude).toBeDefined();
        expect(record.longitude).toBeDefined();
      }
    });

    it('returns nothing for a range in the future', async () => {
      const from = Date.now() + 48 * hour;
      const found = await ask({ from: moment(from), to: moment(from + hour) });
      expect(found.status === 400 ? [] : listOf(found, call)).toEqual([]);
    });

    it('refuses a range whose ends are swapped', async () => {
      const now = Date.now();
      expectRefused(await ask({ from: moment(now), to: moment(now - hour) }), 400);
    });

    it.each([{}, { from: '2026-01-01T00:00:00Z' }, { from: 'yesterday', to: 'now' }])(
      'refuses the body %j',
      async (body) => expectRefused(await ask(body), 400),
    );

    it('takes JSON only', async () => {
      expectRefused(await ask({ from: moment(0), to: moment(1) }, 'text/plain'), 400, 415);
    });
  },
);
