import { describe, expect, it } from 'vitest';
import type { Body, Client } from '../client';
import { stoppedClock, withService } from '../target';

const activate = [{ op: 'replace', path: '/active', value: true }];
const dated = (date: string) => ({ op: 'replace', path: '/limits/expirationDate', value: date });
const switchedOff = { op: 'replace', path: '/limits/expires', value: false };
/** An activation that also sets a date the clock of these tests does not reach. */
const renew = [dated('2099-01-01'), ...activate];
const spentDate = (date: string) =>
  `The expiration date ${date} has passed: set a later date or switch Expires off in the same request.`;
const path = (id: string) => `/api/devices/${id}`;
const expiring = (expirationDate: string) => ({
  expires: true,
  expirationDate,
  dailyEmailLimit: null,
  dailySmsLimit: null,
});

async function licences(client: Client): Promise<Body> {
  return (await client.get('/api/devices')).body.licences as Body;
}

async function isActive(client: Client, id: string): Promise<unknown> {
  return ((await client.get(path(id))).body.device as Body).active;
}

describe('licences (specification 3 and 8)', () => {
  const options = (now: () => number, total: number) => ({
    now,
    licences: total,
    timeZone: 'America/Bogota',
    tokenLifetimeSeconds: 10 * 366 * 86_400,
  });

  it('become free when the date of a device is reached, not a second earlier', async () => {
    const clock = stoppedClock('2027-06-01T12:00:00Z');
    await withService(options(clock.now, 2), async ({ client, service }) => {
      await service.control.addDevice({ id: 'a', limits: expiring('2027-06-03') });
      await service.control.addDevice({ id: 'b' });
      expect(await licences(client)).toEqual({ total: 2, used: 2 });
      clock.set('2027-06-03T04:59:59Z');
      expect([await isActive(client, 'a'), await licences(client)]).toEqual([
        true,
        { total: 2, used: 2 },
      ]);
      clock.set('2027-06-03T05:00:00Z');
      expect([await isActive(client, 'a'), await licences(client)]).toEqual([
        false,
        { total: 2, used: 1 },
      ]);
    });
  });

  it('are taken by an activation while one is free', async () => {
    const clock = stoppedClock('2027-06-01T12:00:00Z');
    await withService(options(clock.now, 1), async ({ client, service }) => {
      await service.control.addDevice({ id: 'a', limits: expiring('2027-05-01') });
      expect(await isActive(client, 'a')).toBe(false);
      const { status, body } = await client.send('PATCH', path('a'), renew);
      expect(status).toBe(200);
      expect(body.device).toMatchObject({ active: true, expires: '2099-01-01T05:00:00Z' });
      expect(await licences(client)).toEqual({ total: 1, used: 1 });
    });
  });

  it.each(['2027-05-01', '2027-06-01'])(
    'are taken by an activation after the date %s, which switches Expires off and says so',
    async (date) => {
      const clock = stoppedClock('2027-06-01T12:00:00Z');
      await withService(options(clock.now, 1), async ({ client, service }) => {
        await service.control.addDevice({ id: 'a', limits: expiring(date) });
        const { status, body } = await client.send('PATCH', path('a'), activate);
        expect([status, body.message]).toEqual([
          200,
          `Expires was switched off, because its date ${date} has passed.`,
        ]);
        const after = {
          active: true,
          expires: null,
          limits: { expires: false, expirationDate: date },
        };
        expect(body.device).toMatchObject(after);
        clock.set('2027-07-01T12:00:00Z');
        expect((await client.get(path('a'))).body.device).toMatchObject(after);
        expect(await licences(client)).toEqual({ total: 1, used: 1 });
      });
    },
  );

  it('are taken by an activation with the date kept and on, in that reading', async () => {
    const clock = stoppedClock('2027-06-01T12:00:00Z');
    const quirks = { activationAfterDate: 'kept' } as const;
    await withService({ ...options(clock.now, 1), quirks }, async ({ client, service }) => {
      await service.control.addDevice({ id: 'a', limits: expiring('2027-05-01') });
      const { status, body } = await client.send('PATCH', path('a'), activate);
      const kept = { active: true, limits: { expires: true, expirationDate: '2027-05-01' } };
      expect([status, body.device, body.message]).toMatchObject([200, kept, undefined]);
      expect((await client.get(path('a'))).body.device).toMatchObject(kept);
      expect(await licences(client)).toEqual({ total: 1, used: 1 });
      // Another date counts again.
      await client.send('PATCH', path('a'), [dated('2027-05-20')]);
      expect(await licences(client)).toEqual({ total: 1, used: 0 });
    });
  });

  it('refuse an activation whose date has passed in the stricter reading, and change nothing', async () => {
    const clock = stoppedClock('2027-06-01T12:00:00Z');
    const quirks = { activationAfterDate: 'refused' } as const;
    await withService({ ...options(clock.now, 1), quirks }, async ({ client, service }) => {
      await service.control.addDevice({ id: 'a', limits: expiring('2027-05-01') });
      const before = (await client.get(path('a'))).body.device;
      // The date of today is reached as well: a device expires at the start of its day.
      for (const [patch, date] of [
        [activate, '2027-05-01'],
        [[{ op: 'add', path: '/active', value: true }], '2027-05-01'],
        [[{ op: 'replace', path: '/name', value: 'Renamed' }, ...activate], '2027-05-01'],
        [[dated('2027-06-01'), ...activate], '2027-06-01'],
        [[...activate, dated('2020-02-29')], '2020-02-29'],
      ] as const) {
        const { status, body } = await client.send('PATCH', path('a'), patch);
        expect([status, body.success, body.error]).toEqual([409, false, spentDate(date)]);
        expect((await client.get(path('a'))).body.device).toEqual(before);
      }
      expect(await licences(client)).toEqual({ total: 1, used: 0 });
    });
  });

  it('are taken with Expires switched off in the same request; the date itself stays', async () => {
    const clock = stoppedClock('2027-06-01T12:00:00Z');
    await withService(options(clock.now, 1), async ({ client, service }) => {
      await service.control.addDevice({ id: 'a', limits: expiring('2027-05-01') });
      const { status, body } = await client.send('PATCH', path('a'), [...activate, switchedOff]);
      expect([status, body.device]).toMatchObject([
        200,
        {
          active: true,
          expires: null,
          limits: { expires: false, expirationDate: '2027-05-01' },
        },
      ]);
      expect(await licences(client)).toEqual({ total: 1, used: 1 });
    });
  });

  it('stay in use if a request demands "active" together with a passed date', async () => {
    const clock = stoppedClock('2027-06-01T12:00:00Z');
    await withService(options(clock.now, 1), async ({ client, service }) => {
      await service.control.addDevice({ id: 'a', limits: expiring('2028-05-01') });
      const both = await client.send('PATCH', path('a'), [dated('2027-05-01'), ...activate]);
      expect([both.status, both.body.device]).toMatchObject([
        200,
        { active: true, limits: { expires: false, expirationDate: '2027-05-01' } },
      ]);
      expect(await licences(client)).toEqual({ total: 1, used: 1 });
      // A date alone is a setting: the device expires, and the response says so.
      await client.send('PATCH', path('a'), [dated('2028-05-01'), { ...switchedOff, value: true }]);
      const { body } = await client.send('PATCH', path('a'), [dated('2027-05-01')]);
      expect(body.device).toMatchObject({ active: false, expires: '2027-05-01T05:00:00Z' });
      expect(await licences(client)).toEqual({ total: 1, used: 0 });
    });
  });

  it('refuse an activation when none is free, and the device stays expired', async () => {
    const clock = stoppedClock('2027-06-01T12:00:00Z');
    await withService(options(clock.now, 1), async ({ client, service }) => {
      await service.control.addDevice({ id: 'a', limits: expiring('2027-05-01') });
      await service.control.addDevice({ id: 'b' });
      const patch = [{ op: 'replace', path: '/name', value: 'Renamed' }, ...activate];
      const { status, body } = await client.send('PATCH', path('a'), patch);
      expect(status).toBe(409);
      expect(body.success).toBe(false);
      expect(body.error).toMatch(/No licence/);
      expect((await client.get(path('a'))).body.device).toMatchObject({ active: false, name: 'a' });
    });
  });

  it('are not taken by changing the date of an expired device, which waits for its activation', async () => {
    const clock = stoppedClock('2027-06-01T12:00:00Z');
    await withService(options(clock.now, 5), async ({ client, service }) => {
      await service.control.addDevice({ id: 'a', limits: expiring('2027-05-01') });
      const later = { op: 'replace', path: '/limits/expirationDate', value: '2028-01-01' };
      const moved = await client.send('PATCH', path('a'), [later]);
      expect(moved.body.device).toMatchObject({ active: false });
      const both = await client.send('PATCH', path('a'), activate);
      expect(both.body.device).toMatchObject({ active: true, expires: '2028-01-01T05:00:00Z' });
    });
  });

  it('never go below zero or above their number through a year of expiries', async () => {
    const clock = stoppedClock('2027-01-01T12:00:00Z');
    await withService(options(clock.now, 4), async ({ client, service }) => {
      for (const month of ['03', '06', '09', '12']) {
        await service.control.addDevice({ id: `m${month}`, limits: expiring(`2027-${month}-01`) });
      }
      const used: unknown[] = [];
      for (const month of ['02', '04', '07', '10', '12']) {
        clock.set(`2027-${month}-20T12:00:00Z`);
        used.push((await licences(client)).used);
      }
      expect(used).toEqual([4, 3, 2, 1, 0]);
      for (const month of ['03', '06', '09', '12']) {
        expect((await client.send('PATCH', path(`m${month}`), renew)).status).toBe(200);
      }
      expect(await licences(client)).toEqual({ total: 4, used: 4 });
    });
  });

  it('cannot be released manually', async () => {
    await withService({}, async ({ client, service }) => {
      await service.control.addDevice({ id: 'a' });
      const off = [{ op: 'replace', path: '/active', value: false }];
      expect((await client.send('PATCH', path('a'), off)).status).toBe(400);
      expect(await isActive(client, 'a')).toBe(true);
    });
  });

  it('are granted to one of two concurrent activations', async () => {
    const clock = stoppedClock('2027-06-01T12:00:00Z');
    await withService(options(clock.now, 1), async ({ client, service }) => {
      for (const id of ['a', 'b']) {
        await service.control.addDevice({ id, limits: expiring('2027-05-01') });
      }
      const answers = await Promise.all(
        ['a', 'b'].map((id) => client.send('PATCH', path(id), renew)),
      );
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
      expect(await licences(client)).toEqual({ total: 1, used: 1 });
    });
  });

  it('free of expired devices, which may be left out of the list', async () => {
    const clock = stoppedClock('2027-06-01T12:00:00Z');
    const quirks = { expiredDevices: 'leftOut' } as const;
    await withService({ ...options(clock.now, 2), quirks }, async ({ client, service }) => {
      await service.control.addDevice({ id: 'a', limits: expiring('2027-05-01') });
      await service.control.addDevice({ id: 'b' });
      const { body } = await client.get('/api/devices');
      expect((body.devices as Body[]).map(({ id }) => id)).toEqual(['b']);
      expect((await client.get(path('a'))).status).toBe(200);
    });
  });
});
