import { describe, expect, it } from 'vitest';
import { alertNames } from '#main/service/routes/reports';
import type { Body } from '../client';
import { stoppedClock, withService, type Reference } from '../target';

const device = '/api/devices/d%3A1';
const now = '2027-03-01T12:00:00Z';
const day = { from: '2027-03-01T00:00:00Z', to: '2027-03-01T23:59:59Z' };
const fix = (dateTime: string, more: Body = {}): Body => ({
  dateTime,
  latitude: 50.85,
  longitude: 4.35,
  ...more,
});

async function withDevice(
  work: (reference: Reference) => Promise<void>,
  options: Parameters<typeof withService>[0] = {},
): Promise<void> {
  await withService({ now: stoppedClock(now).now, ...options }, async (reference) => {
    await reference.service.control.addDevice({ id: 'd:1' });
    await work(reference);
  });
}

describe('submitting locations', () => {
  it.each([
    ['one location', { location: fix('2027-03-01T10:00:00Z', { speed: 12.5 }) }, 1],
    ['several', { location: [fix('2027-03-01T10:00:00Z'), fix('2027-03-01T10:00:10Z')] }, 2],
    ['one with a range beside it', { ...day, location: fix('2027-03-01T10:00:00Z') }, 1],
    ['a bare array', [fix('2027-03-01T10:00:00Z')], 1],
    ['a bare location', fix('2027-03-01T10:00:00Z'), 1],
  ])('stores %s and answers it', async (_, body, count) => {
    await withDevice(async ({ client }) => {
      const stored = await client.send('POST', `${device}/locations`, body);
      expect(stored.status).toBe(201);
      expect(stored.body.locations).toHaveLength(count);
      const { body: read } = await client.send('POST', `${device}/locations`, day);
      expect(read.locations).toEqual(stored.body.locations);
    });
  });

  it('keeps every member of the record, including unknown ones', async () => {
    const whole = fix('2027-03-01T10:00:00.125Z', {
      speed: 8.5,
      course: 271,
      battery: 96,
      fuel: 40,
      fuel2: 41,
      temperature: -18.5,
      temperature2: 3,
      sensorTime1: 7,
      inactiveSeconds: 0,
      rpm: 900,
      milleage: 18233.4,
      warningTexts: ['w'],
      alertTexts: ['a'],
      alerts: ['x'],
      warnings: [],
      hasCriticalAlert: true,
      attributes: { Satellites: '11' },
      altitude: 12,
      accessoriesAttributes: [{ a: 'b' }],
      inputs: [true],
      outputs: [false],
    });
    await withDevice(async ({ client }) => {
      await client.send('POST', `${device}/locations`, { location: whole });
      const { body } = await client.get(`${device}/lastLocation`);
      expect(body.lastLocation).toEqual(whole);
    });
  });

  it('returns the last location by the time of the fix, not by arrival', async () => {
    const late = [fix('2027-03-01T10:00:00Z'), fix('2027-03-01T09:00:00Z')];
    for (const [lastLocationBy, expected] of [
      ['time', '2027-03-01T10:00:00Z'],
      ['arrival', '2027-03-01T09:00:00Z'],
    ] as const) {
      const clock = stoppedClock(now);
      await withDevice(
        async ({ client }) => {
          await client.send('POST', `${device}/locations`, { location: late[0] });
          clock.set('2027-03-01T12:00:01Z');
          await client.send('POST', `${device}/locations`, { location: late[1] });
          const { body } = await client.get(`${device}/lastLocation`);
          expect(body.lastLocation).toMatchObject({ dateTime: expected });
        },
        { now: clock.now, quirks: { lastLocationBy } },
      );
    }
  });

  it('stores the same fix once, however often it is sent', async () => {
    await withDevice(async ({ client }) => {
      for (let i = 0; i < 3; i += 1) {
        await client.send('POST', `${device}/locations`, { location: fix('2027-03-01T10:00:00Z') });
      }
      const { body } = await client.send('POST', `${device}/locations`, day);
      expect(body.locations).toHaveLength(1);
    });
  });

  it.each([
    ['dateTime', { dateTime: '2027-03-01T12:06:00Z' }, /future/],
    ['dateTime', { dateTime: 'noon' }, /ISO 8601/],
    ['latitude', { latitude: 90.1 }, /from -90 to 90/],
    ['longitude', { longitude: -180.5 }, /from -180 to 180/],
    ['longitude', { longitude: '4.35' }, /must be a number/],
    ['course', { course: 361 }, /from 0 to 360/],
    ['speed', { speed: -1 }, /0 or more/],
    ['battery', { battery: 101 }, /from 0 to 100/],
    ['inputs', { inputs: ['on'] }, /true or false/],
  ])('refuses a wrong %s in words (%j)', async (name, wrong, words) => {
    await withDevice(async ({ client }) => {
      const good = fix('2027-03-01T10:00:00Z');
      const body = { location: [good, { ...good, ...wrong }] };
      const answer = await client.send('POST', `${device}/locations`, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatch(words);
      expect(answer.body.error).toContain(name);
      // No part of a refused body is stored.
      expect((await client.get(`${device}/lastLocation`)).body.lastLocation).toBeNull();
    });
  });

  it('is refused by a service that only answers ranges', async () => {
    const quirks = { reportCalls: 'query' } as const;
    await withDevice(
      async ({ client }) => {
        const body = { location: fix('2027-03-01T10:00:00Z') };
        expect((await client.send('POST', `${device}/locations`, body)).status).toBe(400);
        expect((await client.send('POST', `${device}/locations`, day)).status).toBe(200);
      },
      { quirks },
    );
  });
});

describe('ranges of locations', () => {
  it('include both ends, read an end without a zone as UTC, and may have equal ends', async () => {
    await withDevice(async ({ client }) => {
      const times = ['10:00:00', '10:00:10', '10:00:20'].map((time) => `2027-03-01T${time}Z`);
      await client.send('POST', `${device}/locations`, {
        location: times.map((time) => fix(time)),
      });
      const count = async (from: string, to: string) =>
        ((await client.send('POST', `${device}/locations`, { from, to })).body.locations as Body[])
          .length;
      expect(await count('2027-03-01T10:00:00Z', '2027-03-01T10:00:20Z')).toBe(3);
      expect(await count('2027-03-01T10:00:00', '2027-03-01T10:00:10')).toBe(2);
      expect(await count('2027-03-01T11:00:10+01:00', '2027-03-01T10:00:10.000Z')).toBe(1);
      expect(await count('2027-03-01T10:00:11Z', '2027-03-01T10:00:19Z')).toBe(0);
    });
  });
});

describe('submitting alerts', () => {
  const alert = (dateTime: string, more: Body = {}): Body => ({
    ...fix(dateTime),
    text: 'Too fast',
    notifications: ['Email'],
    alerts: ['SpeedLimit'],
    ...more,
  });

  it.each([
    ['one', { alert: alert('2027-03-01T10:00:00Z') }, 1],
    ['several', { alerts: [alert('2027-03-01T10:00:00Z'), alert('2027-03-01T10:00:00Z')] }, 2],
    ['a bare array', [alert('2027-03-01T10:00:00Z')], 1],
    ['a bare alert', alert('2027-03-01T10:00:00Z'), 1],
  ])('stores %s', async (_, body, count) => {
    await withDevice(async ({ client }) => {
      const stored = await client.send('POST', `${device}/alerts`, body);
      expect([stored.status, (stored.body.alerts as Body[]).length]).toEqual([201, count]);
      const read = await client.send('POST', `${device}/alerts`, day);
      expect(read.body.alerts).toEqual(stored.body.alerts);
    });
  });

  it('have the 55 names of the wire contract', async () => {
    expect(alertNames.size).toBe(55);
    await withDevice(async ({ client }) => {
      const everything = alert('2027-03-01T10:00:00Z', { alerts: [...alertNames] });
      const { body } = await client.send('POST', `${device}/alerts`, { alert: everything });
      expect((body.alerts as Body[])[0]?.alerts).toEqual([...alertNames]);
    });
  });

  it('are found by any of their names, and unknown names are refused', async () => {
    await withDevice(async ({ client }) => {
      const both = alert('2027-03-01T10:00:00Z', { alerts: ['SOSButton', 'SpeedLimit'] });
      const body = { alert: [both, alert('2027-03-01T10:01:00Z', { alerts: ['LowBattery'] })] };
      await client.send('POST', `${device}/alerts`, body);
      const ask = (alertName: unknown) =>
        client.send('POST', `${device}/alerts`, { ...day, alertName });
      const count = async (name: unknown) => ((await ask(name)).body.alerts as Body[]).length;
      expect(await count('SOSButton')).toBe(1);
      expect(await count('SpeedLimit')).toBe(1);
      expect(await count('RPM')).toBe(0);
      expect(await count(null)).toBe(2);
      for (const name of ['Overspeed', 'speedlimit', 7]) expect((await ask(name)).status).toBe(400);
    });
  });

  it.each([
    [{ alerts: ['Overspeed'] }, /names of alerts/],
    [{ alerts: [] }, /at least one/],
    [{ dateTime: '2027-03-01T13:00:00Z' }, /future/],
    [{ latitude: -91 }, /latitude/],
    [{ notifications: 'Email' }, /notifications/],
  ])('are refused in words for %j', async (wrong, words) => {
    await withDevice(async ({ client }) => {
      const answer = await client.send('POST', `${device}/alerts`, {
        alert: alert('2027-03-01T10:00:00Z', wrong),
      });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatch(words);
    });
  });

  it('return the older shape in that variant', async () => {
    const quirks = { alertShape: 'older' } as const;
    await withDevice(
      async ({ client }) => {
        await client.send('POST', `${device}/alerts`, { alert: alert('2027-03-01T10:00:00Z') });
        const { body } = await client.send('POST', `${device}/alerts`, day);
        expect((body.alerts as Body[])[0]).toMatchObject({ email: true, sms: false });
        expect((body.alerts as Body[])[0]).not.toHaveProperty('notifications');
      },
      { quirks },
    );
  });
});
