import { describe, expect, it } from 'vitest';
import { licencesSchema, limitsSchema } from '#shared/domain/device';
import type { Body, Client, Value } from '../client';
import { stoppedClock, withService, type Reference } from '../target';

const device = '/api/devices/d-1';
const set = (path: string, value: Value) => [{ op: 'add', path: `/limits/${path}`, value }];

async function withDevice(
  options: Parameters<typeof withService>[0],
  work: (reference: Reference) => Promise<void>,
): Promise<void> {
  await withService(options, async (reference) => {
    await reference.service.control.addDevice({ id: 'd-1', name: 'Van 1' });
    await work(reference);
  });
}

const limitsOf = async (client: Client): Promise<Body> => {
  const { body } = await client.get(device);
  return (body.device as Body).limits as Body;
};

describe('limit settings (specification 2.3)', () => {
  it('begin with the Expires switch off and no limits', async () => {
    await withDevice({}, async ({ client }) => {
      expect(await limitsOf(client)).toEqual({
        expires: false,
        expirationDate: null,
        dailyEmailLimit: null,
        dailySmsLimit: null,
        emailsSentToday: 0,
        smsSentToday: 0,
      });
    });
  });

  it('have the members of the specification, and no others', async () => {
    await withDevice({}, async ({ client }) => {
      expect(limitsSchema.strict().safeParse(await limitsOf(client)).success).toBe(true);
      const { body } = await client.get('/api/devices');
      expect(licencesSchema.strict().safeParse(body.licences).success).toBe(true);
    });
  });

  it('require an expiration date when Expires is on, with a message', async () => {
    await withDevice({}, async ({ client }) => {
      const answer = await client.send('PATCH', device, set('expires', true));
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatch(/expirationDate.*required when Expires is on/);
      expect((await limitsOf(client)).expires).toBe(false);
    });
  });

  it.each(['true', 1, null])(
    'have a switch for Expires that is true or false, not %j',
    async (value) => {
      await withDevice({}, async ({ client }) => {
        const answer = await client.send('PATCH', device, set('expires', value));
        expect([answer.status, answer.body.success]).toEqual([400, false]);
        expect((await limitsOf(client)).expires).toBe(false);
      });
    },
  );

  it('can be changed at any time, also of a device that has expired', async () => {
    const clock = stoppedClock('2027-06-04T12:00:00Z');
    await withDevice({ now: clock.now, timeZone: 'UTC' }, async ({ client }) => {
      await client.send('PATCH', device, [
        ...set('expirationDate', '2027-06-03'),
        ...set('expires', true),
      ]);
      expect((await client.get(device)).body.device).toMatchObject({ active: false });
      const { status } = await client.send('PATCH', device, set('dailyEmailLimit', 7));
      expect([status, (await limitsOf(client)).dailyEmailLimit]).toEqual([200, 7]);
    });
  });

  it('keep a date without expiring by it while Expires is off', async () => {
    await withDevice({}, async ({ client }) => {
      const answer = await client.send('PATCH', device, set('expirationDate', '2001-01-01'));
      expect(answer.body.device).toMatchObject({ active: true, expires: null });
    });
  });

  it('show the expiry as the start of that day in the zone of the account', async () => {
    const patch = [...set('expirationDate', '2030-07-01'), ...set('expires', true)];
    for (const [timeZone, expires] of [
      ['America/Bogota', '2030-07-01T05:00:00Z'],
      ['Asia/Kolkata', '2030-06-30T18:30:00Z'],
    ]) {
      await withDevice({ timeZone: timeZone ?? '' }, async ({ client }) => {
        expect((await client.send('PATCH', device, patch)).body.device).toMatchObject({ expires });
      });
    }
  });

  it.each(['2030-02-30', '2030-1-1', 'tomorrow', 20300101, '2030-01-01T00:00:00Z'])(
    'refuse %j as a date',
    async (value) => {
      await withDevice({}, async ({ client }) => {
        const answer = await client.send('PATCH', device, set('expirationDate', value));
        expect([answer.status, answer.body.error]).toEqual([
          400,
          'limits.expirationDate: must be a day such as 2030-01-31',
        ]);
      });
    },
  );

  it.each(['dailyEmailLimit', 'dailySmsLimit'])(
    'take whole numbers from 0 for %s',
    async (name) => {
      await withDevice({}, async ({ client }) => {
        for (const value of [0, 1, 100_000, null]) {
          expect((await client.send('PATCH', device, set(name, value))).status).toBe(200);
          expect((await limitsOf(client))[name]).toBe(value);
        }
        for (const value of [-1, 1.5, '5', true]) {
          const answer = await client.send('PATCH', device, set(name, value));
          expect(answer.status).toBe(400);
          expect(answer.body.error).toContain(`limits.${name}`);
        }
      });
    },
  );

  it.each(['emailsSentToday', 'smsSentToday'])('do not allow writing %s', async (name) => {
    await withDevice({}, async ({ client }) => {
      const answer = await client.send('PATCH', device, set(name, 3));
      expect(answer.status).toBe(400);
      expect(answer.body.error).toContain(`limits/${name}: is read-only`);
      const same = [{ op: 'test', path: `/limits/${name}`, value: 0 }];
      expect((await client.send('PATCH', device, same)).status).toBe(200);
    });
  });

  it.each(['/limits/dailyFaxLimit', '/colour'])(
    'refuse %s, which they do not know',
    async (path) => {
      await withDevice({}, async ({ client }) => {
        const answer = await client.send('PATCH', device, [{ op: 'add', path, value: 1 }]);
        expect(answer.status).toBe(400);
        expect(answer.body.error).toContain(path.split('/').at(-1));
      });
    },
  );

  it('change all or none', async () => {
    await withDevice({}, async ({ client }) => {
      const patch = [...set('dailySmsLimit', 4), ...set('dailyEmailLimit', -4)];
      expect((await client.send('PATCH', device, patch)).status).toBe(400);
      expect((await limitsOf(client)).dailySmsLimit).toBeNull();
    });
  });

  it('are neither shown nor written by a service as it is documented today', async () => {
    await withDevice({ extensions: false }, async ({ client }) => {
      const { body } = await client.get(device);
      expect(Object.keys(body.device as Body).join()).toBe('id,name,description,min,tags,expires');
      expect((await client.get('/api/devices')).body.licences).toBeUndefined();
      expect((await client.send('PATCH', device, set('dailySmsLimit', 1))).status).toBe(404);
    });
  });
});

describe('daily limits (specification 3 and 8)', () => {
  const alert = (notifications: string[]) => ({
    alert: {
      dateTime: '2026-01-01T00:00:00Z',
      latitude: 1,
      longitude: 2,
      text: 'Too fast',
      alerts: ['SpeedLimit'],
      notifications,
    },
  });

  const used = ({ body }: { body: Body }) => (body.alerts as Body[])[0]?.notifications;

  it('count messages and stop at the limit, separately for each channel; alerts are stored', async () => {
    const clock = stoppedClock('2027-03-01T12:00:00Z');
    await withDevice({ now: clock.now }, async ({ client }) => {
      await client.send('PATCH', device, [
        ...set('dailyEmailLimit', 2),
        ...set('dailySmsLimit', 1),
      ]);
      const sent = [];
      for (let i = 0; i < 3; i += 1) {
        sent.push(
          used(await client.send('POST', `${device}/alerts`, alert(['Email', 'SMS', 'Push']))),
        );
      }
      expect(sent).toEqual([['Email', 'SMS', 'Push'], ['Email', 'Push'], ['Push']]);
      expect(await limitsOf(client)).toMatchObject({ emailsSentToday: 2, smsSentToday: 1 });
      const range = { from: '2025-12-31T00:00:00Z', to: '2026-01-02T00:00:00Z' };
      const { body } = await client.send('POST', `${device}/alerts`, range);
      expect(body.alerts).toHaveLength(3);
    });
  });

  it('of 0 block everything; no limit blocks nothing', async () => {
    await withDevice({}, async ({ client }) => {
      await client.send('PATCH', device, set('dailyEmailLimit', 0));
      const both = alert(['Email', 'SMS']);
      for (let i = 0; i < 4; i += 1) {
        expect(used(await client.send('POST', `${device}/alerts`, both))).toEqual(['SMS']);
      }
      expect(await limitsOf(client)).toMatchObject({ emailsSentToday: 0, smsSentToday: 4 });
    });
  });

  it('can be raised at any time, and then more is sent', async () => {
    await withDevice({}, async ({ client }) => {
      await client.send('PATCH', device, set('dailySmsLimit', 0));
      expect(used(await client.send('POST', `${device}/alerts`, alert(['SMS'])))).toEqual([]);
      await client.send('PATCH', device, set('dailySmsLimit', 1));
      expect(used(await client.send('POST', `${device}/alerts`, alert(['SMS'])))).toEqual(['SMS']);
    });
  });

  it.each([
    // The day begins at 05:00 UTC west of it, at 18:30 UTC the day before east of it.
    ['America/Bogota', '2027-03-02T04:59:59Z', '2027-03-02T05:00:00Z'],
    ['Asia/Kolkata', '2027-03-01T18:29:59Z', '2027-03-01T18:30:00Z'],
    // The day before has 23 hours in spring, 25 in autumn.
    ['Europe/Paris', '2027-03-28T21:59:59Z', '2027-03-28T22:00:00Z'],
    ['Europe/Paris', '2027-10-31T22:59:59Z', '2027-10-31T23:00:00Z'],
    // Clocks change at midnight here: the day begins at 01:00.
    ['America/Santiago', '2027-09-05T03:59:59Z', '2027-09-05T04:00:00Z'],
  ])('begin again at midnight in %s (%s still counts)', async (timeZone, before, midnight) => {
    const clock = stoppedClock(before);
    await withDevice(
      { timeZone, now: clock.now, tokenLifetimeSeconds: 1e6 },
      async ({ client }) => {
        await client.send('PATCH', device, set('dailyEmailLimit', 1));
        const mail = alert(['Email']);
        expect(used(await client.send('POST', `${device}/alerts`, mail))).toEqual(['Email']);
        expect(used(await client.send('POST', `${device}/alerts`, mail))).toEqual([]);
        expect((await limitsOf(client)).emailsSentToday).toBe(1);
        clock.set(midnight);
        expect((await limitsOf(client)).emailsSentToday).toBe(0);
        expect(used(await client.send('POST', `${device}/alerts`, mail))).toEqual(['Email']);
      },
    );
  });
});
