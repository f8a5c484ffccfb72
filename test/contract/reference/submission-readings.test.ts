// The calls of wire contract 3.6 and 3.7 in each way that the documents describe them.
import { describe, expect, it } from 'vitest';
import type { LocationMember } from '#main/service/start';
import type { Body } from '../client';
import { stoppedClock, withService, type Reference } from '../target';

const device = '/api/devices/d';
const clock = stoppedClock('2027-03-01T12:00:00Z');
const range = { from: '2027-03-01T09:59:59Z', to: '2027-03-01T10:00:01Z' };
const day = { from: '2027-03-01T00:00:00Z', to: '2027-03-01T23:59:59Z' };
const fix = (dateTime: string): Body => ({ dateTime, latitude: 50.85, longitude: 4.35 });
const submitted = fix('2027-03-01T10:00:00Z');
const other = fix('2027-03-01T10:00:01Z');

async function withMember(
  locationMember: LocationMember,
  work: (reference: Reference) => Promise<void>,
): Promise<void> {
  await withService({ now: clock.now, locationMember }, async (reference) => {
    await reference.service.control.addDevice({ id: 'd' });
    await reference.service.control.setFix('d', other);
    await work(reference);
  });
}

const post = async ({ client }: Reference, call: 'locations' | 'alerts', body: unknown) => {
  const answer = await client.send('POST', `${device}/${call}`, body);
  return { status: answer.status, error: answer.body.error, records: answer.body[call] };
};

describe('from and to alone', () => {
  it.each(['any', 'stored', 'ignored'] as const)('are a query (%s)', async (member) => {
    await withMember(member, async (reference) => {
      expect(await post(reference, 'locations', day)).toMatchObject({
        status: 200,
        records: [other],
      });
    });
  });

  it('are refused, naming the member, where a location is required', async () => {
    await withMember('required', async (reference) => {
      const answer = await post(reference, 'locations', day);
      expect(answer).toMatchObject({ status: 400, error: expect.stringMatching(/\blocation\b/) });
    });
  });
});

describe('from, to and one location', () => {
  it.each(['stored', 'required'] as const)(
    'store it and answer with the locations of the range (%s)',
    async (member) => {
      await withMember(member, async (reference) => {
        const answer = await post(reference, 'locations', { ...range, location: submitted });
        expect(answer).toMatchObject({ status: 200, records: [submitted, other] });
      });
    },
  );

  it('store it and answer with it alone, where lists are accepted too', async () => {
    await withMember('any', async (reference) => {
      const answer = await post(reference, 'locations', { ...range, location: submitted });
      expect(answer).toMatchObject({ status: 201, records: [submitted] });
    });
  });

  it('are a query where the location is ignored: nothing is stored', async () => {
    await withMember('ignored', async (reference) => {
      const answer = await post(reference, 'locations', { ...range, location: submitted });
      expect(answer).toMatchObject({ status: 200, records: [other] });
      expect((await post(reference, 'locations', day)).records).toEqual([other]);
    });
  });

  it.each([
    ['a list', { ...range, location: [submitted] }, /one object/],
    ['no range', { location: submitted }, /from/],
    ['a range without it', { ...range, location: fix('2027-03-01T11:00:00Z') }, /in the range/],
    ['an impossible place', { ...range, location: { ...submitted, latitude: 91 } }, /latitude/],
  ])('are refused with %s', async (_, body, words) => {
    await withMember('stored', async (reference) => {
      const answer = await post(reference, 'locations', body);
      expect(answer).toMatchObject({ status: 400, error: expect.stringMatching(words) });
      expect((await post(reference, 'locations', day)).records).toEqual([other]);
    });
  });
});

describe('alerts', () => {
  const alert = (...alerts: string[]): Body => ({ ...submitted, text: null, alerts });

  it('have no member for one in the form of the live pages', async () => {
    await withMember('stored', async (reference) => {
      const answer = await post(reference, 'alerts', { alert: alert('RPM') });
      expect(answer).toMatchObject({ status: 400, error: expect.stringMatching(/alert/) });
    });
  });

  it('are filtered by alertName; without it or with null all come', async () => {
    await withMember('any', async (reference) => {
      await post(reference, 'alerts', { alerts: [alert('RPM'), alert('SOSButton', 'RPM')] });
      const count = async (more: object) =>
        ((await post(reference, 'alerts', { ...day, ...more })).records as Body[]).length;
      expect(await count({})).toBe(2);
      expect(await count({ alertName: null })).toBe(2);
      expect(await count({ alertName: 'SOSButton' })).toBe(1);
      expect(await count({ alertName: 'Route' })).toBe(0);
    });
  });
});
