import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { part, type Body, type Client } from '../client';
import { withService } from '../target';

const run = promisify(execFile);
const script = path.join(import.meta.dirname, '..', '..', '..', 'scripts', 'service.mjs');
const device = '/api/devices/a';
const limits = { expires: false, expirationDate: null, dailyEmailLimit: 1, dailySmsLimit: null };
const place = { latitude: 1, longitude: 2 };

const user = {
  name: 'Eva',
  email: 'eva@example.org',
  country: 'FR',
  timeZone: 'Europe/Paris',
};

async function created(client: Client, kind: string, body: object): Promise<string> {
  const answer = await client.send('POST', `/api/${kind}`, body);
  expect(answer.status).toBe(201);
  return `/api/${kind}/${part(answer.body.id)}`;
}

describe('a plain service', () => {
  it('has the limits, counters and licences of sections 2.3 and 3', async () => {
    await withService({ plain: true, licences: 2 }, async ({ client, service }) => {
      await service.control.addDevice({ id: 'a', limits });
      const { devices, licences } = (await client.get('/api/devices')).body;
      expect(devices).toMatchObject([
        { id: 'a', active: true, limits: { ...limits, emailsSentToday: 0, smsSentToday: 0 } },
      ]);
      expect(licences).toEqual({ total: 2, used: 1 });
    });
  });

  it('changes limits and activates, and changes nothing else of a device', async () => {
    await withService({ plain: true, licences: 1 }, async ({ client, service }) => {
      await service.control.addDevice({ id: 'a', isActive: false });
      const steps = [
        { op: 'replace', path: '/limits/dailyEmailLimit', value: 3 },
        { op: 'replace', path: '/active', value: true },
      ];
      const { status, body } = await client.send('PATCH', device, steps);
      expect([status, body.device]).toMatchObject([
        200,
        { active: true, limits: { dailyEmailLimit: 3 } },
      ]);
      const name = [{ op: 'replace', path: '/name', value: 'Renamed' }];
      expect((await client.send('PATCH', device, name)).body).toMatchObject({
        success: false,
        error: 'name: is read-only and cannot be changed.',
      });
    });
  });

  it('is described so by its command', async () => {
    const { stdout } = await run(process.execPath, [script, '--help']);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '--plain exactly the specification: limits, counters, licences and activation, and nothing beyond it',
    );
  });
});

describe('the licences of a seeded fleet', () => {
  it.each([0, 1, 5, 18])('are never fewer than are in use: %i of 20 devices', async (licences) => {
    for (const expiryEnds of ['both', 'limits'] as const) {
      await withService({ devices: 20, licences, quirks: { expiryEnds } }, async ({ client }) => {
        const { body } = await client.get('/api/devices');
        expect(body.licences).toEqual({ total: licences, used: licences });
        const active = (body.devices as Body[]).filter(({ active }) => active === true);
        expect(active).toHaveLength(licences);
      });
    }
  });
});

describe('a date that does not exist', () => {
  const days = ['2026-02-30', '2026-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00'];
  const moments = days.flatMap((day) => [`${day}T12:00:00Z`, `${day}T00:00`]);

  it.each(moments)('is refused everywhere, not moved: %s', async (moment) => {
    await withService({}, async ({ client, service }) => {
      await service.control.addDevice({ id: 'a' });
      const alert = { ...place, dateTime: moment, alerts: ['SOSButton'] };
      const existing = '2026-01-01T00:00:00Z';
      const path = await created(client, 'users', user);
      const email = 'other@example.org';
      const calls: [string, string, unknown][] = [
        ['POST', `${device}/locations`, { location: { ...place, dateTime: moment } }],
        ['POST', `${device}/alerts`, { alert }],
        ...['locations', 'alerts'].flatMap((what): [string, string, unknown][] => [
          ['POST', `${device}/${what}`, { from: moment, to: '2027-01-01T00:00:00Z' }],
          ['POST', `${device}/${what}`, { from: existing, to: moment }],
        ]),
        ...['from', 'expires'].flatMap((member): [string, string, unknown][] => [
          ['POST', '/api/users', { ...user, email, [member]: moment }],
          ['PUT', path, { ...user, [member]: moment }],
          ['PATCH', path, [{ op: 'add', path: `/${member}`, value: moment }]],
        ]),
      ];
      for (const [method, target, body] of calls) {
        const answer = await client.send(method, target, body);
        expect([answer.status, answer.body.success], `${method} ${target}`).toEqual([400, false]);
        expect(answer.body.error).toContain('that exists');
      }
      const all = { from: '2020-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' };
      expect((await client.send('POST', `${device}/locations`, all)).body.locations).toEqual([]);
      expect((await client.get(path)).body).toMatchObject({ from: null, expires: null });
    });
  });

  it.each(days)('is no expiration date: %s', async (day) => {
    await withService({}, async ({ client, service }) => {
      await service.control.addDevice({ id: 'a', limits });
      const patch = [{ op: 'replace', path: '/limits/expirationDate', value: day }];
      expect((await client.send('PATCH', device, patch)).status).toBe(400);
    });
  });
});

describe('a member that would not be stored', () => {
  it.each([
    ['groups', { name: 'North' }, 'a group'],
    ['users', user, 'a user'],
  ])('is refused by POST, PUT and PATCH on %s', async (kind, record, what) => {
    await withService({}, async ({ client }) => {
      const path = await created(client, kind, record);
      const before = (await client.get(path)).body;
      for (const [method, target, body] of [
        ['POST', `/api/${kind}`, { ...record, colour: 'red' }],
        ['PUT', path, { ...record, colour: 'red' }],
        ['PATCH', path, [{ op: 'add', path: '/colour', value: 'red' }]],
      ] as const) {
        const answer = await client.send(method, target, body);
        expect([answer.status, answer.body.error]).toEqual([
          400,
          `colour: is not a member of ${what}.`,
        ]);
      }
      expect({ ...(await client.get(path)).body, apiDailyUsage: 0 }).toEqual({
        ...before,
        apiDailyUsage: 0,
      });
    });
  });

  it('is refused in an alert', async () => {
    await withService({}, async ({ client, service }) => {
      await service.control.addDevice({ id: 'a' });
      const alert = {
        dateTime: '2026-02-28T00:00:00Z',
        latitude: 1,
        longitude: 2,
        alerts: ['SOSButton'],
      };
      const refused = { alerts: [alert, { ...alert, colour: 'red' }] };
      const answer = await client.send('POST', `${device}/alerts`, refused);
      expect([answer.status, answer.body.error]).toEqual([
        400,
        'colour: is not a member of an alert.',
      ]);
      const range = { from: '2020-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' };
      const stored = async () => (await client.send('POST', `${device}/alerts`, range)).body.alerts;
      expect(await stored()).toEqual([]);
      // What a client read can be sent back.
      await client.send('POST', `${device}/alerts`, { alert });
      const read = (await stored()) as Body[];
      const again = await client.send('POST', `${device}/alerts`, { alerts: read });
      expect([again.status, again.body.alerts]).toEqual([201, read]);
    });
  });

  it.each([
    ['groups', { name: 'North' }],
    ['users', user],
  ])('is not what a client read: a record of %s can be sent back', async (kind, record) => {
    await withService({}, async ({ client }) => {
      const path = await created(client, kind, record);
      const { password: _unset, ...read } = (await client.get(path)).body;
      expect((await client.send('PUT', path, { ...read, name: 'South' })).body.name).toBe('South');
    });
  });
});

describe('a body of another form', () => {
  it('is refused in words', async () => {
    await withService({}, async ({ client, service }) => {
      await service.control.addDevice({ id: 'a' });
      for (const path of ['/api/groups', '/api/users', `${device}/locations`]) {
        const answer = await client.send('POST', path, null);
        expect([answer.status, answer.body.error]).toEqual([
          400,
          'Invalid input: must be of the type object',
        ]);
      }
      const exchange = (text: string) =>
        client.raw('POST', '/api/Auth/Token', { 'content-type': 'application/json' }, text);
      const errors = [
        ['null', 'Invalid input: must be of the type object'],
        ['{"userName":"x"}', 'apiKey: must be given'],
        ['{"UserName":1,"ApiKey":"x"}', 'userName: must be given'],
      ] as const;
      for (const [text, error] of errors) {
        expect((await exchange(text)).body).toMatchObject({ success: false, error });
      }
    });
  });
});

describe('time zones', () => {
  it.each([
    ['Europe/Kyiv', 'Europe/Kiev'],
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['America/Argentina/Buenos_Aires', 'America/Buenos_Aires'],
    ['Asia/Ho_Chi_Minh', 'Asia/Saigon'],
    ['America/Nuuk', 'America/Godthab'],
    ['Pacific/Kanton', 'Pacific/Enderbury'],
  ])('%s is listed and accepted beside %s', async (current, earlier) => {
    await withService({}, async ({ client }) => {
      const { timeZones } = (await client.get('/api/users/timeZones')).body;
      for (const timeZone of [current, earlier]) {
        expect(Object.keys(timeZones as Body)).toContain(timeZone);
        const email = `${timeZone.replaceAll('/', '.')}@example.org`;
        const { status, body } = await client.send('POST', '/api/users', {
          ...user,
          email,
          timeZone,
        });
        expect([status, body.timeZone]).toEqual([201, timeZone]);
      }
    });
  });
});
