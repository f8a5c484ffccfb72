import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Body, Client } from '../client';
import { stoppedClock, withService, type Reference } from '../target';

const run = promisify(execFile);
const script = path.join(import.meta.dirname, '..', '..', '..', 'scripts', 'service.mjs');
const device = '/api/devices/a';
const limits = {
  expires: true,
  expirationDate: '2027-06-03',
  dailyEmailLimit: 1,
  dailySmsLimit: 0,
};

async function withDevice(
  work: (reference: Reference, clock: Clock) => Promise<void>,
  expiryEnds?: 'device' | 'limits' | 'both',
) {
  const clock = stoppedClock('2027-06-02T12:00:00Z');
  const options = {
    now: clock.now,
    timeZone: 'UTC',
    licences: 1,
    tokenLifetimeSeconds: 1e7,
    quirks: expiryEnds ? { expiryEnds } : {},
  };
  await withService(options, async (reference) => {
    await reference.service.control.addDevice({ id: 'a', limits });
    await work(reference, clock);
  });
}
type Clock = ReturnType<typeof stoppedClock>;

const recordOf = async (client: Client) => (await client.get(device)).body.device as Body;

async function sent(client: Client): Promise<unknown> {
  const alert = {
    dateTime: '2027-06-01T00:00:00Z',
    latitude: 1,
    longitude: 2,
    text: 'Too fast',
    alerts: ['SpeedLimit'],
    notifications: ['Email', 'SMS'],
  };
  const { body } = await client.send('POST', `${device}/alerts`, { alert });
  return (body.alerts as Body[])[0]?.notifications;
}

const both = ['Email', 'SMS'];

describe('an expiration date (specification 2.3, 3 and 8)', () => {
  it.each([
    // Section 3 frees the licence, section 2.3 ends the limits: without a choice both hold.
    [undefined, { active: false, used: 0, sent: [both, both] }],
    ['both', { active: false, used: 0, sent: [both, both] }],
    ['device', { active: false, used: 0, sent: [['Email'], []] }],
    ['limits', { active: true, used: 1, sent: [both, both] }],
  ] as const)('that is reached, in the reading %s', async (expiryEnds, then) => {
    await withDevice(async ({ client }, clock) => {
      clock.set('2027-06-03T00:00:00Z');
      expect(await recordOf(client)).toMatchObject({
        active: then.active,
        expires: '2027-06-03T00:00:00Z',
        limits,
      });
      const { body } = await client.get('/api/devices');
      expect(body.licences).toEqual({ total: 1, used: then.used });
      expect([await sent(client), await sent(client)]).toEqual(then.sent);
    }, expiryEnds);
  });

  it.each([undefined, 'limits'] as const)(
    'ends the limits not a second earlier (%s)',
    async (ends) => {
      await withDevice(async ({ client }, clock) => {
        expect([await sent(client), await sent(client)]).toEqual([['Email'], []]);
        clock.set('2027-06-02T23:59:59Z');
        expect(await sent(client)).toEqual([]);
        clock.set('2027-06-03T00:00:00Z');
        expect([await sent(client), await sent(client)]).toEqual([both, both]);
        expect((await recordOf(client)).limits).toMatchObject({
          emailsSentToday: 2,
          smsSentToday: 2,
        });
      }, ends);
    },
  );

  it('applies the limits again with a later date, or with Expires off', async () => {
    await withDevice(async ({ client }, clock) => {
      clock.set('2027-06-03T00:00:00Z');
      for (const step of [
        { op: 'replace', path: '/limits/expirationDate', value: '2028-01-01' },
        { op: 'replace', path: '/limits/expires', value: false },
      ]) {
        await client.send('PATCH', device, [step]);
        expect(await sent(client)).not.toContain('SMS');
        await client.send('PATCH', device, [
          { op: 'replace', path: '/limits/expirationDate', value: '2027-06-03' },
          { op: 'replace', path: '/limits/expires', value: true },
        ]);
        expect(await sent(client)).toContain('SMS');
      }
    });
  });

  it('that ends only the limits frees no licence, so an activation needs another one', async () => {
    await withDevice(async ({ client, service }, clock) => {
      clock.set('2027-06-03T00:00:00Z');
      await service.control.addDevice({ id: 'b', isActive: false, limits });
      const patch = [{ op: 'replace', path: '/active', value: true }];
      expect((await client.send('PATCH', '/api/devices/b', patch)).status).toBe(409);
    }, 'limits');
  });

  it('that ends only the limits is not touched by an activation', async () => {
    await withDevice(async ({ client, service }, clock) => {
      clock.set('2027-06-03T00:00:00Z');
      service.control.setTerms({ licences: 2 });
      await service.control.addDevice({ id: 'b', isActive: false, limits });
      const patch = [{ op: 'replace', path: '/active', value: true }];
      const { status, body } = await client.send('PATCH', '/api/devices/b', patch);
      expect([status, body.device]).toMatchObject([200, { active: true, limits }]);
    }, 'limits');
  });

  it('is a choice on the command line, and any other word is refused', async () => {
    const usage = run(process.execPath, [script, '--expiry-ends', 'licence']);
    await expect(usage).rejects.toMatchObject({
      stderr: expect.stringContaining(
        '--expiry-ends takes device, limits or both, not "licence".',
      ) as string,
    });
    const help = await run(process.execPath, [script, '--help']);
    expect(help.stdout).toContain('--expiry-ends WHAT');
  });
});
