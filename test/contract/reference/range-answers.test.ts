import { describe, expect, it } from 'vitest';
import type { Quirks } from '#main/service/start';
import type { Body } from '../client';
import { stoppedClock, withService } from '../target';

const clock = stoppedClock('2027-03-01T12:00:00Z');

/** The answer to a query of 08:00 to 10:00 of a device with a fix at every half hour from 07:00. */
async function answerIn(quirks: Partial<Quirks>): Promise<Body[]> {
  let records: Body[] = [];
  await withService({ now: clock.now, quirks }, async ({ service, client }) => {
    await service.control.addDevice({ id: 'd' });
    for (let halves = 0; halves <= 10; halves++) {
      const dateTime = new Date(Date.UTC(2027, 2, 1, 7, halves * 30)).toISOString();
      await service.control.setFix('d', { dateTime, latitude: 1.5, longitude: 2 });
    }
    const range = { from: '2027-03-01T08:00:00Z', to: '2027-03-01T10:00:00Z' };
    const { body } = await client.send('POST', '/api/devices/d/locations', range);
    records = body.locations as Body[];
  });
  return records;
}

const hours = (records: readonly Body[]) =>
  records.map(({ dateTime }) => (dateTime as string).slice(11, 16));

describe('the answer to a range query', () => {
  it('has all records of the range', async () => {
    expect(hours(await answerIn({}))).toEqual(['08:00', '08:30', '09:00', '09:30', '10:00']);
  });

  it.each([
    [{ mostRangeRecords: 2 }, ['08:00', '08:30']],
    [{ mostRangeRecords: 2, returnedRecords: 'last' }, ['09:30', '10:00']],
    [{ mostRangeRecords: 2, rangeOrder: 'descending' }, ['08:30', '08:00']],
    [{ mostRangeRecords: 9 }, ['08:00', '08:30', '09:00', '09:30', '10:00']],
  ] as const)('may be cut: %j', async (quirks, expected) => {
    expect(hours(await answerIn(quirks))).toEqual(expected);
  });

  it('may have records outside the range', async () => {
    expect(hours(await answerIn({ rangeBounds: 'hourMore' })).at(0)).toBe('07:00');
    expect(hours(await answerIn({ rangeBounds: 'ignored' })).at(-1)).toBe('12:00');
  });

  it.each([
    ['renamed', { date: '2027-03-01T08:00:00Z', lat: 1.5, lng: 2 }],
    ['renamedPlace', { dateTime: '2027-03-01T08:00:00Z', lat: 1.5, lng: 2 }],
    ['unreadable', { dateTime: 'yesterday', latitude: 'north', longitude: {} }],
  ] as const)('may have %s members', async (rangeMembers, expected) => {
    expect((await answerIn({ rangeMembers }))[0]).toEqual(expected);
  });
});
