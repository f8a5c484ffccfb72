import { describe, expect, it } from 'vitest';
import type { Body } from '../client';
import { stoppedClock, withService } from '../target';

describe('the limit of calls per minute', () => {
  it('refuses the call over the limit with 429 and accepts calls in the next minute', async () => {
    const clock = stoppedClock('2027-03-01T12:00:00Z');
    await withService({ now: clock.now, callsPerMinute: 3 }, async ({ client }) => {
      const statuses = [];
      for (let i = 0; i < 4; i += 1) {
        clock.set(`2027-03-01T12:00:${10 + i * 10}Z`);
        statuses.push((await client.get('/api/devices')).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
      const refused = await client.get('/api/groups');
      expect(refused.body).toMatchObject({
        success: false,
        error: 'Too many requests in a minute.',
      });
      expect(refused.headers.get('retry-after')).toBe('30');
      clock.set('2027-03-01T12:01:10Z');
      expect((await client.get('/api/devices')).status).toBe(200);
      expect((await client.get('/api/devices')).status).toBe(429);
    });
  });

  it('does not count the token exchange', async () => {
    await withService({ callsPerMinute: 1 }, async ({ client }) => {
      for (let i = 0; i < 3; i += 1) expect((await client.exchange()).body.success).toBe(true);
      expect((await client.get('/api/devices')).status).toBe(200);
    });
  });

  it.each([
    ['date', 'Mon, 01 Mar 2027 12:01:00 GMT'],
    ['absent', null],
  ] as const)('says when to come back as: %s', async (retryAfter, expected) => {
    const clock = stoppedClock('2027-03-01T12:00:00Z');
    const options = { now: clock.now, callsPerMinute: 0, quirks: { retryAfter } };
    await withService(options, async ({ client }) => {
      const answer = await client.get('/api/devices');
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, expected]);
    });
  });
});

describe('the limit of results per device and day', () => {
  it('counts results separately for each device until midnight of the account', async () => {
    const clock = stoppedClock('2027-03-01T12:00:00Z');
    const options = {
      now: clock.now,
      timeZone: 'America/Bogota',
      dailyResultsPerDevice: 4,
      tokenLifetimeSeconds: 1e6,
    };
    await withService(options, async ({ client, service }) => {
      for (const id of ['a', 'b']) {
        await service.control.addDevice({ id });
        for (const second of ['01', '02', '03']) {
          await service.control.setFix(id, {
            dateTime: `2027-03-01T10:00:${second}Z`,
            latitude: 1,
            longitude: 1,
          });
        }
      }
      const range = { from: '2027-03-01T10:00:00Z', to: '2027-03-01T10:01:00Z' };
      const ask = (id: string) => client.send('POST', `/api/devices/${id}/locations`, range);
      const last = (id: string) => client.get(`/api/devices/${id}/lastLocation`);
      expect((await ask('a')).status).toBe(200);
      expect((await last('a')).status).toBe(200);
      expect((await last('a')).status).toBe(429);
      expect((await ask('b')).status).toBe(200);
      // The refused query did not count, so the remaining result can still be fetched.
      expect([(await ask('b')).status, (await last('b')).status]).toEqual([429, 200]);
      clock.set('2027-03-02T04:59:59Z');
      expect((await last('a')).status).toBe(429);
      clock.set('2027-03-02T05:00:00Z');
      expect((await last('a')).status).toBe(200);
    });
  });
});

describe('the usage counters', () => {
  it('report the results of the call and the calls of the day', async () => {
    const clock = stoppedClock('2027-03-01T12:00:00Z');
    await withService(
      { now: clock.now, devices: 7, tokenLifetimeSeconds: 1e6 },
      async ({ client }) => {
        const usage = async (path: string) => {
          const { apiUsage, apiDailyUsage } = (await client.get(path)).body as Body;
          return [apiUsage, apiDailyUsage];
        };
        expect(await usage('/api/devices')).toEqual([7, 1]);
        expect(await usage('/api/users/countries')).toEqual([1, 2]);
        clock.set('2027-03-02T12:00:00Z');
        expect(await usage('/api/devices')).toEqual([7, 1]);
      },
    );
  });
});
